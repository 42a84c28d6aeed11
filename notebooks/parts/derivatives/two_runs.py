"""One layer trained twice. One of the two runs has a wrong gradient."""

import numpy as np

from course_lib.data.token_row import token_row

START = np.ones(8), np.zeros(8)  # of gamma and beta
BETA = np.array([0.5, -0.3, 0.2, 0.4, -0.5, 0.3, -0.2, 0.1])
GAMMA = np.array([1.5, 2, 0.8, 1.6, 1.4, 0.6, 1.8, 1.2])
TURNED = GAMMA * np.where(np.arange(8) == 3, -1, 1)  # one feature's sign


def centre(x):
    return x - x.mean(axis=-1, keepdims=True)


def forward(x, gamma, beta):
    return gamma * centre(x) + beta


def backward_a(x, gamma, beta, dy):
    dx = centre(dy * gamma)
    dgamma = (dy * centre(x)).sum(axis=0)
    dbeta = dy.sum(axis=0)
    return dx, dgamma, dbeta


def backward_b(x, gamma, beta, dy):
    dx = centre(dy * gamma)
    dgamma = (dy * forward(x, gamma, beta)).sum(axis=0)
    dbeta = dy.sum(axis=0)
    return dx, dgamma, dbeta


def train(backward, wanted=GAMMA, updates=60, lr=0.02):
    """Return the losses of a run towards the outputs that `wanted` gives.

    The data are the token "river" and 31 tokens drawn around it.
    """
    rng = np.random.default_rng(0)
    x = token_row() + np.vstack([np.zeros(8), rng.normal(size=(31, 8))])
    target = forward(x, wanted, BETA)
    gamma, beta = START
    losses = []
    for _ in range(updates + 1):
        error = forward(x, gamma, beta) - target
        losses.append((error**2).mean())
        _, dgamma, dbeta = backward(x, gamma, beta, 2 * error / len(x))
        gamma, beta = gamma - lr * dgamma, beta - lr * dbeta
    return losses
