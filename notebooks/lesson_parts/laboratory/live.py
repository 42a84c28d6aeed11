"""What the learner trains live: ten pairs of stacks, and what writes."""

import os
from contextlib import contextmanager
from textwrap import wrap

import numpy as np
from threadpoolctl import threadpool_limits

from answer_check import own_or_ours, whose
from course_lib.layers import validate
from lesson_parts.laboratory import char_model, char_runs, findings
from lesson_parts.laboratory.own_parts import own_parts
from lesson_parts.laboratory.progress_bar import progress_bar
from lesson_parts.laboratory.trainer import Cell, check_rate, checked, train

SEEDS = tuple(range(301, 311))  # none of them is among the stored runs
FEW = "COURSE_TRAINING_STEPS"  # the tests let a training end after so many
# Pairs: the judge leaves out one group of them in 40 at either end, and 16
# have 65,535 groups.
FEWEST, MOST = 6, 16


class Stopped(KeyboardInterrupt):
    """The learner stopped a training: what follows it does not run either."""

    def _render_traceback_(self):
        return ["Stopped. Nothing was kept; run the cell again when you like."]


@contextmanager
def training():
    """Train on one thread; a training that is stopped ends in a sentence."""
    try:
        with threadpool_limits(1):
            yield
    except KeyboardInterrupt:
        raise Stopped from None


def bar_of_steps(label):
    """Return a progress bar for the steps of a training."""
    bar, most = progress_bar(label), os.environ.get(FEW)
    return lambda steps: bar(steps[: int(most)] if most else steps)


def compare(
    first, second, *, start="PyTorch", blocks=4, rates=None, seeds=SEEDS
):
    """Train pairs of two variants, and print what your judge says of them.

    Parameters
    ----------
    first, second : str
        Names of variants; `lesson_parts.laboratory.lab.VARIANTS` lists them.
    start : {"PyTorch", "He"}
    blocks : int
        Four train in half a minute, 16 take three times as long.
    rates : pair of float, optional
        Learning rates of both; by default those that our search chose.
    seeds : sequence of int
        Six to sixteen, one for each pair.
    """
    cells = [Cell(variant, blocks, start) for variant in (first, second)]
    seeds = different(seeds)
    rates = rates_for(cells, rates)
    for cell, lr in zip(cells, rates, strict=True):
        checked(cell, [(lr, seed) for seed in seeds])
    judged(cells, rates, seeds)


def different(seeds):
    """Return the seeds as a list; the judge needs six, and can take 16."""
    found = [*seeds] if np.iterable(seeds) else []
    if not FEWEST <= len({*found}) == len(found) <= MOST:
        raise ValueError(
            f"seeds must be {FEWEST} to {MOST} different whole numbers, one "
            f"for each pair, as in seeds=range(1, 13); got {seeds!r}."
        )
    return found


def rates_for(cells, rates):
    """Return two learning rates, the stored ones if none are given."""
    if rates is not None:
        if not isinstance(rates, tuple | list) or len(rates) != 2:
            raise ValueError(
                "rates must be two numbers, one for each variant, as in "
                f"rates=(0.004, 0.008); got {rates!r}."
            )
        return rates
    for cell in cells:
        checked(cell, [(1.0, 1)])
        if not findings.stored()[cell]["fine"]:
            raise ValueError(
                f"No search is stored for {cell.variant!r} with "
                f"{cell.blocks} blocks from {cell.start}'s start. Give both "
                "learning rates yourself, as in rates=(0.004, 0.008)."
            )
    return [findings.chosen_rate(cell) for cell in cells]


def judged(cells, rates, seeds):
    """Train both, print a line for each pair and the verdict."""
    names, found = [cell.variant for cell in cells], []
    print(
        f"{names[0]} against {names[1]}, {cells[0].blocks} blocks from "
        f"{cells[0].start}'s start,\nat the rates {rates[0]:.4g} and "
        f"{rates[1]:.4g}:"
    )
    with training():
        for cell, lr in zip(cells, rates):
            bar = bar_of_steps(
                f"Training {cell.variant}, {len(seeds)} runs of {cell.blocks} "
                f"blocks, rate {lr:.4g}"
            )
            made = train(cell, [(lr, seed) for seed in seeds], bar)
            found.append(np.array([run.accuracy for run in made]))
    a, b = found
    print("For each seed the signals read, in percent, and the difference:")
    for row in zip(seeds, 100 * a, 100 * b, 100 * (a - b), strict=True):
        print("trained here: {:>5} {:>6.1f} {:>6.1f} {:>+6.1f}".format(*row))
    said = findings.answer(a, b, own_or_ours("judge"))
    low, high = (findings.points(x) for x in (said.low, said.high))
    print(f"The judge is {whose('judge')}.")
    print(
        f"trained here: {names[0]} − {names[1]}: "
        f"{findings.points(said.mean)} points ({low} to {high}): "
        f"{said.verdict}"
    )


def write(kind, *, steps=300, seed=1, lr=None, begin="Alice ", count=160):
    """Train a small character model on Alice, and print what it writes.

    Its LayerNorms and ReLU layers are your own functions, where you have
    written them. Nothing is returned, and a stopped training keeps nothing.

    Parameters
    ----------
    kind : {"2017", "today"}
    steps : int
        300 take about a quarter of a minute.
    seed : int
    lr : float, optional
        By default the rate that our search chose.
    begin : str
        The model goes on from here, with `count` characters.
    """
    validate.one_of("kind", kind, char_model.BLOCKS_OF)
    for name, number in (("steps", steps), ("seed", seed), ("count", count)):
        validate.count(name, number)
    lr = char_runs.best(kind)["lr"] if lr is None else lr
    check_rate(lr)
    char_model.as_numbers(begin)
    functions, own = own_parts()
    print(f"The block of {kind}, rate {lr:.4g}; yours in it:")
    print(", ".join(own) or "nothing, the course's functions stand in")
    model = char_model.CharModel(kind, seed)
    char_model.with_functions(model, functions)
    bar = bar_of_steps(f"Training the block of {kind}, {steps} steps")
    with training():
        losses = char_model.train(model, lr, seed, steps, bar)
        text = char_model.write(model, begin, count)
    print(f"trained here: loss before the first step {losses[0]:.2f}")
    for part in np.array_split(losses, min(steps, 6)):
        print(
            f"trained here: mean loss of {len(part)} steps {part.mean():.2f}"
        )
    for line in wrap(text, 60):
        print(f"trained here: {line}")
