"""What is used of other packages without being promised by them.

A red says which of it has gone, and which one file of the course uses it.
JupyterLite's page is looked at when the live site is built, and the error
says which place in it has changed.
"""

import inspect
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from matplotlib.backends.backend_svg import RendererSVG

TOP = Path(__file__).parents[2]
PAGE = (
    "course_tools/jupyter/share/jupyter/labextensions/add-norm-course/static/"
    "page.js"
)


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("_make_id", ["self", "type", "content"]),
        ("_get_clip_attrs", ["self", "gc"]),
        ("_draw_text_as_path",
         ["self", "gc", "x", "y", "s", "prop", "angle", "ismath", "mtext"]),
        ("_draw_text_as_text",
         ["self", "gc", "x", "y", "s", "prop", "angle", "ismath", "mtext"]),
    ],
)  # fmt: skip
def test_matplotlib_draws_svg_with_the_methods_that_are_overridden(
    method, arguments
):
    found = getattr(RendererSVG, method, None)
    has = found and [*inspect.signature(found).parameters]
    assert has == arguments, (
        f"Matplotlib {version('matplotlib')}: RendererSVG.{method} takes "
        f"{has}, and course_lib/sliders/svg_renderer.py needs {arguments}"
    )
    sites = [path.name for path in TOP.glob("course_*/**/*.py")
             if f"{method}(" in path.read_text("utf-8")]  # fmt: skip
    assert sites in ([], ["svg_renderer.py"]), "private methods in one file"


def test_jupyterlab_takes_a_part_from_the_name_where_ours_puts_it():
    assert "_JUPYTERLAB" in (TOP / PAGE).read_text("utf-8")
    static = Path(sys.prefix, "share/jupyter/lab/static")
    loads = any("_JUPYTERLAB" in path.read_text("utf-8")
                for path in static.glob("*.js"))  # fmt: skip
    assert loads, (
        f"JupyterLab {version('jupyterlab')} no longer reads extensions from "
        f"window._JUPYTERLAB (4.2 to 4.6 do): mend {PAGE}"
    )
