"""Write found.md: what was expected beside what was found, and every cell.

Run ``python -m parts.training.write_found`` after new runs.
"""

from pathlib import Path

from parts.training.findings import (
    DESCRIBED,
    QUESTIONS,
    answered,
    at_equal_rates,
    by_place,
    differences,
    diverged,
    losses,
    p_by_loss,
    report,
    scores,
    signed,
    stored,
)
from parts.training.paired import finding
from parts.training.plan_cells import (
    CELLS,
    LATER_CELLS,
    LONGER,
    LONGER_CELLS,
    LONGER_SEEDS,
    REPORT_SEEDS,
    SWAPPED,
    SWAPPED_RATES,
    chosen_rate,
    regret,
)
from parts.training.trainer import STEPS, Kind

HERE = Path(__file__).parent
FILE, PLAN = HERE / "found.md", HERE / "plan.md"


def expected():
    """Return what the plan expected, by the number of the question."""
    rows = {}
    for line in PLAN.read_text(encoding="utf-8").splitlines():
        columns = [each.strip() for each in line.strip("|").split("|")]
        if len(columns) == 4 and columns[0].isdigit():
            rows[int(columns[0])] = columns[3]
    return rows


def answers():
    """Yield the table of the eight answers, line by line."""
    yield (
        "| | question | expected | found | 95 % | p, Holm | verdict "
        "| by loss | p by loss, Holm |"
    )
    yield "|---|---|---|---|---|---|---|---|---|"
    rows = zip(expected().items(), answered(), p_by_loss(), strict=True)
    for (number, words), (question, found, p, said), p_loss in rows:
        low, high = map(signed, found.wide)
        by_loss = signed(differences(question.cells, losses).mean())
        yield (
            f"| {number} | {question.asked} {question.difference} | {words} "
            f"| {signed(found.mean)} | {low} to {high} | {p:.3f} | {said} "
            f"| {by_loss} | {p_loss:.3f} |"
        )


def described():
    """Yield what the plan did not ask, each optimizer beside the mean."""
    yield "| difference | found | 95 % | gradient descent | Adam |"
    yield "|---|---|---|---|---|"
    for words, cells in DESCRIBED.items():
        found = finding(differences(cells))
        low, high = map(signed, found.wide)
        descent, adam = (signed(f.mean) for f in by_place(cells).values())
        yield (
            f"| {words} | {signed(found.mean)} | {low} to {high} "
            f"| {descent} | {adam} |"
        )


def places():
    """Yield every question for each depth and optimizer by itself."""
    yield "| question | blocks | optimizer | found | 95 % | by loss |"
    yield "|---|---|---|---|---|---|"
    for number, question in enumerate(QUESTIONS, 1):
        by_loss = by_place(question.cells, losses)
        for place, found in by_place(question.cells).items():
            depth, optimizer = place
            low, high = map(signed, found.wide)
            yield (
                f"| {number} | {depth} | {optimizer} | {signed(found.mean)} "
                f"| {low} to {high} | {signed(by_loss[place].mean)} |"
            )


def equal_rates():
    """Yield the answer to question 7 with one learning rate for both."""
    (kind, *_), found = SWAPPED_RATES, at_equal_rates()
    for lr, each in found.items():
        low, high = map(signed, each.wide)
        yield (
            f"With {lr:g} for both norms at {kind.depth} blocks and "
            f"{kind.optimizer}, question 7 is answered by "
            f"{signed(each.mean)} ({low} to {high})."
        )


def other_rate():
    """Say what question 4 with 4 blocks is at the other rate of pre-norm."""
    kind = Kind("pre-norm", 4)
    post = scores(kind._replace(variant="post-norm"))
    found = [
        finding(scores(kind, stage) - post) for stage in ("report", SWAPPED)
    ]
    usual, other = (
        f"{signed(f.mean)} ({signed(f.wide[0])} to {signed(f.wide[1])})"
        for f in found
    )
    return (
        f"Pre-norm minus post-norm with {kind.depth} blocks and "
        f"{kind.optimizer} is {usual}; with {SWAPPED_RATES[kind]:g} for "
        f"pre-norm it is {other}."
    )


def cells():
    """Yield every cell: its rate, its regret, and what it reads."""
    yield (
        "| variant | blocks | optimizer | change | rate | regret | seeds "
        "| mean | least | most | loss | diverged |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|"
    for kind in (*CELLS, *LATER_CELLS, *LONGER_CELLS):
        if not report(kind):
            continue
        read, runs = scores(kind), stored()[kind]
        yield (
            f"| {kind.variant if kind.depth else 'head alone'} | {kind.depth} "
            f"| {kind.optimizer} | {change(kind)} | {chosen_rate(runs):.4g} "
            f"| {regret(runs):.3f} | {len(read)} | {read.mean():.3f} "
            f"| {read.min():.3f} | {read.max():.3f} "
            f"| {losses(kind).mean():.3f} | {diverged(kind)} |"
        )


def change(kind):
    """Say in words what is changed besides the variant."""
    parts = [
        "small start" if kind.start else "",
        f"warm-up of {kind.warm_up}" if kind.warm_up else "",
        f"{kind.steps} steps" if kind.steps != STEPS else "",
    ]
    return ", ".join(filter(None, parts))


def page():
    """Return the whole page."""
    lines = [
        "# What the runs found",
        "",
        "Written by `python -m parts.training.write_found` from "
        "`signal_runs.jsonl`. What is asked, and how it is judged, stands in "
        "the [plan](plan.md), which is older than the runs.",
        "",
        "## Expected and found",
        "",
        *answers(),
        "",
        "## Each depth and optimizer by itself",
        "",
        "Described and not judged: these intervals are not corrected.",
        "",
        *places(),
        "",
        "## How far the answers reach",
        "",
        "The plan did not ask these, so they are described and not judged, "
        "and their intervals are not corrected. Where nothing else is said, "
        "the stacks have 16 blocks and He's start.",
        "",
        *described(),
        "",
        "## Pre-norm and RMSNorm at each other's rate",
        "",
        "Added when the answers were known, and described only.",
        "",
        *equal_rates(),
        "",
        other_rate(),
        "",
        "## Every cell",
        "",
        f"Means of {len(REPORT_SEEDS)} report seeds, or of the first "
        f"{len(LONGER_SEEDS)} with {LONGER} steps, which all share the "
        "rate that the search chose; intervals above do not hold what "
        "another choice would have changed. The regret is an estimate. Where "
        "training failed or diverged at a neighbouring rate, the parabola "
        "behind it bends too much, and the regret is too large. It is 0 "
        "where the chosen rate is at an end of the three that the plan "
        f"allows with {LONGER} steps. A run that "
        "diverged counts with the accuracy and the loss of a guess. The "
        'cells "no norm" and "today" (RMSNorm and the gate at once) were '
        "added when the answers were known.",
        "",
        *cells(),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8", newline="\n")
