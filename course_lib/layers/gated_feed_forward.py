"""GatedFeedForward: two linear maps multiplied, a third behind them (SwiGLU).

Source: Shazeer, "GLU Variants Improve Transformer" (2020), arXiv:2002.05202,
equation 6. Like the paper's, the maps have no biases.
"""

import numpy as np

from course_lib.layers import validate
from course_lib.layers.activations import silu, silu_slope
from course_lib.layers.layer import Layer, flatten_tokens

SILU_MEAN_SQUARE = 0.355776  # of silu(m), with m standard normal


class GatedFeedForward(Layer):
    """y = (silu(x W_gate) * (x W_up)) W_down.

    Parameters
    ----------
    d_model, d_ff : int
        Features of x and y, and of the hidden layer. It has as many weights
        as a FeedForward without biases whose hidden layer is 1.5 d_ff wide.
    rng : numpy.random.Generator or int
        Makes the weights, normal; an int is its seed. W_gate has variance
        1 / d_model and W_down 1 / d_ff. That of W_up is divided by the mean
        square of the gate, so that rows of mean square 1, as a norm makes
        them, keep it: what FeedForward does for its ReLU.
    dtype : float32 or float64
        Of the parameters. The output has the dtype of x.

    Attributes
    ----------
    W_gate, W_up, W_down : ndarray
        Parameters, two of (d_model, d_ff) and one of (d_ff, d_model); after
        backward, their gradients dW_gate, dW_up, dW_down.
    x : ndarray, (..., d_model)
        A copy of the last input.
    pre_activation, gate, up, hidden : ndarray, (..., d_ff)
        Of the last forward: x W_gate, its silu, x W_up, and gate * up.
    """

    names = ("W_gate", "W_up", "W_down")

    def __init__(self, d_model, d_ff, *, rng=0, dtype=np.float64):
        self.d_in = self.d_model = d_model = validate.count("d_model", d_model)
        self.d_ff = d_ff = validate.count("d_ff", d_ff)
        shapes = (d_model, d_ff), (d_model, d_ff), (d_ff, d_model)
        self.sizes = dict(zip(self.names, shapes))
        dtype = validate.float_dtype(dtype)
        rng = np.random.default_rng(rng)
        W_gate, W_up = rng.normal(0, d_model**-0.5, (2, d_model, d_ff))
        W_down = rng.normal(0, d_ff**-0.5, (d_ff, d_model))
        self.W_gate = W_gate.astype(dtype)
        self.W_up = (W_up / SILU_MEAN_SQUARE**0.5).astype(dtype)
        self.W_down = W_down.astype(dtype)

    def compute(self, x, W_gate, W_up, W_down):
        """Return y of a checked x; keep what the class lists."""
        tokens = flatten_tokens(x)  # (tokens, d_model)
        pre_activation = tokens @ W_gate  # (tokens, d_ff)
        gate = silu(pre_activation)
        up = tokens @ W_up
        hidden = gate * up
        y = hidden @ W_down  # (tokens, d_model)

        wide = (*x.shape[:-1], self.d_ff)  # (..., d_ff)
        self.pre_activation = pre_activation.reshape(wide)
        self.gate, self.up = gate.reshape(wide), up.reshape(wide)
        self.hidden = hidden.reshape(wide)
        self.x = x.copy()
        return y.reshape(x.shape)

    def compute_gradients(self, dy, W_gate, W_up, W_down):
        """Return dx of a checked dy; leave dW_gate, dW_up and dW_down.

        Each factor of hidden = gate * up gets dL/dhidden times the other.
        """
        dy, x = flatten_tokens(dy), flatten_tokens(self.x)
        gate, up = flatten_tokens(self.gate), flatten_tokens(self.up)
        slope = silu_slope(flatten_tokens(self.pre_activation))

        dhidden = dy @ W_down.T  # (tokens, d_ff)
        dup = dhidden * gate
        dpre = dhidden * up * slope
        self.dW_gate = x.T @ dpre  # (d_model, d_ff)
        self.dW_up = x.T @ dup
        self.dW_down = flatten_tokens(self.hidden).T @ dy  # (d_ff, d_model)
        dx = dpre @ W_gate.T + dup @ W_up.T  # (tokens, d_model)
        return dx.reshape(self.x.shape)
