"""The gradient check on layers as tutorials write them, right and wrong.

Each class takes `slip`, which scales or spoils one of its gradients; without
one it is right.
"""

import numpy as np
import pytest

from course_lib.evidence import check_gradients

RNG = np.random.default_rng(0)
W, V = RNG.standard_normal((4, 3)), RNG.standard_normal((3, 4))


class Attributes:
    """W and dW, overwritten in every pass."""

    def __init__(self, slip=1):
        self.W, self.b, self.slip = W.copy(), np.zeros(3), slip

    def forward(self, x):
        self.x = x
        return x @ self.W + self.b

    def backward(self, dout):
        self.dW, self.db = self.x.T @ dout, self.slip * dout.sum(axis=0)
        return dout @ self.W.T


class Adds:
    """weight and weight_grad, to which every pass adds."""

    def __init__(self, slip=1):
        self.weight, self.weight_grad = W.copy(), np.ones((4, 3))
        self.bias, self.bias_grad, self.slip = 0.5, 0.0, slip

    def forward(self, x):
        self.input = x
        return x @ self.weight + self.bias

    def backward(self, grad_output):
        self.weight_grad += self.slip * self.input.T @ grad_output
        self.bias_grad += grad_output.sum()
        return grad_output @ self.weight.T


class Lists:
    """Lists of params and grads, filled in place."""

    def __init__(self, W=W, slip=1):
        self.params, self.slip = [W.copy(), np.zeros(W.shape[1])], slip
        self.grads = [np.zeros_like(p) for p in self.params]

    def forward(self, x):
        self.x, (W, b) = x, self.params
        return np.dot(x, W) + b

    def backward(self, dout):
        self.grads[0][...] = self.slip * np.dot(self.x.T, dout)
        self.grads[1][...] = np.sum(dout, axis=0)
        return np.dot(dout, self.params[0].T)


class Relu:
    """No parameters."""

    def forward(self, x):
        self.mask = x <= 0
        return np.where(self.mask, 0, x)

    def backward(self, dout):
        return np.where(self.mask, 0, dout)


class Network:
    """A list called layers, and the lists of all of them in one."""

    def __init__(self, slip=1):
        self.layers = [Lists(W), Relu(), Lists(V, slip)]
        self.params = [p for i in (0, 2) for p in self.layers[i].params]
        self.grads = [g for i in (0, 2) for g in self.layers[i].grads]

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def backward(self, dout):
        for layer in reversed(self.layers):
            dout = layer.backward(dout)
        return dout


class Dictionaries:
    """A dictionary of params, and one of grads that backward makes anew."""

    def __init__(self, slip=1):
        self.params, self.slip = {"w": W.copy(), "b": np.ones(3)}, slip
        self.grads = {}

    def forward(self, inputs):
        self.inputs = inputs
        return np.tanh(inputs @ self.params["w"] + self.params["b"])

    def backward(self, grad):
        y = self.forward(self.inputs)
        grad = grad * (1 - y**2)
        self.grads = {"b": grad.sum(axis=0)}
        self.grads["w"] = self.slip * self.inputs.T @ grad
        return grad @ self.params["w"].T


class Value:
    """A parameter with its gradient, as in small automatic differentiators."""

    def __init__(self, data):
        self.data, self.grad = data, np.zeros_like(data)


class Objects:
    """parameters() returns a list of objects with data and grad."""

    def __init__(self, slip=1):
        self.w, self.slip = Value(W.copy()), slip

    def parameters(self):
        return [self.w]

    def forward(self, x):
        self.x = x
        return x @ self.w.data

    def backward(self, dout):
        self.w.grad += self.slip * self.x.T @ dout
        return dout @ self.w.data.T


class Sublayers:
    """Two layers, held as attributes."""

    def __init__(self, slip=1):
        self.first, self.last = Attributes(), Lists(V, slip)

    def forward(self, x):
        self.hidden = np.sin(self.first.forward(x))
        return self.last.forward(self.hidden)

    def backward(self, dout):
        slope = np.sqrt(1 - self.hidden**2) * self.sign()
        return self.first.backward(self.last.backward(dout) * slope)

    def sign(self):
        return np.sign(np.cos(self.first.x @ self.first.W + self.first.b))


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
    Attributes: (0.98, "db"),
    Adds: (3, "dweight"),
    Lists: (0.5, "dparameter0"),
    Network: (2, "dparameter2"),
    Dictionaries: (2, "dw"),
    Objects: (-1, "dw"),
    Single: (0.9, "dx"),
    Widened: (0, "dx"),
    Normalized: (0, "dx"),
    Sublayers: (2, "last.dparameter0"),
}


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("kind", LAYERS)
def test_none_is_wrongly_cleared_or_accused(kind, seed):
    x = np.random.default_rng(seed).standard_normal((5, 4))
    slip, line = LAYERS[kind]
    right = check_gradients(kind(), x, rng=seed)
    wrong = check_gradients(kind(slip=slip), x, rng=seed)
    assert right, right
    assert wrong.wrong == [line], wrong
    assert not any(each.at_kink for each in wrong)
