"""The proofs of the feed-forward layers' gradients and of the loss's."""

import numpy as np
import pytest
import sympy as sp

from course_lib.layers import FeedForward, GatedFeedForward
from course_lib.layers.activations import silu, silu_slope
from course_lib.proofs import feed_forward_gradients as proofs
from course_lib.proofs import gated_gradients as gated
from course_lib.proofs.loss_gradients import prove_softmax_cross_entropy

WRONG = {
    "b2": lambda v: proofs.ONES.T * v.G / 2,
    "W2": lambda v: v.M.T * v.G,  # the pre-activation for hidden
    "M": lambda v: v.G * v.W2.T,  # no mask
    "b1": lambda v: proofs.ONES.T * (v.G * v.W2.T),
    "W1": lambda v: v.X * v.dM,  # not transposed; 2 × 2 fits
    "X": lambda v: -v.dM * v.W1.T,
}


@pytest.mark.parametrize("name", proofs.CLAIMS)
def test_a_gradient_and_a_wrong_one(name):
    step = proofs.gradient_step(name)
    assert step, step
    assert step.name == f"d{name}"
    assert not proofs.gradient_step(name, WRONG[name])


def test_the_gate():
    assert gated.prove_gate().verdict == "Proved in 6 steps."
    assert gated.prove_silu_slope()
    for name in gated.CLAIMS:
        doubled = {name: lambda v, name=name: 2 * getattr(v, name)}
        proof = gated.prove_gate(doubled)
        assert [step.name for step in proof if not step] == [f"d{name}"]
    assert not gated.prove_silu_slope(gated.sigmoid(gated.m))


@pytest.mark.parametrize(
    ("module", "layer", "inner"),
    [
        (proofs, FeedForward(2, 3, b1=[0.5, -1, 2]), {"M": "pre_activation"}),
        (gated, GatedFeedForward(2, 3), {"M": "pre_activation", "U": "up"}),
    ],
)
def test_claims_in_numbers(module, layer, inner):
    """The formulas that are proved are the ones that the layer computes."""
    x, dy = np.random.default_rng(8).standard_normal((2, 2, 2))
    layer.forward(x)
    given = {"X": x, "G": dy, **layer.parameters()}
    given |= {name: getattr(layer, kept) for name, kept in inner.items()}
    found = {"X": layer.backward(dy), **layer.gradients()}
    v = module.forward()
    symbols = [s for name in given for s in getattr(v, name)]
    numbers = [a for array in given.values() for a in array.ravel()]
    functions = [{"f": silu, "slope_of_f": silu_slope}, "numpy"]
    for name, gradient in found.items():
        claim = module.CLAIMS[name][1](v)
        claim = sp.lambdify(symbols, claim, modules=functions)(*numbers)
        np.testing.assert_allclose(claim.reshape(gradient.shape), gradient)


def test_shape_comes_first():
    with pytest.raises(ValueError, match=r"must have its shape, \(2, 3\)"):
        proofs.gradient_step("W1", lambda v: v.dM.T * v.X)


def test_softmax_cross_entropy():
    assert prove_softmax_cross_entropy()
    for wrong in (
        lambda p, t: p - t,
        lambda p, t: (t - p) / 2,
        lambda p, t: p / 2,
    ):
        assert not prove_softmax_cross_entropy(wrong)
