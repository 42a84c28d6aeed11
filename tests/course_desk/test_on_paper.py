"""What a teacher prints: a page for each exercise, headings that stay."""

import io
from types import SimpleNamespace
from unicodedata import normalize

import pytest
from lab import new_page
from pypdf import PdfReader

from answer_check.exercise import every
from answer_check.journal import Journal
from course_desk.class_results import as_page
from course_desk.quiz import NAMES, quiz
from course_desk.sheets import sheet

pytestmark = pytest.mark.thorough
HEADINGS = "Mistakes the check names", "Hints", "Solution"

PARTS = """bar => [bar, ...bar.children].map(each => [
    getComputedStyle(each).backgroundColor, each.offsetWidth,
    each.offsetHeight])"""


@pytest.fixture(scope="module")
def sheets(chromium):
    """Print a page of HTML; return the lines of each sheet of paper."""
    page = new_page(chromium)

    def printed(html):
        page.set_content(html)
        paper = page.pdf(format="A4", prefer_css_page_size=True)
        found = PdfReader(io.BytesIO(paper)).pages
        texts = [normalize("NFKC", each.extract_text()) for each in found]
        return [text.strip().split("\n") for text in texts]

    yield printed
    page.context.close()


def test_an_exercise_of_a_class_has_a_sheet(sheets):
    names = [lines[0] for lines in sheets(sheet(every()))]
    assert names == [exercise.name for exercise in every()]


def test_no_sheet_ends_in_a_heading(sheets):
    found = sheets(sheet(every(), teacher=True))
    assert not [lines for lines in found if lines[-1] in HEADINGS]


@pytest.mark.parametrize("name", NAMES)
def test_a_quiz_has_one_sheet(name, sheets):
    assert len(sheets(quiz(name))) == 1


def test_the_results_of_an_exercise_are_not_torn(sheets, tmp_path):
    done = (
        '{{"event": "done", "exercise": "{}", "on": "2026-01-01", "at": 1}}\n'
    )
    path = tmp_path / "seat07.jsonl"
    path.write_text("".join(done.format(e.name) for e in every()))
    names = {exercise.name for exercise in every()}
    found = sheets(as_page([Journal(path, names).read()]))
    assert len(found) > 2
    for lines in found:
        heads = [line for line in lines if line.startswith("Lesson ")]
        ends = [line for line in lines if line.endswith("have not begun.")]
        assert len(heads) == len(ends)


def test_a_bar_parts_who_solved_from_who_tried(chromium):
    page = chromium.new_page()
    tried = SimpleNamespace(done={}, wrong={"average": []})
    solved = SimpleNamespace(done={"average"}, wrong={})
    page.set_content(
        as_page([tried, solved, SimpleNamespace(done={}, wrong={})])
    )
    parts = page.locator(".bar").first.evaluate(PARTS)
    page.close()
    colours, (whole, *widths), heights = zip(*parts)
    assert len({*colours}) == 3 and min(heights) > 9
    assert widths == pytest.approx([whole / 3] * 2, abs=2)
