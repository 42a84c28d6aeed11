"""The equations of lesson 06."""

import numpy as np

from course_lib.evidence import central_differences as slopes
from course_lib.layers import LayerNorm

N, eps = 4, 0.3
x, u = np.random.default_rng(6).normal(size=(2, N))
one, delta = np.ones(N), np.eye(N)
C = delta - np.outer(one, one) / N
mu = sum(x[k] for k in range(N)) / N
var = sum((x[k] - mu) ** 2 for k in range(N)) / N
s = np.sqrt(var + eps)
x_hat = (x - mu) / s
layer = LayerNorm(N, eps=eps)
J = slopes(layer.forward, x)
ell = np.linalg.norm(C @ x)


def rho(ell):
    """Return how far from the centre x̂ lies, by the layer itself."""
    return np.linalg.norm(layer.forward(ell * C @ x / np.linalg.norm(C @ x)))


layer.forward(x)


d_x_hat = np.array([0.3, -1.2, 0.7, 2.0])

EQUATIONS = {
    r"""\mu = \frac{1}{N}\sum_k x_k, \qquad
    \sigma^2 = \frac{1}{N}\sum_k (x_k - \mu)^2, \qquad
    s = \sqrt{\sigma^2 + \varepsilon}, \qquad
    \hat{x}_i = \frac{x_i - \mu}{s}""": [
        (layer.mean[0], mu),
        (layer.var[0], var),
        (1 / layer.rstd[0], s),
        (layer.x_hat, x_hat),
    ],
    r"""\rho(\ell) = \frac{\ell}{s}
    = \frac{\ell}{\sqrt{\ell^2/N + \varepsilon}}
    = \frac{\sqrt{N}\,\ell}{\sqrt{\ell^2 + N\varepsilon}}""": [
        (rho(ell), ell / s, ell / np.sqrt(ell**2 / N + eps),
         np.sqrt(N) * ell / np.sqrt(ell**2 + N * eps)),
    ],
    r"""J u = \frac{1}{s}\Bigl(u - \operatorname{mean}(u)
    - \hat{x}\,\operatorname{mean}(\hat{x} \circ u)\Bigr)""": [
        (J @ u, (u - np.mean(u) - x_hat * np.mean(x_hat * u)) / s),
    ],
    r"""J_{ij} = \frac{1}{N s}
    \left(N\delta_{ij} - 1 - \hat{x}_i\,\hat{x}_j\right)""": [
        (J, (N * delta - 1 - np.outer(x_hat, x_hat)) / (N * s)),
    ],
    r"""J = \frac{1}{s}\left(I - \frac{1}{N}\mathbf{1}\mathbf{1}^\top
      - \frac{1}{N}\hat{x}\hat{x}^\top\right)""": [
        (J, (delta - np.outer(one, one) / N - np.outer(x_hat, x_hat) / N) / s),
    ],
    # In a line of prose.
    r"dx_j = \sum_i d\hat{x}_i \, J_{ij}": [
        (
            slopes(lambda x: d_x_hat @ layer.forward(x), x)[2],
            sum(d_x_hat[i] * J[i, 2] for i in range(N)),
        )
    ],
    r"\sigma^2 = \frac{1}{N}\sum_k (x_k - \mu)^2": [(np.var(x), var)],
    r"\hat{x}_i\,s = x_i - \mu": [
        (LayerNorm(N, eps=eps).forward(x) * s, x - mu)],
}  # fmt: skip
