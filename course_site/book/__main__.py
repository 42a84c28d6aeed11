"""``python -m course_site.book build/book``: the course as static pages.

The committed outputs are used and no notebook is run. Explorers are played
from recordings, which are made anew where an explorer has changed.
"""

import argparse
import re
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from tqdm import tqdm

from course_site.book.explorer_registry import PARTS, explorers
from course_site.lacks import lacks
from course_tools import own_files
from course_tools.lesson import NOTEBOOKS, needs_its_folder, pages

try:
    from sphinx.cmd.build import build_main

    from course_site.book import recordings, search_index
    from course_site.book.conf import MATHJAX
    from course_site.book.cover import cover
except ImportError as error:
    sys.exit(lacks(error, "tests/requirements.txt"))

HERE = Path(__file__).parent
LIST = HERE / "pages" / "added" / "for_teachers.md"  # what the theme lists
FONTS = "output/chtml/fonts/woff-v2"  # below the script of MathJax


def main(argv=None):
    """Build the book; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course_site.book", description=__doc__
    )
    parser.add_argument("out", type=Path, help="folder of the pages")
    out = parser.parse_args(argv).out.expanduser().resolve()
    try:
        needs_its_folder()
        own_files.check_folder(out, "book")  # before minutes of work
    except (own_files.Refused, LookupError) as error:
        print(f"No book was built: {str(error).rstrip('.')}.", file=sys.stderr)
        return 1
    for name in tqdm(explorers(), "explorers"):
        recordings.refresh(name, partial(tqdm, desc=name, leave=False))
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "source"), Path(folder, "book")
        source.mkdir()
        gather(source)
        code = build(source, made)
        if code:
            return code
        fonts = made / "_static" / FONTS
        shutil.copytree(MATHJAX / FONTS, fonts, dirs_exist_ok=True)
        # 1.5 MB that would draw each icon once more.
        (made / "_static" / "scripts" / "fontawesome.js").write_text("")
        search_index.write(made)
        own_files.put_folder(made, out, "book")
    print(f"open {out / 'index.html'}")
    return 0


def build(source, out):
    """Let Sphinx turn a folder of sources into pages; return its exit code."""
    options = ["--fail-on-warning", "--keep-going", f"--conf-dir={HERE}"]
    options += [f"--doctree-dir={source}/.doctrees"]
    return build_main([*options, str(source), str(out)])


def gather(source):
    """Copy the pages that Sphinx reads into a folder."""
    for page in [
        *(HERE / "pages").glob("*.md"),
        *pages(),
        NOTEBOOKS.parent / "CHANGELOG.md",
    ]:
        shutil.copy(page, source / page.name.replace("CHANGELOG", "changelog"))
    index = source / "index.md"
    index.write_text(cover(index.read_text("utf-8")), "utf-8")
    gather_plan(source / "lesson_parts" / "laboratory")
    gather_teaching(source / "teaching")


def gather_plan(folder):
    """Copy the plan of the runs, to which the laboratory's page links."""
    folder.mkdir(parents=True)
    text = (PARTS / folder.name / "plan.md").read_text("utf-8")
    text = f"---\norphan: true\n---\n\n{text}"
    (folder / "plan.md").write_text(text, "utf-8")


def gather_teaching(folder):
    """Copy the pages for teachers, whose notes lie in one folder here."""
    folder.mkdir()
    for name, page in for_teachers().items():
        text = page.read_text("utf-8")
        text = re.sub(r"\]\(\.\./lesson_parts/(\w+)/note\.md", _to_note, text)
        text = text.replace("](../../", "](../")  # a note is nearer here
        text += "\n" + LIST.read_text("utf-8") if name == "README" else ""
        # A note tells the answers of its lesson.
        text = f"---\nnosearch: true\n---\n\n{text}"
        (folder / f"{name}.md").write_text(text, "utf-8")


def for_teachers():
    """Return the pages for teachers by their names in the book."""
    pages = {page.stem: page for page in NOTEBOOKS.glob("teaching/*.md")}
    return pages | {_lesson(note): note for note in PARTS.glob("*/note.md")}


def _lesson(note):
    """Return the name of the notebook that a note is about."""
    text = note.read_text(encoding="utf-8")
    return re.search(r"\]\(\.\./\.\./(\d\d_\w+)\.ipynb", text)[1]


def _to_note(link):
    return f"]({_lesson(PARTS / link[1] / 'note.md')}.md"


if __name__ == "__main__":
    sys.exit(main())
