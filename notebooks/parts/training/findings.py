"""The eight questions of the plan, answered from the stored runs.

A question is a sum of cells with weights: +1 and −1 for a plain difference,
halves and quarters where it is a mean over optimizers and depths.
"""

from collections import Counter
from functools import cache
from typing import NamedTuple

import numpy as np

from parts.training.paired import INTEREST, finding, holm, verdict
from parts.training.plan_cells import (
    BOTH,
    FOUR,
    LONGER,
    REPORT_SEEDS,
    SWAPPED,
    SWAPPED_RATES,
    WARM_UP,
    chosen_rate,
    regret,
)
from parts.training.plan_cells import scores as scores_by_rate
from parts.training.run_plan import load
from parts.training.signals import KINDS
from parts.training.trainer import STEPS, Kind


class Question(NamedTuple):
    """What is asked, as it is asked, and the cells that answer.

    Attributes
    ----------
    asked : str
    difference : str
        In words, what is subtracted from what.
    cells : dict of Kind to float
        What each cell counts in the difference.
    """

    asked: str
    difference: str
    cells: dict


def combined(*parts, depth=16):
    """Return cells with weights; parts are (weight, variant, change).

    Each part stands for both optimizers, half each.
    """
    cells = Counter()
    for weight, variant, change in parts:
        for optimizer in BOTH:
            cells[Kind(variant, depth, optimizer, **change)] += weight / 2
    return dict(cells)


def plain(one, other, depth=16, **change):
    """Return the cells of one variant minus another, changed alike."""
    return combined((1, one, change), (-1, other, change), depth=depth)


def everywhere(one, other):
    """Return the mean difference over both depths and both optimizers."""
    return {
        Kind(variant, depth, optimizer): sign / 4
        for sign, variant in ((1, one), (-1, other))
        for depth in (4, 16)
        for optimizer in BOTH
    }


USUAL, SMALL = {}, {"start": "small"}
BARE = "neither, norm at end"
QUESTIONS = (
    Question(
        "Does the shortcut help under a norm?",
        "post-norm − no shortcut",
        combined((1, "post-norm", USUAL), (-1, "no shortcut", USUAL)),
    ),
    Question(
        "Does the norm inside help under a shortcut?",
        "post-norm − norm at end",
        combined((1, "post-norm", USUAL), (-1, "norm at end", USUAL)),
    ),
    Question(
        "Do shortcut and norm need each other?",
        "question 2 − the same without shortcuts",
        combined(
            (1, "post-norm", USUAL),
            (-1, "norm at end", USUAL),
            (-1, "no shortcut", USUAL),
            (1, BARE, USUAL),
        ),
    ),
    Question(
        "Does it matter where the norm stands?",
        "pre-norm − post-norm",
        combined((1, "pre-norm", USUAL), (-1, "post-norm", USUAL)),
    ),
    Question(
        "Is question 4 the same from another start?",
        "question 4 from the small start − from He's",
        combined(
            (1, "pre-norm", SMALL),
            (-1, "post-norm", SMALL),
            (-1, "pre-norm", USUAL),
            (1, "post-norm", USUAL),
        ),
    ),
    Question(
        "Does warm-up help post-norm more?",
        "what it adds to post-norm − to pre-norm",
        {
            Kind("post-norm", 16, "Adam", warm_up=WARM_UP): 1,
            Kind("post-norm", 16, "Adam"): -1,
            Kind("pre-norm", 16, "Adam", warm_up=WARM_UP): -1,
            Kind("pre-norm", 16, "Adam"): 1,
        },
    ),
    Question(
        "Is RMSNorm as good as LayerNorm?",
        "RMSNorm − LayerNorm",
        everywhere("RMSNorm", "pre-norm"),
    ),
    Question("Does the gate help?", "gate − ReLU",
             everywhere("gated", "pre-norm")),
)  # fmt: skip
# What the plan did not ask, by the words for it: each shows how far one of
# the answers reaches. Nothing is judged by them.
DESCRIBED = {
    "question 1 with 4 blocks": plain("post-norm", "no shortcut", 4),
    "question 1 from the small start": plain(
        "post-norm", "no shortcut", **SMALL
    ),
    "question 2 from the small start": plain(
        "post-norm", "norm at end", **SMALL
    ),
    "pre-norm − norm at end": plain("pre-norm", "norm at end"),
    "the same with 4 blocks": plain("pre-norm", "norm at end", 4),
    "the same from the small start": plain("pre-norm", "norm at end", **SMALL),
    "no shortcut − neither, norm at end": plain("no shortcut", BARE),
    "question 3 with pre-norm for post-norm": combined(
        (1, "pre-norm", USUAL),
        (-1, "norm at end", USUAL),
        (-1, "no shortcut", USUAL),
        (1, BARE, USUAL),
    ),
    "question 4 with 4 blocks": plain("pre-norm", "post-norm", 4),
    "question 4 from the small start": plain("pre-norm", "post-norm", **SMALL),
}


