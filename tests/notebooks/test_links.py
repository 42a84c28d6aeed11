"""Links lead somewhere: to a page, a file, or a heading of it."""

import re
from functools import cache
from urllib.parse import unquote

import pytest
from course_pages import DOCUMENTS, text_of, without_code

# The book's own pages lie elsewhere when they are read.
PAGES = [path for path in DOCUMENTS if "pages" not in path.parts]
LINK = re.compile(r"\]\(([^)\s]+)[^)]*\)|(?:src|href)=\"([^\"]+)\"")


@cache
def words(path):
    """Return a page as Markdown, without its blocks of code."""
    return re.sub("`[^`\n]*`", "", without_code(text_of(path, code=False)))


@cache
def anchors(path):
    """Return the names by which JupyterLab and GitHub know its headings."""
    names = re.findall(r"^#+ +(.+?)\s*$", words(path), flags=re.M)
    dashed = {name.replace(" ", "-") for name in names}
    return dashed | {re.sub(r"[^\w-]", "", name.lower()) for name in dashed}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_lead_somewhere(path):
    for target in ("".join(pair) for pair in LINK.findall(words(path))):
        if re.match(r"https?://|mailto:|data:", target):
            continue
        name, _, heading = unquote(target).partition("#")
        there = path.parent / name if name else path
        assert there.is_file(), f"{target} leads nowhere: mend it in {path}"
        found = not heading or heading in anchors(there)
        assert found, (
            f"{there.name} has no such heading: mend {target} in {path}"
        )


NUMBERED = re.compile(r"\[(?:lesson )?(\d\d)\b[^]]*\]\(([^)#\s]+)", re.I)


def lesson_of(path):
    """Return the two digits of a lesson, or of the note that belongs to it."""
    title = re.search(r"^# (\d\d) ", words(path), re.M)
    return title[1] if title else path.stem[:2]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_link_that_names_a_lesson_leads_there(path):
    for number, target in NUMBERED.findall(words(path)):
        found = lesson_of(path.parent / unquote(target))
        assert found == number, (
            f"“{number} …” in {path} leads to {target}, {found}: write "
            f"{found}, or link to lesson {number}"
        )
