"""What the page on the printed loss says in words."""

from functools import cache

import numpy as np
from slopes import slopes

from course_lib.layers import (
    FeedForward,
    cross_entropy,
    softmax,
    softmax_cross_entropy,
    squared_error,
)

y, T = np.array([0.3, 1.2, 0.9]), np.array([0.2, 0.7, 0.5])


def printed(y):
    """Return the cross entropy of an output that no softmax bounds."""
    return -np.mean(T * np.log(y))


def row_loss(q):
    return -0.5 * np.log(q) - 0.5 * np.log(1 - q)


DRAW = np.random.default_rng(0)
DATA, TARGET = DRAW.uniform(size=(2, 8, 200))
WEIGHTS = [
    DRAW.uniform(size=size) for size in ((200, 800), 800, (800, 200), 200)
]
SUMMED = 200, 200, 800, 800  # how many numbers each sum adds up
W1, b1, W2, b2 = (w / n for w, n in zip(WEIGHTS, SUMMED))
same = np.allclose


def layer():
    return FeedForward(
        200, 800, W1=W1.copy(), b1=b1.copy(), W2=W2.copy(), b2=b2.copy()
    )


BEFORE = np.maximum(0, DATA @ W1 + b1) @ W2 + b2
SLOPE = TARGET / (BEFORE.size * BEFORE)
UPDATED = layer()
UPDATED.forward(DATA)
UPDATED.backward_step(SLOPE, 0.1)
AFTER = UPDATED.forward(DATA)
with np.errstate(invalid="ignore"):
    LOSSES = [np.mean(TARGET * np.log(each)) for each in (BEFORE, AFTER)]


@cache
def trained(loss_of, updates=200):
    """Return the loss before every update, and behind the last."""
    net, found = layer(), []
    for _ in range(updates + 1):
        loss, dy = loss_of(net.forward(DATA), TARGET)
        found.append(loss)
        net.backward_step(dy, 0.1)
    return np.array(found)


