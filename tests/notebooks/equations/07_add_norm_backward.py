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


def by_parts(mu, var):
    """Return the loss as mu and var reach it through x̂, x held."""
    return np.sum(dx_hat * (x - mu) / np.sqrt(var + eps))


dvar = slopes(lambda var: by_parts(mu, var), var).item()
# mu reaches the loss on its own and through the variance.
dmu = slopes(lambda mu: by_parts(mu, np.mean((x - mu) ** 2)), mu).item()


scaled = LayerNorm(N, eps=eps)
scaled.gamma[:], scaled.beta[:] = gamma, beta

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
    r"""\begin{aligned}
    \text{dvar} &= -\frac{1}{2 s^3}\sum_i d\hat{x}_i\,(x_i - \mu)
     = -\frac{1}{2 s^2}\sum_i d\hat{x}_i\,\hat{x}_i \\
    \text{dmean} &= -\frac{1}{s}\sum_i d\hat{x}_i
     - \frac{2\,\text{dvar}}{N}\sum_i (x_i - \mu) \\
    dx_j &= \frac{d\hat{x}_j}{s} + \text{dvar}\,\frac{2(x_j - \mu)}{N}
     + \frac{\text{dmean}}{N}
    \end{aligned}""": [
        (dvar, -sum(dx_hat * (x - mu)) / (2 * s**3),
         -sum(dx_hat * x_hat) / (2 * s**2)),
        (dmu, -sum(dx_hat) / s - 2 * dvar / N * sum(x - mu)),
        (wanted, dx_hat / s + dvar * 2 * (x - mu) / N + dmu / N),
    ],
}  # fmt: skip
