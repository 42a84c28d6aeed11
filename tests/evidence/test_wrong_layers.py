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
    check_forward,
    check_gradients,
    check_loss,
    textbook,
)
from course_lib.evidence import wrong_backwards as slips
from course_lib.evidence.gradient_check import randomize
from course_lib.evidence.second_forwards import forwards_of
from course_lib.layers import AddNorm, FeedForward, LayerNorm

RNG = np.random.default_rng(11)
X = RNG.standard_normal((2, 3, 4))
ORIG = RNG.standard_normal((2, 3, 4))
BACKWARD = {"random", "direction", "panel"}
FORWARD = {"forward", "panel"}


def row(kind, *catches, base=BACKWARD):
    """Return a row of the table for a class."""
    return kind.__name__, kind, set(base) | set(catches)


NORMS = [
    # With γ = 1 and dy = 1 dx is 0, and at two features nearly: what makes
    # dx too small, or scales it, is hidden there.
    row(slips.DxZero),
    row(slips.DxWithoutGamma),
    row(slips.DxWithoutMean, "ones", "two"),
    row(slips.DxWithoutVariance, "two"),
    row(slips.DbetaNotSummed, "ones", "two"),
    row(slips.DgammaFromY, "two"),
    row(slips.SummedOverAxis0, "ones", "two"),
    row(wrong.GammaOutside),
    row(wrong.VarianceForStd),
    row(wrong.SignOfVarianceTerm, "two"),
    row(wrong.PrintedJacobian, "ones", "two"),
    row(wrong.UpdateFirst, "ones", "two"),
    row(wrong.DetachedStatistics, "ones", "two"),
    row(wrong.WritesIntoDy, "ones", "two"),
    # Wrong forwards: no check of gradients can find them.
    row(wrong.SampleVariance, base=FORWARD | {"far"}),
    row(wrong.EpsOutside, base=FORWARD | {"far"}),
    row(wrong.OverTokens, base=FORWARD | {"far"}),
    row(wrong.OverEverything, base=FORWARD | {"far"}),
    row(wrong.OnePass, base={"far"}),
    row(wrong.NotCentred, base=FORWARD | {"far"}),
    row(wrong.BetaScaled, base=FORWARD | {"far"}),
]


@pytest.mark.parametrize(
    ("make", "expected"),
    [r[1:] for r in NORMS],
    ids=[r[0] for r in NORMS],
)
def test_norms(make, expected):
    assert caught_by(norm_checks(make)) == expected


def norm_checks(make):
    """Yield the name and the report of every check on a LayerNorm."""
    layer = make(4)
    yield (
        "ones",
        check_gradients(layer, X, dy=np.ones_like(X), parameters="as given"),
    )
    yield "two", check_gradients(make(2, eps=1e-12), X[..., :2])
    yield from gradient_checks(layer, X)
    randomize(layer.parameters(), np.random.default_rng(2))

    def plain(x):
        return textbook.layer_norm(x, layer.gamma, layer.beta, layer.eps)

    yield "forward", check_forward(layer.forward, plain, X)
    far = check_forward(layer.forward, plain, X + 1e6, tolerance=1e-8)
    yield "far", far


def gradient_checks(layer, *inputs):
    """Yield the checks of gradients that any layer can have."""
    yield "random", check_gradients(layer, *inputs)
    yield "direction", check_direction(layer, *inputs)
    yield "panel", agreement_panel(layer, *inputs)


def caught_by(checks):
    """Return the names of the checks that did not pass."""
    return {name for name, report in checks if not report}


OTHERS = [
    row(wrong.NoMask),
    row(wrong.MaskOfGradient),
    row(wrong.NotTransposed),
    row(wrong.MeanOverTokens),
    row(wrong.PreActivationForHidden),
    row(wrong.OneForDeadUnits, base=FORWARD),
    row(wrong.OnlyPrev),
    row(wrong.HalfEach),
    row(wrong.MisplacedBracket, base=FORWARD),
]


@pytest.mark.parametrize(
    ("make", "expected"),
    [r[1:] for r in OTHERS],
    ids=[r[0] for r in OTHERS],
)
def test_other_layers(make, expected):
    if issubclass(make, AddNorm):
        layer, inputs = make(4), (X, ORIG)
    else:
        layer, inputs = make(4, 4), (X,)
    checks = [*gradient_checks(layer, *inputs)]
    randomize(layer.parameters(), np.random.default_rng(2))
    plain = forwards_of(layer).plain

    def textbook_forward(*inputs):
        return plain(*inputs, **layer.parameters())

    report = check_forward(layer.forward, textbook_forward, *inputs)
    checks.append(("forward", report))
    assert caught_by(checks) == expected


@pytest.mark.parametrize("order", ["post", "pre"])
def test_lost_shortcut(order):
    block = wrong.LostShortcut(4, 5, order=order)
    assert check_gradients(block, X).wrong[0] == "dx"
    assert not check_direction(block, X)


@pytest.mark.parametrize(
    "loss",
    [
        wrong.not_doubled,
        wrong.summed_over_rows,
        wrong.only_the_right_class,
        wrong.without_its_sign,
    ],
)
def test_losses(loss):
    target = np.eye(4)[[0, 2, 1]]
    assert not check_loss(loss, 0.5 + abs(X[0]), target)


@pytest.mark.parametrize("layer", [LayerNorm(4), FeedForward(4, 4)])
def test_right_layers_pass_every_check(layer):
    assert caught_by(gradient_checks(layer, X)) == set()


def test_a_right_norm_passes_every_check():
    assert caught_by(norm_checks(LayerNorm)) == set()


def test_direction_finds_every_slip_along_almost_every_direction():
    for name, make, expected in NORMS:
        if "direction" not in expected:
            continue
        layer = make(4)
        found = sum(not check_direction(layer, X, rng=k) for k in range(50))
        assert found >= 49, (name, found)
