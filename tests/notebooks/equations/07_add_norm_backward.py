"""The equations of lesson 07."""

import numpy as np
from slopes import slopes

from course_lib.layers import LayerNorm

tokens, N, eps = 3, 4, 0.3
draw = np.random.default_rng(7)
x, dx_hat = draw.normal(size=(2, N))
X, dY = draw.normal(size=(2, tokens, N))
gamma, beta = draw.normal(size=(2, N))
mu, var = np.mean(x), np.var(x)
s = np.sqrt(var + eps)
x_hat = (x - mu) / s
J = slopes(LayerNorm(N, eps=eps).forward, x)
wanted = dx_hat @ J
X_hat = LayerNorm(N, eps=eps).forward(X)


def loss(X_hat=X_hat, gamma=gamma, beta=beta):
    return np.sum(dY * (gamma * X_hat + beta))


EQUATIONS = {
    r"""\begin{aligned}
    dx_j &= \sum_i d\hat{x}_i\,\frac{1}{s}\left(\delta_{ij} - \frac{1}{N}
     - \frac{\hat{x}_i\hat{x}_j}{N}\right)
    && \text{chain rule, with J} \\
    &= \frac{1}{s}\left(d\hat{x}_j
     - \frac{1}{N}\sum_i d\hat{x}_i
     - \hat{x}_j\,\frac{1}{N}\sum_i d\hat{x}_i\,\hat{x}_i\right)
    && \text{split the sum}
    \end{aligned}""": [
        (wanted,
         [sum(dx_hat[i] / s * ((i == j) - 1 / N - x_hat[i] * x_hat[j] / N)
              for i in range(N)) for j in range(N)],
         (dx_hat - sum(dx_hat) / N - x_hat * sum(dx_hat * x_hat) / N) / s),
    ],
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
