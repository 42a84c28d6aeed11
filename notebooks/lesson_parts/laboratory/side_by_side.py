"""Many stacks of one kind at once: every array has a leading axis of runs.

One matrix product then serves all runs, and NumPy's own costs are paid once.
The equations are those of course_lib.layers, and so are the starting weights,
because they are copied from its models; a test compares loss and gradients.
"""

import numpy as np

from course_lib.layers import FeedForward, Linear


class SideBySide:
    """Stacks that differ in nothing but the values of their parameters.

    Parameters
    ----------
    models : list of SignalStack
        One for each run; their parameters are copied.

    Attributes
    ----------
    parameters, gradients : ndarray, (runs, parameters of one model)
        What an optimizer moves, and where `backward` leaves its results.
    """

    def __init__(self, models):
        flat = [
            np.concatenate([p.ravel() for p in model.parameters().values()])
            for model in models
        ]
        self.parameters = np.array(flat)
        self.gradients = np.zeros_like(self.parameters)
        self.p, self.dp, start = {}, {}, 0
        for name, p in models[0].parameters().items():
            shape = (len(models), *(p.shape if p.ndim == 2 else (1, p.size)))
            part = np.s_[:, start : start + p.size]  # reshaped, a view of it
            self.p[name] = self.parameters[part].reshape(shape)
            self.dp[name] = self.gradients[part].reshape(shape)
            start += p.size
        self.layers = [
            self.batched(layer, name)
            for name, layer in models[0].layers.items()
            if name != "stack"
        ]
        stack = models[0].layers.get("stack")
        if stack:
            blocks = [
                BatchedBlock(
                    block,
                    self.batched(
                        block.feed_forward, f"stack.blocks.{i}.feed_forward"
                    ),
                    self.batched(block.norm, f"stack.blocks.{i}.norm"),
                )
                for i, block in enumerate(stack.blocks)
            ]
            last = self.batched(stack.final_norm, "stack.final_norm")
            self.layers[1:1] = [*blocks, last] if last else blocks

    def batched(self, layer, name):
        """Return the batched twin of one layer, with views of its numbers."""
        if layer is None:
            return None
        p = {n: self.p[f"{name}.{n}"] for n in layer.names}
        dp = {n: self.dp[f"{name}.{n}"] for n in layer.names}
        if isinstance(layer, Linear):
            return BatchedLinear(p["W"], dp["W"], p["b"], dp["b"])
        if isinstance(layer, FeedForward):
            return BatchedFeedForward(p, dp)
        if "W_gate" in p:
            return BatchedGate(p, dp)
        twin = getattr(layer, "side_by_side", BatchedNorm)
        return twin(p, dp, layer.eps)

    def forward(self, x):
        """Take x, (runs, signals, 40); return logits, (runs, signals, 10)."""
        for layer in self.layers:
            x = layer.forward(x)
        return x

    def backward(self, dlogits):
        """Fill `gradients` from the gradient of every run's own loss."""
        for layer in reversed(self.layers):
            dlogits = layer.backward(dlogits)


class BatchedLinear:
    """y = x W + b, with or without b."""

    def __init__(self, W, dW, b=None, db=None):
        self.W, self.dW, self.b, self.db = W, dW, b, db

    def forward(self, x):
        self.x = x
        y = x @ self.W
        if self.b is not None:
            y += self.b
        return y

    def backward(self, dy):
        np.matmul(self.x.swapaxes(1, 2), dy, out=self.dW)
        if self.b is not None:
            dy.sum(axis=1, keepdims=True, out=self.db)
        return dy @ self.W.swapaxes(1, 2)


class BatchedFeedForward:
    """y = max(0, x W1 + b1) W2 + b2."""

    def __init__(self, p, dp):
        self.first, self.second = (
            BatchedLinear(
                p[f"W{i}"], dp[f"W{i}"], p[f"b{i}"], dp[f"b{i}"]
            )
            for i in (1, 2)
        )  # fmt: skip

    def forward(self, x):
        hidden = self.first.forward(x)
        np.maximum(hidden, 0, out=hidden)
        return self.second.forward(hidden)

    def backward(self, dy):
        dpre = self.second.backward(dy)
        dpre *= self.second.x > 0
        return self.first.backward(dpre)


class BatchedGate:
    """y = (silu(x W_gate) * (x W_up)) W_down."""

    def __init__(self, p, dp):
        self.gate, self.up, self.down = (
            BatchedLinear(p[f"W_{name}"], dp[f"W_{name}"])
            for name in ("gate", "up", "down")
        )

    def forward(self, x):
        m, self.up_values = self.gate.forward(x), self.up.forward(x)
        small = np.exp(-np.abs(m))
        self.sigmoid = np.where(m < 0, small, 1) / (1 + small)
        self.silu = m * self.sigmoid
        return self.down.forward(self.silu * self.up_values)

    def backward(self, dy):
        dhidden = self.down.backward(dy)
        slope = self.sigmoid + self.silu * (1 - self.sigmoid)
        dx = self.gate.backward(dhidden * self.up_values * slope)
        dx += self.up.backward(dhidden * self.silu)
        return dx


class BatchedNorm:
    """LayerNorm if there is a beta, else RMSNorm."""

    def __init__(self, p, dp, eps):
        self.gamma, self.dgamma = p["gamma"], dp["gamma"]
        self.beta, self.dbeta = p.get("beta"), dp.get("beta")
        self.eps = eps

    def forward(self, x):
        if self.beta is not None:
            x = x - row_mean(x)
        mean_square = np.vecdot(x, x)[..., None] / x.shape[-1]
        self.factor = 1 / np.sqrt(mean_square + self.eps)
        self.x_hat = x * self.factor
        y = self.x_hat * self.gamma
        if self.beta is not None:
            y += self.beta
        return y

    def backward(self, dy):
        np.sum(dy * self.x_hat, axis=1, keepdims=True, out=self.dgamma)
        dx = dy * self.gamma
        if self.beta is not None:
            dy.sum(axis=1, keepdims=True, out=self.dbeta)
            dx -= row_mean(dx)
        along = np.vecdot(dx, self.x_hat)[..., None] / dx.shape[-1]
        dx -= self.x_hat * along
        dx *= self.factor
        return dx


class BatchedBlock:
    """A feed-forward layer with its shortcut and its norm, if it has one."""

    def __init__(self, block, feed_forward, norm):
        self.feed_forward, self.shortcut = feed_forward, block.shortcut
        self.before = norm if block.order == "pre" else None
        self.after = norm if block.order == "post" else None

    def forward(self, x):
        y = self.before.forward(x) if self.before else x
        y = self.feed_forward.forward(y)
        if self.shortcut:
            y += x
        return self.after.forward(y) if self.after else y

    def backward(self, dy):
        if self.after:
            dy = self.after.backward(dy)
        dx = self.feed_forward.backward(dy)
        if self.before:
            dx = self.before.backward(dx)
        if self.shortcut:
            dx += dy
        return dx


def row_mean(x):
    """Return the mean of every row, shape (..., 1)."""
    ones = np.ones(x.shape[-1], x.dtype)
    return x.dot(ones)[..., None] / x.shape[-1]


def losses_and_slopes(logits, kind):
    """Return every run's mean cross entropy and its gradient by the logits.

    Parameters
    ----------
    logits : ndarray, (runs, signals, kinds)
    kind : ndarray, (runs, signals), int

    Returns
    -------
    loss : ndarray, (runs,)
    dlogits : ndarray of the shape of logits
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
