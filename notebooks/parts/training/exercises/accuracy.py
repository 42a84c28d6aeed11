"""Accuracy: the share of images that are read correctly."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def accuracy(logits, digit):
    """Return the share of rows of logits whose largest entry is at digit."""
    return np.mean(logits.argmax(axis=-1) == digit)


def _counted(logits, digit):
    right = 0
    for row, wanted in zip(logits, digit):
        right += int(np.argmax(row) == wanted)
    return right / len(digit)


def _largest_is_it(logits, digit):
    wanted = logits[np.arange(len(digit)), digit]
    return np.sum(wanted == logits.max(axis=1)) / len(digit)


def _cases(rng):
    def args(images, classes):
        digit = rng.integers(0, classes, images)
        logits = rng.normal(-3, 1, (images, classes))
        logits[np.arange(images), digit] += 1.5
        logits[0, digit[0]] += 9  # right, and the largest of all
        logits[1] = np.linspace(1, 2, classes)
        logits[1, digit[1]] = 0.5  # wrong, and above 0
        return logits, digit

    square, digit = args(12, 12)
    square[digit[:8], np.arange(8)] += 15  # columns that axis 0 gets right
    return [
        Case(*args(5, 4)),
        Case(*args(7, 10)),
        Case(square, digit, note="as many images as columns"),
        Case(*args(300, 10), note="300 images"),
        Case(
            np.eye(6)[[2, 0, 5, 1]],
            np.array([2, 0, 5, 1]),
            note="every image right",
        ),
    ]


IS_RIGHT = "logits.argmax(axis=-1) == digit"
MEAN = f"np.mean({IS_RIGHT})"

EXERCISE = Exercise(
    lesson="09",
    statement="`logits` has one row an image and one column a digit; `digit` "
    "holds what the images show. Return the share of images whose largest "
    "logit stands at their digit: a number from 0 to 1.",
    reference=accuracy,
    accepted=[_counted, _largest_is_it],
    mistakes={
        "np.mean → np.sum": "You counted the images that are right and did "
        "not divide. A count looks fine until two parts of different size are "
        "compared.",
        "== → !=": "You returned the share of images that are wrong. That is "
        "the error rate: 1 minus the accuracy.",
        "axis=-1 → axis=0": "You looked for the largest logit along axis 0, "
        "over the images. argmax needs the axis of the digits, the last one.",
        "argmax → argmin": "You took the smallest logit. A loss wants to be "
        "small; a logit of the right digit does not.",
        f"{IS_RIGHT} → logits[np.arange(len(digit)), digit] > 0": "You asked "
        "whether the logit of the right digit is positive. Only the "
        "comparison with the other logits counts: softmax does not change "
        "when the same number is added to all of them.",
        f"{IS_RIGHT} → "
        "(np.exp(logits) / np.exp(logits).sum(axis=-1, "
        "keepdims=True))[np.arange(len(digit)), digit]": "You averaged the "
        "probability of the right digit. It is a good measure and a smoother "
        "one, but accuracy counts decisions.",
        "return → return 100 *": "You returned a percentage. Accuracy is a "
        "share here, from 0 to 1.",
        "np.mean → np.all": "Your answer is 1 if every image is right, and 0 "
        "otherwise. `//` drops the fraction of a share, and `np.all` asks "
        "whether all are right.",
        "axis=-1 → ": "You looked for one largest logit in the whole table. "
        "argmax without an axis counts through all entries; each image needs "
        "its own.",
        "== digit → + 1 == digit": "You counted the digits from 1. Column 0 "
        "is the digit 0, so argmax is the digit as it is.",
        "argmax → max": "You compared the largest logit itself with the "
        "digit. `max` gives the number, `argmax` the column where it stands.",
        f"{MEAN} → sum(({IS_RIGHT})[:-1]) / len(digit)": "You left out the "
        "last image. `range(len(digit) - 1)` ends one early: a range already "
        "leaves out its end.",
    },
    hints=[
        "Two steps: which digit does each row name, and how often is it the "
        "right one?",
        "`argmax` finds where the largest entry stands. Along which axis does "
        "it name a digit for every row?",
        "Compare these digits with `digit`: an array of True and False. True "
        "counts as 1, so one more function makes a share of it.",
    ],
    cases=_cases,
)
