"""Plain forward passes, written once as the books print them.

They share no code with `course_lib.layers`, keep nothing and check nothing,
and they run on any kind of number: float; complex, which the layers refuse,
so that the complex step can differentiate them; arrays of SymPy's symbols or
of mpmath's numbers with 50 digits; PyTorch's tensors. What NumPy computes for
floats alone, a caller gives in the functions of its own numbers. Tests hold
the layers equal to them.

x has shape (..., features). Parameters have the names and shapes that they
have in the layers, and eps is a number.
"""

import numpy as np


def layer_norm(x, gamma=1.0, beta=0.0, eps=1e-5):
    """Return gamma * (x - mean) / sqrt(var + eps) + beta, by rows."""
    mean = x.mean(axis=-1, keepdims=True)
    var = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / (var + eps) ** 0.5 + beta


def rms_norm(x, gamma=1.0, eps=1e-5):
    """Return gamma * x / sqrt(mean of x² + eps), by rows."""
    mean_square = (x**2).mean(axis=-1, keepdims=True)
    return gamma * x / (mean_square + eps) ** 0.5


def linear(x, W, b=0.0):
    """Return x W + b."""
    return x @ W + b


def relu(m):
    """Return m where its real part is positive, and 0 elsewhere."""
    return m * (m.real > 0)


def feed_forward(x, W1, b1, W2, b2, relu=relu):
    """Return max(0, x W1 + b1) W2 + b2."""
    return relu(x @ W1 + b1) @ W2 + b2


def gated_feed_forward(x, W_gate, W_up, W_down, exp=np.exp):
    """Return (silu(x W_gate) * (x W_up)) W_down."""
    return (silu(x @ W_gate, exp) * (x @ W_up)) @ W_down


def silu(m, exp=np.exp):
    """Return m / (1 + exp(-m))."""
    return m / (1 + exp(-m))
