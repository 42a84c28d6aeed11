"""Plain forward passes in PyTorch, by its own functions."""

from torch.nn import functional


def layer_norm(x, gamma, beta, eps):
    """Return gamma * (x - mean) / sqrt(var + eps) + beta, by rows."""
    return gamma * functional.layer_norm(x, x.shape[-1:], eps=eps) + beta


def rms_norm(x, gamma, eps):
    """Return gamma * x / sqrt(mean of x² + eps), by rows."""
    return gamma * functional.rms_norm(x, x.shape[-1:], eps=eps)


def feed_forward(x, W1, b1, W2, b2):
    """Return max(0, x W1 + b1) W2 + b2."""
    return functional.relu(x @ W1 + b1) @ W2 + b2


def gated_feed_forward(x, W_gate, W_up, W_down):
    """Return (silu(x W_gate) * (x W_up)) W_down."""
    return (functional.silu(x @ W_gate) * (x @ W_up)) @ W_down
