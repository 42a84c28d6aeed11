"""The proofs of the feed-forward layers' gradients."""

import numpy as np
import pytest
import sympy as sp

from course_lib.layers import FeedForward, GatedFeedForward
from course_lib.layers.activations import silu, silu_slope
from lesson_parts.feed_forward import proofs
from lesson_parts.todays_layers import gate_proofs as gated


def test_the_gate():
    assert gated.prove_gate().verdict == "Proved in 6 steps."
    proof = gated.prove_gate({"U": lambda v: v.dH})
    assert [step.name for step in proof if not step] == ["dU"]
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


def test_claims_of_ones_own():
    assert not proofs.gradient_step("W1", lambda v: v.X * v.dM)
    with pytest.raises(ValueError, match=r"must have its shape, \(2, 3\)"):
        proofs.gradient_step("W1", lambda v: v.dM.T * v.X)
