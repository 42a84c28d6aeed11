"""The numbers in the prose of lesson 08."""

import numpy as np

from course_lib.layers import FeedForward, squared_error
from parts.feed_forward.explorers import Bends

SIZE = {name: p.size for name, p in FeedForward(200, 800).parameters().items()}
WEIGHTS = FeedForward(64, 4 * 64).W1.size + FeedForward(64, 4 * 64).W2.size
_, TARGET = np.random.default_rng(0).uniform(size=(2, 8, 200))

X, G = np.array([1.0, 2.0]), np.array([1.0, -1.0])
W1 = np.array([[1.0, -1.0, 0.0], [1.0, 0.0, -2.0]])
W2 = np.array([[1.0, 0.0], [2.0, 1.0], [5.0, 2.0]])
M = X @ W1 + np.array([0.0, 3.0, 1.0])
H, BACK = np.maximum(M, 0), W2 @ G
D = np.where(M > 0, BACK, 0)
DX = W1 @ D


def where_a_positive_start_stops():
    """Return the loss after 200 steps at rate 0.1."""
    draw = np.random.default_rng(0)
    x, target = draw.uniform(size=(2, 8, 200))
    W1, b1 = draw.uniform(size=(200, 800)) / 200, draw.uniform(size=800) / 200
    W2, b2 = draw.uniform(size=(800, 200)) / 800, draw.uniform(size=200) / 800
    layer = FeedForward(200, 800, W1=W1, b1=b1, W2=W2, b2=b2)
    for _ in range(200):
        _, dy = squared_error(layer.forward(x), target)
        layer.backward_step(dy, 0.1)
    return squared_error(layer.forward(x), target)[0]


def fewest_units(gap):
    """Return the fewest units that miss the panel's curve by less."""
    panel = Bends()
    found = [n for n in range(1, 9) if panel.at(units=n).gap < gap]
    panel.close()
    return found[0]


# Words of the page that name a number without a figure.
assert fewest_units(0.25) == 5
assert DX[0] == 0

NUMBERS = [
    ("The same token, with $H = ({}, {}, {})$, $G =", tuple(H)),
    ("$GW_2^T = ({}, {}, {})$. Write", tuple(BACK)),
    ("so D = ({}, {}, {}): the {} does not", (*D, BACK[2])),
    ("{}·{}·{} weights and {} + {} biases",
     (SIZE["W1"] / 160000 + 1, 200, 800, SIZE["b1"], SIZE["b2"])),
    ("the layer has {}·d_model² weights, attention {}·d_model²",
     (WEIGHTS / 64**2, 4)),
    ("After {} steps the first stands at {} and hardly",
     (200, where_a_positive_start_stops())),
    ("such row has the loss {}, the", TARGET.var(axis=0).mean()),
]  # fmt: skip
