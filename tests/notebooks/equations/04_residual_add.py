"""The equations of lesson 04."""

import numpy as np

from course_lib.evidence import central_differences as slopes

x, dy = np.array([0.3, -1.2, 2.5]), np.array([1.0, -0.4, 0.7])


def f(x):
    return np.sin(x) * np.roll(x, 1)


def y(x):
    return [x[i] + f(x)[i] for i in range(3)]


J_f = np.array(
    [
        [np.cos(x[0]) * x[2], 0, np.sin(x[0])],
        [np.sin(x[1]), np.cos(x[1]) * x[0], 0],
        [0, np.sin(x[2]), np.cos(x[2]) * x[1]],
    ]
)

weights = np.random.default_rng(4).normal(size=(3, 3))

EQUATIONS = {
    r"y = x + f(x)": [(y(x), x + f(x))],
    r"J_y = I + J_f": [(slopes(y, x), np.eye(3) + J_f)],
    r"dx = dy + dy\,J_f": [(slopes(lambda x: dy @ y(x), x), dy + dy @ J_f)],
    # In a line of prose.
    r"\sum_j x_j W_{ji}": [(x @ weights, np.einsum("j,ji->i", x, weights))],
}  # fmt: skip
