"""The pictures of lesson 06 show the numbers that they should."""

import numpy as np
import pytest

from course_lib.evidence import complex_step, textbook
from course_lib.plots import layer_norm_jacobian as pictures

EXAMPLE = np.array([1.0, 4.0, 10.0])  # s = 4 at ε = 2


@pytest.mark.parametrize("n, eps", [(2, 0.5), (3, 2.0), (6, 1e-3)])
def test_the_parts_add_up_to_the_jacobian(n, eps):
    x = np.random.default_rng(n).normal(3, 2, n)
    true = complex_step(lambda v: textbook.layer_norm(v, eps=eps), x)
    assert np.allclose(sum(pictures.jacobian_parts(x, eps)), true, 0, 1e-13)


def test_three_matrices_show_their_numbers_and_one_limit():
    figure = pictures.three_matrices(EXAMPLE, 2)
    limits = {axes.collections[0].get_clim() for axes in figure.axes}
    assert limits == {(-0.25, 0.25)}
    shown = [text.get_text() for text in figure.axes[-1].texts]
    wanted = ["0.083", "−0.104", "0.021", "−0.104", "0.161", "−0.057"]
    assert shown[:6] == wanted
    drawn = np.array(figure.axes[-1].collections[0].get_array())
    true = sum(pictures.jacobian_parts(EXAMPLE, 2))
    assert np.allclose(drawn.reshape(3, 3), true)


def test_numbers_stay_readable_on_dark_cells():
    figure = pictures.three_matrices(EXAMPLE, 2)
    dark, light = figure.axes[0].texts[:2]
    assert dark.get_color() == "white"
    assert light.get_color() != "white"


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


def test_cost_draws_what_it_is_given():
    sizes = [4, 8]
    seconds = {"matrix": [1e-6, 4e-6], "three lines": [1e-6, 2e-6]}
    memory = {"matrix": [1024, 4096], "three lines": [1024, 2048]}
    left, right = pictures.cost(sizes, seconds, memory).axes
    assert np.allclose(left.lines[0].get_ydata(), [1, 4])  # µs
    assert np.allclose(right.lines[1].get_ydata(), [1, 2])  # KiB
    assert {t.get_text() for t in left.texts} == {"matrix", "three lines"}


def test_routes_name_all_three():
    words = " ".join(t.get_text() for t in pictures.routes().axes[0].texts)
    for route in ("itself", "mean", "spread"):
        assert route in words
