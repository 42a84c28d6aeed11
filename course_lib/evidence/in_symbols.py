"""Plain forward passes of one token in SymPy, by arrays of symbols."""

import numpy as np
import sympy as sp


def layer_norm(x, gamma, beta, eps):
    """Return gamma * (x - mean) / sqrt(var + eps) + beta."""
    centred = x - sum(x) / len(x)
    return gamma * centred / root(centred, eps) + beta


def rms_norm(x, gamma, eps):
    """Return gamma * x / sqrt(mean of x² + eps)."""
    return gamma * x / root(x, eps)


def root(x, eps):
    """Return sqrt(mean of x² + eps)."""
    return sp.sqrt(sum(x**2) / len(x) + sp.Float(eps, 17))


def feed_forward(x, W1, b1, W2, b2):
    """Return max(0, x W1 + b1) W2 + b2."""
    # At 0 the slope of Max would be 1/2; here, as in the layer, it is 0.
    relu = [sp.Piecewise((m, m > 0), (0, True)) for m in x @ W1 + b1]
    return relu @ W2 + b2


def gated_feed_forward(x, W_gate, W_up, W_down):
    """Return (silu(x W_gate) * (x W_up)) W_down."""
    silu = np.array([m / (1 + sp.exp(-m)) for m in x @ W_gate])
    return (silu * (x @ W_up)) @ W_down
