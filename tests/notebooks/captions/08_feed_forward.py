"""The captions of lesson 08."""

import numpy as np

from course_lib.layers import FeedForward, squared_error
from parts.feed_forward import pictures

LARGE = FeedForward(200, 800, rng=0)
Y = LARGE.forward(np.ones((8, 200)))
SHAPES = [
    LARGE.x.shape, LARGE.pre_activation.shape, LARGE.hidden.shape, Y.shape
]  # fmt: skip
THROUGH = pictures.one_token_through().axes[0].lines
DOTS = [each for each in THROUGH if each.get_marker() == "o"]
PER_COLUMN = np.unique(
    [each.get_xdata()[0] for each in DOTS], False, False, True
)[1]
EMPTY = [each for each in DOTS if each.get_mfc() == "white"]
DOTTED = [each for each in THROUGH if each.get_ls() == ":"]
LEFT, RIGHT = pictures.relu_kink(0.4).axes


def central(m, h=0.4):
    return (max(m + h, 0) - max(m - h, 0)) / (2 * h)


def losses(layer, steps=4000):
    """Train on eight tokens at rate 0.1; return the loss before each step."""
    found = []
    for _ in range(steps):
        loss, dy = squared_error(layer.forward(DATA), TARGET)
        layer.backward_step(dy, 0.1)
        found.append(loss)
    return np.array(found)


DRAW = np.random.default_rng(0)
DATA, TARGET = DRAW.uniform(size=(2, 8, 50))
W1, B1 = DRAW.uniform(size=(50, 200)) / 50, DRAW.uniform(size=200) / 50
W2, B2 = DRAW.uniform(size=(200, 50)) / 200, DRAW.uniform(size=50) / 200
POSITIVE = FeedForward(50, 200, W1=W1, b1=B1, W2=W2, b2=B2)
USUAL = FeedForward(50, 200, rng=DRAW)
WAITS = losses(POSITIVE, 500)
FALLS = losses(USUAL, 500)
OF_POSITIVE, OF_USUAL = POSITIVE.forward(DATA), USUAL.forward(DATA)
WAITS = np.append(WAITS, losses(POSITIVE, 3500))
FALLS = np.append(FALLS, losses(USUAL, 3500))
DRAW = np.random.default_rng(1)
BOTH_SIGNS = losses(
    FeedForward(
        50, 200, W1=DRAW.uniform(-0.5, 0.5, (50, 200)) / 50,
        W2=DRAW.uniform(-0.5, 0.5, (200, 50)) / 200,
    )
)  # fmt: skip
ROW = TARGET.var(axis=0).mean()  # the loss of the best single row


def leaves(run):
    """Return at which step a run has left the loss of the best row."""
    return int(np.argmax(run < 0.9 * ROW))


CAPTIONS = {
    "through": [
        ("from its {} features to {} units, and from the units to the {} "
         "features of the output", *PER_COLUMN),
        ("{} units are filled: they are open. The {} empty ones are shut",
         PER_COLUMN[1] - len(EMPTY), len(EMPTY)),
        ("the dotted lines behind them carry a {}.", 0,
         len(DOTTED) == len(EMPTY) * PER_COLUMN[2]),
    ],
    "graph": [
        ("X of shape ({}, {}) leads to M ({}, {}), to H ({}, {}), to Y ({}, "
         "{}), to the loss", *np.ravel(SHAPES)),
        ("Arrows back carry the gradients of Y, H, M and X, and those of W1, "
         "b1, W2 and b2, each with the shape of its own letter",
         LARGE.backward(Y).shape == LARGE.x.shape,
         all(getattr(LARGE, f"d{name}").shape == p.shape
             for name, p in LARGE.parameters().items())),
        ("W1 and b1 enter at the first step, W2 and b2 at the third",
         sorted(pictures.PARAMETERS) == [1 - 1, 3 - 1],
         "W₁" in pictures.PARAMETERS[0][0], "W₂" in pictures.PARAMETERS[2][0]),
    ],
    "kink-picture": [
        ("Left: the ReLU, flat and then rising, with a kink at {}.", 0,
         np.array_equal(LEFT.lines[0].get_ydata(),
                        np.maximum(LEFT.lines[0].get_xdata(), 0))),
        ("Right: its slope. The layer jumps from {} to {} at {};", 0, 1, 0,
         np.array_equal(RIGHT.lines[0].get_ydata(),
                        RIGHT.lines[0].get_xdata() > 0)),
        ("with step {} climbs from {} at minus {} through one {} at {} to {} "
         "at {}.", 0.4, central(-0.4), 0.4, central(0), 0, central(0.4), 0.4,
         0 < central(-0.3) < central(-0.1) < central(0.3) < 1),
    ],
    "what-it-learned": [
        ("{} tokens in {} features", len(TARGET), 12),
        ("From the positive start the {} outputs of a feature lie close "
         "together, in the middle of the targets",
         len(OF_POSITIVE), OF_POSITIVE.std(0).max() < 0.05,
         np.allclose(OF_POSITIVE.mean(0), TARGET.mean(0), atol=0.05)),
        ("From the usual start every output lies beside its own target",
         abs(OF_USUAL - TARGET).max() < 0.1),
    ],
    "wait-and-fall": [
        ("{} losses over {} steps, drawn up to {}.", 3, len(WAITS), 0.15,
         max(FALLS.max(), WAITS.max()) > 0.15),
        ("From the usual start the loss falls to {} within some {} steps",
         0, 500, FALLS[499] < 0.002, FALLS[250] > FALLS[499]),
        ("From the positive start it drops to {}, that of the best single "
         "row, stays for about {} steps, then falls as well and reaches {} "
         "before step {}.",
         ROW, round(leaves(WAITS) / 500) * 500, WAITS[-1], len(WAITS),
         abs(WAITS[100:400] / ROW - 1).max() < 0.05, WAITS[-1] < 0.002),
        ("Small weights of both signs wait about as long",
         0.5 < leaves(BOTH_SIGNS) / leaves(WAITS) < 1.6),
    ],
}  # fmt: skip
