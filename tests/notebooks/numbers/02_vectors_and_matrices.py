"""What lesson 02 says of lesson 01's row."""

import numpy as np

from lesson_parts.statistics.token_row import token_row, whole_row

ROW = token_row()
MEAN = ROW.mean()
LOUD = np.where(np.arange(8) == ROW.argmax(), 3780, ROW)
WHOLE = whole_row()
LOUD_HAT = (LOUD - LOUD.mean()) / LOUD.std()

NUMBERS = {
    "mean-as-dot": {"0.64": MEAN},
    "river-predict": {"0.64 3.78": (MEAN, ROW.max())},
    "sphere-prose": {
        "3.78 3.14": (ROW.max(), ROW.max() - MEAN),
        "9.9": (ROW.max() - MEAN) ** 2,
        "0.64": MEAN,
        "3.3": 8 * MEAN**2,
    },
    "loud-predict": {
        "1.5": 3 * [ROW.var()],
        "3.78": ROW.max(),
        "2.54": (ROW.max() - MEAN) / ROW.std(),
    },
    "closing": {
        "2.65": LOUD_HAT.max(),
        "−0.38": np.median(LOUD_HAT),
        "5.71": (WHOLE.max() - WHOLE.mean()) / WHOLE.std(),
    },
}  # fmt: skip
