"""The panel that all explorers share, as a learner meets it."""

from contextlib import contextmanager

import pytest
from lab import assert_texts_stand_out, at_rest, eventually, panels
from playwright.sync_api import expect

from lesson_parts.layernorm.explorers import GammaBeta

PARTS = ".widget-gridbox, .widget-hslider"
GAMMA = GammaBeta.controls["gamma"]
WORKSHOP = [
    "from lesson_parts.layernorm.explorers import GammaBeta\n"
    "panel = GammaBeta()\n"
    "panel",
    # A frame takes as long as there is a file of this name.
    "import time\n"
    "from pathlib import Path\n"
    "class Slow(GammaBeta):\n"
    "    question = ''\n"
    "    frames = 0\n"
    "    def move(self, artists, now):\n"
    "        self.frames += 1\n"
    "        while Path('held').exists():\n"
    "            time.sleep(0.01)\n"
    "        super().move(artists, now)\n"
    "    def sentence(self, now):\n"
    "        return f'{super().sentence(now)} Frame {self.frames}.'\n"
    "Slow()",
    "class Broken(GammaBeta):\n"
    "    question = ''\n"
    "    def state(self, gamma, **values):\n"
    "        if gamma < -1.9:\n"
    "            raise ValueError(f'no picture for {gamma}')\n"
    "        return super().state(gamma, **values)\n"
    "Broken()",
    "from lesson_parts.statistics.explorers import CentreAndSpread\n"
    "CentreAndSpread()",
]


@pytest.fixture
def workshop(page, run):
    """Run a notebook of panels, good, slow and broken, once."""
    if not page.locator(".cm-line", has_text="class Broken").count():
        run(*WORKSHOP)
    return page


@pytest.fixture
def held(notebooks):
    """Let the slow panel draw no second frame while something is done."""

    @contextmanager
    def held():
        file = notebooks / "held"
        file.touch()
        try:
            yield
        finally:
            file.unlink()

    return held


def test_the_sliders_wait_for_a_prediction(workshop):
    panel = panels(workshop)[0]
    slider = panel.slider("γ, scale")
    start, before = slider.share(), panel.places(PARTS)
    expect(slider.handle).to_have_attribute("aria-disabled", "true")
    expect(panel.root.get_by_text("Locked until")).to_be_visible()
    slider.drag(0.1)
    assert slider.share() == start
    panel.button("making feature 3 the largest").press("Enter")
    verdict = panel.root.locator(".course-verdict")
    expect(verdict).to_contain_text("Yes. With one γ and one β for all")
    expect(verdict).to_be_focused()
    expect(panel.button("Skip the question")).to_have_count(0)
    expect(slider.handle).to_have_attribute("aria-disabled", "false")
    at_rest(workshop)
    assert panel.places(PARTS) == before, "something jumped"
    workshop.keyboard.press("Tab")  # the next stop is the first slider
    workshop.keyboard.press("Home")
    expect(panel.status).to_contain_text(f"γ = {GAMMA.words(GAMMA.min)}")


def test_a_slider_speaks(workshop):
    panel = panels(workshop)[0]
    panel.skip_the_question()
    expect(panel.root.get_by_role("status")).to_have_count(1)
    handle = panel.root.get_by_role("slider", name="β, shift")
    beta = GammaBeta.controls["beta"]
    almost = beta.words(beta.max - beta.step)
    with panel.tells(f"β = {almost}"):
        for key in ("End", "ArrowDown", "ArrowUp", "ArrowLeft"):
            handle.press(key)
            expect(handle).to_be_focused()  # no key has left for another cell
    expect(handle).to_have_attribute("aria-valuetext", almost)
    assert handle.bounding_box()["width"] >= 24
    moved = panel.root.get_by_role("combobox")
    moved.press("ArrowDown")
    expect(moved).to_be_focused()
    expect(panel.status).to_contain_text("for feature 1 alone")


def test_a_number_may_be_typed_with_a_comma(workshop):
    panel = panels(workshop)[0]
    panel.skip_the_question()
    number = GAMMA.words(GAMMA.max - 10 * GAMMA.step)
    panel.slider("γ, scale").readout.click(click_count=3)
    workshop.keyboard.type(number.replace(".", ","))
    workshop.keyboard.press("Enter")
    expect(panel.status).to_contain_text(f"γ = {number}")


def test_a_row_of_buttons_has_a_name_and_says_what_is_chosen(workshop):
    group = panels(workshop)[3].root.get_by_role("group", name="shape")
    expect(group.get_by_role("button")).to_have_count(3)
    bell = group.get_by_role("button", name="bell", pressed=True)
    expect(bell).to_be_visible()
    flat = group.get_by_role("button", name="lopsided", pressed=False)
    expect(flat).to_be_visible()


def test_texts_stand_out_in_both_themes(workshop):
    broken = panels(workshop)[2]
    broken.slider("γ, scale").handle.press("Home")
    expect(broken.root.get_by_role("alert")).to_be_visible()
    assert_texts_stand_out(workshop)


def drags(slider):
    """Drag to and fro, in 120 moves of the mouse."""
    slider.drag(0.02, steps=60)
    slider.drag(0.9, steps=60)


def holds_a_key(slider):
    """Repeat a key 40 times, as one that is held does."""
    for _ in range(40):
        slider.page.keyboard.down("ArrowLeft")
    slider.page.keyboard.up("ArrowLeft")


@pytest.mark.parametrize("moves, most", [(drags, 60), (holds_a_key, 20)])
def test_many_moves_end_at_the_last_value(workshop, held, moves, most):
    """Frames that nobody would see are left out; the last one is not."""
    panel = panels(workshop)[1]
    slider = panel.slider("γ, scale")
    slider.handle.press("End")
    expect(panel.status).to_contain_text(f"γ = {GAMMA.words(GAMMA.max)}")
    frames = int(panel.words().rsplit(" ", 1)[1].strip("."))
    with held():
        moves(slider)
    last = slider.readout.inner_text()
    assert last != GAMMA.words(GAMMA.max)
    expect(panel.status).to_contain_text(f"γ = {last}")

    def is_kept():
        kept = workshop.get_by_alt_text(panel.words(), exact=True)
        assert kept.count() == 1

    eventually(is_kept)
    assert f"γ = {last}" in panel.words(), "a frame came late"
    drawn = int(panel.words().rsplit(" ", 1)[1].strip(".")) - frames
    assert 1 <= drawn <= most, "every move is drawn"


def test_an_error_is_told_in_the_panel_and_the_slider_goes_on(workshop):
    panel = panels(workshop)[2]
    slider = panel.slider("γ, scale")
    slider.handle.press("Home")
    alert = panel.root.get_by_role("alert")
    expect(alert).to_contain_text("ValueError: no picture for -")
    slider.handle.press("End")
    expect(alert).to_have_count(0)
    expect(panel.status).to_contain_text(f"γ = {GAMMA.words(GAMMA.max)}")
