"""The caption of the side page on the documents' printed entries."""

import numpy as np

INDIA = np.array([0.6, 2.3, 1.2, 2.7])


def too_large(std):
    """Return the printed entry minus the right one, of India's shape."""
    away = (INDIA - INDIA.mean()) / INDIA.std() * std
    product = away[0] * away[1]
    return (-1 - product / std**2) * -1 - (1 + product) / std**2


CAPTIONS = {
    "printed-form-picture": [
        ("off the diagonal are too large, {} − {}/σ², against σ: far below "
         "{} for a small σ, {} at σ = {}, and towards {} for a large one",
         1, 1, 0, too_large(1), 1, too_large(1000), too_large(0.4) < -5,
         np.isclose(too_large(3), 1 - 1 / 9)),
        ("The token India, with σ = {}, lies at {}.",
         INDIA.std(), too_large(INDIA.std())),
    ],
}  # fmt: skip
