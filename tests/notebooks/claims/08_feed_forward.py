"""What lesson 08 says in words."""

import numpy as np
from slopes import slopes

from course_lib.layers import FeedForward, softmax, softmax_cross_entropy

rng = np.random.default_rng(8)
same = np.allclose
layer = FeedForward(4, 6, rng=1)
layer.b1[:], layer.b2[:] = rng.normal(size=6), rng.normal(size=4)
x, G = rng.normal(size=(2, 5, 4))
y = layer.forward(x).copy()
H, M = layer.hidden.copy(), layer.pre_activation.copy()
layer.backward(G)
logits = np.array([[2.0, 0.0]])
shares = softmax(logits)[0]
first = np.eye(2)[:1]
loss, step = softmax_cross_entropy(logits, first)
d = 64


def entropy(T, p):
    return -np.sum(T * np.log(p))


CLAIMS = {
    "If the sum is above 0 the unit hands it on": same(H[M > 0], M[M > 0]),
    "So a unit is open for a token if its entry of $M$ is above 0": (
        ((H > 0) == (M > 0)).all()
    ),
    "a unit is 0 up to some point and a straight slope after it": same(
        np.maximum(0, np.arange(-2.0, 3)), [0, 0, 0, 1, 2]
    ),
    "With a width of 4·d_model the layer has 8·d_model² weights, and "
    "attention has 4·d_model²": (
        FeedForward(d, 4 * d).W1.size + FeedForward(d, 4 * d).W2.size
        == 8 * d**2
    ),
    "follow every path from that entry to L, multiply the slopes along each "
    "path, and add up the paths": same(
        slopes(lambda x: np.sum(G * layer.forward(x)), x)[0],
        ((M > 0) * (G @ layer.W2.T) @ layer.W1.T)[0],
    ),
    "and a sum over the first index of H is a product with its transpose": (
        same(layer.dW2, H.T @ G)
    ),
    "$W_1$ comes before H, so no path from H to the loss passes it": same(
        slopes(lambda H: np.sum(G * (H @ layer.W2 + layer.b2)), H),
        G @ layer.W2.T,
    ),
    "(SymPy asks $H > 0$ there, which is the same as $M > 0$.)": (
        ((H > 0) == (M > 0)).all()
    ),
    "then $L$ is minus the logarithm of the probability of that class": (
        np.isclose(loss, -np.log(shares[0]))
    ),
    "Softmax makes 0.88 and 0.12 of them, and ln 0.88 = −0.13, ln 0.12 = "
    "−2.13": same(np.log(shares).round(2), [-0.13, -2.13])
    and same(shares.round(2), [0.88, 0.12]),
    "The step should raise the second logit and lower the first": (
        softmax_cross_entropy(logits, np.eye(2)[1:])[1][0, 1]
        < 0
        < softmax_cross_entropy(logits, np.eye(2)[1:])[1][0, 0]
    ),
    "The loss is lowest at p = T": min(
        (entropy([0.3, 0.7], [p, 1 - p]), p) for p in np.arange(0.1, 1, 0.1)
    )[1].round(1)
    == 0.3,
    "and ln 2 for T = (½, ½)": np.isclose(
        entropy([0.5, 0.5], [0.5, 0.5]), np.log(2)
    ),
    "moves every parameter": all(
        layer.gradients()[name].any() for name in layer.parameters()
    ),
    "a unit that is shut for every token gets no gradient": not (
        layer.dW1[:, ~(M > 0).any(axis=0)].any()
    ),
    "dW₂ = HᵀG is 0": not (np.zeros((6, 5)) @ G).any(),
    "Follow every path, multiply along it, and add up the paths": same(
        layer.dW1, x.T @ ((M > 0) * (G @ layer.W2.T))
    ),
    "Each grows in proportion to the other": same(
        slopes(lambda w: w[0] * w[1], [2.0, 3.0]), [3, 2]
    ),
}
