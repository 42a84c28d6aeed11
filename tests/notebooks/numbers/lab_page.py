"""What the laboratory's page says of its runs."""

import numpy as np

from lesson_parts.lab import char_runs, findings, live, runs
from lesson_parts.lab.char_model import BLOCKS, CONTEXT, D_MODEL, text
from lesson_parts.lab.findings import QUESTIONS, SAYS, answers, stored
from lesson_parts.lab.fresh import fresh
from lesson_parts.lab.trainer import BATCH, STEPS, WARM_UP, Cell

ANSWERS = {
    QUESTIONS[asked]: dict(zip(runs.COLUMNS, columns))
    for asked, columns in answers().items()
}
B16, B4, H16, H4 = runs.COLUMNS


def row(first, second):
    """Return a question's means in the order of the columns, in points."""
    return [said.mean for said in ANSWERS[first, second].values()]


def says(first, second):
    """Return a question's verdicts in the order of the columns."""
    return " ".join(
        said.verdict for said in ANSWERS[first, second].values()
    )


def beside(first, second, **changed):
    """Return what one question gives with other conditions, in points."""
    return findings.answer(*(Cell(v, **changed) for v in (first, second))).mean


def detached(start, **changed):
    """Return mean and interval of σ detached − pre-norm, 16 blocks."""
    cells = (Cell(v, 16, start, **changed) for v in ("σ detached", "pre-norm"))
    return findings.answer(*cells)[:3]


def reads(variant, column, **changed):
    """Return the mean of a cell's ten runs, in percent."""
    return 100 * findings.scores(Cell(variant, *column, **changed)).mean()


def left(variant, start, blocks=16):
    return fresh(variant, start, blocks)[1]


GD = {"optimizer": "gradient descent"}
LONGER = {"steps": 2 * STEPS}
HELD_OUT = {
    kind: [each["held_out"] for each in char_runs.reported(kind)]
    for kind in char_runs.BOTH
}
D, SPREAD, VERDICT = char_runs.verdict()
