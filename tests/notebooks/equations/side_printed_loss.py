"""The equations of the page on the printed loss."""

import numpy as np
from slopes import slopes

from course_lib.layers import softmax, softmax_cross_entropy

m, n = 3, 4
Y, T = np.random.default_rng(1).uniform(0.2, 1, size=(2, m, n))
P = T / T.sum(1, keepdims=True)

EQUATIONS = {
    # As text B prints it: its slope is the one that it prints; what it lacks
    # as a loss is shown on the page.
    r"""L = \frac{\sum_{ti} T_{ti} \ln Y_{ti}}{mn}, \qquad
    \frac{\partial L}{\partial Y} = \frac{T}{mn\,Y}""": [
        (
            slopes(lambda Y: np.sum(T * np.log(Y)) / (m * n), Y),
            T / (m * n * Y),
        ),
    ],
    r"-\sum T \ln Y": [
        (softmax_cross_entropy(Y, P)[0], -np.sum(P * np.log(softmax(Y))) / m)
    ],
}
