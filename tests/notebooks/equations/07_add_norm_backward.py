"""The equations of lesson 07."""

import numpy as np

from course_lib.evidence import central_differences as slopes
from course_lib.layers import LayerNorm

tokens, N, eps = 3, 4, 0.3
draw = np.random.default_rng(7)
x, dx_hat, u = draw.normal(size=(3, N))
X, dY = draw.normal(size=(2, tokens, N))
gamma, beta = draw.normal(size=(2, N))
mu, var = np.mean(x), np.var(x)
s = np.sqrt(var + eps)
x_hat = (x - mu) / s
J = slopes(LayerNorm(N, eps=eps).forward, x)
X_hat = LayerNorm(N, eps=eps).forward(X)


def loss(X_hat=X_hat, gamma=gamma, beta=beta):
    return np.sum(dY * (gamma * X_hat + beta))


EQUATIONS = {
    r"""\begin{aligned}
    d\hat{x} \cdot J u &= \frac{1}{s}\Bigl(d\hat{x} \cdot u
     - \operatorname{mean}(u) \sum_i d\hat{x}_i
     - \operatorname{mean}(\hat{x} \circ u) \sum_i d\hat{x}_i\,\hat{x}_i\Bigr)
    && \text{the line for } J u \\
    &= \frac{1}{s}\Bigl(d\hat{x} \cdot u
     - \operatorname{mean}(d\hat{x}) \sum_i u_i
     - \operatorname{mean}(d\hat{x} \circ \hat{x}) \sum_i \hat{x}_i\,u_i\Bigr)
    && \text{a sum is } N \text{ means} \\
    &= \frac{1}{s}\Bigl(d\hat{x} - \operatorname{mean}(d\hat{x})
     - \hat{x}\,\operatorname{mean}(d\hat{x} \circ \hat{x})\Bigr) \cdot u
    && \text{take out } u
    \end{aligned}""": [
        (dx_hat @ J @ u,
         (dx_hat @ u - np.mean(u) * sum(dx_hat)
          - np.mean(x_hat * u) * sum(dx_hat * x_hat)) / s,
         (dx_hat @ u - np.mean(dx_hat) * sum(u)
          - np.mean(dx_hat * x_hat) * sum(x_hat * u)) / s,
         (dx_hat - np.mean(dx_hat)
          - x_hat * np.mean(dx_hat * x_hat)) @ u / s),
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
