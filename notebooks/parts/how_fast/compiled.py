"""LayerNorm as two compiled loops: one pass over memory each way.

Optional: the loops need numba, which compiles them at their first call and
keeps the result for the next day. The layer in NumPy is the one to learn from.
"""

import math
from functools import lru_cache

import numpy as np

from course_lib.layers import validate
from course_lib.layers.layer import flatten_tokens
from course_lib.layers.layer_norm import LayerNorm

MISSING = (
    "The compiled loops need numba. Type: "
    '.venv/bin/python -m pip install -e ".[compiled]"'
)
# Terms of a sum may be taken in any order, so that a vector holds several;
# NaN and inf stay what they are.
ANY_ORDER = {"reassoc", "nsz"}
CACHE_LINE = 64  # bytes


class CompiledLayerNorm(LayerNorm):
    """LayerNorm in compiled loops: same arguments, attributes and errors.

    Rows without a finite, positive rstd, and parameters other than one number
    a feature, are left to NumPy, with its warnings.

    Raises
    ------
    ImportError
        Without numba; it says what to type.
    """

    def __init__(self, shape, *, eps=1e-5, dtype=np.float64):
        compiled(normalize)
        super().__init__(shape, eps=eps, dtype=dtype)

    def compute(self, x, gamma, beta):
        """Return y of a checked x, and keep what LayerNorm keeps."""
        eps = validate.non_negative("eps", self.eps)
        self.looped = gamma.shape == beta.shape == x.shape[-1:]
        if not self.looped:
            return super().compute(x, gamma=gamma, beta=beta)
        y, x_hat = empty(x.shape, x.dtype), empty(x.shape, x.dtype)
        stats = np.empty((3, *x.shape[:-1], 1), x.dtype)
        outputs = [flatten_tokens(a) for a in (x_hat, y, *stats)]
        inputs = plain(flatten_tokens(x)), plain(gamma), plain(beta)
        self.looped = compiled(normalize)(*inputs, eps, *outputs)
        if not self.looped:
            return super().compute(x, gamma=gamma, beta=beta)
        self.x_hat, (self.mean, self.var, self.rstd) = x_hat, stats
        return y

    def compute_gradients(self, dy, gamma, beta):
        """Return dx of a checked dy; leave dgamma and dbeta."""
        same = gamma.shape == beta.shape == dy.shape[-1:]
        if not (self.looped and same):
            return super().compute_gradients(dy, gamma=gamma, beta=beta)
        dx = empty(dy.shape, dy.dtype)
        sums = empty((2, dy.shape[-1]), np.float64)
        sums[...] = 0
        kept = (flatten_tokens(a) for a in (self.x_hat, self.rstd, dx))
        compiled(normalize_backward)(
            plain(flatten_tokens(dy)), plain(gamma), *kept, sums
        )
        self.dgamma, self.dbeta = sums.astype(dy.dtype)
        return dx


def normalize(x, gamma, beta, eps, x_hat, y, mean, var, rstd):
    """Fill the last five arrays; tell whether every rstd is a plain number."""
    tokens, n = x.shape
    real = x.dtype.type  # keeps float32 from becoming float64
    all_plain = True
    for i in range(tokens):
        total = real(0)
        for j in range(n):
            total += x[i, j]
        m = real(total / n)
        mean_error = real(0)  # what rounding left in m
        for j in range(n):
            # Stored: in any order, (x - m) - mean_error could become
            # x - (m + mean_error).
            x_hat[i, j] = x[i, j] - m
            mean_error += x_hat[i, j]
        mean_error = real(mean_error / n)
        squares = real(0)
        for j in range(n):
            centred = x_hat[i, j] - mean_error
            squares += centred * centred
        mean[i, 0] = m + mean_error
        var[i, 0] = real(squares / n)
        r = real(1 / np.sqrt(var[i, 0] + eps))
        rstd[i, 0] = r
        for j in range(n):
            x_hat[i, j] = (x_hat[i, j] - mean_error) * r
            y[i, j] = x_hat[i, j] * gamma[j] + beta[j]
        all_plain = all_plain and 0 < r < np.inf
    return all_plain


def normalize_backward(dy, gamma, x_hat, rstd, dx, sums):
    """Fill dx; add dL/dgamma and dL/dbeta to the two rows of sums."""
    tokens, n = dy.shape
    real = dy.dtype.type
    for i in range(tokens):
        mean = real(0)
        mean_product = real(0)
        for j in range(n):
            dx_hat = dy[i, j] * gamma[j]
            mean += dx_hat
            mean_product += dx_hat * x_hat[i, j]
            sums[0, j] += dy[i, j] * x_hat[i, j]
        mean = real(mean / n)
        mean_product = real(mean_product / n)
        for j in range(n):
            from_mean = dy[i, j] * gamma[j] - mean
            dx[i, j] = (from_mean - x_hat[i, j] * mean_product) * rstd[i, 0]
            sums[1, j] += dy[i, j]


@lru_cache
def compiled(loops):
    """Return the function, to be compiled when it is called."""
    try:
        from numba import njit
    except ImportError as error:
        raise ImportError(MISSING) from error
    return njit(cache=True, error_model="numpy", fastmath=ANY_ORDER)(loops)


def plain(a):
    """Return an array in C order that may be written to, or such a copy.

    Loops are compiled for the kind of array that they get; one kind will do.
    """
    return a if a.flags.carray else a.copy()


def empty(shape, dtype):
    """Return an empty array; a large one begins where a cache line begins.

    A vector that lies across two lines costs up to twice the time.
    """
    size = math.prod(shape) * np.dtype(dtype).itemsize
    if size < 2**16:
        return np.empty(shape, dtype)
    room = np.empty(size + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return room[start : start + size].view(dtype).reshape(shape)
