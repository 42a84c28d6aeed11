"""The equations of the page on the printed entries."""

import numpy as np
from slopes import slopes

x = np.array([3.16, 0.61, 1.87, -0.4])
N, mu, sigma = 4, np.mean(x), np.std(x)
x_hat = (x - mu) / sigma
printed = N * sigma * slopes(lambda x: (x - np.mean(x)) / np.std(x), x)
products = np.outer(x - mu, x - mu)
off = ~np.eye(N, dtype=bool)
right = -1 - products / sigma**2

EQUATIONS = {
    # The first entry is wrong in print; the other equation says by how much.
    r"""\mathcal{J}_{ij} = -\frac{1 + (x_i-\mu)(x_j-\mu)}{\sigma^2}
    \ (i \neq j), \qquad
    \mathcal{J}_{ii} = N - 1 - \frac{(x_i-\mu)^2}{\sigma^2}, \qquad
    \mathcal{J} = N I - \mathbf{1}\mathbf{1}^\top - \hat{x}\hat{x}^\top""": [
        (np.diag(printed), N - 1 - (x - mu) ** 2 / sigma**2),
        (printed, N * np.eye(N) - 1 - np.outer(x_hat, x_hat)),
    ],
    r"""\text{right: } -1 - \frac{(x_i-\mu)(x_j-\mu)}{\sigma^2}
    \qquad
    \text{printed} - \text{right} = 1 - \frac{1}{\sigma^2}""": [
        (printed[off], right[off]),
        ((-(1 + products) / sigma**2 - right)[off],
         np.full(off.sum(), 1 - 1 / sigma**2)),
    ],
}  # fmt: skip
