"""A measured picture is seen, and never saved."""

from course_lib.panels.show import show
from course_lib.panels.style import new_figure
from parts.how_fast.measured import Measured


def test_the_page_keeps_the_stored_picture_and_shows_the_live_one():
    live = show(new_figure(), "What this machine measured: 0.61.")
    stored = show(new_figure(), "A stored measurement.")
    panel = Measured(live, stored)
    seen = panel.children[-1].value
    kept = str(panel.fallback())
    assert 'alt="What this machine measured: 0.61."' in seen
    assert "stored" not in seen
    assert 'alt="A stored measurement."' in kept
    assert "0.61" not in kept
    assert "Run this cell for what this machine measures." in kept
    panel.close()
    assert panel.comm is None
