"""Layers with one mistake each, besides the slips of lesson 07."""

import numpy as np

from course_lib.evidence import complex_step, textbook
from course_lib.evidence.wrong_backwards import dx_without_gamma, with_slip
from course_lib.layers import (
    AddNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
)
from course_lib.layers.activations import silu_slope
from course_lib.layers.layer import rows
from course_lib.layers.stack import Block


def mean(x):
    """Return row means; complex numbers go through."""
    return x.mean(axis=-1, keepdims=True)


def by_weights(x, dy):
    """Return the gradient of a weight matrix that takes x to y."""
    return rows(x).T @ rows(dy)


# --- LayerNorm: right forward, wrong backward --------------------------------


def along(a, dy):
    """Return the part along x̂ that dx must lose."""
    return a.x_hat * mean(dy * a.gamma * a.x_hat)


def printed(a, dy):
    """Use the document's printed entries: the 1 is inside the fraction."""
    g = dy * a.gamma
    others = g.sum(axis=-1, keepdims=True) - g
    slip = 1 - a.rstd**2  # printed - right, off the diagonal
    return a.dx + slip * others * a.rstd / dy.shape[-1]


class UpdateFirst(LayerNorm):
    """Move γ before dx is computed with it."""

    def backward(self, dy):
        super().backward(dy)
        self.gamma -= 0.1 * self.dgamma
        return super().backward(dy)


class WritesIntoDy(LayerNorm):
    """Use dy's memory for dx."""

    def backward(self, dy):
        dy[...] = super().backward(dy)
        return dy


# --- LayerNorm: wrong forward, with the right backward of just that forward --


def scaled(x_hat, gamma, beta):
    """Return y."""
    return gamma * x_hat + beta


def forward_by(x_hat, y=scaled):
    """Return a LayerNorm with another x̂ or y, whose gradients are exact."""

    class OwnForward(LayerNorm):
        def forward(self, x):
            self.at = [x.copy(), self.gamma, self.beta]
            return self.plain(*self.at)

        def plain(self, x, gamma, beta):
            return y(x_hat(x, self.eps), gamma, beta)

        def backward(self, dy):
            def loss(k):
                first, last = self.at[:k], self.at[k + 1 :]
                return lambda v: (dy * self.plain(*first, v, *last)).sum()

            dx, self.dgamma, self.dbeta = (
                complex_step(loss(k), p) for k, p in enumerate(self.at)
            )
            return dx

    return OwnForward


def centred(x):
    """Return x without its mean."""
    return x - mean(x)


def over_tokens(x, eps):
    """Normalize every feature over the tokens."""
    return textbook.layer_norm(x.swapaxes(-1, -2), eps=eps).swapaxes(-1, -2)


def sample_variance(x):
    """Divide by N - 1."""
    n = x.shape[-1]
    return mean(centred(x) ** 2) * n / (n - 1)


NORMS = {
    # γ J dy, where J (γ dy) is right
    "γ outside": with_slip(
        LayerNorm, dx=lambda a, dy: a.gamma * dx_without_gamma(a, dy)
    ),
    "variance for std": with_slip(LayerNorm, dx=lambda a, dy: a.dx * a.rstd),
    "sign of the variance's term": with_slip(
        LayerNorm, dx=lambda a, dy: a.dx + 2 * a.rstd * along(a, dy)
    ),
    "printed Jacobian": with_slip(LayerNorm, dx=printed),
    "update first": UpdateFirst,
    "statistics as constants": with_slip(
        LayerNorm, dx=lambda a, dy: dy * a.gamma * a.rstd
    ),
    "dx in dy's memory": WritesIntoDy,
    "sample variance": forward_by(
        lambda x, eps: centred(x) / np.sqrt(sample_variance(x) + eps)
    ),
    "ε outside": forward_by(
        lambda x, eps: centred(x) / (np.sqrt(mean(centred(x) ** 2)) + eps)
    ),
    "over tokens": forward_by(over_tokens),
    "over everything": forward_by(
        lambda x, eps: textbook.layer_norm(x.ravel(), eps=eps).reshape(x.shape)
    ),
    "one pass": forward_by(
        lambda x, eps: centred(x) / np.sqrt(mean(x**2) - mean(x) ** 2 + eps)
    ),
    "not centred": forward_by(lambda x, eps: textbook.rms_norm(x, eps=eps)),
    "β scaled": forward_by(
        lambda x, eps: textbook.layer_norm(x, eps=eps),
        lambda x_hat, gamma, beta: gamma * (x_hat + beta),
    ),
}


