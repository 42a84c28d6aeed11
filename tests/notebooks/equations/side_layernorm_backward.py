"""The equations of the page on LayerNorm's backward pass."""

import numpy as np

from course_lib.evidence import central_differences as slopes
from course_lib.layers import LayerNorm

tokens, N, eps = 3, 4, 0.3
draw = np.random.default_rng(7)
x, dy, dx_hat = draw.normal(size=(3, N))
X, dY = draw.normal(size=(2, tokens, N))
gamma, beta = draw.normal(size=(2, N))
mu, var = np.mean(x), np.var(x)
s = np.sqrt(var + eps)
x_hat = (x - mu) / s
wanted = dx_hat @ slopes(LayerNorm(N, eps=eps).forward, x)
X_hat = LayerNorm(N, eps=eps).forward(X)
layer = LayerNorm(N, eps=eps)
layer.gamma[:], layer.beta[:] = gamma, beta


def loss(gamma=gamma, beta=beta):
    return np.sum(dY * (gamma * X_hat + beta))


def by_parts(mu, var):
    """Return the loss as mu and var reach it through x̂, x held."""
    return np.sum(dx_hat * (x - mu) / np.sqrt(var + eps))


dvar = slopes(lambda var: by_parts(mu, var), var).item()
# mu reaches the loss on its own and through the variance.
dmu = slopes(lambda mu: by_parts(mu, np.mean((x - mu) ** 2)), mu).item()


EQUATIONS = {
    r"""s = \sqrt{\sigma^2 + \varepsilon}, \qquad
    \hat{x} = \frac{x - \mu}{s}, \qquad
    y = \gamma \circ \hat{x} + \beta""": [
        (layer.forward(x), gamma * x_hat + beta),
        (layer.x_hat, x_hat),
        (1 / layer.rstd[0], s),
    ],
    r"""d\hat{x} = \gamma \circ dy, \qquad
    dx = \frac{1}{s}\Bigl(d\hat{x} - \operatorname{mean}(d\hat{x})
    - \hat{x}\,\operatorname{mean}(d\hat{x} \circ \hat{x})\Bigr)""": [
        (slopes(lambda x_hat: dy @ (gamma * x_hat + beta), x_hat), gamma * dy),
        (wanted, (dx_hat - np.mean(dx_hat)
                  - x_hat * np.mean(dx_hat * x_hat)) / s),
    ],
    r"""d\gamma = \sum_{\text{tokens}} dy \circ \hat{x}, \qquad
    d\beta = \sum_{\text{tokens}} dy""": [
        (slopes(lambda gamma: loss(gamma=gamma), gamma),
         sum(dY[t] * X_hat[t] for t in range(tokens))),
        (slopes(lambda beta: loss(beta=beta), beta),
         sum(dY[t] for t in range(tokens))),
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
