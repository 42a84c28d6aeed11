"""Every page of the book in a real Chromium, opened as a file."""

import io
import re

import numpy as np
import pytest
from course_pages import NOTEBOOKS, cells
from kept_pictures import coarse
from lab import assert_accessible
from PIL import Image
from playwright.sync_api import expect
from sections import folds

from answer_check.exercise import every
from course_lib.sliders.show import png_bytes
from course_site.book.__main__ import for_teachers
from course_site.book.browser import READY
from course_site.book.explorer_registry import in_lesson_order, live
from course_site.book.notebook_page import called, place_to_cut
from course_site.book.recorder import axes_of, states
from learner import plain

TEACHING = [f"teaching/{name}" for name in for_teachers()]
OWN = ["index", "run_it_yourself", "layers", "changelog"]
PAGES = [*OWN, *NOTEBOOKS, *sorted(TEACHING)]
# One page of each template is looked at always, the others thoroughly.
ONE_OF_A_KIND = ["05_layernorm", "index", "teaching/05_layernorm"]
OTHERS = [name for name in PAGES if name not in ONE_OF_A_KIND]
# The rules of axe whose verdict may hang on the scheme, light or dark.
COLOURS = ["color-contrast", "link-in-text-block"]
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
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
# Code has a colour a class, what is told of it a colour a tag, and formulas
# have one: one of each is looked at. What is folded is not, and axe passes
# over single letters.
ONE_OF_EACH = """() => {
    const seen = new Set([undefined]);
    const alike = document.querySelectorAll(`.highlight span, mjx-container,
        .sig .pre, .py em:not(.sig-param), .py strong`);
    for (const each of alike) {
        const looked = each.checkVisibility() && each.textContent.length != 1;
        const at = each.matches(".pre") ? each.parentElement : each;
        const kind = looked ? at.className || at.tagName : undefined;
        if (seen.has(kind)) each.replaceWith(each.textContent);
        seen.add(kind);
    }
}"""
THEME = "to => { document.documentElement.dataset.theme = to; }"


@pytest.fixture
def ready(read):
    """Open pages as `read` does, and wait for panels and formulas."""

    def opened(name, **options):
        page = read(f"{name}.html", **options)
        page.wait_for_function(READY, polling=50)
        return page

    return opened


def shown(recorded):
    return recorded.locator("svg").first.inner_html(), " ".join(
        recorded.locator("p[role=status]").inner_text().split()
    )


def explorer_moves(recorded):
    """By keyboard: skip the question, move each control, press Reset."""
    recorded.evaluate(UNFOLD)
    explorer = live(recorded.get_attribute("data-recording"))
    explorer.reset()
    controls = recorded.locator("input, select").all()
    skip = recorded.get_by_role("button", name="Skip the question")
    if skip.count():
        assert controls[0].is_disabled()
        skip.press("Enter")
    first = shown(recorded)
    assert first[1] == explorer.text, "it starts where the panel starts"
    for control in controls:
        last = shown(recorded)
        control.press("ArrowUp")
        if shown(recorded) == last:  # it stood at its end
            control.press("ArrowDown")
            control.press("ArrowDown")
        assert shown(recorded) != last
    at = 0
    for control, values in zip(controls, axes_of(explorer).values()):
        at = at * len(values) + int(control.input_value())
    explorer.set(**list(states(explorer))[at])
    assert shown(recorded)[1] == explorer.text
    if recorded.get_attribute("data-open") is None:  # the cover's is bare
        recorded.get_by_role("button", name="Reset").press("Enter")
        assert shown(recorded) == first


def is_for_everybody(page, part="article", dark=True):
    """Nothing in it is against axe's rules, in the light or the dark."""
    page.evaluate(ONE_OF_EACH)
    assert_accessible(page, part, runOnly=LEVELS)
    if dark:
        page.evaluate(THEME, "dark")
        assert_accessible(page, part, runOnly=COLOURS)


@pytest.mark.parametrize(
    "name",
    ONE_OF_A_KIND
    + [pytest.param(name, marks=pytest.mark.thorough) for name in OTHERS],
)
def test_a_page(name, ready):
    page = ready(name)
    assert not page.locator("mjx-merror").count()
    assert "\\frac" not in page.locator("article").inner_text()
    assert not page.locator("img:not([alt])").count()
    assert not [c for c in page.complaints if not c.startswith("[PST]")]

    fits_on_a_phone_and_on_paper(page, name)
    if name in NOTEBOOKS:
        has_its_folds_and_cards(page, cells(name).values())
    is_for_everybody(page, dark=name in ONE_OF_A_KIND)
    for recorded in page.locator(".recorded").all():
        explorer_moves(recorded)