@cache
def stored():
    """Return all stored runs, read once."""
    return load()


def report(kind, stage="report"):
    """Return the report runs of a cell, in the order of their seeds."""
    runs = stored().get(kind, {}).get(stage, [])
    return sorted(runs, key=lambda run: run.seed)


def scores(kind, stage="report"):
    """Return the accuracies of a cell's report runs, seed by seed."""
    return np.array([run.accuracy for run in report(kind, stage)])


def losses(kind):
    """Return the losses of a cell's report runs; ln 10 if one diverged."""
    guess = float(np.log(KINDS))
    found = [run.test_loss for run in report(kind)]
    return np.array([guess if loss is None else loss for loss in found])


def diverged(kind):
    """Return how many report runs of a cell diverged."""
    return sum(run.test_loss is None for run in report(kind))


def differences(cells, measure=scores):
    """Return one weighted sum of accuracies for every report seed."""
    return sum(weight * measure(kind) for kind, weight in cells.items())


def at_equal_rates():
    """Answer question 7 with one learning rate for both norms.

    The search chose different rates for them in one place, with 4 blocks and
    gradient descent. Each norm was trained at the rate of the other one too.

    Returns
    -------
    dict of float to Finding
        By the learning rate that both have in that place.
    """
    found = {}
    for swapped, lr in SWAPPED_RATES.items():
        stages = {swapped: SWAPPED}

        def read(kind, stages=stages):
            return scores(kind, stages.get(kind, "report"))

        found[lr] = finding(differences(QUESTIONS[6].cells, read))
    return found


def answered():
    """Return all eight findings with their verdicts.

    Returns
    -------
    list of (Question, Finding, corrected p, verdict)
    """
    found = [finding(differences(each.cells)) for each in QUESTIONS]
    corrected = holm([each.p for each in found])
    said = [
        disputed(question) or verdict(each, p)
        for question, each, p in zip(QUESTIONS, found, corrected)
    ]
    return list(zip(QUESTIONS, found, corrected, said))


def p_by_loss():
    """Return the p values of all eight questions asked of the losses.

    They are corrected like those of the accuracies. The plan chose accuracy,
    so no verdict depends on them.
    """
    found = [finding(differences(each.cells, losses)) for each in QUESTIONS]
    return holm([each.p for each in found])


def apart(cells, place, measure=scores):
    """Return the finding of every group of cells by itself.

    Parameters
    ----------
    cells : dict of Kind to float
    place : callable
        Takes a Kind, returns what all cells of its group have in common.
    measure : callable
        `scores` or `losses`.

    Returns
    -------
    dict of place to Finding
    """
    places = dict.fromkeys(map(place, cells))
    return {
        at: finding(differences(
            {k: w * len(places) for k, w in cells.items() if place(k) == at},
            measure,
        ))
        for at in places
    }  # fmt: skip


