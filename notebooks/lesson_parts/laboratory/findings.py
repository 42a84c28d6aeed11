"""What the stored runs say of the plan's questions."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lesson_parts.laboratory import runs
from lesson_parts.laboratory.exercises.judge import judge as our_judge
from lesson_parts.laboratory.lab import STARTS
from lesson_parts.laboratory.trainer import STEPS, Cell

SAYS = {1: "more", -1: "less", 0: "no difference", 2: "not known"}
QUESTIONS = {  # asked: the first minus the second
    "Where does the norm stand?": ("pre-norm", "post-norm"),
    "Do norms inside help?": ("pre-norm", "norm at end"),
    "Is RMSNorm as good?": ("RMSNorm", "pre-norm"),
    "Does the gate help?": ("gate", "pre-norm"),
    "Is it the gate?": ("ReLU²", "gate"),
    "Does silu help?": ("product", "gate"),
    "Is the last norm needed?": ("no last norm", "pre-norm"),
    "What does today's block gain?": ("today", "post-norm"),
    "Is a wrong gradient worse?": ("σ detached", "pre-norm"),
}
BESIDE_PAIRS = ("pre-norm", "post-norm"), ("today", "post-norm")
BESIDE = {
    "Adam": {},
    "gradient descent": {"optimizer": "gradient descent"},
    "twice the steps": {"steps": 2 * STEPS},
}
PLAN = Path(__file__).with_name("plan.md")
WARM_UPS = {"warm-up": {}, "no warm-up": {"warm_up": 0}}


@cache
def expected():
    """Return what the plan expects of the base column, by question."""
    row = rf"^\| \d \| (.+?) \|.*\| ({'|'.join(SAYS.values())})\b.*\|$"
    return dict(re.findall(row, PLAN.read_text(encoding="utf-8"), re.M))


@cache
def stored():
    """Return all stored runs, as `runs.load` has them."""
    return runs.load()


def report(cell):
    """Return the row of a cell's ten reported runs."""
    (row,) = stored()[cell]["report"].values()
    return row


def scores(cell):
    """Return the shares of signals that the ten reported runs read."""
    return np.array(report(cell)["accuracy"])


class Answer(NamedTuple):
    """What ten pairs say: points, their 95 % interval, verdict and p."""

    mean: float
    low: float
    high: float
    verdict: str
    p: float


def answer(first, second, judge=our_judge):
    """Judge the ten differences of two cells, or of two rows of scores."""
    a, b = (scores(x) if isinstance(x, Cell) else x for x in (first, second))
    mean, (low, high), verdict = judge(np.array(a), np.array(b))
    d = np.subtract(a, b)
    return Answer(
        100 * mean, 100 * low, 100 * high, SAYS[int(verdict)], sign_flip_p(d)
    )


def answers(judge=our_judge):
    """Return every question's answers by column."""
    return {
        asked: [
            answer(*(Cell(v, *at) for v in pair), judge) for at in runs.COLUMNS
        ]
        for asked, pair in QUESTIONS.items()
    }


def sign_flip_p(differences):
    """Return the two-sided p value of the sign flips.

    It is the share of all ways to flip signs after which the sum is at
    least as far from 0 as it is (Fisher 1935, section 21).
    """
    d = np.asarray(differences, float)
    signs = 1 - 2 * np.array([*np.ndindex((2,) * len(d))])
    sums = np.abs(signs @ d)
    return float(np.mean(sums >= sums[0] - 1e-9 * np.abs(d).sum()))


def swept(cell):
    """Return what one seed read at every rate of the sweep, {rate: share}."""
    rows = stored()[cell]["sweep"]
    return {lr: rows[lr]["accuracy"][0] for lr in sorted(rows)}


def chosen_rate(cell):
    """Return the rate that the search chose for a cell."""
    return runs.chosen_rate(stored()[cell])


# --- as the page writes it ---


def points(x, places=1):
    """Write a difference in points with its sign, as +12.3."""
    return f"{round(x, places) + 0:+.{places}f}".replace("-", "−")


def column_name(column):
    """Write a column, as "16 blocks, He"."""
    return f"{column[0]} blocks, {column[1]}"


