"""What LayerNorm and RMSNorm share: everything but their arithmetic."""

from functools import lru_cache

import numpy as np

from course_lib.layers import validate
from course_lib.layers.blocks import in_blocks
from course_lib.layers.layer import Layer, flatten_tokens


class Norm(Layer):
    """A layer that normalizes every row, large arrays in blocks of rows.

    A subclass defines ``normalize``, which returns y and then what `keeps`
    names, and ``normalize_backward``, which takes dy and then what `needs`
    names, and returns dx and then the gradient of every parameter.
    """

    keeps = needs = ()

    def __init__(self, shape, *, eps=1e-5, dtype=np.float64):
        shape = validate.shape("shape", shape)
        dtype = validate.float_dtype(dtype)
        for name in self.names:
            start = np.ones if name == "gamma" else np.zeros
            setattr(self, name, start(shape, dtype))
        self.eps = validate.non_negative("eps", eps)

    def parameters_for(self, x):
        """Return the parameters by name, in the dtype of x; check shapes."""
        return {
            name: validate.require_broadcastable(name, getattr(self, name), x)
            for name in self.names
        }

    def compute(self, x, **parameters):
        """Return y of checked rows, and keep the rest that normalize found."""
        eps = validate.non_negative("eps", self.eps)
        y, *kept = in_blocks(self.normalize, x, eps=eps, **parameters)
        vars(self).update(zip(self.keeps, kept))
        return y

    def compute_gradients(self, dy, **parameters):
        """Return dx of a checked dy, and leave the parameters' gradients."""
        kept = [getattr(self, name) for name in self.needs]
        dx, *found = in_blocks(
            self.normalize_backward, dy, *kept, **parameters
        )
        for name, gradient in zip(self.names, found):
            setattr(self, f"d{name}", gradient)
        return dx


def row_mean(x):
    """Return the mean of every row, shape (..., 1).

    A sum is a dot product with ones: as a product of matrix and vector it is
    faster than x.mean(axis=-1).
    """
    n = x.shape[-1]
    return x.dot(ones(n, x.dtype))[..., None] / n


@lru_cache(maxsize=16)
def ones(n, dtype):
    """Return n ones, made once and kept."""
    row = np.ones(n, dtype)
    row.flags.writeable = False
    return row


def row_mean_of_product(a, b):
    """Return the mean of a * b in every row, shape (..., 1)."""
    return np.vecdot(a, b)[..., None] / a.shape[-1]


def sum_to(shape, values):
    """Sum over the axes along which a parameter of `shape` was repeated.

    The parameter was used in all those places, and collects the gradient
    from each of them.
    """
    if shape == values.shape[-1:]:  # one number a feature
        tokens = flatten_tokens(values)  # (tokens, d_model)
        return tokens.T.dot(ones(len(tokens), tokens.dtype))
    sizes = (None,) * (values.ndim - len(shape)) + shape
    repeated = [i for i, n in enumerate(values.shape) if n != sizes[i]]
    return values.sum(axis=tuple(repeated)).reshape(shape)
