"""What lesson 02 says in words."""

import numpy as np

from course_lib.layers import LayerNorm
from parts.statistics.token_row import token_row

row = token_row()
N = len(row)
C = np.eye(N) - np.ones((N, N)) / N
mean_part, centred = row - C @ row, C @ row
length = np.linalg.norm
normed = LayerNorm(N).forward(row)
quiet = LayerNorm(N).forward(row / 1000)
loud = LayerNorm(N, eps=0).forward(np.where(row > 3, 1e6 * row, row))
layer = LayerNorm(N, eps=0)
layer.gamma[:], layer.beta[:] = 2, 3
scaled = layer.forward(row)
A, B = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)

CLAIMS = {
    "it takes the mean part away, and twice is the same as once": (
        np.allclose(C @ C, C) and np.allclose(C @ row, row - mean_part)
    ),
    "it is half as long as [2, 3] and points the opposite way": (
        length(-0.5 * np.array([2, 3])) == length([2, 3]) / 2
    ),
    "The length is √(9 + 16) = 5": length([3, 4]) == 5,
    "Only [−4, 3] is orthogonal to [3, 4], because −12 + 12 = 0": (
        np.dot([-4, 3], [3, 4]) == 0
    ),
    r"So the shadow of x on the line along **1** is $\mu\mathbf{1}$, a vector "
    "in which every entry is the mean": np.allclose(mean_part, row.mean()),
    "Entry i, j of the product is the dot product of row i of the first "
    "matrix with column j of the second": (A @ B)[1, 2] == A[1] @ B[:, 2],
    "So a row of the first must be as long as a column of the second": (
        len(A[0]) == len(B[:, 0])
    ),
    "shape (p, q) times shape (q, r) gives shape (p, r)": (
        (A @ B).shape == (2, 4)
    ),
    "so C stands on the right": np.allclose(
        (A @ C[:3, :3])[0], A[0] @ C[:3, :3]
    ),
    "its mean part $\\mu\\mathbf{1}$, which lies along **1**, and its "
    "**centred part** $Cx$, which is orthogonal to **1**": (
        np.ptp(mean_part) < 1e-12 and abs(centred.sum()) < 1e-12
    ),
    "For N = 2 it is only two points, (1, −1) and (−1, 1): no others have "
    "mean 0 and length √2": {
        tuple(LayerNorm(2, eps=0).forward(np.array(pair)))
        for pair in ([1.0, 0], [0, 3], [-5, -2], [7, 4])
    }
    == {(1, -1), (-1, 1)},
    "First x drops along **1** onto the plane": abs(centred.sum()) < 1e-12,
    "until its length is √3": np.isclose(
        length(LayerNorm(3, eps=0).forward(np.array([1.0, 2, 6]))), 3**0.5
    ),
    "σ² is a millionth of 1.5, smaller than ε, so the layer divides by far "
    "more than σ": (
        np.isclose((row / 1000).var(), 1.5e-6, rtol=0.05)
        and (row / 1000).var() < LayerNorm(N).eps
        and length(quiet) < length(normed) / 2
    ),
    "It becomes 2.65, hardly more than before": np.isclose(
        loud.max(), 2.65, atol=0.005
    )
    and normed.max() < loud.max() < normed.max() + 0.2,
    "is √8 = 2.83 and no more": length(normed) < 8**0.5 < 2.83,
    "a shadow is never longer than what casts it": (
        length(mean_part) <= length(row)
    ),
    "why the entry cannot pass √7 = 2.6458": np.isclose(
        7**0.5, 2.6458, atol=5e-5
    ),
    "LayerNorm projects x onto the plane orthogonal to **1** and then makes "
    "its length √N": np.isclose(length(loud), N**0.5),
    "Length √16 = 4 and dot product 0": np.isclose(
        length(LayerNorm(16, eps=0).forward(np.arange(16.0))), 4
    ),
    "Without ε, and before the layer scales and shifts the result": (
        np.isclose(length(layer.x_hat), N**0.5)
        and not np.isclose(length(scaled), N**0.5)
        and np.allclose(scaled, 2 * layer.x_hat + 3)
        and length(normed) < N**0.5
    ),
}
