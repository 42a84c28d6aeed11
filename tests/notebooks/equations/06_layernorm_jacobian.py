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
t = x_hat @ u / (x_hat @ x_hat)
r = u - np.mean(u) * one - t * x_hat
slope_of_var = slopes(np.var, x)
slope_of_s = slopes(lambda x: np.sqrt(np.var(x) + eps), x)


def rho(ell):
    """Return how far from the centre x̂ lies, by the layer itself."""
    return np.linalg.norm(layer.forward(ell * C @ x / np.linalg.norm(C @ x)))


def s_of(ell):
    return np.sqrt(ell**2 / N + eps)


rho_slope, s_slope = slopes(rho, ell).item(), slopes(s_of, ell).item()
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
    r"""\begin{aligned}
    2 s\,s' &= \frac{2\ell}{N}, \quad\text{so}\quad s' = \frac{\ell}{N s}
    && \text{square rule} \\
    \rho' s + \rho\,\frac{\ell}{N s} &= 1
    && \text{product rule} \\
    \rho' &= \frac{1}{s}\left(1 - \frac{\ell^2}{N s^2}\right)
    && \text{solve for it; } \rho = \ell/s \\
    &= \frac{s^2 - \sigma^2}{s^3} = \frac{\varepsilon}{s^3}
    && \ell^2 = N\sigma^2
    \end{aligned}""": [
        (2 * s * s_slope, 2 * ell / N),
        (s_slope, ell / (N * s)),
        (rho_slope * s + rho(ell) * ell / (N * s), 1),
        (rho_slope, (1 - ell**2 / (N * s**2)) / s, (s**2 - var) / s**3,
         eps / s**3),
        (ell**2, N * var),
    ],
    r"u = \operatorname{mean}(u)\,\mathbf{1} + t\,\hat{x} + r": [
        (u, np.mean(u) * one + t * x_hat + r),
        ([r @ one, r @ x_hat], [0, 0]),
    ],
    r"""J u = 0 \cdot \operatorname{mean}(u)\,\mathbf{1}
    \;+\; \frac{\varepsilon}{s^3}\; t\,\hat{x}
    \;+\; \frac{1}{s}\; r""": [
        (J @ u, eps / s**3 * t * x_hat + r / s),
    ],
    r"""J u = \frac{1}{s}\left(C u - \frac{\sigma^2}{s^2}\;
    \hat{x}\,\frac{\hat{x}^\top u}{\hat{x}^\top \hat{x}}\right)""": [
        (J @ u, (C @ u - var / s**2 * x_hat * (x_hat @ u)
                 / (x_hat @ x_hat)) / s),
    ],
    r"""J u = \frac{1}{s}\Bigl(u - \operatorname{mean}(u)
    - \hat{x}\,\operatorname{mean}(\hat{x} \circ u)\Bigr)""": [
        (J @ u, (u - np.mean(u) - x_hat * np.mean(x_hat * u)) / s),
    ],
    r"""s\,J u + \hat{x}\,\operatorname{mean}(\hat{x} \circ u)
    = u - \operatorname{mean}(u)""": [
        (s * J @ u + x_hat * np.mean(x_hat * u), u - np.mean(u)),
    ],
    r"""\frac{\partial \mu}{\partial x_j}
    = \frac{1}{N}\,\frac{\partial}{\partial x_j}
    (x_0 + x_1 + \dots + x_{N-1}) = \frac{1}{N}""": [
        (slopes(np.mean, x), slopes(sum, x) / N, one / N),
    ],
    r"""\frac{\partial (x_i - \mu)}{\partial x_j}
    = \delta_{ij} - \frac{1}{N}""": [
        (slopes(lambda x: x - np.mean(x), x), delta - 1 / N),
    ],
    r"""\begin{aligned}
    \frac{\partial \sigma^2}{\partial x_j}
    &= \frac{1}{N}\sum_k 2\,(x_k - \mu)\left(\delta_{kj} - \frac{1}{N}\right)
    && \text{square rule} \\
    &= \frac{2}{N}\sum_k (x_k - \mu)\,\delta_{kj}
     - \frac{2}{N^2}\sum_k (x_k - \mu)
    && \text{split} \\
    &= \frac{2}{N}(x_j - \mu)
    && \text{see below}
    \end{aligned}""": [
        (slope_of_var,
         [sum(2 * (x[k] - mu) * (delta[k, j] - 1 / N) for k in range(N)) / N
          for j in range(N)],
         2 / N * (x - mu) @ delta - 2 / N**2 * sum(x - mu),
         2 / N * (x - mu)),
    ],
    r"""\begin{aligned}
    2s\,\frac{\partial s}{\partial x_j} &= \frac{2}{N}(x_j - \mu)
    && \text{square rule; step 3} \\
    \frac{\partial s}{\partial x_j} &= \frac{1}{N}\cdot\frac{x_j - \mu}{s}
     = \frac{\hat{x}_j}{N}
    && \text{divide by } 2s
    \end{aligned}""": [
        (2 * s * slope_of_s, 2 / N * (x - mu)),
        (slope_of_s, (x - mu) / s / N, x_hat / N),
    ],
    r"""\begin{aligned}
    \frac{\partial \hat{x}_i}{\partial x_j}\, s
     + \hat{x}_i\,\frac{\hat{x}_j}{N} &= \delta_{ij} - \frac{1}{N}
    && \text{product rule} \\
    \frac{\partial \hat{x}_i}{\partial x_j}
    &= \frac{1}{s}\left(\delta_{ij} - \frac{1}{N}
     - \frac{\hat{x}_i\,\hat{x}_j}{N}\right)
    && \text{solve for it}
    \end{aligned}""": [
        (J * s + np.outer(x_hat, x_hat) / N, delta - 1 / N),
        (J, (delta - 1 / N - np.outer(x_hat, x_hat) / N) / s),
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
