"""Layers with one mistake each, besides the slips of lesson 03."""

import numpy as np

from course_lib.evidence import complex_step, textbook
from course_lib.evidence.wrong_backwards import DxWithoutGamma
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


# --- Right forward, wrong backward ------------------------------------------


class GammaOutside(DxWithoutGamma):
    """Multiply J dy by γ, where J (γ dy) is right."""

    def backward(self, dy):
        return self.gamma * super().backward(dy)


class VarianceForStd(LayerNorm):
    """Divide by the variance, not by its root: x̂ has slope 1/s."""

    def backward(self, dy):
        return super().backward(dy) * self.rstd


class SignOfVarianceTerm(LayerNorm):
    """Add the part along x̂, where it must be taken away."""

    def backward(self, dy):
        dx = super().backward(dy)
        dx_hat = dy * self.gamma
        return dx + 2 * self.rstd * self.x_hat * mean(dx_hat * self.x_hat)


class PrintedJacobian(LayerNorm):
    """Use the document's printed entries: the 1 is inside the fraction."""

    def backward(self, dy):
        dx = super().backward(dy)
        g = dy * self.gamma
        others = g.sum(axis=-1, keepdims=True) - g
        slip = 1 - self.rstd**2  # printed - right, off the diagonal
        return dx + slip * others * self.rstd / dy.shape[-1]


class UpdateFirst(LayerNorm):
    """Move γ before dx is computed with it."""

    def backward(self, dy):
        super().backward(dy)
        self.gamma -= 0.1 * self.dgamma
        return super().backward(dy)


class DetachedStatistics(LayerNorm):
    """Treat mean and variance as constants: dx = γ dy / s."""

    def backward(self, dy):
        super().backward(dy)
        return dy * self.gamma * self.rstd


class WritesIntoDy(LayerNorm):
    """Use dy's memory for dx."""

    def backward(self, dy):
        dy[...] = super().backward(dy)
        return dy


class NoMask(FeedForward):
    """Leave out the ReLU on the way back."""

    def backward(self, dy):
        super().backward(dy)
        dpre = dy @ self.W2.T
        self.dW1 = rows(self.x).T @ rows(dpre)
        self.db1 = rows(dpre).sum(axis=0)
        return dpre @ self.W1.T


class MaskOfGradient(FeedForward):
    """Mask where the gradient is negative, not where the input was."""

    def backward(self, dy):
        super().backward(dy)
        return np.maximum(dy @ self.W2.T, 0) @ self.W1.T


class NotTransposed(FeedForward):
    """Forget that W1 must be transposed; at d_model = d_ff it fits."""

    def backward(self, dy):
        super().backward(dy)
        return ((dy @ self.W2.T) * (self.hidden > 0)) @ self.W1


class MeanOverTokens(FeedForward):
    """Average db1 over the tokens, where it must be summed."""

    def backward(self, dy):
        dx = super().backward(dy)
        self.db1 /= dy.size // dy.shape[-1]
        return dx


class PreActivationForHidden(FeedForward):
    """Take dW2 from the pre-activation."""

    def backward(self, dy):
        dx = super().backward(dy)
        self.dW2 = rows(self.pre_activation).T @ rows(dy)
        return dx


class OnlyPrev(AddNorm):
    """Hand the gradient to prev alone."""

    def backward(self, dy):
        dz = super().backward(dy)
        return dz, np.zeros_like(dz)


class HalfEach(AddNorm):
    """Share the gradient between the two inputs of the sum."""

    def backward(self, dy):
        return super().backward(dy) / 2


class AsLayerNorm(RMSNorm):
    """Take the mean off as well, as LayerNorm's backward does."""

    def backward(self, dy):
        return super().backward(dy) - self.rrms * mean(dy * self.gamma)


class DetachedRoot(RMSNorm):
    """Treat the root mean square as a constant."""

    def backward(self, dy):
        super().backward(dy)
        return dy * self.gamma * self.rrms


class SumForMean(RMSNorm):
    """Forget to divide the part along x̂ by N."""

    def backward(self, dy):
        dx, dx_hat = super().backward(dy), dy * self.gamma
        along = self.rrms * self.x_hat * mean(dx_hat * self.x_hat)
        return dx - (dy.shape[-1] - 1) * along


class DgammaFromX(RMSNorm):
    """Take dγ from x, not from x̂."""

    def backward(self, dy):
        dx = super().backward(dy)
        self.dgamma = rows(dy * self.x_hat / self.rrms).sum(axis=0)
        return dx


class NoSlope(GatedFeedForward):
    """Go back past the SiLU without its slope."""

    def slope(self):
        return np.ones(self.gate.shape)

    def backward(self, dy):
        super().backward(dy)
        dhidden = dy @ self.W_down.T
        dpre = dhidden * self.up * self.slope()
        dup = dhidden * self.gate
        self.dW_gate = rows(self.x).T @ rows(dpre)
        return dpre @ self.W_gate.T + dup @ self.W_up.T


