"""Every page of the book in a real Chromium, opened as a file."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from projected import COLOURS, Projected

from course_lib.book import recordings
from course_lib.book.pages import called
from course_lib.book.recorder import axes_of, states
from course_lib.explorers.in_order import explorers

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
NAMES = [path.stem for path in NOTEBOOKS]
TEACHING = [
    f"teaching/{path.stem}"
    for path in sorted(NOTEBOOKS[0].parents[1].glob("teaching/*.md"))
]
KINDS = explorers()
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SCHEMES = {  # axe asks for files, which a page from a file may not
    "light": {"runOnly": LEVELS, "preload": False},
    "dark": {"runOnly": COLOURS, "preload": False},
}
WIDE, NARROW = {"width": 1366, "height": 900}, {"width": 320, "height": 640}
SIDES = "top", "right", "bottom", "left"
UNFOLD = """panel => {
    const fold = panel.closest("details");
    if (fold) fold.open = true;
}"""
# A cell may cut off what is too wide, so look at the parts themselves.
BEYOND_THE_EDGE = """() => [...document.querySelectorAll(
    "html, .recorded, .recorded *")]
    .filter(each => !each.closest(".recorded svg *"))
    .filter(each => each.scrollWidth > window.innerWidth
        || each.getBoundingClientRect().right > window.innerWidth)
    .map(each => each.outerHTML.slice(0, 80))"""
READY = """() => [...document.querySelectorAll(".recorded")].every(
    each => each.querySelector("svg"))
    && [...document.querySelectorAll(".math")].every(
    each => each.querySelector("mjx-container"))"""


def ready(page):
    page.wait_for_function(READY)
    return page


@pytest.fixture(
    scope="module", params=["index", "run_it_yourself", *NAMES, *TEACHING]
)
def page(request, read):
    """One page after the other, each opened once for all of these tests."""
    opened = ready(read(f"{request.param}.html"))
    opened.name = request.param
    yield opened
    opened.context.close()


def test_a_page_is_whole_and_asks_for_nothing(page):
    assert not page.locator("mjx-merror").count()
    assert "\\frac" not in page.locator("article").inner_text()
    assert not page.locator("img:not([alt])").count()
    said = [each for each in page.complaints if not each.startswith("[PST]")]
    assert not said


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_page_is_for_everybody(page, scheme):
    theme = "theme => { document.documentElement.dataset.theme = theme; }"
    page.evaluate(theme, scheme)
    found = Axe().run(page, context="article", options=SCHEMES[scheme])
    page.evaluate(theme, "light")
    assert found.violations_count == 0, found.generate_report()


def test_a_narrow_page_does_not_scroll_sideways(page):
    page.set_viewport_size(NARROW)
    wider = page.evaluate(BEYOND_THE_EDGE)
    page.set_viewport_size(WIDE)
    assert not wider


def test_a_teaching_note_is_one_sheet_of_paper(page):
    if re.match(r"teaching/\d", page.name):
        pdf = page.pdf(format="A4", margin=dict.fromkeys(SIDES, "12mm"))
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


def test_answers_are_folded_and_cards_say_what_to_do(page):
    if page.name not in NAMES:
        return
    path = next(path for path in NOTEBOOKS if path.stem == page.name)
    cells = nbformat.read(path, as_version=4).cells
    folded = [c.metadata.get("jupyter", {}).get("outputs_hidden")
              for c in cells]  # fmt: skip
    folds = page.locator("details.hide:not([open])")
    assert folds.count() >= sum(map(bool, folded))
    cards = sum(called(c)[0] == "card" for c in cells)
    assert page.locator(".no-kernel").count() == cards


def test_every_explorer_of_a_page_moves(page):
    """By keyboard: skip the question, move each control, press Reset."""
    for recorded in page.locator(".recorded").all():
        recorded.evaluate(UNFOLD)
        kind = KINDS[recorded.get_attribute("data-recording")]
        controls = recorded.locator("input, select").all()
        skip = recorded.get_by_role("button", name="Skip the question")
        if skip.count():
            assert controls[0].is_disabled()
            skip.press("Enter")
        first = shown(recorded)
        for control in controls:
            last = shown(recorded)
            control.press("ArrowUp")
            if shown(recorded) == last:  # it stood at its end
                control.press("ArrowDown")
                control.press("ArrowDown")
            assert shown(recorded) != last
        at, live = 0, kind()
        sizes = [len(values) for values in axes_of(live).values()]
        for control, size in zip(controls, sizes):
            at = at * size + int(control.input_value())
        live.set(**list(states(live))[at])
        assert shown(recorded)[1] == live.text
        live.close()
        recorded.get_by_role("button", name="Reset").press("Enter")
        assert shown(recorded) == first


def shown(recorded):
    return recorded.locator("svg").inner_html(), " ".join(
        recorded.locator("p[role=status]").inner_text().split()
    )


def test_the_player_writes_the_frames_that_were_recorded(read):
    page = ready(read("05_layernorm.html"))
    recording = recordings.stored("GammaBeta")
    for state in range(0, len(recording["template"]), 500):
        frame, sentence = page.evaluate(
            """async ([name, state]) => {
                const data = await inflate(courseRecordings[name]);
                const read = readerOf(data, "");
                return [read.frame(state), read.sentence(state)];
            }""",
            ["GammaBeta", state],
        )
        assert (frame, sentence) == recordings.played(recording, state)


def test_a_prediction_is_answered_and_nothing_jumps(read):
    page = ready(read("05_layernorm.html"))
    panel = page.locator("[data-recording=GammaBeta]")

    def below_the_top():
        inner = panel.locator(".recorded-picture").bounding_box()["y"]
        return inner - panel.bounding_box()["y"]

    before = below_the_top()
    panel.get_by_role("button", name=KINDS["GammaBeta"].answer).press("Enter")
    assert "Yes." in page.evaluate("() => document.activeElement.innerText")
    assert below_the_top() == before
    assert KINDS["GammaBeta"].question in panel.inner_text()
    choices, said = panel.locator(".recorded-answers > *").all()[:2]
    assert choices.is_hidden() and said.is_hidden()


def test_the_tab_key_reaches_every_control(read):
    page = ready(read("05_layernorm.html"))
    panel = page.locator("[data-recording=GammaBeta]")
    panel.get_by_role("button", name="Skip the question").press("Enter")
    panel.get_by_role("button").first.focus()
    reached = set()
    for _ in range(8):
        reached.add(page.evaluate("document.activeElement.outerHTML"))
        page.keyboard.press("Tab")
    for control in panel.locator("input, select, button").all():
        assert control.evaluate("it => it.outerHTML") in reached


def test_the_menus_open_by_touch(read):
    page = ready(read("04_residual_add.html", width=390, has_touch=True))
    for kind in ("primary", "secondary"):
        page.locator(f".bd-header-article .{kind}-toggle").tap()
        assert page.locator("dialog[open]").is_visible()
        page.keyboard.press("Escape")


def test_nothing_asks_for_a_kernel_that_is_not_there(book):
    for path in book.glob("*.html"):
        html = path.read_text("utf-8")
        assert "Not started yet" not in html and "Run this cell" not in html


def test_without_javascript_the_still_picture_stands_there(read):
    page = read("05_layernorm.html", java_script_enabled=False)
    panel = page.locator("[data-recording=GammaBeta]")
    assert panel.locator("img").is_visible()
    live = KINDS["GammaBeta"]()
    assert live.text in panel.inner_text()
    live.close()


def test_the_download_is_the_committed_notebook(book):
    for path in NOTEBOOKS:
        kept = book / "_sources" / path.name
        assert kept.read_bytes() == path.read_bytes()
        html = (book / f"{path.stem}.html").read_text("utf-8")
        assert f"_sources/{path.name}" in html


def test_search_finds_a_word_in_a_file(read):
    page = read("search.html")
    page.goto(page.url + "?q=variance")
    page.wait_for_selector("ul.search li a")
    assert "01 Statistics" in page.locator("ul.search").inner_text()


def test_no_solution_is_on_a_page(book):
    from course_lib.exercises.exercise import every

    pages = {p.stem: p.read_text("utf-8") for p in book.glob("*.html")}
    for exercise in every():
        last = exercise.solution.splitlines()[-1].strip()
        words = re.sub(r"<[^>]+>", "", json.dumps(pages))
        assert exercise.solution not in words, last


def test_the_page_to_project(read):
    page = read("classroom.html")
    projected = Projected(page)
    projected.shows(0)
    assert page.locator("script[src*='recordings/']").count() == 1
    projected.goes_through_all("dark", "light")
    projected.keeps_its_keys(projected.root.get_by_role("slider").first)
    said = [each for each in page.complaints if not each.startswith("[PST]")]
    assert not said
