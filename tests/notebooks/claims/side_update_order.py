"""What the page on the order of the update says in words."""

import numpy as np

from course_lib.layers import LayerNorm

rng = np.random.default_rng(0)
x, dy = rng.normal(size=(2, 3, 4))


def back(dy, beta=0.0):
    layer = LayerNorm(4, eps=0.1)
    layer.beta[:] = beta
    layer.forward(x)
    return layer.backward(dy)


CLAIMS = {
    "With one γ per token, dz is γ times what these lines return for dy, so "
    "dz is proportional to γ": np.allclose(back(3 * dy), 3 * back(dy)),
    "In the third stage γ is 0.7 for the first token and 1.3 for the second, "
    "so dz is 30 % too small in one and 30 % too large in the other": (
        np.allclose(back(0.7 * dy), (1 - 0.3) * back(dy))
        and np.allclose(back(1.3 * dy), (1 + 0.3) * back(dy))
    ),
    "dz = J (dy∘γ) does not contain β": np.allclose(back(dy, 7.0), back(dy)),
}
