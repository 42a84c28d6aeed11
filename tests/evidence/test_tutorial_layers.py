"""The gradient check on layers as tutorials write them, right and wrong.

Each takes `slip`, which scales or spoils one of its gradients.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from course_lib.evidence import check_gradients

W, V = np.random.default_rng(0).standard_normal((2, 4, 4))


class Affine:
    """y = x W + b; a kind of it keeps W, b and their gradients in its way."""

    def __init__(self, slip=1, W=W):
        self.slip = slip
        self.start(W.copy(), np.full(4, 0.5))

    def forward(self, x):
        self.x, (W, b) = x, self.own()
        return x @ W + b

    def backward(self, dout):
        self.leave(self.slip * self.x.T @ dout, dout.sum(axis=0))
        return dout @ self.own()[0].T


def affine(start, own, leave, **more):
    """Return a class of such layers that keep their arrays in one way."""
    methods = {"start": start, "own": own, "leave": leave}
    return type("Kept", (Affine,), methods | more)


def add(dp, more):
    """Add in place, as passes do that collect gradients."""
    dp += more


Attributes = affine(
    lambda self, W, b: vars(self).update(W=W, b=b),
    lambda self: (self.W, self.b),
    lambda self, dW, db: vars(self).update(dW=dW, db=db),
)
Adds = affine(
    lambda self, W, b: vars(self).update(weight=W, bias=0, weight_grad=1 + W),
    lambda self: (self.weight, self.bias),
    lambda self, dW, db: [
        add(self.weight_grad, dW),
        setattr(self, "bias_grad", db.sum()),
    ],
)
Lists = affine(
    lambda self, W, b: vars(self).update(params=[W, b], grads=[0 * W, 0 * b]),
    lambda self: self.params,
    lambda self, *found: [*map(add, self.grads, found)],
)
Dictionaries = affine(
    lambda self, W, b: vars(self).update(params={"w": W, "b": b}),
    lambda self: (self.params["w"], self.params["b"]),
    lambda self, dW, db: vars(self).update(grads={"b": db, "dw": dW}),
)
Objects = affine(
    lambda self, *both: vars(self).update(
        both=[SimpleNamespace(data=p, grad=0 * p) for p in both]
    ),
    lambda self: [p.data for p in self.both],
    lambda self, *found: [add(p.grad, d) for p, d in zip(self.both, found)],
    parameters=lambda self: self.both,
)


class Network:
    """A list called layers, and the lists of all of them in one."""

    def __init__(self, slip=1):
        self.layers = [Lists(), Lists(slip, V)]
        self.params = [p for layer in self.layers for p in layer.params]
        self.grads = [g for layer in self.layers for g in layer.grads]

    def forward(self, x):
        self.hidden = np.tanh(self.layers[0].forward(x))
        return self.layers[1].forward(self.hidden)

    def backward(self, dout):
        slope = 1 - self.hidden**2
        return self.layers[0].backward(self.layers[1].backward(dout) * slope)


class Sublayers(Network):
    """Two layers as attributes."""

    def __init__(self, slip=1):
        self.first, self.last = Attributes(), Adds(slip, V)

    layers = property(lambda self: (self.first, self.last))


class Single:
    """A norm that computes in float32."""

    def __init__(self, slip=1):
        self.gamma, self.beta = np.ones(4, "f4"), np.zeros(4, "f4")
        self.slip = slip

    def forward(self, x):
        x = x.astype(np.float32)
        self.std = np.sqrt(x.var(-1, keepdims=True) + np.float32(1e-5))
        self.x_hat = (x - x.mean(-1, keepdims=True)) / self.std
        return self.gamma * self.x_hat + self.beta

    def backward(self, dy):
        dy = dy.astype(np.float32)
        self.dgamma, self.dbeta = (dy * self.x_hat).sum(0), dy.sum(0)
        d = dy * self.gamma
        along = (d * self.x_hat).mean(-1, keepdims=True)
        dx = d - d.mean(-1, keepdims=True) - self.slip * self.x_hat * along
        return dx / self.std


class Widened(Single):
    """It gives float64 back."""

    def forward(self, x):
        return super().forward(x).astype(np.float64)


class Normalized:
    """A norm without parameters, at ε = 0: dy = x would have the slope 0."""

    def __init__(self, slip=1):
        self.slip = slip

    def forward(self, x):
        self.std = x.std(-1, keepdims=True)
        self.x_hat = (x - x.mean(-1, keepdims=True)) / self.std
        return self.x_hat

    def backward(self, dy):
        along = (dy * self.x_hat).mean(-1, keepdims=True)
        dx = dy - dy.mean(-1, keepdims=True) - self.x_hat * along
        return self.slip * dx / self.std


# What spoils one gradient of each, and which line is then wrong.
LAYERS = {
    Attributes: (0.98, "dW"),
    Adds: (3, "dweight"),
    Lists: (0.5, "dparameter0"),
    Dictionaries: (2, "dw"),
    Objects: (-1, "both.dparameter0"),
    Network: (2, "1.dparameter0"),
    Sublayers: (0, "last.dweight"),
    Single: (0.9, "dx"),
    Widened: (0, "dx"),
    Normalized: (0, "dx"),
}


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("kind", LAYERS)
def test_none_is_wrongly_cleared_or_accused(kind, seed):
    x = np.random.default_rng(seed).standard_normal((5, 4))
    slip, line = LAYERS[kind]
    right = check_gradients(kind(), x, rng=seed)
    assert right, right
    wrong = check_gradients(kind(slip), x, rng=seed)
    assert wrong.wrong == [line] and not wrong[line].at_kink, wrong
