"""The numbers in the prose of lesson 08."""

import numpy as np

from course_lib.layers import FeedForward, squared_error
from parts.feed_forward.curves import loss_curve, stored_curves
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


CURVES = stored_curves().items()
WAITS = losses_of_a_positive_start()


USUAL = FeedForward(50, 200, rng=0)
# How far apart weights are, usual by positive: uniform has the std 1/√12.
SPREADS = tuple(
    round(weights.std() * len(weights) * 12**0.5)
    for weights in (USUAL.W1, USUAL.W2)
)


def after(W1, W2, steps):
    """Train from these weights and biases of 0; return losses and layer."""
    x, target = np.random.default_rng(0).uniform(size=(2, 8, 50))
    layer = FeedForward(50, 200, W1=W1, W2=W2)
    losses = []
    for _ in range(steps):
        loss, dy = squared_error(layer.forward(x), target)
        layer.backward_step(dy, 0.1)
        losses.append(loss)
    return losses, layer


def both_signs():
    """Return the losses after 500 and 1,000 steps."""
    draw = np.random.default_rng(1)
    W1 = draw.uniform(-0.5, 0.5, (50, 200)) / 50
    W2 = draw.uniform(-0.5, 0.5, (200, 50)) / 200
    losses, _ = after(W1, W2, 1000)
    return losses[499], losses[999]


def open_units_of_large_positive_weights():
    """Return how many entries of H are open; the spread is the usual one."""
    draw = np.random.default_rng(1)
    W1 = draw.uniform(size=(50, 200)) * USUAL.W1.std() * 12**0.5
    W2 = draw.uniform(size=(200, 50)) * USUAL.W2.std() * 12**0.5
    _, layer = after(W1, W2, 500)
    return (layer.hidden > 0).sum()


def open_units_of_token_0():
    """Return how many units are open for the first token of the page."""
    draw = np.random.default_rng(7)
    layer = FeedForward(200, 800, rng=draw)
    layer.forward(draw.uniform(size=(8, 200)))
    return (layer.hidden[0] > 0).sum()


def last(lr, units):
    """Return the loss after 200 steps."""
    return loss_curve(lr, units)[0][-1]


P2 = np.exp([2, 0]) / np.exp([2, 0]).sum()
COST = tuple(-np.log(P2))
BOTH, OPEN = both_signs(), open_units_of_token_0()
BEST = {
    units: min(losses[-1] for (_, n), (losses, _) in CURVES if n == units)
    for units in (200, 800)
}


def fewest_units(gap):
    """Return the fewest units that miss the panel's curve by less."""
    panel = Bends()
    found = [n for n in range(1, 9) if panel.at(units=n).gap < gap]
    panel.close()
    return found[0]


# Words of the page that name a number without a figure.
assert fewest_units(0.25) == 5
assert DX[0] == 0
assert open_units_of_large_positive_weights() == 0

NUMBERS = [
    ("Here $H = ({}, {}, {})$: the last row", tuple(H)),
    ("so D is ({}, {}, {}): the {} of", (*D, BACK[2])),
    ("With {} units the loss comes down to {}, and with {} units to {}.",
     (200, last(0.1, 200), 800, last(0.1, 800))),
    ("Softmax makes {} and {} of them, and ln {} = {}, ln {} = {}.",
     (*P2, P2[0], -COST[0], P2[1], -COST[1])),
    ("{} and {}: it costs much to be sure and wrong.", COST),
    ("In the example it is ({}, {}): what", (P2[0], P2[1] - 1)),
    ("the layer has {}·d_model² weights, and attention has {}·d_model²",
     (WEIGHTS / 64**2, 4)),
    ("In H only the {} entries of open units", OPEN),
    ("less: {} for 200 units, {} for 800", (last(0.4, 200), last(0.1, 800))),
    ("equal too, {} and {}. So", (last(0.1, 200), last(0.025, 800))),
    ("200 units reaches {}, and that of 800 reaches {};",
     (BEST[200], BEST[800])),
    ("falls quickly to {} and", WAITS[100]),
    ("waits as well: {} at step 500, {} at step 1,000.", BOTH),
    ("draws its weights {} ($W_1$) and {} ($W_2$) times as far", SPREADS),
    ("after {} steps it is {}.", (500, WAITS[499])),
    ("single row has a loss of {}, the", TARGET.var(axis=0).mean()),
    ("then falls: {} at step 500, {} at step 1,000, {} at step 2,000, and {}",
     (WAITS[499], WAITS[999], WAITS[1999], WAITS[3999])),
]  # fmt: skip