def fits_on_a_phone_and_on_paper(page, name):
    """Nothing scrolls sideways; a teacher's note is one sheet."""
    page.set_viewport_size({"width": 320, "height": 640})
    assert not page.evaluate(BEYOND_THE_EDGE), "scrolls sideways on a phone"
    page.set_viewport_size({"width": 1366, "height": 900})
    if re.match(r"teaching/\d", name):
        margin = dict.fromkeys(("top", "right", "bottom", "left"), "12mm")
        pdf = page.pdf(format="A4", margin=margin)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, "one sheet"


def has_its_folds_and_cards(page, cells):
    """Each answer is folded; each card says that Python is needed."""
    shut = page.locator("details:not([open])")
    answers = shut.get_by_text("Show the answer")
    assert answers.count() == sum(map(folds, cells))
    cards = sum(called(c)[0] == "card" for c in cells)
    assert page.locator(".no-kernel").count() == cards


def test_a_picture_is_cut_before_the_name_of_the_right_axis():
    ink = np.full((300, 1000, 3), 255, "u1")
    for left, right in ((0, 400), (460, 485), (560, 1000)):  # a name between
        ink[:, left:right] = 0
    png = io.BytesIO()
    Image.fromarray(ink).save(png, "png")
    assert place_to_cut(png.getvalue()) == 0.43


def test_the_download_is_the_committed_notebook(book):
    for name, path in NOTEBOOKS.items():
        kept = book / "_sources" / path.name
        assert kept.read_bytes() == path.read_bytes()
        page = (book / f"{name}.html").read_text("utf-8")
        assert f"_sources/{path.name}" in page


def test_a_solution_is_folded_behind_its_hints(book):
    pages = "".join(path.read_text("utf-8") for path in book.glob("*.html"))
    words = plain(pages)
    for exercise in every():
        assert exercise.solution in words, exercise.name
    pages = re.split(r"<details><summary>The solution</summary>.*?</details>",
                     pages, flags=re.S)  # fmt: skip
    for before in pages[:-1]:
        assert before.rstrip().endswith("</details>")
        assert "Hint 3 of 3" in before[-3000:]
    words = plain("".join(pages))
    for exercise in every():
        assert exercise.solution not in words, exercise.name


BLURRED = 0.028  # a browser smooths otherwise: 0.021; 9 points off: 0.039


def parts_of(live):
    """Return the picture of a panel as drawn, in the parts that it has."""
    picture = Image.open(io.BytesIO(png_bytes(live.snapshot(**live.values))))
    scale = picture.width / live.picture.width
    for start, end in live.picture.windows:
        part = io.BytesIO()
        box = start * scale, 0, end * scale, picture.height
        picture.crop(tuple(map(round, box))).save(part, "PNG")
        yield part.getvalue()


@pytest.mark.thorough
def test_the_pictures_on_the_page_look_like_the_live_ones(ready):
    """What stands still and what moves lie on each other, part by part."""
    for lesson, name in (
        ("05_layernorm", "GammaBeta"),
        ("side_eps_outside", "EpsilonLab"),
    ):
        page = ready(lesson)
        panel = page.locator(f"[data-recording={name}]")
        panel.get_by_role("button", name="Skip the question").press("Enter")
        explorer = live(name)
        control, values = next(iter(axes_of(explorer).items()))
        explorer.reset()
        for key, value in (("Home", values[0]), ("End", values[-1])):
            panel.get_by_role("slider").first.press(key)
            explorer.set(**{control: value})
            shown = panel.locator(".recorded-picture > svg").all()
            for part, drawn in zip(shown, parts_of(explorer), strict=True):
                (there, _), (here, _) = map(coarse, (part.screenshot(), drawn))
                apart = np.sqrt(np.mean((there - here) ** 2))
                assert apart < BLURRED, (
                    f"{name} after {key}: the parts of its picture do not lie "
                    "on each other as Matplotlib draws them"
                )


def test_nothing_asks_for_a_kernel(book):
    pages = "".join(path.read_text("utf-8") for path in book.glob("*.html"))
    assert "Not started yet" not in pages and "Run this cell" not in pages


@pytest.mark.thorough
def test_keys_fill_the_screen_turn_the_page_and_unlock(ready):
    page = ready("classroom")
    root, panels = page.locator(".course-classroom"), in_lesson_order()
    heading = root.get_by_role("heading", level=2)
    page.keyboard.press("f")
    page.wait_for_function("document.fullscreenElement !== null")
    for index, (title, kind) in enumerate(panels):
        name = f"{index + 1} of {len(panels)}: {title}"
        expect(heading).to_have_accessible_name(name)
        expect(root).to_contain_text(kind.task)
        if kind.question:
            reset = root.get_by_role("button", name="Reset")
            expect(reset).to_be_disabled()
            page.keyboard.press("u")
            expect(reset).to_be_enabled()
        page.keyboard.press("n")
    page.keyboard.press("p")
    expect(heading).to_have_accessible_name(re.compile(f"^{index} of"))
