"""What a fitted head reads behind fresh blocks."""

import numpy as np
import pytest

from course_lib.layers import Stack
from parts.training.digits import Part, load_digits
from parts.training.probe import (
    DEPTH,
    HALVINGS,
    PROBED,
    SEEDS,
    probe,
    read_by_a_head,
    stored_probes,
)


@pytest.mark.parametrize("variant", PROBED)
def test_the_stored_probes_are_found_again(variant):
    found = probe(variant, SEEDS[1], scale=2**-0.5)
    stored = stored_probes()[variant, 1][1]
    np.testing.assert_allclose(found, stored, atol=3.1 / 300)
    assert np.mean(found == stored) > 0.7


def test_every_probe_is_there():
    found = stored_probes()
    assert found.keys() == {(v, h) for v in PROBED for h in HALVINGS}
    for read in found.values():
        assert read.shape == (len(SEEDS), DEPTH + 1)
        np.testing.assert_array_equal(read[:, 0], read[0, 0])  # no block yet


def test_the_head_is_the_least_squares_one():
    """NumPy's own, with the little ridge as rows of its own."""
    part, other = load_digits()["train"], load_digits()["validation"]
    stack = Stack(3, 64, 128, rng=9)
    x, new = stack.forward(part.x), stack.forward(other.x)
    size, mean = x.std(), x.mean(axis=0)
    rows = (x - mean) / size
    ridge = np.sqrt(1e-6 * np.mean(rows**2) * len(rows))
    above = np.vstack([rows, ridge * np.eye(64)])
    targets = np.vstack([np.eye(10)[part.digit] - 0.1, np.zeros((64, 10))])
    W, *_ = np.linalg.lstsq(above, targets)
    guess = ((new - mean) / size @ W).argmax(axis=1)
    expected = np.mean(guess == other.digit)
    assert read_by_a_head(x, part.digit, new, other) == pytest.approx(
        expected, abs=1e-9
    )


def test_a_head_reads_what_is_there_and_guesses_what_is_not():
    rng = np.random.default_rng(6)
    digit = rng.integers(0, 10, 2000)
    part = Part(None, digit[1000:])
    x = np.eye(10)[digit] @ rng.normal(size=(10, 64))
    noise = rng.normal(size=(2000, 64))
    for rows, low, high in ((x, 1, 1), (noise, 0.05, 0.16)):
        read = read_by_a_head(rows[:1000], digit[:1000], rows[1000:], part)
        assert low <= read <= high


def test_a_norm_takes_a_smaller_start_out_again():
    """But for ε, which is small beside the variance of f(x)."""
    for halvings in HALVINGS:
        np.testing.assert_allclose(
            stored_probes()["no shortcut", halvings],
            stored_probes()["no shortcut", 0],
            atol=0.02,
        )
