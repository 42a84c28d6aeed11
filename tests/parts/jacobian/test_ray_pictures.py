"""A token that follows its gradient, against the textbook's slopes.

What else the pictures of the ray compute is the explorer's: expected.py.
"""

import numpy as np
import pytest

from course_lib.evidence import complex_step, textbook
from parts.jacobian import ray_pictures as ray

EXAMPLE = np.array([1.0, 4.0, 10.0])  # s = 4 at ε = 2


def x_hat(x, eps):
    return textbook.layer_norm(x, eps=eps)


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("lr", [5, 100])
def test_a_token_that_follows_its_gradient_is_pushed_out(lr, held):
    target = np.array([1.0, 0, -1])
    path = ray.pulled(EXAMPLE, target, lr, 20, held)
    lengths = [ray.length_of(x) for x in path]
    for x, after in zip(path, path[1:]):
        dx = complex_step(lambda v: -(x_hat(v, 1e-5) * target).sum(), x)
        step = x - lr * dx
        cut = 1 if not held else lengths[0] / ray.length_of(step)
        np.testing.assert_allclose(after, 5 + cut * (step - 5), atol=1e-10)
    assert lengths == sorted(lengths) or held
    cosine = x_hat(path[-1], 0) @ target / 6**0.5
    jumps = held and lr == 100  # from side to side, see lesson 06
    assert np.degrees(np.arccos(cosine)) == pytest.approx(
        37 if jumps else 0, abs=0.5 if jumps else 15
    )
