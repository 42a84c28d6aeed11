"""What the layers are measured against, written as it is usually taught."""

import numpy as np


class TaughtLayerNorm:
    """LayerNorm with x.mean, x.var and the three-term backward."""

    def __init__(self, d_model, dtype, eps=1e-5):
        self.gamma = np.ones(d_model, dtype)
        self.beta = np.zeros(d_model, dtype)
        self.eps = eps

    def forward(self, x):
        mean = x.mean(axis=-1, keepdims=True)
        var = x.var(axis=-1, keepdims=True)
        self.std = np.sqrt(var + self.eps)
        self.x_hat = (x - mean) / self.std
        return self.gamma * self.x_hat + self.beta

    def backward(self, dy):
        n = dy.shape[-1]
        self.dgamma = np.sum(dy * self.x_hat, axis=0)
        self.dbeta = np.sum(dy, axis=0)
        dx_hat = dy * self.gamma
        return (
            n * dx_hat
            - np.sum(dx_hat, axis=-1, keepdims=True)
            - self.x_hat * np.sum(dx_hat * self.x_hat, axis=-1, keepdims=True)
        ) / (n * self.std)


class TaughtFeedForward:
    """Linear, ReLU, Linear, with new arrays at every step."""

    def __init__(self, W1, b1, W2, b2):
        self.W1, self.b1, self.W2, self.b2 = (
            p.copy() for p in (W1, b1, W2, b2)
        )

    def forward(self, x):
        self.x = x
        self.M = x @ self.W1 + self.b1
        self.hidden = np.maximum(0, self.M)
        return self.hidden @ self.W2 + self.b2

    def train(self, x, target, lr):
        y = self.forward(x)
        dy = 2 * (y - target) / y.size
        dW2 = self.hidden.T @ dy
        db2 = dy.sum(axis=0)
        dM = (dy @ self.W2.T) * (self.M > 0)
        dW1 = self.x.T @ dM
        db1 = dM.sum(axis=0)
        dx = dM @ self.W1.T
        self.W1 = self.W1 - lr * dW1
        self.b1 = self.b1 - lr * db1
        self.W2 = self.W2 - lr * dW2
        self.b2 = self.b2 - lr * db2
        return dx
