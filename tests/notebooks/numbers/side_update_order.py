"""The numbers in the prose of the side page on the order of the update."""

import numpy as np


def loss_after(start, lr, late):
    """Train W and a LayerNorm with one γ per token, by hand."""
    rng = np.random.default_rng(start)
    x, target = rng.normal(1, 2, (2, 3, 4))
    W, gamma, beta = rng.normal(size=(4, 4)), np.ones((3, 1)), 0
    for update in range(6):
        z = x @ W
        centred = z - z.mean(axis=1, keepdims=True)
        s = np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)
        x_hat = centred / s
        error = gamma * x_hat + beta - target
        if update == 5:
            return (error**2).mean()
        dy = error / 6
        moved = gamma - lr * (dy * x_hat).sum(axis=1, keepdims=True)
        outer = x_hat[:, :, None] * x_hat[:, None]
        sJ = np.eye(4) - 1 / 4 - outer / 4  # s times each token's Jacobian
        dz = (moved if late else gamma) * np.einsum("ti,tij->tj", dy, sJ) / s
        gamma, beta = moved, beta - lr * dy.sum(axis=1, keepdims=True)
        W = W - lr * x.T @ dz
    return None


def behind(lr):
    """Count the starts from which the late order has the larger loss."""
    return sum(
        loss_after(start, lr, late=True) > loss_after(start, lr, late=False)
        for start in range(100)
    )


NUMBERS = [
    ("γ is {} for the first token and {} for the second",
     (1 - 0.1 * 3, 1 + 0.1 * 3)),
    ("the text's order is behind in {} of 100", behind(0.1)),
    ("At the large rate it is behind in only {}:", behind(1)),
]  # fmt: skip
