"""What a head reads of the signals behind the stacks that the runs start."""

import re

import pytest

from lesson_parts.laboratory import signal_probe
from lesson_parts.laboratory.plan_settings import BOTH, REPORT_SEEDS
from lesson_parts.laboratory.signal_probe import PLACES, probe, stored


@pytest.mark.parametrize(
    "variant, start",
    [("gated", ""), ("post-norm", "small"), (signal_probe.RAW, "")],
)
def test_a_stored_probe_is_found_again(variant, start):
    found = probe(variant, start, REPORT_SEEDS[2])
    assert found == pytest.approx(stored()[variant, start][2], abs=0.003)


def test_every_probe_is_there():
    assert stored().keys() == set(PLACES)
    for read in stored().values():
        assert read.shape == (len(REPORT_SEEDS),)
        assert (read > 0.1).all() and (read < 0.35).all()


def test_each_optimizer_is_told_its_own_order(monkeypatch):
    """The stored runs keep as many pairs with either of the two."""
    kept = dict(zip(BOTH, (3, 4)))
    monkeypatch.setattr(
        signal_probe, "same_order", lambda *asked: (kept[asked[2]], 5)
    )
    words = "5 pairs of .+ descent puts 3 in the same order, .+ Adam 4"
    assert re.search(words, signal_probe.order_in_words())
