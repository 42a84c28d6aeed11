"""The form of the committed notebooks: what nbval does not look at.

nbval passes a notebook that was never executed, so the counters are
demanded here. The other rules keep the lessons readable. A rule is a function
that yields what is wrong with a page.
"""

import re
from functools import cache

import nbformat
import pytest
from course_pages import LESSONS, NOTEBOOKS, cells, each_page, kinds, prose
from sections import folds

from course_lib.sliders.fold import END, START
from course_site.address import address
from course_site.book.explorer_registry import explorers
from course_site.book.notebook_page import called
from course_site.first_cell import FIRST, first_cell
from run_notebooks import normalize

SHOWS_NAN = {
    "one-pass-thousand",
    "constant-row-check",
    "root-slopes",
    "eps-place-check",
    "eps-place-constant-row",
    "printed-loss",
    "two-features-numbers",
}
PICTURE = re.compile(r"base64,[A-Za-z0-9+/=]+")
LABEL = re.compile(r"<div>[^<]*</div>")  # of a progress bar
# What may stand behind an answer that is folded.
GOES_ON = re.compile(r"<details|#|\*\*Predict|\*\*Pencil and paper")
RULES = []


class Page:
    """A notebook and what the rules ask of it."""

    def __init__(self, name):
        self.name = name
        self.text = NOTEBOOKS[name].read_text(encoding="utf-8")
        self.cells = [*cells(name).values()]
        self.code, self.markdown = kinds(name, "code"), kinds(name, "markdown")
        self.prose = prose(name)


def outputs(cell):
    """Yield each output of a cell as its texts by kind, pictures cut out."""
    for output in cell.outputs:
        data = {"text/plain": output.get("text", "")} | output.get("data", {})
        yield {kind: PICTURE.sub("", text) for kind, text in data.items()}


def asks(cell):
    """Whether a cell shows a panel with a question."""
    kind = explorers().get(called(cell)[0])
    return kind is not None and bool(kind.question)


def is_closed(html):
    """Whether all of an output is in one fold that is shut."""
    whole = html.startswith(START) and html.endswith(END)
    return whole and html.count("<details") == html.count(END) == 1


@RULES.append
def as_the_runner_writes_it(page):
    again = normalize(nbformat.reads(page.text, as_version=4))
    if nbformat.writes(again) + "\n" != page.text:
        yield "it holds what tests/run_notebooks.py would leave out"


@RULES.append
def executed_top_to_bottom(page):
    counts = [c.execution_count for c in page.code]
    if counts != list(range(1, len(counts) + 1)):
        yield "execute it with: python tests/run_notebooks.py"


@RULES.append
def the_first_cell_looks_for_the_course(page):
    if page.code and page.code[0].source != first_cell(page.name, address()):
        yield (
            f"{page.code[0].id} is not what course_site/first_cell.py says: "
            f"put that before all others and call it {FIRST!r}"
        )


@RULES.append
def errors_are_the_tagged_ones_and_nothing_else_is_tagged(page):
    for cell in page.code:
        tags = set(cell.metadata.get("tags", []))
        error = any(o.output_type == "error" for o in cell.outputs)
        if tags != ({"raises-exception"} if error else set()):
            yield f"{cell.id} has the tags {tags} and an error: {error}"
        if error and "check(" in cell.source:
            yield f"{cell.id}: a check answers in words and never raises"
        if "NBVAL" in cell.source:
            yield f"{cell.id} is hidden from the comparison"


@RULES.append
def no_stderr_and_no_path(page):
    for cell in page.code:
        shown = PICTURE.sub("", str(cell.outputs))
        found = re.search(
            r"(/home/|/root/|/tmp/|/work/|/Users/|[A-Z]:\\\\| at 0x"
            r"|'stderr')",
            shown,
        )
        if found:
            text = shown[max(0, found.start() - 80) :]
            yield f"{cell.id} shows {text[:200]}"


@RULES.append
def cells_have_names(page):
    for cell in page.cells:
        if not re.fullmatch(r"[a-z][a-z0-9-]{2,63}", cell.id):
            yield (
                f"the id {cell.id!r} of a cell is no name: write one into "
                "the notebook's file, as balance-picture"
            )


@RULES.append
def every_picture_has_words(page):
    pages = [page.prose]
    for cell in page.code:
        for output in outputs(cell):
            pages.append(output.get("text/html", ""))
            if "image/png" in output and not pages[-1]:
                yield f"show it with show(figure, words): {cell.source}"
    text = "\n".join(pages)
    said = re.findall(r"!\[([^\]]*)\]", page.prose)
    for tag in re.findall(r"<img[^>]*>", text):
        said += re.findall(r'alt="([^"]*)"', tag) or [""]
    for words in said:
        if len(words) < 30:
            yield f"a picture needs words, not {words!r}"


@RULES.append
def not_a_number_is_shown_on_purpose(page):
    for cell in page.code:
        shown = "\n".join(t for o in outputs(cell) for t in o.values())
        found = re.search(r"(?<![A-Za-z])(nan|inf)(?![a-z])", shown, re.I)
        if found and cell.id not in SHOWS_NAN:
            yield f"{cell.id} shows {found[0]}: mend it or list it above"


@RULES.append
def answers_to_predictions_are_folded(page):
    for cell, answer in zip(page.cells, page.cells[1:]):
        predict = cell.cell_type == "markdown" and "**Predict" in cell.source
        if predict and not folds(answer) and not asks(answer):
            yield f"cell {answer.id} answers a prediction: fold_the_answer()"


@RULES.append
def nothing_of_a_folded_answer_stands_open(page):
    for cell in page.code:
        if not folds(cell):
            continue
        shown = [
            each.get("text/html") or each.get("text/markdown", "")
            for each in outputs(cell)
        ]
        closed = [each for each in shown if is_closed(each)]
        for each in shown:
            if each not in closed and not LABEL.fullmatch(each):
                yield f"{cell.id} shows this outside its fold: {each[:200]!r}"
        if len(closed) != 1:
            yield f"{cell.id} has {len(closed)} folds: run the page again"


@RULES.append
def no_open_paragraph_answers_a_prediction(page):
    """Keep what explains an answer in a fold, or in the folded output.

    Behind a folded output, and behind a panel that asks, a page goes on with
    a fold, with the next question, or with the next section.
    """
    for cell, after in zip(page.cells, page.cells[1:]):
        told = folds(cell) or asks(cell)
        open_ = after.cell_type == "markdown" and not GOES_ON.match(
            after.source
        )
        if told and open_:
            yield (
                f"{after.id} stands open behind {cell.id}: begin it with "
                "<details>"
            )


@RULES.append
def a_page_leads_on_or_back(page):
    if page.name in LESSONS[:-1]:
        following = LESSONS[LESSONS.index(page.name) + 1]
        if f"]({following}.ipynb" not in page.cells[-1].source:
            yield f"its last cell has no link to {following}"
    if page.name.startswith("side_"):
        head = page.prose.split("\n\n")[1]
        lessons = re.findall(r"\]\((\d\d\w+)\.ipynb\)", head)
        if "Side page (optional)" not in head or not lessons:
            yield "write **Side page (optional)** to [lesson] under its title"
        elif not any(
            re.search(rf"\]\({page.name}\.ipynb[)#]", prose(lesson))
            for lesson in lessons
        ):
            yield f"nobody finds it: link to it from {' or '.join(lessons)}"


page_of = cache(Page)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@each_page
def test_form(page, rule):
    found = list(rule(page_of(page)))
    assert not found, "\n".join(found)
