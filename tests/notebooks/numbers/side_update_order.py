"""The numbers in the prose of the side page on the order of the update."""

import numpy as np


def loss_after(start, lr, late, updates=5):
    """Train W and a LayerNorm with one γ per token, by hand."""
    rng = np.random.default_rng(start)
    x, target = rng.normal(1, 2, (2, 3, 4))
    W, gamma, beta = rng.normal(size=(4, 4)), np.ones((3, 1)), 0
    for update in range(updates + 1):
        z = x @ W
        centred = z - z.mean(axis=1, keepdims=True)
        s = np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-5)
        x_hat = centred / s
        error = gamma * x_hat + beta - target
        if update == updates:
            return (error**2).mean()
        dy = error / 6
        moved = gamma - lr * (dy * x_hat).sum(axis=1, keepdims=True)
        outer = x_hat[:, :, None] * x_hat[:, None]
        sJ = np.eye(4) - 1 / 4 - outer / 4  # s times each token's Jacobian
        dz = (moved if late else gamma) * np.einsum("ti,tij->tj", dy, sJ) / s
        gamma, beta = moved, beta - lr * dy.sum(axis=1, keepdims=True)
        W = W - lr * x.T @ dz
    return None


def both(lr, updates):
    """Return the losses in the right order and in the late one, (100, 2)."""
    return np.array(
        [
            [loss_after(start, lr, late, updates) for late in (False, True)]
            for start in range(100)
        ]
    )


FEW, LARGE_FEW = both(0.1, 5), both(1, 5)
MANY, LARGE_MANY = both(0.1, 50), both(1, 50)
RIGHT, LATE = LARGE_MANY.T


def behind(losses):
    return (losses[:, 1] > losses[:, 0]).sum()


NUMBERS = [
    ("γ is {} for the first token and {} for the second",
     (1 - 0.1 * 3, 1 + 0.1 * 3)),
    ("the text's order is behind in {} of 100", behind(FEW)),
    ("At the large rate it is behind in only {}:", behind(LARGE_FEW)),
    ("the text's order is now behind in {} of 100 and no longer in {}",
     (behind(MANY), behind(FEW))),
    ("{} starts end with less than half the loss of the right order, and {} "
     "with more than twice as much",
     ((LATE < RIGHT / 2).sum(), (LATE > 2 * RIGHT).sum())),
    ("come down to {} in the right order, and only to {} in the text's",
     (RIGHT[16], LATE[16])),
]  # fmt: skip
