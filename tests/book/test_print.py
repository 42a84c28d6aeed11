"""On paper: nothing is missing or cut, and what is folded is at the end."""

import io
import re
from collections import defaultdict
from html import unescape
from pathlib import Path
from unicodedata import normalize

import nbformat
import pytest
from lab import new_page
from pypdf import PdfReader
from sections import folds

from answer_check.exercise import find
from course_site.book.browser import visit
from course_site.book.explorer_registry import explorers
from course_site.book.notebook_page import called
from course_site.book.other_words import in_other_words

pytestmark = pytest.mark.thorough
TOP = Path(__file__).parents[2]
# Of lessons alike one: with cards and panels, long code, and large pictures.
LESSONS = [
    "00_start_here", "03_derivatives", "05_layernorm", "08_feed_forward",
    "11_laboratory", "10_a_real_model",
]  # fmt: skip
PRINTED = re.compile(r"<pre>(.*?)</pre>", re.S)
FOLD = re.compile(r"<summary>(.*?)</summary>(.*?)</details>", re.S)


PAPER = {
    "format": "A4",
    "margin": dict.fromkeys(("top", "right", "bottom", "left"), "15mm"),
}


class Sheet:
    """What stands on a sheet; it is read once, which takes long."""

    def __init__(self, sheet):
        heights = defaultdict(list)

        def note(text, cm, tm, *_):
            height = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            if text.strip() and 0 < height < 842:  # on A4
                heights[round(height)].append(text.strip())

        self.letters = letters(sheet.extract_text(visitor_text=note))
        # From its foot upwards.
        self.lines = [" ".join(heights[height]) for height in sorted(heights)]
        drawn = sheet["/Resources"].get("/XObject", {}).values()
        kinds = [each.get_object()["/Subtype"] for each in drawn]
        self.pictures = kinds.count("/Image")


def printed(page, path):
    """Return the sheets on which a browser prints a page of the book."""
    visit(page, path)
    return [*map(Sheet, PdfReader(io.BytesIO(page.pdf(**PAPER))).pages)]


def letters(text):
    """Return the letters and digits of a text, which a PDF keeps in order.

    It prints "ff" as one sign, which is taken apart.
    """
    return re.sub(r"[^A-Za-z0-9]", "", normalize("NFKC", text))


def stands_in(words, text):
    """Whether words are in a text, in two parts if a page ends in them."""
    return words in text or any(
        words[:end] in text and words[end:] in text
        for end in range(1, len(words))
    )


def folded(notebook):
    """Yield the summary and the first plain words of each fold of a lesson."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for summary, text in FOLD.findall(cell.source):
                plain = re.split(r"[$`*\[<|]|\n\n", text.strip())[0]
                yield summary, plain


def panels(notebook):
    kinds = explorers()
    names = [called(cell)[0] for cell in notebook.cells]
    return [name for name in names if name in kinds]


def is_well_broken(sheets, headings):
    """No sheet ends in the words above something, and none has one line."""
    above = ("Two questions", *headings)
    for number, sheet in enumerate(sheets, 1):
        last, *others = sheet.lines
        assert not last.startswith(above), f"page {number} ends in: {last}"
        assert others, f"page {number} has one line: {last}"


# What may not be torn and is taller than 20 cm: above it a sheet stays empty.
TALL = """() => [...document.querySelectorAll("article *")]
    .filter(each => getComputedStyle(each).breakInside === "avoid"
        && each.getBoundingClientRect().height > 756)
    .map(each => each.className)"""
# Formulas that end to the right of their place on a sheet.
CUT = """() => [...document.querySelectorAll("mjx-container[display=true]")]
    .filter(each => each.querySelector("mjx-math").getBoundingClientRect()
        .right > each.getBoundingClientRect().right + 1)
    .map(each => each.parentElement.textContent)"""


def is_whole(name, page, book):
    """Whatever a lesson has is in its PDF."""
    notebook = nbformat.read(TOP / f"notebooks/{name}.ipynb", as_version=4)
    notebook.cells = in_other_words(notebook.cells)
    sheets = printed(page, book / f"{name}.html")
    text = "".join(sheet.letters for sheet in sheets)
    lesson, end = text.rsplit(letters("Hints, solutions and answers"), 1)
    for summary, words in folded(notebook):
        assert letters(summary) in end, summary
        assert stands_in(letters(words), end), words
    for cell in notebook.cells:
        kind, exercise = called(cell)
        if kind == "card":
            found = find(exercise)
            for hint in found.hints:
                start = re.split(r"[`*]", hint)[0]
                assert letters(start) in end, hint
            assert letters(found.solution) in end, exercise
            # Code to mend may differ from its solution in signs alone.
            if letters(found.solution) != letters(found.starter):
                assert letters(found.solution) not in lesson, exercise
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and kind != "check":
                for line in output.text.splitlines():  # sheets may part them
                    assert letters(line) in text, cell.id
            html = output.get("data", {}).get("text/html", "")
            for printed_text in PRINTED.findall(html * folds(cell)):
                for line in unescape(printed_text).splitlines():
                    assert letters(line) in end, cell.id
    count = str(notebook.cells).count("<img ")
    assert sum(sheet.pictures for sheet in sheets) == count
    for kind in panels(notebook):  # all of a frame is on one sheet
        explorer = explorers()[kind]()
        ends = letters(explorer.question), letters(explorer.text)
        explorer.close()
        assert any(
            all(end in sheet.letters for end in ends) for sheet in sheets
        ), kind
    assert all(sheet.letters for sheet in sheets), "an empty sheet"
    is_well_broken(sheets, page.locator("article h2").all_inner_texts())
    page.set_viewport_size({"width": 680, "height": 900})  # A4's 180 mm
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []
    assert page.evaluate(TALL) == []
    page.emulate_media(media="null")  # as it was: else a PDF is a screen's
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.fixture(scope="module")
def page(chromium):
    page = new_page(chromium)
    yield page
    page.context.close()


@pytest.mark.parametrize("name", ["formulas", "glossary"])
def test_what_is_taken_home_has_two_sheets(name, page, book):
    assert len(printed(page, book / f"{name}.html")) <= 2


def test_what_a_layer_takes_stands_below_its_heading(page, book):
    sheets = printed(page, book / "layers.html")
    is_well_broken(sheets, ["Parameters", "Returns", "Raises", "Variables"])


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_whole_on_paper(name, page, book):
    is_whole(name, page, book)


def test_paper_is_light_and_has_nothing_to_press(read):
    page = read("05_layernorm.html", color_scheme="dark")
    theme = "() => document.documentElement.dataset.theme"
    page.wait_for_function(f"{theme} && ({theme})() === 'dark'")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.evaluate(theme) == "light"
    for useless in (".recorded-controls", ".copybtn", ".course-skip"):
        first = page.locator(useless).first
        first.wait_for(state="attached")
        assert not first.is_visible(), useless
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.evaluate(theme) == "dark"
