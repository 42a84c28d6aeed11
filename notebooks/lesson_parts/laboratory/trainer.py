"""Train one cell's runs side by side, each on a stream of signals."""

from numbers import Real
from typing import NamedTuple

import numpy as np

from course_lib.layers import validate
from lesson_parts.laboratory.batched import losses_and_slopes
from lesson_parts.laboratory.lab import STARTS, VARIANTS, Stacks
from lesson_parts.laboratory.signals import signals

STEPS, BATCH, WARM_UP = 2000, 32, 500
TEST_SIGNALS = 10_000
AT_ONCE = 100  # steps whose signals are made together
GUESS = 0.1  # the score of a run that diverged
OPTIMIZERS = ("Adam", "gradient descent")
STREAM, TEST = 1001, 1002  # beside a seed: for signals, not for weights


class Cell(NamedTuple):
    """What runs that are trained side by side have in common."""

    variant: str
    blocks: int = 16
    start: str = "PyTorch"
    optimizer: str = "Adam"
    warm_up: int = WARM_UP
    steps: int = STEPS


class Run(NamedTuple):
    """How one run ended: 0.1 of the signals are read if it diverged."""

    lr: float
    seed: int
    accuracy: float
    losses: list  # mean training loss of each twentieth; None: not finite


def checked(cell, tasks):
    """Refuse what cannot be trained, before anything runs."""
    validate.one_of("variant", cell.variant, VARIANTS)
    validate.one_of("start", cell.start, STARTS)
    validate.one_of("optimizer", cell.optimizer, OPTIMIZERS)
    validate.count("blocks", cell.blocks)
    if not 0 <= cell.warm_up < cell.steps:
        raise ValueError(
            f"warm_up must lie between 0 and {cell.steps - 1} steps, got "
            f"{cell.warm_up!r}."
        )
    if not tasks:
        raise ValueError(
            "There is nothing to train: give at least one seed, and a "
            "learning rate for it."
        )
    for lr, seed in tasks:
        check_rate(lr)
        validate.count("seed", seed)


def check_rate(lr):
    """Refuse what is no learning rate."""
    if not (isinstance(lr, Real) and np.isfinite(lr) and lr > 0):
        raise ValueError(
            f"A learning rate must be a finite number above 0, got {lr!r}."
        )


def train(cell, tasks, progress=iter):
    """Train one run for every task, all of them side by side.

    Parameters
    ----------
    cell : Cell
    tasks : list of (lr, seed)
        Runs of one seed start alike and see the same signals.
    progress : callable
        Wraps the range of steps, for a progress bar.

    Returns
    -------
    list of Run
    """
    checked(cell, tasks)
    top, of_tasks = map(np.array, zip(*tasks))
    seeds, own = np.unique(of_tasks, return_inverse=True)
    stacks = Stacks(cell.variant, cell.blocks, cell.start, of_tasks)
    moves = Adam if cell.optimizer == "Adam" else GradientDescent
    optimizer = moves(stacks.parameters)
    rngs = [np.random.default_rng([STREAM, seed]) for seed in seeds]
    history = []
    with np.errstate(all="ignore"):
        for step in progress(range(cell.steps)):
            if step % AT_ONCE == 0:
                x, kind = batches(rngs)
            at = own, step % AT_ONCE
            loss, dlogits = losses_and_slopes(stacks.forward(x[at]), kind[at])
            stacks.backward(dlogits)
            lr = top * share_of_rate(step, cell.warm_up, cell.steps)
            optimizer.step(stacks.gradients, lr)
            history.append(loss)
        accuracy = tested(stacks, seeds, own)
    losses = np.reshape(history, (20, -1, len(tasks))).mean(axis=1).T
    finite = np.isfinite(losses).all(axis=1)
    accuracy = np.where(finite, accuracy, GUESS).round(4).tolist()
    losses = [[digits(loss) for loss in each] for each in losses]
    return [Run(*each) for each in zip(*zip(*tasks), accuracy, losses)]


def batches(rngs):
    """Return the next signals and kinds, (seeds, steps, batch, ...)."""
    made = [signals(AT_ONCE * BATCH, rng) for rng in rngs]
    x, kind = map(np.array, zip(*made))
    shape = len(rngs), AT_ONCE, BATCH
    return x.reshape(*shape, -1), kind.reshape(shape)


def tested(stacks, seeds, own):
    """Return the share of fresh signals that every run reads, (runs,)."""
    rngs = [np.random.default_rng([TEST, seed]) for seed in seeds]
    x, kind = map(np.array, zip(*[signals(TEST_SIGNALS, rng) for rng in rngs]))
    right = []
    for start in range(0, TEST_SIGNALS, 500):
        part = own, slice(start, start + 500)
        said = stacks.forward(x[part]).argmax(axis=-1)
        right.append((said == kind[part]).mean(axis=1))
    return np.mean(right, axis=0)


class GradientDescent:
    """p -= lr * dp, with a learning rate for every row of the parameters."""

    def __init__(self, parameters):
        self.parameters = parameters

    def step(self, gradients, lr):
        """Move every row; lr has shape (rows,)."""
        for p, dp, rate in zip(self.parameters, gradients, lr):
            p -= p.dtype.type(rate) * dp


class Adam:
    """Steps along the mean gradient, divided by its root mean square.

    Source: Kingma and Ba (2015), arXiv:1412.6980, algorithm 1, with its
    constants; both corrections are in lr and eps, as in its section 2.

    Parameters
    ----------
    parameters : ndarray or list of ndarray
        The rows that move, in place.
    """

    def __init__(self, parameters, beta1=0.9, beta2=0.999, eps=1e-8):
        self.parameters = parameters
        self.beta1, self.beta2, self.eps = beta1, beta2, eps
        self.mean = [np.zeros_like(p) for p in parameters]
        self.mean_square = [np.zeros_like(p) for p in parameters]
        self.steps = 0

    def step(self, gradients, lr):
        """Move every row; lr has shape (rows,). Gradients are spent."""
        self.steps += 1
        root = (1 - self.beta2**self.steps) ** 0.5
        scaled = lr * root / (1 - self.beta1**self.steps)
        rows = self.parameters, gradients, self.mean, self.mean_square
        for p, dp, m, v, rate in zip(*rows, scaled, strict=True):
            m += (1 - self.beta1) * (dp - m)
            dp *= dp
            v += (1 - self.beta2) * (dp - v)
            np.sqrt(v, out=dp)
            dp += self.eps * root
            np.divide(m, dp, out=dp)
            dp *= p.dtype.type(rate)
            p -= dp


def share_of_rate(step, warm_up, steps):
    """Return what the rate is multiplied by: half a cosine from 1 to 0.

    During warm-up there is also a share that rises to 1.
    """
    share = 0.5 * (1 + np.cos(np.pi * step / steps))
    return share * min(1, (step + 1) / warm_up) if warm_up else share


def digits(number):
    """Return a number with four digits, None if it is not finite."""
    return float(f"{number:.4g}") if np.isfinite(number) else None
