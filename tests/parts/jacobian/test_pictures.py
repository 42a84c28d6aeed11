"""The pictures of lessons 06 and 07 show the numbers that they should."""

from fractions import Fraction

import numpy as np
import pytest

from course_lib.evidence import complex_step, textbook
from parts.jacobian import pictures

EXAMPLE = np.array([1.0, 4.0, 10.0])  # s = 4 at ε = 2


@pytest.mark.parametrize("n, eps", [(2, 0.5), (3, 2.0), (6, 1e-3)])
def test_the_parts_add_up_to_the_jacobian(n, eps):
    x = np.random.default_rng(n).normal(3, 2, n)
    true = complex_step(lambda v: textbook.layer_norm(v, eps=eps), x)
    assert np.allclose(sum(pictures.jacobian_parts(x, eps)), true, 0, 1e-13)


def shown(axes):
    return [text.get_text() for text in axes.texts]


def test_both_strips_end_in_the_jacobian_in_twelfths():
    figure = pictures.strips(EXAMPLE, 2)
    limits = {a.collections[0].get_clim() for a in figure.axes if a.axison}
    assert limits == {(-3 * pictures.PALE, 3 * pictures.PALE)}
    wanted = [pictures.fraction(v) for v in (1, -5 / 4, 1 / 4)]
    wanted += [pictures.fraction(v) for v in (-5 / 4, 31 / 16, -11 / 16)]
    true = 12 * sum(pictures.jacobian_parts(EXAMPLE, 2))
    for last in (figure.axes[3], figure.axes[7]):
        assert shown(last)[:6] == wanted
        drawn = np.array(last.collections[0].get_array()).reshape(3, 3)
        assert np.allclose(drawn, true)


def test_the_factors_below_multiply_to_the_product():
    *_, left, centring, product = pictures.strips(EXAMPLE, 2).axes
    left, centring, product = (
        np.array(axes.collections[0].get_array()).reshape(3, 3)
        for axes in (left, centring, product)
    )
    assert np.allclose(left @ centring, product)
    assert np.allclose(centring @ EXAMPLE, EXAMPLE - 5)


def test_the_plane_is_orthogonal_to_ones_and_along_the_token():
    along, across = pictures.plane_basis(EXAMPLE)
    assert np.allclose([along.sum(), across.sum(), along @ across], 0)
    assert np.allclose([along @ along, across @ across], 1)
    assert np.allclose(np.cross(along, EXAMPLE - 5), 0)


@pytest.mark.parametrize("eps, kept", [(14, 0.5), (2, 0.125), (0, 0)])
def test_the_ellipse_is_as_wide_as_epsilon_allows(eps, kept):
    axes = pictures.plane(EXAMPLE, (eps,)).axes[0]
    width, height = axes.lines[1].get_data()
    assert np.isclose(max(width), kept)
    assert np.isclose(max(height), 1)
    assert f"{kept:g}" in axes.get_title(loc="left")


def fractions(words):
    """Read "name = (4, −5, 1)/48", or what stands below a name."""
    values = words.split("=")[-1].split("\n")[-1].replace("−", "-")
    values, _, whole = values.partition(")/")
    numbers = [float(Fraction(v)) for v in values.strip(" ()").split(",")]
    return np.array(numbers) / float(whole or 1)


def test_the_graph_shows_the_numbers_of_both_passes():
    at = pictures.STATIONS
    forward = {name: fractions(each[1]) for name, each in at.items()}
    back = {name: fractions(each[3]) for name, each in at.items()}
    x, rstd = forward["x"], forward["rstd"]
    centred = x - forward["mean"]
    assert np.allclose(x, EXAMPLE) and np.allclose(x.mean(), forward["mean"])
    assert np.allclose(centred, forward["centred"])
    assert np.allclose((centred**2).mean(), forward["var"])
    assert np.allclose(1 / np.sqrt(forward["var"] + 2), rstd)
    assert np.allclose(centred * rstd, forward["x_hat"])
    assert np.allclose((back["x_hat"] * centred).sum(), back["rstd"])
    assert np.allclose(-(rstd**3) / 2 * back["rstd"], back["var"])
    through_var = back["var"] * 2 * centred / 3
    assert np.allclose(back["x_hat"] * rstd + through_var, back["centred"])
    assert np.allclose(-back["centred"].sum(), back["mean"])
    assert np.allclose(back["centred"] + back["mean"] / 3, back["x"])
    jacobian = sum(pictures.jacobian_parts(EXAMPLE, 2))
    assert np.allclose(back["x_hat"] @ jacobian, back["x"])


def test_only_the_second_graph_tells_the_gradients():
    first, second = (pictures.graph(each).axes[0] for each in (False, True))
    assert not [words for words in shown(first) if words.startswith("d")]
    told = {each[3] for each in pictures.STATIONS.values()}
    assert told <= set(shown(second))
