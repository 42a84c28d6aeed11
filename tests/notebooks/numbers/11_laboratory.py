"""What the laboratory's page says of its runs."""

import math

import numpy as np

from course_tools.gain import students
from lesson_parts.laboratory import char_model, char_runs, findings
from lesson_parts.laboratory.exercises import three_seeds, turns_round
from lesson_parts.laboratory.findings import QUESTIONS, answers
from lesson_parts.laboratory.fresh import fresh
from lesson_parts.laboratory.lab import Stacks
from lesson_parts.laboratory.trainer import BATCH, STEPS, WARM_UP, Cell

ANSWERS = {QUESTIONS[asked]: columns for asked, columns in answers().items()}
GD = {"optimizer": "gradient descent"}
LONGER = {"steps": 2 * STEPS}
LEADS = findings.leads("pre-norm", "post-norm")


def row(first, second):
    """Return a question's means by column, in points."""
    return [a.mean for a in ANSWERS[first, second]]


def base(first, second, **changed):
    """Return one difference, 16 blocks, PyTorch's start, in points."""
    return findings.answer(*(Cell(v, **changed) for v in (first, second))).mean


def reads(variant, **changed):
    return 100 * findings.scores(Cell(variant, **changed)).mean()


def group_means(d):
    """Return the sorted means of all groups of some differences."""
    groups = np.array([*np.ndindex((2,) * len(d))])[1:]
    return np.sort(groups @ np.array(d) / groups.sum(axis=1)).tolist()


def students_interval(pair):
    """Return Student's 95 % interval of a pair in the base column."""
    d = 100 * np.subtract(*(findings.scores(Cell(v)) for v in pair))
    half = students(len(d) - 1) * d.std(ddof=1) / len(d) ** 0.5
    return d.mean() - half, d.mean() + half


TEN = group_means(range(10))
OUT = len(TEN) // 40


def left(variant, start):
    return fresh(variant, start)[1]


PLACE = row("pre-norm", "post-norm")
SQUARE, PRODUCT = row("ReLU²", "gate"), row("product", "gate")
GATE, LAST = row("gate", "pre-norm"), row("no last norm", "pre-norm")
WITHOUT_LAST = [
    base("no last norm", "post-norm", blocks=blocks, start=start)
    for blocks in (4, 16) for start in ("PyTorch", "He")
]  # fmt: skip
SLOPE = row("σ detached", "pre-norm")
LOSSES = np.array([
    [run["held_out"] for run in char_runs.at_chosen_rate(kind)]
    for kind in char_runs.BOTH
])  # fmt: skip
TRAINED = [  # how much lower today's block ends, by seed
    before["losses"][-1] - after["losses"][-1]
    for before in char_runs.at_chosen_rate("2017")
    for after in char_runs.at_chosen_rate("today")
    if before["seed"] == after["seed"]
]
READ = (  # times that a run reads each character
    char_model.STEPS * char_model.BATCH * char_model.CONTEXT
    / (0.9 * len(char_model.text()[1]))
)  # fmt: skip
WRITES = (LOSSES[1] - LOSSES[0])[1:]  # without the seed that chose the rate
GROUPS = [1, 3, 8, 2, 4.5, 5.5, 4]
SIZES = {
    variant: Stacks(variant, 16, "PyTorch", [1]).parameters.size
    for variant in ("pre-norm", "gate")
}

NUMBERS = {
    "start-text": {
        "2,000 32": (STEPS, BATCH),
        "500": WARM_UP,
        "0.25": fresh("post-norm", "PyTorch")[0],
    },
    "fresh-answer": {
        "0.01": [left("post-norm", "He"), left("norm at end", "He")],
        "0.63": left("post-norm", "PyTorch"),
        "0.23 0.69": (left("pre-norm", "He"), left("pre-norm", "PyTorch")),
        "0.64": left("norm at end", "PyTorch"),
    },
    "judge-text": {
        "0.004 4": (0.004, -LEADS[0.004]),
        "0.016 43": (0.016, LEADS[0.016]),
        "2.3 4.3": (students(9), students(2)),
    },
    "judge-mend": {
        "1,023 25 25 40": (len(TEN), OUT, OUT, len(TEN) // OUT),
        "1,024": [len(TEN) + 1] * 2,
    },
    "compare-answer": {"−3.6": PLACE[1], "1.7": PLACE[3]},
    "rest": {"2.7": -SQUARE[1]},
    "verdicts": {
        "3 24": (min(WITHOUT_LAST), max(WITHOUT_LAST)),
        "10 15": (min(GATE), max(GATE)),
        "16 0.4 4.5": (16, -PRODUCT[0], PRODUCT[2]),
        "6 11": (min(LAST), max(LAST)),
        "88 76": (reads("today"), reads("post-norm")),
    },
    "beside-text": {
        "12.3 3.5": (
            base("today", "post-norm"), base("today", "post-norm", **LONGER)
        ),
        "−8.2 −2.5": (base("pre-norm", "post-norm", **GD), PLACE[0]),
        "89 4,000": (reads("post-norm", **LONGER), 2 * STEPS),
    },
    "slopes-read": {
        "1.1 2.2": (-SLOPE[3], -SLOPE[1]),
        "69": len(char_model.text()[0]),
        "64 64": (char_model.D_MODEL, char_model.CONTEXT),
    },
    "write-answer": {"4.2": math.log(69), "2,000": char_model.STEPS},
    "written-text": {
        "−0.001 0.005 0.028": tuple(WRITES),
        "0.011 0.015 0.009": (
            WRITES.mean(), WRITES.std(ddof=1), WRITES.std(ddof=1) / 3**0.5
        ),
        "−0.03 0.05": three_seeds.interval_of(WRITES),
        "0.027": np.ptp(LOSSES, axis=1).max(),
        "16": READ,
        "0.01 0.04": (min(TRAINED), max(TRAINED)),
    },
    "closing": {
        "−2.5 16": (PLACE[0], 16),
        "12.7": PLACE[2],
        "12.3 2,000 3.5 4,000": (
            base("today", "post-norm"), STEPS,
            base("today", "post-norm", **LONGER), 2 * STEPS,
        ),
    },
}  # fmt: skip

# What the stored runs alone decide has no row: test_stored_results.py holds
# them, and the page's own tables print the verdicts.
HOLDS = {
    "judge-mend": {
        "the groups of 1, 3 and 8 have these means": (
            sorted(GROUPS) == group_means(three_seeds.THREE_SEEDS)
        ),
        "for ten seeds the interval is nearly Student's": all(
            abs(np.subtract([a.low, a.high], students_interval(pair))).max()
            < 0.15 * (a.high - a.low)
            for pair, (a, *_) in ANSWERS.items()
        ),
    },
    "stacks-text": {
        "all have as many weights": (
            abs(SIZES["gate"] / SIZES["pre-norm"] - 1) < 0.03
        ),
    },
    "verdicts": {
        "so many answers turn round with the start": (
            turns_round.EXERCISE.right
            == sum(
                {a.verdict for a in columns[::2]} == {"more", "less"}
                for columns in ANSWERS.values()
            )
        ),
    },
}  # fmt: skip