class SigmoidSlope(NoSlope):
    """Take the sigmoid's slope for the SiLU's."""

    def slope(self):
        sigmoid = 1 / (1 + np.exp(-self.pre_activation))
        return sigmoid * (1 - sigmoid)


class FactorsSwapped(GatedFeedForward):
    """Give each factor of the gate itself, not the other."""

    def backward(self, dy):
        super().backward(dy)
        dhidden = dy @ self.W_down.T
        dpre = dhidden * self.gate * silu_slope(self.pre_activation)
        dup = dhidden * self.up
        self.dW_gate = rows(self.x).T @ rows(dpre)
        self.dW_up = rows(self.x).T @ rows(dup)
        return dpre @ self.W_gate.T + dup @ self.W_up.T


class LostWay(GatedFeedForward):
    """Forget that x is used a second time, by W_up."""

    def backward(self, dy):
        dx = super().backward(dy)
        return dx - (dy @ self.W_down.T * self.gate) @ self.W_up.T


class LostShortcut(Block):
    """Forget the shortcut on the way back."""

    def backward(self, dy):
        shortcut, self.shortcut = self.shortcut, False
        dx = super().backward(dy)
        self.shortcut = shortcut
        return dx


# --- Wrong forward, with the right backward of just that forward ------------


class OwnForward(LayerNorm):
    """A forward of one's own, `plain`, and its gradients, all exact."""

    def forward(self, x):
        self.x = x.copy()
        return self.plain(x, self.gamma, self.beta)

    def backward(self, dy):
        at = [self.x, self.gamma, self.beta]

        def loss(k):
            return lambda v: (
                dy
                * self.plain(*[v if i == k else p for i, p in enumerate(at)])
            ).sum()

        dx, self.dgamma, self.dbeta = (
            complex_step(loss(k), p) for k, p in enumerate(at)
        )
        return dx


class SampleVariance(OwnForward):
    """Divide by N - 1."""

    def plain(self, x, gamma, beta):
        var = ((x - mean(x)) ** 2).sum(axis=-1, keepdims=True)
        var = var / (x.shape[-1] - 1)
        return gamma * (x - mean(x)) / np.sqrt(var + self.eps) + beta


class EpsOutside(OwnForward):
    """Add ε to the standard deviation."""

    def plain(self, x, gamma, beta):
        var = mean((x - mean(x)) ** 2)
        return gamma * (x - mean(x)) / (np.sqrt(var) + self.eps) + beta


class OverTokens(OwnForward):
    """Normalize every feature over the tokens."""

    def plain(self, x, gamma, beta):
        turned = np.swapaxes(x, -1, -2)
        x_hat = textbook.layer_norm(turned, eps=self.eps)
        return gamma * np.swapaxes(x_hat, -1, -2) + beta


class OverEverything(OwnForward):
    """Take one mean and one variance for all tokens."""

    def plain(self, x, gamma, beta):
        x_hat = textbook.layer_norm(x.reshape(-1), eps=self.eps)
        return gamma * x_hat.reshape(x.shape) + beta


class OnePass(OwnForward):
    """Take the variance as mean of squares less squared mean."""

    def plain(self, x, gamma, beta):
        var = mean(x**2) - mean(x) ** 2
        return gamma * (x - mean(x)) / np.sqrt(var + self.eps) + beta


class NotCentred(OwnForward):
    """Leave the mean in, as RMSNorm does."""

    def plain(self, x, gamma, beta):
        return gamma * x / np.sqrt(mean(x**2) + self.eps) + beta


class BetaScaled(OwnForward):
    """Add β before γ multiplies."""

    def plain(self, x, gamma, beta):
        return gamma * (textbook.layer_norm(x, eps=self.eps) + beta)


class CentredFirst(RMSNorm):
    """Subtract the mean first, and go back through that as well."""

    def forward(self, x):
        return super().forward(x - mean(x))

    def backward(self, dy):
        dx = super().backward(dy)
        return dx - mean(dx)


class OneForDeadUnits(FeedForward):
    """Put out 1 where the pre-activation is negative."""

    def forward(self, x):
        y = super().forward(x)
        dead = self.pre_activation <= 0
        return y + dead @ self.W2

    def backward(self, dy):
        dx = super().backward(dy)
        out = np.where(self.hidden > 0, self.hidden, 1)
        self.dW2 = rows(out).T @ rows(dy)
        return dx


class MisplacedBracket(AddNorm):
    """Return LayerNorm(prev) + orig."""

    def forward(self, prev, orig):
        return LayerNorm.forward(self, prev) + orig

    def backward(self, dy):
        return super().backward(dy), dy
