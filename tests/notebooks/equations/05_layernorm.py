"""The equations of lesson 05."""

import numpy as np

from course_lib.layers import LayerNorm

x, eps, N = np.array([3.16, 0.61, 1.87]), 0.1, 3
mu = sum(x) / N
var = sum((x[i] - mu) ** 2 for i in range(N)) / N
x_hat = (x - mu) / (var + eps) ** 0.5
layer = LayerNorm(N, eps=eps)
layer.gamma[:], layer.beta[:] = (2, 1, -1), (0.5, 0, 3)
y = layer.forward(x)
q = np.var(x_hat)

EQUATIONS = {
    r"""y = \gamma\,\hat{x} + \beta, \qquad
    \hat{x} = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}}""": [
        (y, layer.gamma * x_hat + layer.beta),
        (layer.x_hat, x_hat),
    ],
    r"""\mu = \frac{1}{N}\sum_{i=1}^{N} x_i, \qquad
    \sigma^2 = \frac{1}{N}\sum_{i=1}^{N} (x_i - \mu)^2""": [
        (layer.mean[0], mu),
        (layer.var[0], var),
    ],
    r"""\operatorname{var}(\hat{x})
    = \frac{\operatorname{mean}\left((x-\mu)^2\right)}{\sigma^2+\varepsilon}
    = \frac{\sigma^2}{\sigma^2+\varepsilon}""": [
        (
            np.var(layer.x_hat),
            np.mean((x - mu) ** 2) / (var + eps),
            var / (var + eps),
        ),
    ],
    # In a line of prose.
    r"\sigma^2 = \varepsilon q/(1-q)": [(np.var(x), eps * q / (1 - q))],
}  # fmt: skip
