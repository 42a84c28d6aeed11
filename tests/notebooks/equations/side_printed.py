"""The equations of the page on what is printed."""

import numpy as np

from course_lib.evidence import central_differences as slopes
from course_lib.layers import softmax, softmax_cross_entropy

x = np.array([3.16, 0.61, 1.87, -0.4])
N, mu, sigma = 4, np.mean(x), np.std(x)
x_hat = (x - mu) / sigma
printed = N * sigma * slopes(lambda x: (x - np.mean(x)) / np.std(x), x)
products = np.outer(x - mu, x - mu)
off = ~np.eye(N, dtype=bool)
right = -1 - products / sigma**2


dy, hats = np.random.default_rng(5).normal(size=(2, 3, 4))
gamma, beta = np.array([2.0, 1, -1, 3]), np.array([0.5, 0, 3, 1])

m, n = 3, 4
Y, T = np.random.default_rng(1).uniform(0.2, 1, size=(2, m, n))
P = T / T.sum(1, keepdims=True)

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
    # In a line of prose.
    r"\partial L/\partial\gamma_j = \sum_t dy_{tj}\,\hat{x}_{tj}": [
        (
            slopes(lambda g: np.sum(dy * (g * hats + beta)), gamma)[1],
            sum(dy[t, 1] * hats[t, 1] for t in range(3)),
        )
    ],
    r"\sum_t dy_{tj}\,y_{tj} = \gamma_j \sum_t dy_{tj}\,\hat{x}_{tj}"
    r" + \beta_j \sum_t dy_{tj}": [
        (
            np.sum(dy * (gamma * hats + beta), 0),
            gamma * np.sum(dy * hats, 0) + beta * np.sum(dy, 0),
        )
    ],
    # As text B prints it: its slope is the one that it prints; what it lacks
    # as a loss is shown on the page.
    r"""L = \frac{\sum_{ti} T_{ti} \ln Y_{ti}}{mn}, \qquad
    \frac{\partial L}{\partial Y} = \frac{T}{mn\,Y}""": [
        (
            slopes(lambda Y: np.sum(T * np.log(Y)) / (m * n), Y),
            T / (m * n * Y),
        ),
    ],
    r"-\sum T \ln Y": [
        (softmax_cross_entropy(Y, P)[0], -np.sum(P * np.log(softmax(Y))) / m)
    ],
}  # fmt: skip
