"""Panels whose Python was restarted, or cannot be reached."""

import pytest

from answer_check.widgets.python_gone import PythonGone

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
