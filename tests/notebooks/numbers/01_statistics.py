"""What lesson 01 says of its row and of its three shapes."""

import numpy as np

from parts.statistics.explorers import SHAPES
from parts.statistics.token_row import token_row

ROW = token_row()
LARGE, REST = ROW.argmax(), np.delete(ROW, ROW.argmax())
HAT = (ROW - ROW.mean()) / ROW.std()
SMALL = np.delete(HAT, LARGE)
ALONE = (REST - REST.mean()) / REST.std()
AVERAGE = np.abs(ROW - ROW.mean()).mean()


def percent(shape):
    return 100 * np.mean(abs(SHAPES[shape]) <= 1)


NUMBERS = {
    "opening": {"0.07 −0.12 0.75 −0.12 0.74 3.78 −0.13 0.13": ROW},
    "river-predict": {"0.07 −0.12 0.75 −0.12 0.74 3.78 −0.13 0.13": ROW},
    "variance-by-hand": {"0.75 0.74": ROW[[2, 4]], "0.6375": ROW.mean()},
    "two-answers": {
        "1.2357 0.8394 1.47": (ROW.std(), AVERAGE, ROW.std() / AVERAGE),
    },
    "own-variance-predict": {"1.53": ROW.var()},
    "histogram-predict": {
        "0.13": REST.var(),
        "1.5268 0.1327": (ROW.var(), REST.var()),
        "0.64 0.19": (ROW.mean(), REST.mean()),
    },
    "standardize-by-hand": {
        "57": percent("two heaps"),
        "76": percent("lopsided"),
    },
    "large-predict": {"1.53 0.13": (ROW.var(), REST.var())},
    "closing": {
        "2.54 0.09": (HAT[LARGE], SMALL.max()),
        "2.4 −0.87 1.54": (np.ptp(ALONE), ALONE.min(), ALONE.max()),
        "0.7": np.ptp(SMALL),
        "1.2357 0.3642 3.4": (ROW.std(), REST.std(), ROW.std() / REST.std()),
    },
}  # fmt: skip
