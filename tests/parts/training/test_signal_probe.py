"""What a head reads of the signals behind the stacks that the runs start."""

import pytest

from parts.training import signal_probe
from parts.training.plan_settings import REPORT_SEEDS
from parts.training.signal_probe import (
    PLACES,
    probe,
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
