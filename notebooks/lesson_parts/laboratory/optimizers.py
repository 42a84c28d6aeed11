"""Gradient descent and Adam for runs side by side, and their schedule."""

import numpy as np

CHUNK = 16_384  # numbers moved at once: all their arrays fit into the cache


class GradientDescent:
    """p -= lr * dp, with a learning rate for every run."""

    def __init__(self, parameters):
        self.parameters = parameters

    def step(self, gradients, lr):
        """Move the parameters; lr has shape (runs,). Gradients are spent."""
        gradients *= lr[:, None].astype(gradients.dtype)
        self.parameters -= gradients


class Adam:
    """Steps along the mean gradient, divided by its root mean square.

    Source: Kingma and Ba (2015), arXiv:1412.6980, algorithm 1, with its
    constants. The corrections of both means are put into the two scalars
    lr and eps, as the paper suggests in section 2. Both means are kept
    without their factors (1 − β), which saves two passes.
    """

    def __init__(self, parameters, beta1=0.9, beta2=0.999, eps=1e-8):
        self.parameters = parameters
        self.beta1, self.beta2, self.eps = beta1, beta2, eps
        self.mean = np.zeros_like(parameters)
        self.mean_square = np.zeros_like(parameters)
        self.steps = 0

    def step(self, gradients, lr):
        """Move the parameters; lr has shape (runs,). Gradients are spent."""
        self.steps += 1
        root = np.sqrt(1 - self.beta2**self.steps)
        whole = np.sqrt(1 - self.beta2)
        scaled = lr * (1 - self.beta1) / whole
        scaled = scaled * root / (1 - self.beta1**self.steps)
        eps = self.eps * root / whole
        if self.steps % 50 == 0:
            # A unit that is shut leaves numbers that shrink towards the
            # smallest ones there are, with which processors are slow.
            self.mean += 1e-30
            self.mean_square += 1e-30
        rows = self.parameters, gradients, self.mean, self.mean_square
        for p, dp, m, v, rate in zip(*rows, scaled.astype(gradients.dtype)):
            for i in range(0, p.size, CHUNK):
                part = slice(i, i + CHUNK)
                self.move(p[part], dp[part], m[part], v[part], rate, eps)

    def move(self, p, dp, m, v, rate, eps):
        m *= self.beta1
        m += dp
        v *= self.beta2
        dp *= dp
        v += dp
        np.sqrt(v, out=dp)
        dp += eps
        np.divide(m, dp, out=dp)
        dp *= rate
        p -= dp


OPTIMIZERS = {"gradient descent": GradientDescent, "Adam": Adam}


def share_of_rate(step, steps, warm_up=0):
    """Return what the learning rate is multiplied by in one step.

    Half a cosine from 1 to 0; during warm-up also a share that rises to 1.
    """
    share = 0.5 * (1 + np.cos(np.pi * step / steps))
    return share * min(1, (step + 1) / warm_up) if warm_up else share
