"""A progress bar tells how far one is, and does not flood the page."""

import pytest

from lesson_parts.laboratory import progress_bar as bars


@pytest.mark.parametrize(("count", "most"), [(7, 7), (4000, 101)])
def test_a_bar_reaches_its_end_in_few_messages(count, most, monkeypatch):
    shown, told = [], []
    monkeypatch.setattr(bars, "display", shown.append)
    progress = bars.progress_bar("Training")(range(count))
    assert next(progress) == 0
    shown[0].bar.observe(lambda change: told.append(change.new), "value")
    assert [*progress] == [*range(1, count)]
    assert told[-1] == count == shown[0].bar.max
    assert len(told) <= most
    shown[0].close()
