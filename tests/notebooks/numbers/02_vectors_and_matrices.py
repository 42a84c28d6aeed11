"""The numbers in the prose of lesson 02."""

import numpy as np

V, W = np.array([1, 2, 3]), np.array([4, 5, 6])
X = np.array([2, 4, 6, 8, 10])
Z = np.array([4, 1])

NUMBERS = [
    ("= [1+4, 2+5, 3+6] = [{}, {}, {}]", tuple(V + W)),
    ("2 · [1, 2, 3] = [{}, {}, {}]", tuple(2 * V)),
    ("1·4 + 2·5 + 3·6 = {} + {} + {} = **{}**", (*(V * W), V @ W)),
    ("Both entries of the shadow are {}: the mean of 3 and 4",
     np.mean([3, 4])),
    ("= {}/5 = **{}**, the mean", (X.sum(), X.mean())),
    ("for x = (4, 1), with mean {}: 16 + 1 = {}", (Z.mean(), Z @ Z)),
    ("2 · {} + ({} + {}) = {} + {} = {}",
     (Z.mean() ** 2, *(Z - Z.mean()) ** 2, 2 * Z.mean() ** 2, 2 * Z.var(),
      Z @ Z)),
    ("Length √16 = {} and dot product", 16**0.5),
]  # fmt: skip
