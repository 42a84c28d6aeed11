"""x̂ on its ray: lengths and slopes against the textbook's layer."""

import numpy as np
import pytest

from course_lib.evidence import complex_step, textbook
from parts.jacobian import ray_pictures as ray

EXAMPLE = np.array([1.0, 4.0, 10.0])  # s = 4 at ε = 2
some_eps = pytest.mark.parametrize("eps", [0.0, 1e-3, 2.0, 14.0])


def x_hat(x, eps):
    return textbook.layer_norm(x, eps=eps)


def true_jacobian(x, eps):
    return complex_step(lambda v: x_hat(v, eps), x)


@some_eps
@pytest.mark.parametrize("n", [3, 6])
def test_the_jacobian(eps, n):
    x = np.random.default_rng(n).normal(3, 2, n)
    found = ray.jacobian(x, eps)
    np.testing.assert_allclose(found, true_jacobian(x, eps), atol=1e-13)


@some_eps
def test_the_radius_and_the_two_factors(eps):
    x = np.random.default_rng(1).normal(3, 2, 3)
    length, J = ray.length_of(x), true_jacobian(x, eps)
    assert ray.radius(length, eps) == pytest.approx(
        np.linalg.norm(x_hat(x, eps))
    )
    along, across = ray.factors(length, eps)
    right, up = ray.plane_basis(x)
    np.testing.assert_allclose(J @ right, along * right, atol=1e-13)
    np.testing.assert_allclose(J @ up, across * up, atol=1e-13)


def test_the_plane_is_orthogonal_to_ones_and_along_the_token():
    along, across = ray.plane_basis(EXAMPLE)
    assert np.allclose([along.sum(), across.sum(), along @ across], 0)
    assert np.allclose([along @ along, across @ across], 1)
    assert np.allclose(np.cross(along, EXAMPLE - 5), 0)


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
