"""Train many stacks of one setting at once, each on a stream of signals."""

from typing import NamedTuple

import numpy as np

from lesson_parts.laboratory.optimizers import OPTIMIZERS, share_of_rate
from lesson_parts.laboratory.side_by_side import SideBySide, losses_and_slopes
from lesson_parts.laboratory.signal_stack import SignalStack
from lesson_parts.laboratory.signals import signals

STEPS, BATCH = 4000, 32
TEST_SIGNALS = 10_000
AT_ONCE = 100  # steps whose signals are made together
GUESS = 0.1  # the score of a run that diverged


class Setting(NamedTuple):
    """What runs side by side have in common."""

    variant: str
    depth: int
    optimizer: str = "gradient descent"
    start: str = ""  # or "small": every W2 divided by the root of the depth
    warm_up: int = 0
    steps: int = STEPS


class Run(NamedTuple):
    """How one run ended.

    Attributes
    ----------
    accuracy : float
        Share of fresh signals read; a guess if the run diverged.
    test_loss : float or None
        Mean cross entropy on the same signals; None if it diverged.
    losses : list of float or None
        Mean training loss of each twentieth of the run.
    """

    lr: float
    seed: int
    accuracy: float
    test_loss: float
    losses: list


def sources(depth, seed):
    """Return three generators: of weights, of a stream, of test signals.

    They depend on depth and seed alone, so all variants of one seed start
    and train alike as far as they can, and depths have seeds of their own.
    """
    return np.random.default_rng([depth, seed]).spawn(3)


def stream(depth, seed):
    """Yield the signals and kinds of the next steps, for ever."""
    rng = sources(depth, seed)[1]
    while True:
        x, kinds = signals(AT_ONCE * BATCH, rng)
        yield x.reshape(AT_ONCE, BATCH, -1), kinds.reshape(AT_ONCE, BATCH)


def fresh(setting, seed):
    """Return the model that a run of this setting and seed starts from."""
    return SignalStack(
        setting.variant,
        setting.depth,
        rng=sources(setting.depth, seed)[0],
        small_start=setting.start == "small",
    )


def side_by_side(setting, seeds, make=fresh):
    """Return the models of some seeds, side by side."""
    return SideBySide([make(setting, seed) for seed in seeds])


def optimizer_of(setting, runs):
    """Return what moves the parameters of runs side by side."""
    return OPTIMIZERS[setting.optimizer](runs.parameters)


def train(
    setting, tasks, progress=iter, stop=None, *,
    together=side_by_side, optimizer=optimizer_of, stream=stream,
):  # fmt: skip
    """Train one run for every task, all of them side by side.

    Parameters
    ----------
    setting : Setting
    tasks : list of (lr, seed)
    progress : callable
        Wraps the range of steps, for a progress bar.
    stop : int, optional
        Train only so many steps of the plan; a multiple of a twentieth.
    together, optimizer, stream : callable
        Return the runs, what moves them, and a run's signals.

    Returns
    -------
    list of Run
    """
    top, of_tasks = map(np.array, zip(*tasks))
    seeds, own = np.unique(of_tasks, return_inverse=True)
    runs = together(setting, of_tasks)
    streams = [stream(setting.depth, seed) for seed in seeds]
    rates = (
        top * share_of_rate(step, setting.steps, setting.warm_up)
        for step in progress(range(stop or setting.steps))
    )
    steps = steps_of(
        runs, optimizer(setting, runs), rates, batches_of(streams, own)
    )
    with np.errstate(all="ignore"):
        history = np.array([*steps])
        accuracy, test_loss = tested(runs, setting.depth, seeds, own)
    return ended(setting, tasks, history, accuracy, test_loss)


def batches_of(streams, own, dtype=np.float32):
    """Yield the batches of runs; `own` says which stream each run reads."""
    while True:
        x, kinds = map(np.array, zip(*map(next, streams)))
        for i in range(AT_ONCE):
            yield x[own, i].astype(dtype, copy=False), kinds[own, i]


def steps_of(runs, optimizer, rates, batches):
    """Take a step with every batch, and yield every run's loss before it."""
    for rate, (x, kinds) in zip(rates, batches):
        loss, dlogits = losses_and_slopes(runs.forward(x), kinds)
        runs.backward(dlogits)
        optimizer.step(runs.gradients, rate)
        yield loss


def ended(setting, tasks, history, accuracy, test_loss):
    """Return how every run ended, from its losses and its test."""
    finite = np.isfinite(history).all(axis=0) & np.isfinite(test_loss)
    losses = history.reshape(-1, setting.steps // 20, len(tasks))
    losses = losses.mean(axis=1).T
    return [
        Run(
            lr,
            seed,
            round(float(accuracy[i]), 4) if finite[i] else GUESS,
            digits(test_loss[i]) if finite[i] else None,
            [digits(loss) for loss in losses[i]],
        )
        for i, (lr, seed) in enumerate(tasks)
    ]


def tested(runs, depth, seeds, own):
    """Return every run's accuracy and loss on fresh signals of its seed."""
    made = [signals(TEST_SIGNALS, sources(depth, seed)[2]) for seed in seeds]
    right, loss, parts = 0, 0, TEST_SIGNALS // 500
    for part in range(parts):
        rows = slice(part * 500, part * 500 + 500)
        x = np.array([x[rows] for x, _ in made])[own]
        kind = np.array([kind[rows] for _, kind in made])[own]
        logits = runs.forward(x)
        right += (logits.argmax(axis=-1) == kind).sum(axis=1)
        loss += losses_and_slopes(logits, kind)[0].astype(float) / parts
    return right / TEST_SIGNALS, loss


def digits(loss):
    """Return a loss with four significant digits, None if it is not finite."""
    return float(f"{loss:.4g}") if np.isfinite(loss) else None
