"""The equations of lesson 03."""

import math

import numpy as np

from course_lib.evidence import central_differences as slopes

x, dy = np.array([2.0, 3.0]), np.array([1.0, -2.0, 1.0])
dX, dY = 0.3, -0.7  # two moves
J = [[3, 2], [1, 1], [0, 6]]
tokens, gradient = np.random.default_rng(3).normal(size=(2, 4, 3))
gamma, beta = np.array([2.0, 1, -1]), np.array([0.5, 0, 3])
centred = tokens - tokens.mean(-1, keepdims=True)
C = np.eye(3) - np.ones((3, 3)) / 3
u, v = np.sin, np.exp


def y(x):
    return np.array([x[0] * x[1], x[0] + x[1], x[1] ** 2])


def loss(gamma=gamma, beta=beta):
    return np.sum(gradient * (gamma * centred + beta))


one_token, one_dy = tokens[0], gradient[0]


def scaled(x):
    """Return what the centring layer makes of one token."""
    return gamma * (x @ C) + beta


EQUATIONS = {
    r"\gamma \leftarrow \gamma - \text{rate} \cdot d\gamma": [
        (2.6, 1 - 0.1 * slopes(lambda gamma: (gamma * 2 - 6) ** 2, 1.0)),
    ],
    r"f'(x) = \lim_{h \to 0} \frac{f(x+h) - f(x)}{h}": [
        (math.cos(1), (math.sin(1 + 1e-9) - math.sin(1)) / 1e-9),
    ],
    r"""(1+\Delta x)^2 + (0.5+\Delta y)^2 - 1.25
    = 2\,\Delta x + 1\,\Delta y + \Delta x^2 + \Delta y^2.""": [
        ((1 + dX) ** 2 + (0.5 + dY) ** 2 - 1.25,
         2 * dX + dY + dX**2 + dY**2),
    ],
    r"J_{ij} = \frac{\partial y_i}{\partial x_j}": [(slopes(y, x), J)],
    r"""dx_j = \sum_i dy_i \, J_{ij}, \qquad \text{or } dx = dy\, J""": [
        (slopes(lambda x: dy @ y(x), x),
         [sum(dy[i] * J[i][j] for i in range(3)) for j in range(2)],
         dy @ J),
    ],
    r"""L = x_0 x_1 - 2(x_0 + x_1) + x_1^2, \qquad
    \frac{\partial L}{\partial x_0} = x_1 - 2 = 1, \qquad
    \frac{\partial L}{\partial x_1} = x_0 - 2 + 2x_1 = 6.""": [
        (dy @ y(x), x[0] * x[1] - 2 * (x[0] + x[1]) + x[1] ** 2),
        (slopes(lambda x: dy @ y(x), x), [1, 6],
         [x[1] - 2, x[0] - 2 + 2 * x[1]]),
    ],
    r"y = \gamma \circ (xC) + \beta": [
        (gamma * centred + beta, gamma * (tokens @ C) + beta),
    ],
    r"""d\gamma = \sum_{\text{tokens}} dy \circ (xC), \qquad
d\beta = \sum_{\text{tokens}} dy""": [
        (slopes(lambda gamma: loss(gamma=gamma), gamma),
         sum(gradient[t] * (tokens[t] @ C) for t in range(4))),
        (slopes(lambda beta: loss(beta=beta), beta),
         sum(gradient[t] for t in range(4))),
    ],
    # In a line of prose.
    r"y_i = \gamma_i \sum_j x_j C_{ji} + \beta_i": [
        (
            scaled(one_token)[1],
            gamma[1] * sum(one_token[j] * C[j, 1] for j in range(3)) + beta[1],
        )
    ],
    r"dx_j = \sum_i dy_i \gamma_i C_{ji}": [
        (
            slopes(lambda v: one_dy @ scaled(v), one_token)[2],
            sum(one_dy[i] * gamma[i] * C[2, i] for i in range(3)),
        )
    ],
    r"dx = (dy \circ \gamma)\,C": [
        (
            slopes(lambda v: one_dy @ scaled(v), one_token),
            (one_dy * gamma) @ C,
        )
    ],
    r"(1+h)^2 - 1 = 2h + h^2": [((1 + dX) ** 2 - 1, 2 * dX + dX**2)],
    r"(1+h)^2 - (1-h)^2 = 4h": [((1 + dX) ** 2 - (1 - dX) ** 2, 4 * dX)],
    r"4xh / (2h) = 2x": [(((x + dX) ** 2 - (x - dX) ** 2) / (2 * dX), 2 * x)],
    r"(x+h)^3 = x^3 + 3x^2h + 3xh^2 + h^3": [
        ((x + dX) ** 3, x**3 + 3 * x**2 * dX + 3 * x * dX**2 + dX**3)],
    r"u(x+h)\,v(x+h) - u(x)\,v(x) = [u(x+h) - u(x)]\,v(x+h) + "
    r"u(x)\,[v(x+h) - v(x)]": [
        (u(x + dX) * v(x + dX) - u(x) * v(x),
         (u(x + dX) - u(x)) * v(x + dX) + u(x) * (v(x + dX) - v(x)))],
}  # fmt: skip
