"""The caption of the side page on a scale for each token."""

import numpy as np

ROW, COLUMN = np.array([1, 2, 3, 4]), np.array([[5], [6], [7]])
TABLE = np.broadcast_shapes(ROW.shape, COLUMN.shape)

CAPTIONS = {
    "two-shapes": [
        ("{} ways to fill a table of {} tokens and {} features with scales",
         2, *TABLE),
        ("The row {}, {}, {}, {} of shape ({},) is repeated downwards, so "
         "each column has one scale", *ROW, *ROW.shape,
         (np.ptp(np.broadcast_to(ROW, TABLE), axis=0) == 0).all()),
        ("The column {}, {}, {} of shape ({}, {}) is repeated to the right, "
         "so each row has one", *COLUMN.ravel(), *COLUMN.shape,
         (np.ptp(np.broadcast_to(COLUMN, TABLE), axis=1) == 0).all()),
    ],
}  # fmt: skip
