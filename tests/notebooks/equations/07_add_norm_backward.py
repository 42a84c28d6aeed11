"""The equations of lesson 07."""

import numpy as np

from course_lib.evidence import central_differences as slopes
from course_lib.layers import LayerNorm

tokens, N, eps = 3, 4, 0.3
draw = np.random.default_rng(7)
X, dY = draw.normal(size=(2, tokens, N))
gamma, beta = draw.normal(size=(2, N))
X_hat = LayerNorm(N, eps=eps).forward(X)


def loss(X_hat=X_hat, gamma=gamma, beta=beta):
    return np.sum(dY * (gamma * X_hat + beta))


EQUATIONS = {
    r"""\begin{aligned}
    d\beta_j &= \sum_t dy_{tj}
    && \partial y_{tj}/\partial\beta_j = 1 \\
    d\gamma_j &= \sum_t dy_{tj}\,\hat{x}_{tj}
    && \partial y_{tj}/\partial\gamma_j = \hat{x}_{tj} \\
    d\hat{x}_{tj} &= dy_{tj}\,\gamma_j
    && \partial y_{tj}/\partial\hat{x}_{tj} = \gamma_j
    \end{aligned}""": [
        (slopes(lambda beta: loss(beta=beta), beta),
         sum(dY[t] for t in range(tokens))),
        (slopes(lambda gamma: loss(gamma=gamma), gamma),
         sum(dY[t] * X_hat[t] for t in range(tokens))),
        (slopes(lambda X_hat: loss(X_hat=X_hat), X_hat), dY * gamma),
    ],
}  # fmt: skip
