"""``python -m course_lib.book build/book``: the course as static pages.

The committed outputs are used and no notebook is run. Explorers are played
from recordings, which are made anew where an explorer has changed.
"""

import argparse
import shutil
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import nbformat
from sphinx.application import Sphinx
from tqdm import tqdm

from course_lib.book import recordings
from course_lib.book.pages import in_the_book, page_of
from course_lib.explorers.in_order import explorers

HERE = Path(__file__).parent
TOP = HERE.parents[1]
NOTEBOOKS = TOP / "notebooks"
TEACHING = TOP / "teaching"
MATHJAX = ["tex-mml-chtml.js", "output/chtml/fonts/woff-v2"]


def main(argv=None):
    """Build the book; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.book", description=__doc__
    )
    parser.add_argument("out", type=Path, help="folder of the pages")
    args = parser.parse_args(argv)
    for name, explorer in tqdm(explorers().items(), "explorers"):
        recordings.refresh(explorer, partial(tqdm, desc=name, leave=False))
    with tempfile.TemporaryDirectory() as source:
        notebooks = gather(Path(source))
        warnings = sphinx(Path(source), args.out.resolve(), len(notebooks))
    for path in notebooks:  # the download button gives the original
        shutil.copy(path, args.out / "_sources" / path.name)
    if warnings:
        print(warnings, file=sys.stderr)
        return 1
    print(f"open {args.out / 'index.html'}")
    return 0


def gather(source):
    """Write what Sphinx reads into a folder; return the notebooks."""
    static = source / "_static"
    shutil.copytree(HERE / "static", static)
    shutil.copytree(recordings.FOLDER, static / "recordings")
    for each in ("projector.js", "projector.css"):
        shutil.copy(HERE.parent / "panels" / each, static)
    mathjax = Path(find_spec("sphinx-mathjax-offline").origin).parent
    for each in MATHJAX:
        target = static / "mathjax" / each
        target.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copy if target.suffix else shutil.copytree
        copy(mathjax / "static" / "mathjax" / each, target)
    shutil.copy(TOP / "figures" / "standardized_sphere.png", static)
    shutil.copy(HERE / "conf.py", source)
    for page in (HERE / "pages").glob("*.md"):
        shutil.copy(page, source)
    known, paths = explorers(), sorted(NOTEBOOKS.glob("*.ipynb"))
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        page_of(notebook, known)
        nbformat.write(notebook, source / path.name)
    lessons = [path.stem for path in paths if path.name[0].isdigit()]
    sides = [path.stem for path in paths if path.stem.startswith("side_")]
    with open(source / "index.md", "a", encoding="utf-8") as index:
        index.write(contents("Lessons", lessons))
        index.write(contents("Side pages", sides))
        teachers = ["teaching/README", "classroom"]
        index.write(contents("For teachers", teachers, ":hidden:"))
        index.write(contents("More", ["run_it_yourself"], ":hidden:"))
    gather_teaching(source / "teaching")
    return paths


def gather_teaching(folder):
    """Write the pages for teachers; the first one lists the others."""
    folder.mkdir()
    pages = {path.stem: path for path in sorted(TEACHING.glob("*.md"))}
    for name, path in pages.items():
        text = in_the_book(path.read_text(encoding="utf-8"))
        if name == "README":
            others = [each for each in pages if each != name]
            text += contents("For teachers", others, ":hidden:")
        (folder / path.name).write_text(text, encoding="utf-8")


def contents(caption, pages, *options):
    """Return a table of contents, for the page and for the margin."""
    head = ["```{toctree}", f":caption: {caption}", ":maxdepth: 1", *options]
    return "\n".join(["", *head, "", *pages, "```", ""]) if pages else ""


def sphinx(source, out, pages):
    """Build the pages; return the warnings."""
    warnings = StringIO()
    app = Sphinx(
        source, source, out, source / ".doctrees", "html",
        status=None, warning=warnings,
    )  # fmt: skip
    with tqdm(total=2 * pages, desc="pages") as bar:

        def page_done(*_):
            bar.update()  # and return nothing, which Sphinx would use

        app.connect("doctree-read", page_done)
        app.connect("html-page-context", page_done)
        app.build()
    return warnings.getvalue()


if __name__ == "__main__":
    sys.exit(main())
