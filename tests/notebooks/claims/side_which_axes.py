"""What the page on the axes says in words."""

import numpy as np

rng = np.random.default_rng(1)
x = rng.normal(size=(3, 4, 5))  # sentences, tokens, features


def norm(x, axes):
    mean, var = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return (x - mean) / np.sqrt(var)


def reached(axes):
    """Return which numbers feel a change in one: by axis, how far."""
    moved = x.copy()
    moved[2, 3, 4] += 1
    changed = np.abs(norm(moved, axes) - norm(x, axes)) > 1e-9
    return [len({*at}) for at in np.nonzero(changed)]


LOUD = (abs(x) + 0.5) * np.where(np.arange(60).reshape(3, 4, 5) >= 55, 1000, 1)

CLAIMS = {
    "**LayerNorm** averages over the features": reached(2) == [1, 1, 5],
    "**InstanceNorm** averages over the tokens of one sentence": (
        reached(1) == [1, 4, 1]
    ),
    "So it stays within its token only if the mean runs over the features "
    "alone": reached(2)[:2] == [1, 1] and reached((1, 2))[:2] != [1, 1],
    "It gets into other sentences whenever the mean runs over the batch": (
        reached((0, 1))[0] == 3 == reached(0)[0]
    ),
    "Choices with axis 0 fail the first test, and choices with axis 1 the "
    "second": reached(0)[0] > 1 and reached(1)[1] > 1 == reached(1)[0],
    "All five become about ±0.3, whatever they were before": np.allclose(
        abs(norm(LOUD, (0, 1))[0, 0]), 0.3, atol=0.02
    ),
    "then the other eleven are at 1/√11 = 0.30": np.isclose(
        11**-0.5, 0.30, atol=0.005
    ),
    "LayerNorm averages over the features alone, so no token learns anything "
    "of another one there": reached(2)[:2] == [1, 1],
    "A change is noticed along the axes over which the mean runs": (
        reached((0, 2)) == [3, 1, 5]
    ),
}
