"""The numbers in the prose of lesson 08."""

import numpy as np

from course_lib.layers import FeedForward, squared_error
from parts.feed_forward.curves import loss_curve
from parts.feed_forward.explorers import Bends

SIZE = {name: p.size for name, p in FeedForward(200, 800).parameters().items()}
WEIGHTS = FeedForward(64, 4 * 64).W1.size + FeedForward(64, 4 * 64).W2.size
_, TARGET = np.random.default_rng(0).uniform(size=(2, 8, 50))

X, G = np.array([1.0, 2.0]), np.array([1.0, -1.0])
W1 = np.array([[1.0, -1.0, 0.0], [1.0, 0.0, -2.0]])
W2 = np.array([[1.0, 0.0], [2.0, 1.0], [5.0, 2.0]])
M = X @ W1 + np.array([0.0, 3.0, 1.0])
H, BACK = np.maximum(M, 0), W2 @ G
D = np.where(M > 0, BACK, 0)
DX = W1 @ D


def losses_of_a_positive_start():
    """Return the losses of 4,000 steps at rate 0.1."""
    draw = np.random.default_rng(0)
    x, target = draw.uniform(size=(2, 8, 50))
    W1, b1 = draw.uniform(size=(50, 200)) / 50, draw.uniform(size=200) / 50
    W2, b2 = draw.uniform(size=(200, 50)) / 200, draw.uniform(size=50) / 200
    layer = FeedForward(50, 200, W1=W1, b1=b1, W2=W2, b2=b2)
    losses = []
    for _ in range(4000):
        loss, dy = squared_error(layer.forward(x), target)
        layer.backward_step(dy, 0.1)
        losses.append(loss)
    return losses


WAITS = losses_of_a_positive_start()


def spreads_of_the_starts():
    """Return the std of the first weights, usual by positive."""
    draw = np.random.default_rng(0)
    usual = FeedForward(50, 200, rng=draw).W1.std()
    return usual / (draw.uniform(size=(50, 200)) / 50).std()


def loss_of_both_signs():
    """Return the loss after 500 steps."""
    draw = np.random.default_rng(0)
    x, target = draw.uniform(size=(2, 8, 50))
    draw = np.random.default_rng(1)
    W1, W2 = draw.uniform(-1, 1, (50, 200)), draw.uniform(-1, 1, (200, 50))
    layer = FeedForward(50, 200, W1=W1 / 50, W2=W2 / 200)
    for _ in range(500):
        loss, dy = squared_error(layer.forward(x), target)
        layer.backward_step(dy, 0.1)
    return loss


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
    ("Here $H = ({}, {}, {})$: the last row", tuple(H)),
    ("so D is ({}, {}, {}): the {} of", (*D, BACK[2])),
    ("{}·{}·{} weights and {} + {} biases",
     (SIZE["W1"] / 160000 + 1, 200, 800, SIZE["b1"], SIZE["b2"])),
    ("the layer has {}·d_model² weights, and attention has {}·d_model²",
     (WEIGHTS / 64**2, 4)),
    ("wins, {} against {}. Most of", (loss_curve(0.4, 200)[0][-1],
     loss_curve(0.025, 800)[0][-1])),
    ("falls quickly to {} and", WAITS[100]),
    ("a little less long: {} at step 500", loss_of_both_signs()),
    ("draws its weights some {} times as far", round(spreads_of_the_starts())),
    ("after {} steps it is {}.", (500, WAITS[499])),
    ("single row has a loss of {}, the", TARGET.var(axis=0).mean()),
    ("then falls: {} at step 500, {} at step 1,000, {} at step 2,000, and {}",
     (WAITS[499], WAITS[999], WAITS[1999], WAITS[3999])),
]  # fmt: skip
