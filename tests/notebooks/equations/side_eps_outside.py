"""The equations of the page on the place of ε."""

import numpy as np

from course_lib.evidence import central_differences as slopes
from course_lib.layers import LayerNorm

x, eps, N = np.array([3.16, 0.61, 1.87]), 0.1, 3
mu, sigma = np.mean(x), np.std(x)
t = sigma + eps
x_hat = (x - mu) / t
J = slopes(lambda x: (x - np.mean(x)) / (np.std(x) + eps), x)
slope_of_t = slopes(lambda x: np.std(x) + eps, x)
both = np.outer(x_hat, x_hat)

inside = LayerNorm(N, eps=eps).forward(x)

EQUATIONS = {
    r"""\text{inside: } \frac{\sigma}{\sqrt{\sigma^2+\varepsilon}}
    \qquad\qquad
    \text{added: } \frac{\sigma}{\sigma+\varepsilon}""": [
        (np.std(inside), sigma / (sigma**2 + eps) ** 0.5),
        (np.std(x_hat), sigma / (sigma + eps)),
    ],
    r"""\begin{aligned}
    \frac{\partial t}{\partial x_j} = \frac{\partial \sigma}{\partial x_j}
    &= \frac{x_j - \mu}{N\sigma} = \frac{t}{\sigma}\cdot\frac{\hat{x}_j}{N}
    && \text{slope of the divisor; } x_j - \mu = t\,\hat{x}_j \\
    \frac{\partial \hat{x}_i}{\partial x_j}\, t
     + \hat{x}_i\,\frac{t}{\sigma}\cdot\frac{\hat{x}_j}{N}
    &= \delta_{ij} - \frac{1}{N}
    && \text{product rule on } \hat{x}_i\, t = x_i - \mu \\
    \frac{\partial \hat{x}_i}{\partial x_j}
    &= \frac{1}{t}\left(\delta_{ij} - \frac{1}{N}
     - \frac{t}{\sigma}\cdot\frac{\hat{x}_i\hat{x}_j}{N}\right)
    && \text{solve for the derivative}
    \end{aligned}""": [
        (
            slope_of_t,
            slopes(np.std, x),
            (x - mu) / (N * sigma),
            t / sigma * x_hat / N,
        ),
        (x - mu, t * x_hat),
        (J * t + t / sigma * both / N, np.eye(N) - 1 / N),
        (J, (np.eye(N) - 1 / N - t / sigma * both / N) / t),
    ],
}  # fmt: skip
