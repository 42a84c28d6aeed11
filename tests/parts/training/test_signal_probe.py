"""What a head reads of the signals behind the stacks that the runs start."""

import numpy as np
import pytest

from parts.training import signal_probe
from parts.training.plan_settings import REPORT_SEEDS
from parts.training.signal_probe import (
    PLACES,
    fresh_and_trained,
    probe,
    same_order,
    stored,
)


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


def test_pairs_in_the_same_order_are_counted(monkeypatch):
    before = {"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4, "e": 0.41}
    after = {"a": 0.5, "b": 0.7, "c": 0.6, "d": 0.9, "e": 0.1}
    shares = {(name, ""): np.full(10, read) for name, read in before.items()}
    shares["e", ""] = 0.41 + 0.1 * (-1.0) ** np.arange(10)  # around d's
    monkeypatch.setattr(signal_probe, "stored", lambda: shares)
    monkeypatch.setattr(
        signal_probe.findings, "mean", lambda name, *_, start: after[name]
    )
    assert same_order("abcd", "", "Adam") == (5, 6)
    assert same_order("ad", "", "Adam") == (1, 1)
    assert same_order("cb", "", "Adam") == (0, 1)
    assert same_order("de", "", "Adam") == (0, 0)  # not told apart
    np.testing.assert_allclose(
        fresh_and_trained("ab", "", "Adam"), [[0.1, 0.2], [0.5, 0.7]]
    )