def by_place(cells, measure=scores):
    """Return the finding of every depth and optimizer by itself."""
    return apart(cells, lambda kind: (kind.depth, kind.optimizer), measure)


def by_optimizer(cells):
    """Return the finding of each optimizer, over the depths it has."""
    return apart(cells, lambda kind: kind.optimizer)


def disputed(question):
    """Say so if the two optimizers' intervals lie on either side of 0."""
    if {kind.optimizer for kind in question.cells} != set(BOTH):
        return ""
    ends = [each.wide for each in by_optimizer(question.cells).values()]
    if any(low > 0 for low, _ in ends) and any(high < 0 for _, high in ends):
        return "it depends on the optimizer"
    return ""


def signed(x):
    """Write a difference of accuracies with its sign, as +0.123."""
    return f"{x:+.3f}".replace("-", "−")


def percent(share):
    """Write a share of the signals, as 59 %."""
    return f"{100 * share:.0f} %"


def points(x):
    """Write a difference of accuracies in points, as +12.3."""
    return f"{round(100 * x, 1) + 0:+.1f}".replace("-", "−")


def table(numbers=range(1, 9)):
    """Lay out answers, two lines for each; p is corrected over all eight."""
    lines = []
    for i, (question, found, p, said) in enumerate(answered(), 1):
        if i not in numbers:
            continue
        low, high = map(points, found.wide)
        lines += [
            f"{i}. {question.asked} {question.difference}:",
            f"   {points(found.mean)} points ({low} to {high}), "
            f"p = {p:.3f}: {said}.",
        ]
    return "\n".join(lines)


def answers_in_words(numbers):
    """Say what the picture of the answers shows."""
    lines = " ".join(table(numbers).split())
    return (
        "Ten differences for each question, their mean, the 95 % interval "
        "(thin) and the 90 % interval (thick); less than "
        f"{100 * INTEREST:.0f} points, the grey band, does not interest us. "
        f"{lines}"
    )


SAYS = {1: "more", -1: "less", 0: "no difference", 2: "open"}


def judged_alone(judge, a, b=None):
    """Return the word for what a learner's judge says, uncorrected."""
    _, _, says = judge(a, np.zeros_like(a) if b is None else b)
    return SAYS[int(says)]


def beside_the_plan(judge, numbers):
    """Lay out what a judge says of each question beside the plan's verdict.

    The judge sees one question at a time; the plan corrects for all eight.
    """
    lines = ["question  points  the judge      the plan:"]
    for number in numbers:
        _, found, _, said = answered()[number - 1]
        alone = judged_alone(judge, found.differences)
        lines.append(
            f"{number:>8}  {points(found.mean):>6}  {alone:<13}  {said}"
        )
    return "\n".join(lines)


def by_loss_table():
    """Lay out all eight answers by accuracy, and by the loss."""
    lines = ["question  points  p      loss    p by loss:"]
    answers = zip(answered(), p_by_loss(), strict=True)
    for number, ((question, found, p, _), p_loss) in enumerate(answers, 1):
        loss = differences(question.cells, losses).mean()
        lines.append(
            f"{number:>8}  {points(found.mean):>6}  {p:.3f}  {signed(loss)}  "
            f"{p_loss:.3f}"
        )
    return "\n".join(lines)


def by_place_table(number, judge):
    """Lay out one question for every depth and optimizer by itself."""
    question = QUESTIONS[number - 1]
    by_loss = by_place(question.cells, losses)
    columns = "points, 95 %, the judge, loss"
    lines = [f"{number}. {question.difference} ({columns}):"]
    for place, found in by_place(question.cells).items():
        depth, optimizer = place
        low, high = map(points, found.wide)
        alone = judged_alone(judge, found.differences)
        lines.append(
            f"{depth:>4} blocks, {optimizer:<16} {points(found.mean):>5}, "
            f"{low:>5} to {high:>5}  {alone:<13}  "
            f"{signed(by_loss[place].mean)}"
        )
    return "\n".join(lines)


