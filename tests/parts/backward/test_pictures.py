"""The pictures of lesson 07 show the numbers that they should."""

from fractions import Fraction

import numpy as np
from matplotlib.colors import to_hex

from course_lib.evidence import complex_step, textbook
from course_lib.layers import LayerNorm
from parts.backward import pictures
from parts.jacobian.ray_pictures import plane_basis

EXAMPLE = np.array([1.0, 4.0, 10.0])  # s = 4 at ε = 2


def true_jacobian(x, eps):
    return complex_step(lambda v: textbook.layer_norm(v, eps=eps), x)


def shown(axes):
    return [text.get_text() for text in axes.texts]


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
    assert np.allclose(back["x_hat"] @ true_jacobian(EXAMPLE, 2), back["x"])


def test_only_the_second_graph_tells_the_gradients():
    first, second = (pictures.graph(each).axes[0] for each in (False, True))
    assert not [words for words in shown(first) if words.startswith("d")]
    told = {each[3] for each in pictures.STATIONS.values()}
    told |= {each[1] for each in pictures.SENT_BACK.values()}
    assert told <= set(shown(second))


def test_what_the_arrows_send_back_adds_up_to_the_gradient_of_the_box():
    centred, rstd, n = EXAMPLE - 5, 1 / 4, 3
    back = {
        name: fractions(each[3]) for name, each in pictures.STATIONS.items()
    }
    sent = {
        way: fractions(words) for way, (_, words) in pictures.SENT_BACK.items()
    }
    true = {
        ("centred", "x_hat"): back["x_hat"] * rstd,
        ("centred", "var"): back["var"] * 2 * centred / n,
        ("x", "centred"): back["centred"],
        ("x", "mean"): np.full(3, back["mean"] / n),
    }
    assert sent.keys() == true.keys() <= set(pictures.WAYS)
    for way in sent:
        np.testing.assert_allclose(sent[way], true[way])
    for box in ("centred", "x"):
        parts = [sent[way] for way in sent if way[0] == box]
        np.testing.assert_allclose(sum(parts), back[box])


def test_the_audit_marks_what_passed_and_says_it():
    passed = {
        "a": {"one": True, "two": False, "three": False},
        "b": {"one": True, "two": False, "three": True},
    }
    figure = pictures.audit(passed, "Who passes?")
    assert figure.get_suptitle() == "Who passes?"
    (axes,) = figure.axes
    marks = {"passes": set(), "caught": set()}
    for text in axes.texts:
        marks[text.get_text()].add(tuple(np.array(text.get_position()) - 0.5))
    assert marks == {
        "passes": {(0, 0), (0, 1), (2, 1)},
        "caught": {(1, 0), (2, 0), (1, 1)},
    }
    assert axes.get_ylim() == (2, 0)
    named = [
        [text.get_text() for text in labels]
        for labels in (axes.get_xticklabels(), axes.get_yticklabels())
    ]
    assert named == [["one", "two", "three"], ["a", "b"]]
    assert pictures.audit_words(passed) == (
        "Slips that pass each check. one: a, b; two: none; three: b."
    )


def arrows(axes):
    """Return the tails and the tips of the arrows, by their colour."""
    found = {}
    for each in axes.texts:
        if patch := getattr(each, "arrow_patch", None):
            color = to_hex(patch.get_edgecolor()).upper()
            ends = np.array([each.xyann, each.xy])
            found.setdefault(color, []).append(ends)
    return found


def test_three_arrows_lead_from_dx_hat_to_dx():
    x, gamma = np.array([1.0, 4, 10]), np.array([1, 0.5, 2])
    dy = np.array([3, 2, 5.5])
    layer = LayerNorm(3, eps=2)
    layer.gamma[:] = gamma
    layer.forward(x)
    dx = layer.backward(dy)
    basis = np.stack([np.ones(3) / 3**0.5, *plane_basis(x)])
    flat = dy * gamma - (dy * gamma).mean()
    stations = dy * gamma, flat, 4 * dx, dx  # s is 4
    seen = [basis @ each @ pictures.SEEN for each in stations]
    axes = pictures.three_arrows(x, 2, gamma, dy).axes[0]
    drawn = arrows(axes)[pictures.GRADIENT][-3:]
    np.testing.assert_allclose(drawn, list(zip(seen, seen[1:])))
    ((_, end),) = arrows(axes)[pictures.TEXT.upper()]
    np.testing.assert_allclose(end, seen[-1])


def test_a_gradient_goes_back_beside_every_arrow_forward():
    at = {name: each[0] for name, each in pictures.STATIONS.items()}
    ways = [np.array([at[start], at[end]]) for start, end in pictures.WAYS]
    (alone,) = arrows(pictures.graph().axes[0]).values()
    np.testing.assert_allclose(alone, ways)
    both = arrows(pictures.graph(gradients=True).axes[0])
    forward, back = both[pictures.REFERENCE], both[pictures.GRADIENT]
    for way, there, again in zip(ways, forward, back, strict=True):
        (right, up), aside = way[1] - way[0], there - way
        np.testing.assert_allclose(again, (way - aside)[::-1])
        np.testing.assert_allclose(np.hypot(*aside.T), pictures.ASIDE)
        assert (aside @ [up, -right] > 0).all()  # to the right of its way
