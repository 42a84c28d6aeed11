"""Our signals are those of the package mnist1d."""

from pathlib import Path

import numpy as np
import pytest

from lesson_parts.laboratory.signals import (
    MEAN,
    PADDINGS,
    STD,
    signals,
    stretched,
    templates,
)

EACH = 4000  # signals of every kind that the package made


@pytest.fixture(scope="module")
def many():
    return signals(60_000, np.random.default_rng(1))


def test_means_of_every_kind_agree_with_the_package(many):
    table = np.loadtxt(Path(__file__).with_name("mnist1d_means.txt"))
    theirs, spread = table.reshape(2, 10, 40)
    x, kind = many
    for i in range(10):
        ours = x[kind == i].astype(float) * STD + MEAN
        error = spread[i] * np.sqrt(1 / EACH + 1 / len(ours))
        z = (ours.mean(axis=0) - theirs[i]) / error
        assert np.abs(z).max() < 4.5, i
        np.testing.assert_allclose(ours.std(axis=0), spread[i], rtol=0.06)


def test_a_stream_goes_on_and_does_not_repeat():
    rng = np.random.default_rng(2)
    first, again = signals(50, rng)[0], signals(50, rng)[0]
    assert len(np.unique(np.concatenate([first, again]), axis=0)) == 100
    same = signals(50, np.random.default_rng(2))[0]
    np.testing.assert_array_equal(first, same)


def test_templates_are_those_of_the_package():
    theirs = np.loadtxt(Path(__file__).with_name("mnist1d_templates.txt"))
    np.testing.assert_allclose(templates(), theirs, atol=1e-6)


def test_paddings_and_shifts_reach_from_end_to_end():
    """The template is what stands before the first zero behind it."""
    assert (PADDINGS[0], PADDINGS[-1], len(PADDINGS)) == (36, 60, 25)
    covered = (stretched() != 0).sum(axis=2)
    for padding, count in zip(PADDINGS, covered[0]):
        read_at = np.arange(72) * (12 + padding - 1) / 71
        assert count == (read_at < 12).sum()
    assert (covered == covered[0]).all()
