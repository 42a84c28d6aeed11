"""Which check finds which mistake: the course's checks on wrong layers.

ones        gradients with γ = 1, β = 0 and dy = 1, the check one writes first
two         gradients at two features and a tiny ε, all else random
tokens      gradients with random γ, β and dy, on one sentence
random      the same on two sentences
panel       SymPy, differences and the complex step, all together
forward     the output against the textbook's
far         the same with inputs around a million
"""

import numpy as np
import pytest
import wrong_layers

from course_lib.evidence import (
    agreement_panel,
    check_gradients,
    compare,
    textbook,
)
from course_lib.evidence.gradient_check import randomize
from course_lib.evidence.other_ways import forward_of
from course_lib.evidence.wrong_backwards import SLIPS, passes_by_value
from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
)

RNG = np.random.default_rng(11)
X, ORIG = RNG.standard_normal((2, 2, 3, 4))
BACKWARD = {"tokens", "random", "panel"}
ALL = BACKWARD | {"ones", "two"}
# What no check of gradients can find: it takes the forward as given.
FORWARD = {"panel", "forward", "far"}
AXIS_0 = "dγ and dβ as .sum(axis=0)"
# Name: what finds it. With γ = 1 and dy = 1 dx is 0, and at two features
# nearly: what makes dx too small, or scales it, is hidden there.
NORMS = {
    "dx is all zeros": BACKWARD,
    "dx without γ": BACKWARD,
    "dx without the mean's term": ALL,
    "dx without the variance's term": BACKWARD | {"two"},
    "dβ not summed over tokens": ALL,
    "dγ from y, not from x̂": BACKWARD | {"two"},
    AXIS_0: ALL - {"tokens"},
    "γ outside": BACKWARD,
    "variance for std": BACKWARD,
    "sign of the variance's term": BACKWARD | {"two"},
    "printed Jacobian": ALL,
    "update first": ALL,
    "statistics as constants": ALL,
    "dx in dy's memory": ALL,
    "sample variance": FORWARD,
    "ε outside": FORWARD,
    "over tokens": FORWARD,
    "over everything": FORWARD,
    "one pass": {"far"},
    "not centred": FORWARD,
    "β scaled": FORWARD,
}


@pytest.fixture(params=range(5))
def rng(request):
    return np.random.default_rng(request.param)


def forward_check(layer, *inputs, tolerance=1e-12):
    """Compare the output with the textbook's, random parameters."""
    randomize(layer.parameters(), np.random.default_rng(2))
    expected = forward_of(layer, textbook)(*inputs, **layer.parameters())
    return compare("y", layer.forward(*inputs), expected, tolerance)


def norm_checks(make):
    """Return the report of every check on a LayerNorm, by name."""
    ones = {"dy": np.ones_like(X), "parameters": "as given"}
    return {
        "ones": check_gradients(make(4), X, **ones),
        "two": check_gradients(make(2, eps=1e-12), X[..., :2]),
        "tokens": check_gradients(make(4), X[0]),
        "random": check_gradients(make(4), X),
        "panel": agreement_panel(make(4), X),
        "forward": forward_check(make(4), X),
        "far": forward_check(make(4), X + 1e6, tolerance=1e-8),
    }


def caught_by(checks):
    """Return the names of the checks that did not pass."""
    return {name for name, report in checks.items() if not report}


@pytest.mark.parametrize("name", NORMS)
def test_norms(name):
    make = {**SLIPS, **wrong_layers.NORMS}[name]
    assert caught_by(norm_checks(make)) == NORMS[name]


def test_every_norm_is_tried_and_a_right_one_passes():
    assert {**SLIPS, **wrong_layers.NORMS}.keys() == NORMS.keys()
    assert not caught_by(norm_checks(LayerNorm))


RIGHT = AddNorm, AddRMSNorm, RMSNorm, FeedForward, GatedFeedForward


@pytest.mark.parametrize("name", [*wrong_layers.OTHERS, *RIGHT])
def test_other_layers(name):
    make = wrong_layers.OTHERS.get(name, name)
    inputs = (X, ORIG) if issubclass(make, AddNorm | AddRMSNorm) else (X,)
    is_norm = issubclass(make, LayerNorm | RMSNorm)
    layer = make(4) if is_norm else make(4, 4)
    found = caught_by(
        {
            "random": check_gradients(layer, *inputs),
            "panel": agreement_panel(layer, *inputs),
            "forward": forward_check(layer, *inputs),
        }
    )
    if name in RIGHT:
        assert not found
    elif name in wrong_layers.WRONG_FORWARD:
        assert found == {"panel", "forward"}
    else:
        assert found == {"panel", "random"}


@pytest.mark.parametrize("order", ["post", "pre"])
def test_lost_shortcut(order):
    parts = FeedForward(4, 5), LayerNorm(4)
    block = wrong_layers.LostShortcut(*parts, order=order, shortcut=True)
    assert check_gradients(block, X).wrong[0] == "dx"


@pytest.mark.parametrize("slip", SLIPS)
def test_the_gradient_that_a_slip_names_is_wrong(slip, rng):
    names = {"dx": ["dx"], "dβ": ["dbeta"], "dγ": ["dgamma"]}[slip.split()[0]]
    names = ["dgamma", "dbeta"] if slip == AXIS_0 else names
    x = rng.normal(size=(2, 3, 4))
    assert check_gradients(SLIPS[slip](4), x, rng=rng).wrong == names


@pytest.mark.parametrize("slip", SLIPS)
def test_values_without_shapes_hide_a_missing_sum_over_one_token(slip, rng):
    gamma, beta = rng.normal(size=(2, 4))
    for shape, hidden in (
        ((1, 4), {"dβ not summed over tokens", AXIS_0}),
        ((3, 4), {AXIS_0}),
        ((2, 3, 4), set()),
    ):
        x, dy = rng.normal(size=(2, *shape))
        passes = passes_by_value(slip, x, gamma, beta, dy)
        assert passes == (slip in hidden)
