"""The caption of the side page on the printed loss."""

import numpy as np

from course_lib.layers import FeedForward

UPDATES, RATE = 200, 0.1


def losses(loss_of):
    """Train text B's layer on a loss with gradients written out by hand."""
    draw = np.random.default_rng(0)
    data, target = draw.uniform(size=(2, 8, 200))
    W1, b1 = draw.uniform(size=(200, 800)) / 200, draw.uniform(size=800) / 200
    W2, b2 = draw.uniform(size=(800, 200)) / 800, draw.uniform(size=200) / 800
    layer = FeedForward(200, 800, W1=W1, b1=b1, W2=W2, b2=b2)
    found = []
    for _ in range(UPDATES):
        loss, dy = loss_of(layer.forward(data), target)
        found.append(loss)
        layer.backward_step(dy, RATE)
    return np.array(found)


CROSS = losses(lambda y, t: (-(t * np.log(y)).mean(), -t / y / y.size))
SQUARED = losses(lambda y, t: (((y - t) ** 2).mean(), 2 * (y - t) / y.size))

CAPTIONS = {
    "two-losses": [
        ("{} losses over {} updates", len([CROSS, SQUARED]), len(CROSS)),
        ("falls from {} through {} to below minus {} and keeps falling",
         CROSS[0], CROSS[abs(CROSS).argmin()], 1.1, CROSS[-1] < -1.1,
         (np.diff(CROSS) < 0).all()),
        ("The squared error falls from {} to {} and never goes below {}.",
         SQUARED[0], SQUARED[-1], 0, (np.diff(SQUARED) < 0).all(),
         (SQUARED >= 0).all()),
    ],
}  # fmt: skip
