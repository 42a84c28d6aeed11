"""The proofs of the feed-forward layer's gradients and of the losses'."""

import numpy as np
import pytest
import sympy as sp

from course_lib.layers import FeedForward
from course_lib.proofs import feed_forward_gradients as proofs
from course_lib.proofs import loss_gradients as losses


def test_every_gradient():
    proof = proofs.prove_gradients()
    assert proof, proof
    assert [s.name for s in proof] == ["db2", "dW2", "dM", "db1", "dW1", "dX"]


def test_claims_in_numbers():
    """The formulas that are proved are the ones that the layer computes."""
    rng = np.random.default_rng(8)
    layer = FeedForward(2, 3, b1=rng.standard_normal(3))
    x, dy = rng.standard_normal((2, 2, 2))
    layer.forward(x)
    dx = layer.backward(dy)
    v = proofs.forward()
    numbers = {
        **dict(zip(v.X, x.ravel())),
        **dict(zip(v.G, dy.ravel())),
        **dict(zip(v.M, layer.pre_activation.ravel())),
        **dict(zip(v.W1, layer.W1.ravel())),
        **dict(zip(v.W2, layer.W2.ravel())),
        **dict(zip(v.b1, layer.b1)),
        **dict(zip(v.b2, layer.b2)),
    }
    found = {
        name: np.array(claim(v).subs(numbers), dtype=float)
        for name, (_, claim) in proofs.CLAIMS.items()
    }
    np.testing.assert_allclose(found["X"], dx)
    np.testing.assert_allclose(found["W1"], layer.dW1)
    np.testing.assert_allclose(found["b1"][0], layer.db1)
    np.testing.assert_allclose(found["W2"], layer.dW2)
    np.testing.assert_allclose(found["b2"][0], layer.db2)


WRONG = {
    "b2": lambda v: proofs.ones(2).T * v.G / 2,
    "W2": lambda v: v.M.T * v.G,  # the pre-activation for hidden
    "M": lambda v: v.G * v.W2.T,  # no mask
    "b1": lambda v: proofs.ones(2).T * (v.G * v.W2.T),
    "W1": lambda v: v.X * v.dM,  # not transposed; 2 × 2 fits
    "X": lambda v: -v.dM * v.W1.T,
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_claims_are_refuted(name):
    proof = proofs.prove_gradients(**{name: WRONG[name]})
    assert [s.name for s in proof if not s] == [f"d{name}"]


def test_shape_comes_first():
    with pytest.raises(ValueError, match=r"must have its shape, \(2, 3\)"):
        proofs.gradient_step("W1", lambda v: v.dM.T * v.X)


def test_losses():
    assert losses.prove_squared_error()
    assert losses.prove_softmax_cross_entropy()
    assert losses.prove_cross_entropy()


def test_wrong_loss_gradients_are_refuted():
    assert not losses.prove_squared_error(lambda y, t: (y - t) / len(y))
    assert not losses.prove_squared_error(lambda y, t: 2 * (y - t))
    assert not losses.prove_softmax_cross_entropy(lambda p, t: p - t)
    assert not losses.prove_softmax_cross_entropy(lambda p, t: (t - p) / 2)
    assert not losses.prove_softmax_cross_entropy(lambda p, t: p / 2)


def test_the_documents_loss_lacks_its_minus():
    """F7: its gradient is right for its loss, which must be climbed."""
    assert not losses.prove_cross_entropy(sign=1)
    printed = losses.prove_cross_entropy(
        lambda y, t: losses.ratio(t, y) / len(y), sign=1
    )
    assert printed
    slope = printed["dY"].left[0]
    assert slope.subs({s: 1 for s in slope.free_symbols}) == sp.Rational(1, 6)