def table(judge=our_judge):
    """Lay out all answers: a question a line, the base column first."""
    rows = {
        " − ".join(pair): (*map(short, columns), SHORT[expected()[asked]])
        for (asked, pair), columns in zip(
            QUESTIONS.items(), answers(judge).values(), strict=True
        )
    }
    return by_column("first − second", rows, ("plan",))


def by_column(title, rows, more=()):
    """Lay out what each row has in each of the four columns, and more."""
    columns = [f"{blocks} {start}" for blocks, start in runs.COLUMNS]
    lines = [(title, *columns, *more), *((n, *r) for n, r in rows.items())]
    return "\n".join(
        f"{name:<24}{''.join(f'{each:<12}' for each in row)}".rstrip()
        for name, *row in lines
    )


SHORT = {"more": "↑", "less": "↓", "no difference": "=", "not known": "?"}


def short(said):
    """Write an answer as +12.3 ↑, and the arrow in brackets from p = 0.01."""
    sign = SHORT[said.verdict]
    doubt = sign in "↑↓" and said.p >= 0.01
    return f"{points(said.mean):>5} {f'({sign})' if doubt else f' {sign}'}"


def in_words(judge=our_judge):
    """Say every answer in words, for the caption of the picture."""
    said = []
    for pair, columns in zip(QUESTIONS.values(), answers(judge).values()):
        each = ", ".join(f"{points(a.mean)} ({a.verdict})" for a in columns)
        said.append(f"{' − '.join(pair)}: {each}.")
    names = "; ".join(map(column_name, runs.COLUMNS))
    return (
        "The mean difference of ten pairs in points, with its 95 % interval, "
        f"in this order: {names}. {' '.join(said)}"
    )


def laid_out(pairs, judge):
    """Write the answer of each named pair of cells with its interval."""
    lines = []
    for name, cells in pairs.items():
        said = answer(*cells, judge)
        interval = f"{points(said.low)} to {points(said.high)}"
        rates = ", ".join(
            f"{chosen_rate(cell._replace(steps=STEPS)):.2g}" for cell in cells
        )
        lines.append(
            f"{name:<40}{points(said.mean):>6}  {interval:<15} "
            f"{said.verdict:<6}{rates:>12}"
        )
    return "\n".join(lines)


def beside(judge=our_judge):
    """Lay out questions again: gradient descent, and twice the steps."""
    pairs = {
        f"{' − '.join(pair)}, {how}": [Cell(v, **changed) for v in pair]
        for pair in BESIDE_PAIRS
        for how, changed in BESIDE.items()
    }
    return laid_out(pairs, judge)


def slopes(judge=our_judge):
    """Lay out what σ detached changes, with and without warm-up."""
    pair = QUESTIONS["Is a wrong gradient worse?"]
    pairs = {
        f"{start}'s start, {how}": [Cell(v, 16, start, **c) for v in pair]
        for start in STARTS
        for how, c in WARM_UPS.items()
    }
    return laid_out(pairs, judge)


def rates():
    """Lay out the chosen rates, and how far each may fall short."""
    rows = {
        variant: [
            f"{chosen_rate(cell):<7.2g}{100 * runs.regret(stored()[cell]):.2f}"
            for cell in (Cell(variant, *at) for at in runs.COLUMNS)
        ]
        for variant in (*runs.NINE, "σ detached")
    }
    return by_column("rate, regret in points", rows)


def leads(first, second):
    """Return the lead at every common rate of the sweep, in points."""
    both = [swept(Cell(variant)) for variant in (first, second)]
    return {lr: 100 * (both[0][lr] - both[1][lr]) for lr in both[0]}


def rates_in_words():
    """Say what each variant reads at its best and at the largest rate."""
    said = []
    for cell in runs.SWEEP:
        found = swept(cell)
        best, largest = max(found, key=found.get), max(found)
        said.append(
            f"{cell.variant} {100 * found[best]:.0f} % at {best:g} and "
            f"{100 * found[largest]:.0f} % at {largest:g}"
        )
    return (
        "What one seed reads at rates a factor of 2 apart, with 16 blocks "
        "from PyTorch's start; the dotted line is a guess. At its best rate "
        f"and at the largest one: {'; '.join(said)}."
    )
