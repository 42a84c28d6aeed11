"""The card of an exercise, by keyboard alone."""

from lab import assert_texts_stand_out
from playwright.sync_api import expect

from course_lib.exercises.exercise import names

CELLS = [
    "import numpy as np\n"
    "from course_lib.exercises import ProgressPanel, card, check\n"
    'card("layer_norm")',
    "def layer_norm(x, gamma, beta, eps):\n"
    "    y = x - x.mean(-1, keepdims=True)\n"
    "    rstd = (y.var(-1, keepdims=True) + eps) ** -0.5\n"
    "    return gamma * y * rstd + beta\n"
    "check(layer_norm)",
    "ProgressPanel()",
]


def test_hints_solution_and_state_by_keyboard(run):
    page = run(*CELLS)
    card = page.locator(".course-explorer").first
    expect(card.get_by_text("Done.", exact=True)).to_be_visible()
    card.get_by_role("button", name="Hint 1 of 3").focus()
    page.keyboard.press("Enter")
    expect(card.get_by_text("Hint 1.", exact=True)).to_be_visible()
    page.keyboard.press("Space")
    expect(card.get_by_text("Hint 2.", exact=True)).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(card.get_by_text("def layer_norm(")).to_be_visible()
    assert_texts_stand_out(page)
    page.keyboard.press("Enter")
    expect(card.get_by_text("def layer_norm(")).to_have_count(0)
    done = f"1 of {len(names())} exercises done."
    expect(page.get_by_text(done)).to_be_visible()
