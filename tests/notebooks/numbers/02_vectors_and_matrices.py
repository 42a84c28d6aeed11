"""What lesson 02 says of lesson 01's row."""

import numpy as np

from lesson_parts.statistics.token_row import token_row, whole_row

ROW = token_row()
MEAN = ROW.mean()
LOUD = np.where(np.arange(8) == ROW.argmax(), 3780, ROW)
WHOLE = whole_row()
LOUD_HAT = (LOUD - LOUD.mean()) / LOUD.std()

NUMBERS = {
    "shadow-rule": {"0.64": MEAN},
    "river-predict": {"0.64 15.47": (MEAN, ROW @ ROW)},
    "sphere-prose": {"3.3": 8 * MEAN**2},
    "loud-predict": {
        "1.5": ROW.var(),
        "3.78": ROW.max(),
        "2.54": (ROW.max() - MEAN) / ROW.std(),
    },
    "closing": {
        "2.65": LOUD_HAT.max(),
        "−0.38": np.median(LOUD_HAT),
        "5.71": (WHOLE.max() - WHOLE.mean()) / WHOLE.std(),
    },
}  # fmt: skip
