"""``python -m course_lib.book build/book``: the course as static pages.

The committed outputs are used and no notebook is run. Explorers are played
from recordings, which are made anew where an explorer has changed.
"""

import argparse
import re
import shutil
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from sphinx.cmd.build import build_main
from tqdm import tqdm

from course_lib.book import excerpts, recordings
from course_lib.book.cover import cover
from course_lib.book.in_order import explorers

HERE = Path(__file__).parent
TOP = HERE.parents[1]
FONTS = "output/chtml/fonts/woff-v2"  # below the script of MathJax
OTHERS = """
```{toctree}
:caption: For teachers
:maxdepth: 1
:hidden:
:glob:

[0-9]*
quiz_before
quiz_after
*
```
"""

IN_A_BROWSER = """
## In a browser, on somebody else's computer

The rocket at the top of a lesson opens it on Binder or on Colab; both are
untested. Binder installs the course by itself, which takes some minutes the
first time. On Colab run this line in a cell of its own before any other:

```text
%pip install git+{repository}
```

Neither keeps what you wrote: download the notebook before you leave.
"""


def main(argv=None):
    """Build the book; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.book", description=__doc__
    )
    parser.add_argument("out", type=Path, help="folder of the pages")
    parser.add_argument(
        "--repository",
        default="",
        metavar="URL",
        help="where the course is published: lessons get launch buttons",
    )
    arguments = parser.parse_args(argv)
    out, repository = arguments.out.resolve(), arguments.repository
    for name in tqdm(explorers(), "explorers"):
        recordings.refresh(name, partial(tqdm, desc=name, leave=False))
    with tempfile.TemporaryDirectory() as folder:
        gather(Path(folder), repository)
        code = build(folder, out, repository)
    mathjax = Path(find_spec("sphinx-mathjax-offline").origin).parent
    shutil.copytree(
        mathjax / "static" / "mathjax" / FONTS,
        out / "_static" / FONTS,
        dirs_exist_ok=True,
    )
    if code == 0:
        excerpts.write(out)
        print(f"open {out / 'index.html'}")
    return code


def build(source, out, repository=""):
    """Let Sphinx turn a folder of sources into pages; return its exit code."""
    options = ["--fail-on-warning", "--keep-going", f"--conf-dir={HERE}"]
    options += [f"--doctree-dir={source}/.doctrees"]
    options += [f"--define=course_repository={repository}"]
    return build_main([*options, str(source), str(out)])


def gather(source, repository=""):
    """Copy the pages that Sphinx reads into a folder."""
    for page in [
        *(HERE / "pages").glob("*.md"),
        *(TOP / "notebooks").glob("*.ipynb"),
        TOP / "CHANGELOG.md",
    ]:
        shutil.copy(page, source / page.name.replace("CHANGELOG", "changelog"))
    index, online = source / "index.md", source / "run_it_yourself.md"
    index.write_text(cover(index.read_text("utf-8")), "utf-8")
    if repository:
        with online.open("a", encoding="utf-8") as page:
            page.write(IN_A_BROWSER.format(repository=repository))
    runs = Path("parts", "training")
    (source / runs).mkdir(parents=True)
    for name in ("plan.md", "found.md"):  # linked from lessons, in no list
        text = (TOP / "notebooks" / runs / name).read_text(encoding="utf-8")
        text = f"---\norphan: true\n---\n\n{text}"
        (source / runs / name).write_text(text, encoding="utf-8")
    teaching = TOP / "notebooks" / "teaching"
    shutil.copytree(teaching / "hub", source / "teaching" / "hub")
    for name, page in for_teachers().items():
        text = page.read_text(encoding="utf-8")
        text = re.sub(r"\]\(\.\./parts/(\w+)/note\.md", _to_note, text)
        text = text.replace("](../../", "](../")  # a note is nearer here
        text += OTHERS if name == "README" else ""
        path = source / "teaching" / f"{name}.md"
        path.write_text(text, encoding="utf-8")


def for_teachers():
    """Return the pages for teachers by their names in the book."""
    pages = {p.stem: p for p in (TOP / "notebooks" / "teaching").glob("*.md")}
    notes = (TOP / "notebooks" / "parts").glob("*/note.md")
    return pages | {_lesson(note): note for note in notes}


def _lesson(note):
    """Return the name of the notebook that a note is about."""
    text = note.read_text(encoding="utf-8")
    return re.search(r"\]\(\.\./\.\./(\d\d_\w+)\.ipynb", text)[1]


def _to_note(link):
    note = TOP / "notebooks" / "parts" / link[1] / "note.md"
    return f"]({_lesson(note)}.md"


if __name__ == "__main__":
    sys.exit(main())