CLAIMS = {
    "Text B describes a C++ class for the feed-forward layer, with a loss "
    "that it calls cross entropy.": (
        not same(LOSSES[0], cross_entropy(BEFORE, TARGET)[0])
        and same(-LOSSES[0], cross_entropy(BEFORE, TARGET)[0])
    ),
    "The text has 8 tokens of 200 features, 800 hidden units and a "
    "learning rate of 0.1. We draw data, targets, weights and biases "
    "between 0 and 1. Weights and biases we divide by how many numbers are "
    "added up in each sum, so that no output is large:": (
        DATA.shape == (8, 200) and W1.shape[1] == 800
        and all(0 <= w.min() < w.max() < 1 for w in WEIGHTS)
        and W1.max() <= 1 / len(W1) and W2.max() <= 1 / len(W2)
        and abs(BEFORE).max() < 1
    ),
    "Here is the loss and its derivative, with T for the target, Y for the "
    "output, m tokens and n features:": (
        same(slopes(lambda v: np.mean(T * np.log(v)), y), T / (3 * y))
    ),
    "(The text writes the derivative inverted, as ∂Y/∂L. To check that "
    "this is the derivative of this L, you need only that ln u has the "
    "slope 1/u.) All entries of T and Y are positive here. An update moves "
    "every weight a little against its gradient, and in code "
    "`backward_step` goes back and updates at once.": (
        np.isclose(slopes(np.log, [0.4])[0, 0], 1 / 0.4) and BEFORE.min() > 0
        and TARGET.min() > 0 and not same(UPDATED.W1, W1)
        and np.isclose((UPDATED.b2 - b2)[0], -0.1 * SLOPE.sum(0)[0])
    ),
    "After one update, which outputs have grown and which have become "
    "smaller: those with a large target, those with a small one, all, or "
    "none?": (
        BEFORE.shape == AFTER.shape
    ),
    "All 1,600 become smaller, whatever the target wants. The derivative "
    "T/(mnY) is positive everywhere, and the update goes against it. "
    "(Data, weights and hidden units are positive as well, so each weight "
    "that changes pulls all outputs the same way.)": (
        (AFTER < BEFORE).sum() == AFTER.size == 1600 and SLOPE.min() > 0
        and min(map(np.min, (DATA, *WEIGHTS, DATA @ W1 + b1))) > 0
    ),
    "Before this update the smallest output was 0.11, and the loss was "
    "−1.0. **Predict.** What are these two numbers after the one update? "
    "You cannot know the first, but each output is a sum of 800 terms, and "
    "every one of them has changed a little.": (
        round(BEFORE.min(), 2) == 0.11 and round(LOSSES[0], 1) == -1.0
        and len(W2) == 800 and (UPDATED.W2 != W2).all()
    ),
    "The smallest output is −0.03, and the loss is no number any more: a "
    'negative number has no logarithm, so NumPy answers nan, "not a '
    'number", and the whole sum becomes nan with it. One update was '
    r"enough. What is missing is a minus sign: the cross entropy is $-\sum "
    r"T \ln Y$.": (
        round(AFTER.min(), 2) == -0.03 and np.isnan(LOSSES[1])
        and np.isnan(np.sum([1, np.nan]))
        and np.isclose(-LOSSES[0], cross_entropy(BEFORE, TARGET)[0])
    ),
    "The same can be shown without any training, by two outputs and one "
    "target:": (
        np.sum(0.7 * np.log(0.8)) > np.sum(0.7 * np.log(0.5))
    ),
    r"Now train with $-\sum T \ln Y/(mn)$, still on the raw output Y, whose "
    "entries may be any numbers. Beside it we train the same layer with "
    "the squared error, the mean of $(Y - T)^2$ over all entries.": (
        np.isclose(
            cross_entropy(BEFORE, TARGET)[0], -np.mean(TARGET * np.log(BEFORE))
        )
        and np.isclose(
            squared_error(BEFORE, TARGET)[0],
            np.mean((BEFORE - TARGET) ** 2),
        ) and AFTER.min() < 0
    ),
    "Where will the two losses be after 200 updates: above 0, near 0, or "
    "below? And is there a number below which they can never fall?": (
        len(trained(squared_error)) - 1 == 200
    ),
    "The loss with the logarithm is below −1.1 by then and goes on "
    "falling. It has no floor: if you double all outputs, it falls by ln 2 "
    "times the mean target, however wrong they were. So on raw outputs "
    "this loss says how large the output is, and not only how wrong. The "
    "squared error is 0.07 after 200 updates (lesson 08 shows how it goes "
    "on) and can never be negative.": (
        np.isclose(printed(y) - printed(2 * y), np.log(2) * T.mean())
        and ((y - T) ** 2).min() >= 0 and trained(cross_entropy)[200] < -1.1
        and np.all(np.diff(trained(cross_entropy)[-20:]) < 0)
        and np.isclose(printed(9 * y) - printed(18 * y), np.log(2) * T.mean())
        and printed(2 * T) < printed(T)
        and round(trained(squared_error)[200], 2) == 0.07
    ),
    "In lesson 08 a **softmax** stands in front of the logarithm. It turns "
    "each row into positive numbers that sum to 1, so that one of them can "
    "grow only if others shrink.": (
        np.isclose(softmax(y[None]).sum(), 1)
        and (softmax((y + [1, 0, 0])[None]) < softmax(y[None]))[0, 1:].all()
        and softmax(y[None]).min() > 0
        and np.isclose(
            softmax_cross_entropy(y[None], T[None] / T.sum())[0],
            -T / T.sum() @ np.log(softmax(y[None])[0]),
        )
    ),
    "One row has the target T = (½, ½), and the softmax gives p = (q, 1 − "
    "q). For which q is −Σ T ln p lowest, and how low is it there?": (
        np.isclose(row_loss(0.3), -np.dot([0.5, 0.5], np.log([0.3, 1 - 0.3])))
    ),
    "The slope with respect to q is −½/q + ½/(1 − q). It is 0 at q = ½, "
    "negative before and positive after, so that is the lowest point. "
    "There the loss is ln 2, about 0.69. With a softmax the loss has a "
    "floor.": (
        slopes(lambda q: row_loss(q[0]), [0.3])[0] < 0 < slopes(
            lambda q: row_loss(q[0]), [0.7]
        )[0] and row_loss(0.5) < min(row_loss(0.4), row_loss(0.6))
        and np.isclose(
            slopes(lambda q: row_loss(q[0]), [0.3])[0],
            -0.5 / 0.3 + 0.5 / 0.7,
        ) and abs(slopes(lambda q: row_loss(q[0]), [0.5])[0]) < 1e-8
        and np.isclose(row_loss(0.5), np.log(2))
    ),
}  # fmt: skip
