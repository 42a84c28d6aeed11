"""Plain forward passes, written as the books print them.

They share no code with `course_lib.layers`, keep nothing and check nothing.
They take complex numbers, as the layers do not, so the complex step can
differentiate them; tests hold them equal to the layers.
"""

import numpy as np


def layer_norm(x, gamma=1.0, beta=0.0, eps=1e-5):
    """Return gamma * (x - mean) / sqrt(var + eps) + beta, by rows."""
    mean = x.mean(axis=-1, keepdims=True)
    var = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


def rms_norm(x, gamma=1.0, eps=1e-5):
    """Return gamma * x / sqrt(mean of x² + eps), by rows."""
    return gamma * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)


def relu(m):
    """Return m where its real part is positive, and 0 elsewhere."""
    return np.where(m.real > 0, m, 0)


def feed_forward(x, W1, b1, W2, b2):
    """Return max(0, x W1 + b1) W2 + b2."""
    return relu(x @ W1 + b1) @ W2 + b2


def gated_feed_forward(x, W_gate, W_up, W_down):
    """Return (silu(x W_gate) * (x W_up)) W_down."""
    m = x @ W_gate
    return (m / (1 + np.exp(-m)) * (x @ W_up)) @ W_down


def squared_error(y, target):
    """Return the mean of (y - target)² over all entries."""
    return ((y - target) ** 2).mean()


def softmax_cross_entropy(logits, target):
    """Return -Σ target ln softmax(logits), mean over rows.

    `target` holds probabilities of the shape of logits.
    """
    shifted = logits - logits.real.max(axis=-1, keepdims=True)
    log_sum = np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return -(target * (shifted - log_sum)).sum(axis=-1).mean()


def cross_entropy(y, target):
    """Return -Σ target ln y, mean over all entries, for positive y."""
    return -(target * np.log(y)).mean()
