"""The card of an exercise by keyboard alone, and what a check shows."""

import pytest
from lab import assert_accessible, assert_texts_stand_out, at_rest
from playwright.sync_api import expect

from answer_check.exercise import names

CELLS = [
    "import numpy as np\n"
    "from answer_check import ProgressPanel, card, check\n"
    'card("layer_norm")',
    "def layer_norm(x, gamma, beta, eps):\n"
    "    y = x - x.mean(-1, keepdims=True)\n"
    "    rstd = (y.var(-1, ddof=1, keepdims=True) + eps) ** -0.5\n"
    "    return gamma * y * rstd + beta\n"
    "check(layer_norm)\n"
    'print("after the check")',
    "def layer_norm(x, gamma, beta, eps):\n"
    "    y = x - x.mean(-1, keepdims=True)\n"
    "    rstd = (y.var(-1, keepdims=True) + eps) ** -0.5\n"
    "    return gamma * y * rstd + beta\n"
    "check(layer_norm)",
    "ProgressPanel()",
]


@pytest.fixture
def cards(page, run):
    """Run a card, two checks and the panel of progress, once."""
    if not page.locator(".cm-line", has_text="ProgressPanel()").count():
        run(*CELLS)
    return page


def test_hints_solution_and_state_by_keyboard(cards):
    page = cards
    card = page.locator(".course-explorer").first
    expect(card.get_by_text("✓ Done.")).to_be_visible()
    card.get_by_role("button", name="Hint 1 of 3").focus()
    page.keyboard.press("Enter")
    expect(card.get_by_text("Hint 1", exact=True)).to_be_visible()
    at_rest(page)
    page.keyboard.press("Space")
    hint = card.get_by_text("Hint 2", exact=True)
    told = hint.locator("xpath=following-sibling::p")
    expect(told).to_be_visible()
    at_rest(page)
    solution = card.get_by_role("button", name="Show solution")
    page.keyboard.press("Tab")
    expect(solution).to_be_focused()
    page.keyboard.press("Enter")
    expect(card.get_by_text("def layer_norm(")).to_be_visible()
    assert_texts_stand_out(page)
    at_rest(page)  # and JupyterLab has shown itself again, in another theme
    card.get_by_role("button", name="Hide solution").press("Enter")
    expect(card.get_by_text("def layer_norm(")).to_have_count(0)
    hint.focus()
    page.keyboard.press("Enter")  # folds it
    expect(told).not_to_be_visible()


def test_verdicts_are_texts_and_progress_links_to_the_lessons(cards):
    page = cards
    told = page.locator(".course-told")
    expect(told).to_have_count(2)
    wrong, right = told.all()
    expect(wrong.get_by_text("You divided by N − 1.")).to_be_visible()
    rows = wrong.locator("th").all_inner_texts()
    assert rows[0] == "x" and rows[-1].startswith("expected")
    expect(wrong.locator("td b")).to_have_count(2)
    expect(page.get_by_text("after the check").last).to_be_visible()
    expect(right.get_by_text("Right.", exact=True)).to_be_visible()
    assert_accessible(page, ".course-told")
    progress = page.locator(".course-explorer").last
    done = f"1 of {len(names())} exercises done."
    expect(progress.get_by_text(done)).to_be_visible()
    expect(progress.get_by_text("✓ done: layer norm")).to_be_visible()
    expect(progress.get_by_role("link", name="05 layernorm")).to_be_visible()
