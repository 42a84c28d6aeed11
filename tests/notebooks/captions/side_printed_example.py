"""The caption of the side page on the document's example."""

import numpy as np

INDIA, F_INDIA = np.array([[0.1, 1.3, 0.4, 1.5], [0.5, 1.0, 0.8, 1.2]])
SUM = INDIA + F_INDIA
NORMED = (SUM - SUM.mean()) / SUM.std()
AFTER = (INDIA - INDIA.mean()) / INDIA.std() + F_INDIA

CAPTIONS = {
    "bracket-tried": [
        ("India's {} features under both readings", len(INDIA)),
        ("LayerNorm of the sum has mean {} and standard deviation {}.",
         NORMED.mean(), NORMED.std()),
        ("With f(x) added after the norm, the mean is {} and the standard "
         "deviation {}, because the sum itself is never normalized",
         AFTER.mean(), AFTER.std()),
    ],
}  # fmt: skip
