"""x̂ on its ray: lengths, slopes and pictures against the textbook's layer."""

from fractions import Fraction

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


def curve_of(axes):
    """Return the curve of a picture, and its mark."""
    return axes.lines[0].get_data(), axes.lines[2].get_data()


@pytest.mark.parametrize("draw", [ray.on_its_ray, ray.two_slopes])
def test_the_curve_is_the_length_of_x_hat(draw):
    (lengths, radii), (at, rho) = curve_of(draw(EXAMPLE, 2).axes[1])
    ray_of_token = (EXAMPLE - 5) / 42**0.5
    for length, radius in zip(lengths[::40], radii[::40]):
        true = np.linalg.norm(x_hat(length * ray_of_token, 2))
        assert radius == pytest.approx(true)
    assert at == pytest.approx(42**0.5)
    assert rho == pytest.approx(np.linalg.norm(x_hat(EXAMPLE, 2)))


def test_the_slopes_that_are_drawn_and_written():
    left, right = ray.two_slopes(EXAMPLE, 2).axes
    slopes = []
    for line in right.lines[3:5]:
        (x0, x1), (y0, y1) = line.get_data()
        slopes.append((y1 - y0) / (x1 - x0))
    J, v = true_jacobian(EXAMPLE, 2), np.array([2.0, -3, 1])
    true = [(J @ u)[0] / u[0] for u in (v, EXAMPLE - 5)]
    np.testing.assert_allclose(slopes, true)
    written = [
        Fraction(axes.get_title(loc="left").split()[1])
        for axes in (left, right)
    ]
    np.testing.assert_allclose([float(each) for each in written], true)
    nudge, move = (
        np.ptp(line.get_ydata())
        for line in left.lines
        if len(set(line.get_xdata())) == 1 and len(line.get_xdata()) == 2
    )
    assert move / nudge == pytest.approx(true[0])


@pytest.mark.parametrize("eps", [14, 2])
def test_what_stays_of_a_shadow_is_what_the_jacobian_leaves(eps):
    axes = ray.taken_away(EXAMPLE, eps, 4, 2.4).axes[0]
    along, across = ray.plane_basis(EXAMPLE)
    u = 4 * along + 2.4 * across
    left = np.sqrt(np.var(EXAMPLE) + eps) * ray.jacobian(EXAMPLE, eps) @ u
    tips = [each.xy for each in axes.texts if each.arrow_patch]
    np.testing.assert_allclose(tips, [(4, 2.4), (left @ along, left @ across)])


@pytest.mark.parametrize("lr", [5, 100])
def test_a_token_that_follows_its_gradient_is_pushed_out(lr):
    target = np.array([1.0, 0, -1])
    path = ray.pulled(EXAMPLE, target, lr, 20)
    for x, after in zip(path, path[1:]):
        dx = complex_step(lambda v: -(x_hat(v, 1e-5) * target).sum(), x)
        np.testing.assert_allclose(after, x - lr * dx, atol=1e-10)
    lengths = [ray.length_of(x) for x in path]
    assert lengths == sorted(lengths)


def test_only_the_token_that_is_held_never_points_at_the_target():
    target = np.array([1.0, 0, -1])
    ways = (5, False), (100, False), (100, True)
    left, right = ray.pulled_around(EXAMPLE, target, ways, 20).axes
    for (lr, held), far, turned in zip(ways, left.lines, right.lines):
        path = ray.pulled(EXAMPLE, target, lr, 20, held)
        lengths = [ray.length_of(x) for x in path]
        np.testing.assert_allclose(far.get_ydata(), lengths)
        cosines = [x_hat(x, 0) @ target / 6**0.5 for x in path]
        angles = turned.get_ydata()
        np.testing.assert_allclose(np.cos(np.radians(angles)), cosines)
        assert angles[0] == pytest.approx(169, abs=0.2)
    np.testing.assert_allclose(lengths, 42**0.5)
    np.testing.assert_allclose(np.abs(angles[-8:]), 37, atol=0.5)
    assert (angles[-8:-1] * angles[-7:] < 0).all()  # from side to side
