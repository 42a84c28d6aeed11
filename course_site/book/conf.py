"""Sphinx's settings for the book."""

from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(find_spec("sphinx-mathjax-offline").origin).parent
MATHJAX = PACKAGE / "static" / "mathjax"

project = "Everything but Attention"
author = "the authors of the course"
html_title = project
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",  # the page of the layers
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
# What a cell printed is no code to copy.
copybutton_selector = ":not(.output) > div.highlight > pre"
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
myst_heading_slug_func = "course_site.book.notebook_page.anchor"
nb_custom_formats = {".ipynb": "course_site.book.notebook_page.read"}
nb_execution_mode = "off"  # the committed outputs are shown
nb_merge_streams = True
nb_render_markdown_format = "myst"  # the formulas of a proof
nb_code_prompt_show = "Show the {type}"
nb_code_prompt_hide = "Hide the {type}"
nb_ipywidgets_js = {}  # no widgets without a kernel, so nothing to load

html_theme = "sphinx_book_theme"
html_theme_options = {
    "use_download_button": True,
    "use_fullscreen_button": False,
    "show_toc_level": 2,
    "back_to_top_button": False,  # it lay over what one reads
}
html_context = {"default_mode": "auto"}
html_static_path = [
    "static",
    "recordings",
    "../../course_lib/sliders/enlarge.js",
    "projector.js",
    "projector.css",
    str(MATHJAX / "tex-mml-chtml.js"),
]
html_css_files = ["projector.css", "book.css"]
html_js_files = [
    "enlarge.js",
    "projector.js",
    "player.js",
    ("live.js", {"defer": "defer"}),
]
html_search_scorer = str(Path(__file__).with_name("search_order.js"))
mathjax_path = "tex-mml-chtml.js"  # from a package: no network is asked
html_copy_source = True  # the download button gives the original
html_show_copyright = html_show_sphinx = False
html_show_sourcelink = False