def mean(variant, depth, optimizer, **change):
    """Return the mean accuracy of one cell's report runs."""
    return float(scores(Kind(variant, depth, optimizer, **change)).mean())


def runs_in_words(variants):
    """Say the mean of every cell in one sentence a depth and optimizer."""
    said = []
    for depth in (4, 16):
        for optimizer in BOTH:
            cells = (
                f"{variant} {percent(mean(variant, depth, optimizer))}"
                for variant in variants
            )
            said.append(f"{depth} blocks, {optimizer}: {'; '.join(cells)}.")
    return (
        "Every mark is a run with its own seed, every line the mean of ten; "
        f"the bar is as long as a difference of {100 * INTEREST:.0f} points. "
        + " ".join(said)
    )


def rates_in_words(depth, variants):
    """Say which rate the search chose for every variant, and its regret."""
    said = []
    for optimizer in BOTH:
        cells = (
            f"{variant} {chosen_rate(runs(variant, depth, optimizer)):.2g}"
            for variant in variants
        )
        said.append(f"{optimizer}: {', '.join(cells)}.")
    most = max(
        regret(runs(variant, depth, optimizer))
        for optimizer in BOTH
        for variant in variants
    )
    return (
        f"What the search read at every learning rate, with {depth} blocks; "
        f"the filled mark is the rate chosen. {' '.join(said)} A rate between "
        "those that were tried might have read more, by an estimate up to "
        f"{100 * most:.1f} points."
    )


def searched(runs):
    """Return the mean accuracy of the search at every rate it tried.

    Where both searches tried a rate, the fine one counts.
    """
    both = {**scores_by_rate(runs["coarse"]), **scores_by_rate(runs["fine"])}
    return {lr: accuracy for lr, (accuracy, _) in both.items()}


def warm_up_in_words():
    """Say at which rate each search read most, with and without warm-up."""
    said = []
    for variant in ("post-norm", "pre-norm"):
        for steps, words in ((0, "without"), (WARM_UP, "with")):
            runs = stored()[Kind(variant, 16, "Adam", warm_up=steps)]
            best = chosen_rate(runs)
            said.append(
                f"{variant} {words} warm-up reads most, "
                f"{percent(searched(runs)[best])}, at {best:g}"
            )
    return (
        "What the search read at every rate of Adam, with 16 blocks; the "
        f"filled mark is the rate chosen. {'; '.join(said)}."
    )


def starts_in_words():
    """Say what the four variants read from either start."""
    said = []
    for optimizer in BOTH:
        cells = (
            f"{variant} {percent(mean(variant, 16, optimizer))} and "
            f"{percent(mean(variant, 16, optimizer, start='small'))}"
            for variant in FOUR
        )
        said.append(f"{optimizer}: {'; '.join(cells)}.")
    return (
        "The same variants with 16 blocks from He's start and from the small "
        "one, every run a mark. " + " ".join(said)
    )


def runs(variant, depth, optimizer):
    """Return all stages of one cell from the usual start."""
    return stored()[Kind(variant, depth, optimizer)]


def patience_table():
    """Lay out what four times the steps change, cell by cell.

    The same seeds are compared with the usual steps.
    """
    lines = ["16 blocks from He's start, after 4,000 and after 16,000 steps:"]
    for optimizer in BOTH:
        for variant in FOUR:
            kind = Kind(variant, 16, optimizer, steps=LONGER)
            longer = scores(kind)
            usual = scores(kind._replace(steps=STEPS))[: len(longer)]
            if len(longer):
                lines.append(
                    f"{optimizer:<17} {variant:<12} "
                    f"{percent(usual.mean())}  {percent(longer.mean())}"
                )
    return "\n".join(lines)


def complete():
    """Tell whether every cell of the questions has all its report runs."""
    return all(
        len(scores(kind)) == len(REPORT_SEEDS)
        for question in QUESTIONS
        for kind in question.cells
    )
