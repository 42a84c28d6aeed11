"""One layer trained twice. One of the two runs has a wrong gradient."""

import numpy as np

from lesson_parts.statistics.token_row import token_row

START = np.ones(8), np.zeros(8)  # of gamma and beta
BETA = np.array([0.5, -0.3, 0.2, 0.4, -0.5, 0.3, -0.2, 0.1])
GAMMA = np.array([1.8, 0.6, 0.6, 1.6, 0.7, 0.7, 0.8, 0.5])
TURNED = GAMMA * np.where(np.arange(8) == 3, -1, 1)  # one feature's sign


def centre(x):
    return x - x.mean(axis=-1, keepdims=True)


def over_tokens(v):
    return v.reshape(-1, v.shape[-1]).sum(axis=0)  # all axes but the last


def forward(x, gamma, beta):
    return gamma * centre(x) + beta


def backward_a(x, gamma, beta, dy):
    dx = centre(dy * gamma)
    dgamma = over_tokens(dy * centre(x))
    dbeta = over_tokens(dy)
    return dx, dgamma, dbeta


def backward_b(x, gamma, beta, dy):
    dx = centre(dy * gamma)
    dgamma = over_tokens(dy * forward(x, gamma, beta))
    dbeta = over_tokens(dy)
    return dx, dgamma, dbeta


def train(backward, wanted=GAMMA, updates=60, lr=0.16):
    """Train gamma and beta until the layer answers as with `wanted`.

    The data are the token "river" and 31 tokens drawn around it. The loss is
    the mean of all squared errors; it is returned before every update and
    after the last.
    """
    rng = np.random.default_rng(0)
    x = token_row() + np.vstack([np.zeros(8), rng.normal(size=(31, 8))])
    target = forward(x, wanted, BETA)
    gamma, beta = START
    losses = []
    for _ in range(updates + 1):
        error = forward(x, gamma, beta) - target
        losses.append((error**2).mean())
        _, dgamma, dbeta = backward(x, gamma, beta, 2 * error / error.size)
        gamma, beta = gamma - lr * dgamma, beta - lr * dbeta
    return losses
