"""The course's layers for many runs at once.

Every array has a leading axis of runs, so one matrix product serves them all.
The equations are those of `course_lib.layers`; a test compares both.
"""

import numpy as np

EPS = 1e-5


class Layer:
    """Parameters `p` and their gradients `dp`, by name, (runs, ...)."""

    layers = ()  # those that this one is made of

    def __init__(self, **p):
        given = p.items()
        self.p = {name: v for name, v in given if v is not None}
        self.dp = {}

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def backward(self, dy):
        for layer in reversed(self.layers):
            dy = layer.backward(dy)
        return dy

    def every_layer(self):
        """Yield this layer and all that it is made of."""
        yield self
        for layer in self.layers:
            yield from layer.every_layer()


class Linear(Layer):
    """y = x W + b, with or without b."""

    def forward(self, x):
        self.x = x
        y = x @ self.p["W"]
        if "b" in self.p:
            y += self.p["b"]
        return y

    def backward(self, dy):
        np.matmul(self.x.swapaxes(1, 2), dy, out=self.dp["W"])
        if "b" in self.p:
            dy.sum(axis=1, keepdims=True, out=self.dp["b"])
        return dy @ self.p["W"].swapaxes(1, 2)


class FeedForward(Layer):
    """y = max(0, x W1 + b1) W2 + b2, or with the square of the maximum."""

    def __init__(self, first, second, squared):
        super().__init__()
        self.layers, self.squared = (first, second), squared

    def forward(self, x):
        self.relu = self.layers[0].forward(x)
        np.maximum(self.relu, 0, out=self.relu)
        hidden = self.relu * self.relu if self.squared else self.relu
        return self.layers[1].forward(hidden)

    def backward(self, dy):
        dpre = self.layers[1].backward(dy)
        dpre *= 2 * self.relu if self.squared else self.relu > 0
        return self.layers[0].backward(dpre)


class Gated(Layer):
    """y = (silu(x W_gate) * (x W_up)) W_down, or the product without silu."""

    def __init__(self, gate, up, down, silu):
        super().__init__()
        self.layers, self.silu = (gate, up, down), silu

    def forward(self, x):
        gate, up, down = self.layers
        m, self.up = gate.forward(x), up.forward(x)
        self.gate, self.slope = m, 1
        if self.silu:
            small = np.exp(-np.abs(m))
            sigmoid = np.where(m < 0, small, 1) / (1 + small)
            self.gate = m * sigmoid
            self.slope = sigmoid + self.gate * (1 - sigmoid)
        return down.forward(self.gate * self.up)

    def backward(self, dy):
        gate, up, down = self.layers
        dhidden = down.backward(dy)
        dx = gate.backward(dhidden * self.up * self.slope)
        dx += up.backward(dhidden * self.gate)
        return dx


class Norm(Layer):
    """LayerNorm if there is a beta, else RMSNorm."""

    detached = False

    def forward(self, x):
        if "beta" in self.p:
            x = x - row_mean(x)
        mean_square = np.vecdot(x, x)[..., None] / x.shape[-1]
        self.factor = 1 / np.sqrt(mean_square + EPS)
        self.x_hat = x * self.factor
        y = self.x_hat * self.p["gamma"]
        if "beta" in self.p:
            y += self.p["beta"]
        return y

    def backward(self, dy):
        np.sum(dy * self.x_hat, axis=1, keepdims=True, out=self.dp["gamma"])
        dx = dy * self.p["gamma"]
        if "beta" in self.p:
            dy.sum(axis=1, keepdims=True, out=self.dp["beta"])
            dx -= row_mean(dx)
        if not self.detached:
            along = np.vecdot(dx, self.x_hat)[..., None] / dx.shape[-1]
            dx -= self.x_hat * along
        dx *= self.factor
        return dx


class Block(Layer):
    """A feed-forward layer with its shortcut, and a norm where order says."""

    def __init__(self, feed_forward, norm, order):
        super().__init__()
        self.feed_forward, self.norm, self.order = feed_forward, norm, order
        self.layers = (feed_forward, norm) if norm else (feed_forward,)

    def forward(self, x):
        y = self.norm.forward(x) if self.order == "pre" else x
        y = self.feed_forward.forward(y)
        y += x
        return self.norm.forward(y) if self.order == "post" else y

    def backward(self, dy):
        if self.order == "post":
            dy = self.norm.backward(dy)
        dx = self.feed_forward.backward(dy)
        if self.order == "pre":
            dx = self.norm.backward(dx)
        dx += dy
        return dx


def row_mean(x):
    """Return the mean of every row, shape (..., 1)."""
    return x.dot(np.ones(x.shape[-1], x.dtype))[..., None] / x.shape[-1]


def losses_and_slopes(logits, kind):
    """Return every run's mean cross entropy and its gradient.

    Parameters
    ----------
    logits : ndarray, (runs, signals, kinds)
    kind : ndarray, (runs, signals), int

    Returns
    -------
    loss : ndarray, (runs,)
    dlogits : ndarray, as logits
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)
    dlogits = np.exp(shifted)
    total = dlogits.sum(axis=-1, keepdims=True)
    right = kind[..., None]
    own = np.take_along_axis(shifted, right, axis=-1)
    loss = (np.log(total) - own).mean(axis=(1, 2))
    dlogits /= total
    chosen = np.take_along_axis(dlogits, right, axis=-1)
    np.put_along_axis(dlogits, right, chosen - 1, axis=-1)
    dlogits /= logits.shape[1]
    return loss, dlogits
