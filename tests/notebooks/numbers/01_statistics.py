"""What lesson 01 says of its row and of its three shapes."""

import numpy as np

from lesson_parts.statistics.explorers import SHAPES
from lesson_parts.statistics.token_row import token_row, whole_row

ROW = token_row()
LARGE, REST = ROW.argmax(), np.delete(ROW, ROW.argmax())
HAT = (ROW - ROW.mean()) / ROW.std()
SMALL = np.delete(HAT, LARGE)
ALONE = (REST - REST.mean()) / REST.std()
WHOLE = whole_row()
OTHERS = np.delete(WHOLE, 157)
FIVE = np.array([2, 4, 6, 8, 10])


def share(row):
    """Return the share of a row's variance that its largest feature makes."""
    return (row.max() - row.mean()) ** 2 / len(row) / row.var()


def against_average(numbers):
    return numbers.std() / np.abs(numbers - numbers.mean()).mean()


def percent(shape):
    return 100 * np.mean(abs(SHAPES[shape]) <= 1)


NUMBERS = {
    "opening": {"0.07 −0.12 0.75 −0.12 0.74 3.78 −0.13 0.13": ROW},
    "river-predict": {"0.07 −0.12 0.75 −0.12 0.74 3.78 −0.13 0.13": ROW},
    "variance-by-hand": {
        "0.75 0.74": ROW[[2, 4]],
        "0.6375": ROW.mean(),
        "2 4 6 8 10 −4 −2 0 2 4 16 4 0 4 16": (
            *FIVE, *(FIVE - FIVE.mean()), *(FIVE - FIVE.mean()) ** 2
        ),
    },
    "two-answers": {
        "1.47": against_average(ROW),
        "3.08": against_average(np.eye(37)[0]),
    },
    "own-variance-read": {"0.13 1.53": (REST.var(), ROW.var())},
    "whole-row-predict": {
        "2.54 0.09": (HAT[LARGE], SMALL.max()),
        "2.4 −0.87 1.54 0.7": (
            np.ptp(ALONE), ALONE.min(), ALONE.max(), np.ptp(SMALL)
        ),
        "1.2357 0.3642 3.4": (ROW.std(), REST.std(), ROW.std() / REST.std()),
        "−2.1 2.1": (np.floor(OTHERS.min() * 10) / 10,
                     np.ceil(OTHERS.max() * 10) / 10),
    },
    "histogram-predict": {
        "5.71": (WHOLE.max() - WHOLE.mean()) / WHOLE.std(),
        "81": 100 * share(ROW),
        "8": 100 * share(WHOLE),
        "0.66 1.24": (WHOLE.std(), ROW.std()),
    },
    "variance-derivation-text": {
        "57": percent("two heaps"),
        "76": percent("lopsided"),
    },
}  # fmt: skip
