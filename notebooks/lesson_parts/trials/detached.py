"""LayerNorm with wrong backward passes: slopes of μ, of σ or of both left out.

The forward pass is LayerNorm's. "Detached" is the word of PyTorch, where
``mean.detach()`` hands on the number and no gradient.
"""

import numpy as np

from course_lib.layers import LayerNorm
from lesson_parts.laboratory.side_by_side import BatchedNorm


class Detached(LayerNorm):
    """A LayerNorm in which μ or σ, or both, count as constants."""

    slope_of_mean = slope_of_std = False

    @classmethod
    def dx_of(cls, dx_hat, x_hat, rstd):
        """Return dx: without a slope, its line is left out."""
        dx = dx_hat
        if cls.slope_of_mean:
            dx = dx - dx.mean(axis=-1, keepdims=True)
        if cls.slope_of_std:
            along = np.vecdot(dx, x_hat)[..., None] / dx.shape[-1]
            dx = dx - x_hat * along
        return rstd * dx

    def compute_gradients(self, dy, gamma, beta):
        """Return dx; leave dgamma and dbeta, which are LayerNorm's."""
        super().compute_gradients(dy, gamma, beta)
        return self.dx_of(dy * gamma, self.x_hat, self.rstd)

    @classmethod
    def side_by_side(cls, *arguments):
        """Return the norm's twin for runs side by side."""
        norm = BatchedDetached(*arguments)
        norm.dx_of = cls.dx_of
        return norm


class MeanDetached(Detached):
    """Only the slope of σ is left."""

    slope_of_std = True


class StdDetached(Detached):
    """Only the slope of μ is left."""

    slope_of_mean = True


class BatchedDetached(BatchedNorm):
    """LayerNorm for runs side by side, with a backward pass of its own."""

    def backward(self, dy):
        (dy * self.x_hat).sum(axis=1, keepdims=True, out=self.dgamma)
        dy.sum(axis=1, keepdims=True, out=self.dbeta)
        return self.dx_of(dy * self.gamma, self.x_hat, self.factor)


NORMS = {
    "μ detached": MeanDetached,
    "σ detached": StdDetached,
    "both detached": Detached,
}


def detach(stack, slopes, where="all"):
    """Exchange norms of a fresh stack for detached ones, in place.

    Parameters
    ----------
    stack : Stack
    slopes : str
        A name in `NORMS`.
    where : {"all", "last only", "all but last"}
        The last norm is the last block's own in post-norm.
    """
    norm = NORMS[slopes]
    last = stack.blocks[-1] if stack.final_norm is None else None
    for block in stack.blocks:
        if where == "all" or (where == "last only") == (block is last):
            old = block.norm
            new = norm(len(old.gamma), eps=old.eps, dtype=old.gamma.dtype)
            block.set_layers(block.feed_forward, new)
    if stack.final_norm and where != "all but last":
        old = stack.final_norm
        new = norm(len(old.gamma), eps=old.eps, dtype=old.gamma.dtype)
        stack.final_norm = stack.layers["final_norm"] = new
