"""The gradient check on layers as tutorials write them, right and wrong.

Each takes `slip`, which scales or spoils one of its gradients.
"""

import numpy as np
import pytest

from course_lib.evidence import check_gradients

W, V = np.random.default_rng(0).standard_normal((2, 4, 4))


class Affine:
    """y = x W + b, whose gradients are numbers that are written anew."""

    def __init__(self, slip=1, W=W):
        self.slip, self.W, self.b = slip, W.copy(), np.full(4, 0.5)

    def forward(self, x):
        self.x = x
        return x @ self.W + self.b

    def backward(self, dout):
        self.dW, self.db = self.slip * self.x.T @ dout, dout.sum(axis=0)
        return dout @ self.W.T


class Adds(Affine):
    """It adds to its gradients, in place, as passes do that collect them."""

    def __init__(self, slip=1, W=W):
        super().__init__(slip, W)
        self.b, self.dW = 0, 1 + W

    def backward(self, dout):
        before = self.dW
        dx = super().backward(dout)
        before += self.dW
        self.dW, self.db = before, dout.sum()
        return dx


class Network:
    """Two layers, in a list or as attributes, with tanh between them."""

    def __init__(self, slip=1):
        self.layers = [Affine(), Adds(slip, V)]

    def forward(self, x):
        self.hidden = np.tanh(self.layers[0].forward(x))
        return self.layers[1].forward(self.hidden)

    def backward(self, dout):
        slope = 1 - self.hidden**2
        return self.layers[0].backward(self.layers[1].backward(dout) * slope)


class Sublayers(Network):
    """Two layers as attributes."""

    def __init__(self, slip=1):
        self.first, self.last = Affine(), Adds(slip, V)

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
    Affine: (0.98, "dW"),
    Adds: (3, "dW"),
    Network: (2, "layers.1.dW"),
    Sublayers: (0, "last.dW"),
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
