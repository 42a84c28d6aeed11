"""Accuracy: the share of images that are read correctly."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def accuracy(logits, digit):
    """Return the share of rows of logits whose largest entry is at digit."""
    raise NotImplementedError
'''


def accuracy(logits, digit):
    return np.mean(logits.argmax(axis=-1) == digit)


def _counted(logits, digit):
    right = 0
    for row, wanted in zip(logits, digit):
        right += int(np.argmax(row) == wanted)
    return right / len(digit)


def _largest_is_it(logits, digit):
    wanted = logits[np.arange(len(digit)), digit]
    return np.sum(wanted == logits.max(axis=1)) / len(digit)


def _along_images(logits, digit):
    guesses = logits.argmax(axis=0)
    n = min(len(guesses), len(digit))
    return np.mean(guesses[:n] == digit[:n])


def _probability_of_the_digit(logits, digit):
    p = np.exp(logits - logits.max(axis=-1, keepdims=True))
    p /= p.sum(axis=-1, keepdims=True)
    return np.mean(p[np.arange(len(digit)), digit])


def _cases(rng):
    def args(images, classes):
        digit = rng.integers(0, classes, images)
        logits = rng.normal(-3, 1, (images, classes))
        logits[np.arange(images), digit] += 1.5
        logits[0, digit[0]] += 9  # at least one right
        logits[1, digit[1]] -= 9  # and one wrong
        return logits, digit

    return [
        Case(*args(5, 4)),
        Case(*args(7, 10)),
        Case(*args(10, 10), note="as many images as digits"),
        Case(*args(300, 10), note="300 images"),
        Case(
            np.eye(6)[[2, 0, 5, 1]],
            np.array([2, 0, 5, 1]),
            note="every image right",
        ),
    ]


EXERCISE = Exercise(
    name="accuracy",
    lesson="09",
    statement="`logits` has one row an image and one column a digit; `digit` "
    "holds what the images show. Return the share of images whose largest "
    "logit stands at their digit: a number from 0 to 1.",
    starter=STARTER,
    reference=accuracy,
    accepted=[_counted, _largest_is_it],
    mistakes=[
        Mistake(
            lambda logits, digit: np.sum(logits.argmax(axis=-1) == digit),
            "You counted the images that are right and did not divide.",
            "A count looks fine until two parts of different size are "
            "compared.",
        ),
        Mistake(
            lambda logits, digit: np.mean(logits.argmax(axis=-1) != digit),
            "You returned the share of images that are wrong.",
            "That is the error rate: 1 minus the accuracy.",
        ),
        Mistake(
            _along_images,
            "You looked for the largest logit along axis 0, over the images.",
            "argmax needs the axis of the digits, the last one.",
        ),
        Mistake(
            lambda logits, digit: np.mean(logits.argmin(axis=-1) == digit),
            "You took the smallest logit.",
            "A loss wants to be small; a logit of the right digit does not.",
        ),
        Mistake(
            lambda logits, digit: np.mean(
                logits[np.arange(len(digit)), digit] > 0
            ),
            "You asked whether the logit of the right digit is positive.",
            "Only the comparison with the other logits counts: softmax does "
            "not change when the same number is added to all of them.",
        ),
        Mistake(
            _probability_of_the_digit,
            "You averaged the probability of the right digit.",
            "It is a good measure and a smoother one, but accuracy counts "
            "decisions.",
        ),
        Mistake(
            lambda logits, digit: (
                np.mean(logits.argmax(axis=-1) == digit) * 100
            ),
            "You returned a percentage.",
            "Accuracy is a share here, from 0 to 1.",
        ),
        Mistake(
            lambda logits, digit: (
                np.all(logits.argmax(axis=-1) == digit) * 1.0
            ),
            "Your answer is 1 if every image is right, and 0 otherwise.",
            "`//` drops the fraction of a share, and `np.all` asks whether "
            "all are right.",
        ),
        Mistake(
            lambda logits, digit: np.mean(logits.argmax() == digit),
            "You looked for one largest logit in the whole table.",
            "argmax without an axis counts through all entries; each image "
            "needs its own.",
        ),
        Mistake(
            lambda logits, digit: np.mean(logits.argmax(axis=-1) + 1 == digit),
            "You counted the digits from 1.",
            "Column 0 is the digit 0, so argmax is the digit as it is.",
        ),
    ],
    hints=[
        "Two steps: which digit does each row name, and how often is it the "
        "right one?",
        "`logits.argmax(axis=-1)` names a digit for every row.",
        "Compare with `==`, which gives True and False, and take the mean: "
        "True counts as 1.",
    ],
    cases=_cases,
)
