"""The equations of lesson 00."""

import numpy as np

EQUATIONS = {}

three = np.array([2.0, 4, 9])
INLINE = {
    r"(a-\mu)+(b-\mu)+(c-\mu) = (a+b+c) - 3\mu": [
        (sum(three - 5.2), sum(three) - 3 * 5.2)
    ],
    r"3\mu = a+b+c": [(3 * np.mean(three), sum(three))],
}
GIVEN = {r"y = 3x + 1": "the line of a question"}
