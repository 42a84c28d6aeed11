"""What lesson 08 says of its demo and its panel."""

import numpy as np

from course_lib.layers import FeedForward, squared_error
from lesson_parts.feed_forward.explorers import Bends

X, TARGET = np.random.default_rng(0).uniform(size=(2, 8, 50))
USUAL = FeedForward(50, 200, rng=0)


def trained(seed, low, high, scale, steps):
    """Train from uniform weights, biases of 0; return losses and layer."""
    draw = np.random.default_rng(seed)
    W1 = draw.uniform(low, high, (50, 200)) * scale[0]
    W2 = draw.uniform(low, high, (200, 50)) * scale[1]
    layer = FeedForward(50, 200, W1=W1, W2=W2)
    return losses(layer, steps), layer


def losses(layer, steps):
    """Return the losses of steps at rate 0.1."""
    found = []
    for _ in range(steps):
        loss, dy = squared_error(layer.forward(X), TARGET)
        layer.backward(dy)
        layer.step(0.1)
        found.append(loss)
    return found


def positive_start():
    """Return a layer of small positive weights and biases."""
    draw = np.random.default_rng(0)
    draw.uniform(size=(2, 8, 50))  # what the images took
    W1, b1 = draw.uniform(size=(50, 200)) / 50, draw.uniform(size=200) / 50
    W2, b2 = draw.uniform(size=(200, 50)) / 200, draw.uniform(size=50) / 200
    return FeedForward(50, 200, W1=W1, b1=b1, W2=W2, b2=b2)


def fewest_units(gap):
    """Return the fewest units that miss the panel's curve by less."""
    panel = Bends()
    found = [n for n in range(1, 9) if panel.at(units=n).gap < gap]
    panel.close()
    return found[0]


def uniform_like(weights):
    """Return the width of a uniform draw as far apart as weights."""
    return weights.std() * 12**0.5


WAITS = losses(positive_start(), 4000)
SIGNED, _ = trained(1, -0.5, 0.5, (1 / 50, 1 / 200), 1000)
WIDE = uniform_like(USUAL.W1), uniform_like(USUAL.W2)
GAINED = TARGET.var(axis=0).mean() - np.array(WAITS[399:900:100])

NUMBERS = {
    "wrong-size-text": {"409": "permute"},
    "starts-text": {
        "2 50 1 200": (
            2, round(2 / USUAL.W1.var()), 1, round(1 / USUAL.W2.var(), -1)
        ),
        "0.765": "twin",
        "0.458": "twin",
        "5.708": "twin",
    },
    "positive-question": {
        "500 0.065": (500, WAITS[499]),
        "0.068": WAITS[100],
        "0.068 500": (TARGET.var(axis=0).mean(), 500),
    },
    "what-next": {"0.0681": "what-it-learned"},
    "closing": {
        "0.065 500 0.051 1,000": (SIGNED[499], 500, SIGNED[999], 1000),
        "35": WIDE[0] * 50,
        "49": WIDE[1] * 200,
        "0.065 500 0.047 1,000 0.010 2,000 0.0000": (
            WAITS[499], 500, WAITS[999], 1000, WAITS[1999], 2000, WAITS[3999]
        ),
    },
}  # fmt: skip
HOLDS = {
    "bends-text": {
        "five units come close": fewest_units(0.25) == 5,
    },
    "closing": {
        "from step 400 to 900 its gain grows by half":
            all(1.4 < each < 1.6 for each in GAINED[1:] / GAINED[:-1]),
    },
}  # fmt: skip
