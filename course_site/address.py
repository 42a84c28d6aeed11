"""``python -m course_site.address ADDRESS``: where this course is published.

The address is kept in address.txt and written from there into README, the
citation and the first cell of lesson 00. ``none`` takes it out again.
"""

import re
import sys
from pathlib import Path

from course_site.first_cell import FIRST, first_cell
from course_tools.lesson import needs_its_folder

TOP = Path(__file__).parents[1]
FILE = Path(__file__).with_name("address.txt")
START_PAGE = "00_start_here"
ADDRESS = re.compile(r"https://[\w.-]+\.\w+(?:/[\w.~-]+)+")
GITHUB = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?")
BLOCK = re.compile(
    r"(?<=<!-- address -->\n).*(?=<!-- end of address -->)", re.S
)
CITED = re.compile(r"^repository-code: .*\n", re.M)


def address():
    """Return where the course is published, or an empty string."""
    return FILE.read_text("utf-8").strip()


def invitation(where):
    """Return README's lines about a place, or none without one."""
    if not where:
        return ""
    found = GITHUB.fullmatch(where)
    name = found and found[1]
    page = f"notebooks/{START_PAGE}.ipynb"
    hosts = found and {
        "Colab": f"https://colab.research.google.com/github/{name}"
        f"/blob/main/{page}",
        "Binder": f"https://mybinder.org/v2/gh/{name}/main"
        f"?urlpath=lab/tree/{page}",
        "Codespaces": f"https://codespaces.new/{name}",
    }
    links = [f"[{host}]({link})" for host, link in (hosts or {}).items()]
    opened = f"Open lesson 00 in {', '.join(links)}.\n\n" if links else ""
    return f"{opened}    git clone --depth 1 {where}\n"


def write(where):
    """Write an address, or none, into all files that name it."""
    import nbformat  # comes with JupyterLab

    readme, cited = TOP / "README.md", TOP / "CITATION.cff"
    page = TOP / "notebooks" / f"{START_PAGE}.ipynb"
    notebook = nbformat.read(page, as_version=4)
    (cell,) = (cell for cell in notebook.cells if cell.id == FIRST)
    cell.source = first_cell(START_PAGE, where)
    text = CITED.sub("", cited.read_text("utf-8"))
    line = f"repository-code: {where}\nlicense:" if where else "license:"
    nbformat.write(notebook, page)
    cited.write_text(text.replace("license:", line, 1), "utf-8")
    text = readme.read_text("utf-8")
    text = BLOCK.sub(lambda _: invitation(where), text)
    readme.write_text(text, "utf-8")
    FILE.write_text(f"{where}\n" if where else "", "utf-8")


def main(words):
    """Write the address that is given; return the exit code."""
    if words != ["none"] and not (
        len(words) == 1 and ADDRESS.fullmatch(words[0])
    ):
        print(
            "Give one address that begins with https:// and names a "
            "repository, as https://host.org/owner/course, or the word none; "
            f"this is {' '.join(words) or 'nothing'!r}. Nothing was changed.",
            file=sys.stderr,
        )
        return 1
    try:
        needs_its_folder()
    except LookupError as error:
        print(error, file=sys.stderr)
        return 1
    write("" if words == ["none"] else words[0])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