# --- Other layers ------------------------------------------------------------


class OneForDeadUnits(FeedForward):
    """Put out 1 where the pre-activation is negative."""

    def forward(self, x):
        y = super().forward(x)
        return y + (self.pre_activation <= 0) @ self.W2

    def backward(self, dy):
        dx = super().backward(dy)
        out = np.where(self.hidden > 0, self.hidden, 1)
        self.dW2 = by_weights(out, dy)
        return dx


class MisplacedBracket(AddNorm):
    """Return LayerNorm(prev) + orig."""

    def forward(self, prev, orig):
        return LayerNorm.forward(self, prev) + orig

    def backward(self, dy):
        return super().backward(dy), dy


class CentredFirst(RMSNorm):
    """Subtract the mean first, and go back through that as well."""

    def forward(self, x):
        return super().forward(centred(x))

    def backward(self, dy):
        return centred(super().backward(dy))


class LostShortcut(Block):
    """Forget the shortcut on the way back."""

    def backward(self, dy):
        shortcut, self.shortcut = self.shortcut, False
        dx = super().backward(dy)
        self.shortcut = shortcut
        return dx


def gate(of_gate, of_up):
    """Return a gated layer whose backward has other factors of dhidden."""

    def dpre(a, dy):
        return dy @ a.W_down.T * of_gate(a)

    def dup(a, dy):
        return dy @ a.W_down.T * of_up(a)

    return with_slip(
        GatedFeedForward,
        dx=lambda a, dy: dpre(a, dy) @ a.W_gate.T + dup(a, dy) @ a.W_up.T,
        dW_gate=lambda a, dy: by_weights(a.x, dpre(a, dy)),
        dW_up=lambda a, dy: by_weights(a.x, dup(a, dy)),
    )


def sigmoid_slope(m):
    """Return the slope of the sigmoid, not of the SiLU."""
    sigmoid = 1 / (1 + np.exp(-m))
    return sigmoid * (1 - sigmoid)


WRONG_FORWARD = {
    "1 for dead units": OneForDeadUnits,
    "misplaced bracket": MisplacedBracket,
    "centred first": CentredFirst,
}
OTHERS = {
    **WRONG_FORWARD,
    "no mask": with_slip(
        FeedForward,
        dx=lambda a, dy: dy @ a.W2.T @ a.W1.T,
        dW1=lambda a, dy: by_weights(a.x, dy @ a.W2.T),
        db1=lambda a, dy: rows(dy @ a.W2.T).sum(axis=0),
    ),
    "mask where the gradient is negative": with_slip(
        FeedForward, dx=lambda a, dy: np.maximum(dy @ a.W2.T, 0) @ a.W1.T
    ),
    # it fits, since d_model = d_ff
    "W1 not transposed": with_slip(
        FeedForward, dx=lambda a, dy: dy @ a.W2.T * (a.hidden > 0) @ a.W1
    ),
    "mean over tokens": with_slip(FeedForward, db1=lambda a, dy: a.db1 / 6),
    "pre-activation for hidden": with_slip(
        FeedForward, dW2=lambda a, dy: by_weights(a.pre_activation, dy)
    ),
    "only prev": with_slip(AddNorm, dx=lambda a, dy: (a.dx, 0 * a.dx)),
    "half each": with_slip(AddNorm, dx=lambda a, dy: a.dx / 2),
    "as LayerNorm": with_slip(
        RMSNorm, dx=lambda a, dy: a.dx - a.rrms * mean(dy * a.gamma)
    ),
    "root as a constant": with_slip(
        RMSNorm, dx=lambda a, dy: dy * a.gamma * a.rrms
    ),
    "sum for mean": with_slip(
        RMSNorm, dx=lambda a, dy: a.dx - 3 * a.rrms * along(a, dy)
    ),
    "dγ from x": with_slip(
        RMSNorm, dgamma=lambda a, dy: rows(dy * a.x_hat / a.rrms).sum(axis=0)
    ),
    "no slope of SiLU": gate(lambda a: a.up, lambda a: a.gate),
    "slope of the sigmoid": gate(
        lambda a: a.up * sigmoid_slope(a.pre_activation), lambda a: a.gate
    ),
    "factors swapped": gate(
        lambda a: a.gate * silu_slope(a.pre_activation), lambda a: a.up
    ),
    "x used by W_gate alone": with_slip(
        GatedFeedForward,
        dx=lambda a, dy: a.dx - (dy @ a.W_down.T * a.gate) @ a.W_up.T,
    ),
}
