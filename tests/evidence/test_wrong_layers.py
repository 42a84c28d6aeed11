"""Which check finds which mistake: the course's checks on wrong layers.

ones        gradients with γ = 1, β = 0 and dy = 1, the check one writes first
two         gradients at two features and a tiny ε, all else random
random      gradients with random γ, β and dy
direction   one slope along a random direction
panel       SymPy, differences and the complex step, all together
forward     the output against the textbook's
far         the same with inputs around a million
"""

import numpy as np
import pytest
import wrong_layers as wrong

from course_lib.evidence import (
    agreement_panel,
    check_direction,
    check_gradients,
    compare,
    textbook,
)
from course_lib.evidence import wrong_backwards as slips
from course_lib.evidence.gradient_check import randomize
from course_lib.evidence.other_ways import forward_of
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
BACKWARD = {"random", "direction", "panel"}
# What no check of gradients can find: it takes the forward as given.
FORWARD = {"forward", "panel"}
FAR = FORWARD | {"far"}

NORMS = {
    # With γ = 1 and dy = 1 dx is 0, and at two features nearly: what makes
    # dx too small, or scales it, is hidden there.
    slips.DxZero: BACKWARD,
    slips.DxWithoutGamma: BACKWARD,
    slips.DxWithoutMean: BACKWARD | {"ones", "two"},
    slips.DxWithoutVariance: BACKWARD | {"two"},
    slips.DbetaNotSummed: BACKWARD | {"ones", "two"},
    slips.DgammaFromY: BACKWARD | {"two"},
    slips.SummedOverAxis0: BACKWARD | {"ones", "two"},
    wrong.GammaOutside: BACKWARD,
    wrong.VarianceForStd: BACKWARD,
    wrong.SignOfVarianceTerm: BACKWARD | {"two"},
    wrong.PrintedJacobian: BACKWARD | {"ones", "two"},
    wrong.UpdateFirst: BACKWARD | {"ones", "two"},
    wrong.DetachedStatistics: BACKWARD | {"ones", "two"},
    wrong.WritesIntoDy: BACKWARD | {"ones", "two"},
    wrong.SampleVariance: FAR,
    wrong.EpsOutside: FAR,
    wrong.OverTokens: FAR,
    wrong.OverEverything: FAR,
    wrong.OnePass: {"far"},
    wrong.NotCentred: FAR,
    wrong.BetaScaled: FAR,
    LayerNorm: set(),
}
OTHERS = {
    wrong.NoMask: BACKWARD,
    wrong.MaskOfGradient: BACKWARD,
    wrong.NotTransposed: BACKWARD,
    wrong.MeanOverTokens: BACKWARD,
    wrong.PreActivationForHidden: BACKWARD,
    wrong.OneForDeadUnits: FORWARD,
    wrong.OnlyPrev: BACKWARD,
    wrong.HalfEach: BACKWARD,
    wrong.MisplacedBracket: FORWARD,
    wrong.AsLayerNorm: BACKWARD,
    wrong.DetachedRoot: BACKWARD,
    wrong.SumForMean: BACKWARD,
    wrong.DgammaFromX: BACKWARD,
    wrong.CentredFirst: FORWARD,
    wrong.NoSlope: BACKWARD,
    wrong.SigmoidSlope: BACKWARD,
    wrong.FactorsSwapped: BACKWARD,
    wrong.LostWay: BACKWARD,
    FeedForward: set(),
    GatedFeedForward: set(),
    AddNorm: set(),
    AddRMSNorm: set(),
    RMSNorm: set(),
}


def gradient_checks(layer, *inputs):
    """Yield the checks of gradients that any layer can have."""
    yield "random", check_gradients(layer, *inputs)
    yield "direction", check_direction(layer, *inputs)
    yield "panel", agreement_panel(layer, *inputs)


def forward_check(layer, *inputs, tolerance=1e-12):
    """Compare the output with the textbook's, random parameters."""
    randomize(layer.parameters(), np.random.default_rng(2))
    expected = forward_of(layer, textbook)(*inputs, **layer.parameters())
    return compare("y", layer.forward(*inputs), expected, tolerance)


def norm_checks(make):
    """Yield the name and the report of every check on a LayerNorm."""
    ones = np.ones_like(X)
    given = check_gradients(make(4), X, dy=ones, parameters="as given")
    yield "ones", given
    yield "two", check_gradients(make(2, eps=1e-12), X[..., :2])
    yield from gradient_checks(make(4), X)
    yield "forward", forward_check(make(4), X)
    yield "far", forward_check(make(4), X + 1e6, tolerance=1e-8)


def caught_by(checks):
    """Return the names of the checks that did not pass."""
    return {name for name, report in checks if not report}


@pytest.mark.parametrize("make", NORMS, ids=lambda make: make.__name__)
def test_norms(make):
    assert caught_by(norm_checks(make)) == NORMS[make]


@pytest.mark.parametrize("make", OTHERS, ids=lambda make: make.__name__)
def test_other_layers(make):
    if issubclass(make, AddNorm | AddRMSNorm):
        layer, inputs = make(4), (X, ORIG)
    elif issubclass(make, RMSNorm):
        layer, inputs = make(4), (X,)
    else:
        layer, inputs = make(4, 4), (X,)
    checks = [*gradient_checks(layer, *inputs)]
    checks.append(("forward", forward_check(layer, *inputs)))
    assert caught_by(checks) == OTHERS[make]


@pytest.mark.parametrize("order", ["post", "pre"])
def test_lost_shortcut(order):
    block = wrong.LostShortcut(FeedForward(4, 5), LayerNorm(4), order=order)
    assert check_gradients(block, X).wrong[0] == "dx"
    assert not check_direction(block, X)


def test_direction_finds_every_slip_along_almost_every_direction():
    for make, expected in NORMS.items():
        if "direction" not in expected:
            continue
        found = sum(not check_direction(make(4), X, rng=k) for k in range(50))
        assert found >= 49, (make, found)
