"""Panels whose Python was restarted, or cannot be reached."""

import pytest
from lab import assert_texts_stand_out, at_rest, panels
from playwright.sync_api import expect

from answer_check.box.python_gone import PythonGone

CELLS = [
    "from lesson_parts.layernorm.explorers import GammaBeta\nGammaBeta()",
    "from lesson_parts.layernorm_jacobian.explorers import MoveTheToken\n"
    "MoveTheToken()",
    'from answer_check import card\ncard("layer_norm")',
]
RESTART = """() =>
    jupyterapp.shell.currentWidget.sessionContext.restartKernel()"""
AGAIN = "Python was restarted: run this cell to use the {} again."
UNREACHED = "Python cannot be reached."
PANEL = """<div class="course-explorer"><div class="course-controls">
<div class="widget-hslider"></div></div><p></p></div>"""
TOLD = """async ([script, kernel]) => {
    const address = `data:text/javascript,${encodeURIComponent(script)}`;
    (await import(address)).default.render({
        model: { widget_manager: { kernel } },
        el: document.querySelector("p"),
    });
    return [document.querySelector("[role=alert]").textContent,
        document.querySelector(".course-controls").inert];
}"""


@pytest.mark.parametrize(
    ("kernel", "words"),
    [
        ({"status": "busy", "connectionStatus": "connected"}, ""),
        ({"status": "dead"}, "Choose Kernel → Restart Kernel"),
        ({"isDisposed": True}, AGAIN.format("sliders")),
        ({"connectionStatus": "disconnected"}, UNREACHED),
    ],
)
def test_a_panel_says_how_its_python_is(chromium, kernel, words):
    page = chromium.new_page()
    page.set_content(PANEL)
    said, locked = page.evaluate(TOLD, [PythonGone._esm, kernel])
    page.close()
    assert words in said
    assert bool(said) == locked == bool(words)


@pytest.fixture
def workshop(page, run):
    """Run two panels and a card, in a kernel of their own."""
    return run(*CELLS)


def standing(panel):
    """Return where picture and controls stand, and what the panel says."""
    parts = ".course-parts, .course-sentence, .widget-hslider, button"
    return panel.places(parts)[1:], panel.words()


@pytest.mark.thorough
def test_after_a_restart_a_panel_keeps_its_picture_and_says_what_to_do(
    workshop,
):
    page = workshop
    found = panels(page)
    for panel in found:
        panel.skip_the_question()
    before = [standing(panel) for panel in found]
    page.evaluate(RESTART)
    for panel in found:
        told = panel.root.get_by_role("alert")
        expect(told).to_have_text(AGAIN.format("sliders"))
        handle = panel.sliders.first.locator(".noUi-handle")
        handle.focus()  # nothing that would move nothing can be reached
        assert not handle.evaluate("it => it === document.activeElement")
    assert [standing(panel) for panel in found] == before
    card = page.locator(".course-card")
    expect(card.get_by_role("alert")).to_have_text(AGAIN.format("buttons"))
    assert card.locator("button").first.evaluate(
        "it => !!it.closest('[inert]')"
    )
    assert_texts_stand_out(page)
    page.locator(".jp-CodeCell .jp-InputPrompt").first.click()
    page.keyboard.press("Control+Enter")
    at_rest(page)
    panel = panels(page)[0]
    expect(panel.root.get_by_role("alert")).to_have_count(0)
    panel.skip_the_question()
    said = panel.words()
    panel.slider("γ, scale").step()
    expect(panel.status).not_to_have_text(said)
