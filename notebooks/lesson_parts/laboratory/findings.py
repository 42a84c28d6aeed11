"""The eight questions of the plan, answered from the stored runs.

A question is a weighted sum of settings: +1 and −1 for a plain difference,
halves and quarters where it is a mean over optimizers and depths.
"""

from functools import cache
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from lesson_parts.laboratory.paired import INTEREST, finding, holm, verdict
from lesson_parts.laboratory.plan_settings import (
    BOTH,
    FOUR,
    LONGER,
    SWAPPED,
    SWAPPED_RATES,
    WARM_UP,
    chosen_rate,
    regret,
)
from lesson_parts.laboratory.plan_settings import scores as scores_by_rate
from lesson_parts.laboratory.run_plan import load
from lesson_parts.laboratory.signals import KINDS
from lesson_parts.laboratory.trainer import STEPS, Setting

BARE = "neither, norm at end"


def minus(one, other, depths=(16,), optimizers=BOTH, starts=("",), **change):
    """Return the weights of one variant minus another, changed alike.

    Each is a mean over depths, optimizers and starts.
    """
    each = 1 / (len(depths) * len(optimizers) * len(starts))
    return {
        Setting(variant, depth, optimizer, start, **change): weight
        for variant, weight in ((one, each), (other, -each))
        for depth in depths
        for start in starts
        for optimizer in optimizers
    }


def less(one, other):
    """Return the weights of one difference minus another."""
    return one | {setting: -weight for setting, weight in other.items()}


FEW, EVERYWHERE = {"depths": (4,)}, {"depths": (4, 16)}
SMALL, ADAM = {"starts": ("small",)}, {"optimizers": ("Adam",)}
WARM = ADAM | {"warm_up": WARM_UP}
UNDER_SHORTCUTS = minus("post-norm", "norm at end")
WITHOUT_SHORTCUTS = minus("no shortcut", BARE)
ORDER = minus("pre-norm", "post-norm")


class Question(NamedTuple):
    """A question, what it subtracts from what, and each setting's weight.

    A verdict may depend on the optimizer and, by name, on other groups.
    """

    asked: str
    difference: str
    weights: dict
    groups: dict = {}


QUESTIONS = [Question(*each) for each in (
    ("Does the shortcut help under a norm?",
     "post-norm − no shortcut", minus("post-norm", "no shortcut")),
    ("Does the norm inside help under a shortcut?",
     "post-norm − norm at end", UNDER_SHORTCUTS),
    ("Do shortcut and norm need each other?",
     "question 2 − the same without shortcuts",
     less(UNDER_SHORTCUTS, WITHOUT_SHORTCUTS)),
    ("Does it matter where the norm stands?",
     "pre-norm − post-norm", ORDER),
    ("Is question 4 the same from another start?",
     "question 4 from the small start − from He's",
     less(minus("pre-norm", "post-norm", **SMALL), ORDER)),
    ("Does warm-up help post-norm more?",
     "what it adds to post-norm − to pre-norm",
     less(minus("post-norm", "pre-norm", **WARM),
          minus("post-norm", "pre-norm", **ADAM))),
    ("Is RMSNorm as good as LayerNorm?",
     "RMSNorm − LayerNorm", minus("RMSNorm", "pre-norm", **EVERYWHERE)),
    ("Does the gate help?",
     "gate − ReLU", minus("gated", "pre-norm", **EVERYWHERE)),
)]  # fmt: skip
# What the plan did not ask, by the words for it: each shows how far one of
# the answers reaches. Nothing is judged by them.
DESCRIBED = {
    "question 1 with 4 blocks": minus("post-norm", "no shortcut", **FEW),
    "question 1 from the small start":
        minus("post-norm", "no shortcut", **SMALL),
    "question 2 from the small start":
        minus("post-norm", "norm at end", **SMALL),
    "pre-norm − norm at end": minus("pre-norm", "norm at end"),
    "the same with 4 blocks": minus("pre-norm", "norm at end", **FEW),
    "the same from the small start": minus("pre-norm", "norm at end", **SMALL),
    "no shortcut − neither, norm at end": WITHOUT_SHORTCUTS,
    "question 3 with pre-norm for post-norm":
        less(minus("pre-norm", "norm at end"), WITHOUT_SHORTCUTS),
    "question 4 with 4 blocks": minus("pre-norm", "post-norm", **FEW),
    "question 4 from the small start": minus("pre-norm", "post-norm", **SMALL),
}  # fmt: skip


@cache
def stored():
    """Return all stored runs, read once."""
    return load()


def report(setting, stage="report"):
    """Return the report runs of a setting, in the order of their seeds."""
    runs = stored().get(setting, {}).get(stage, [])
    return sorted(runs, key=lambda run: run.seed)


def scores(setting, stage="report"):
    """Return the accuracies of a setting's report runs, seed by seed."""
    return np.array([run.accuracy for run in report(setting, stage)])


def losses(setting):
    """Return the losses of a setting's report runs; ln 10 if one diverged."""
    guess = float(np.log(KINDS))
    found = [run.test_loss for run in report(setting)]
    return np.array([guess if loss is None else loss for loss in found])


def diverged(setting):
    """Return how many report runs of a setting diverged."""
    return sum(run.test_loss is None for run in report(setting))


def differences(weights, measure=scores):
    """Return one weighted sum of accuracies for every report seed."""
    return sum(weight * measure(each) for each, weight in weights.items())


def at_equal_rates():
    """Answer question 7 with one learning rate for both norms.

    The search chose different rates for them in one place, with 4 blocks and
    gradient descent. Each norm was trained at the rate of the other one too.

    Returns
    -------
    dict of float to Finding
        By the learning rate that both have in that place.
    """

    def at_rate_of_other(swapped):
        def read(setting):
            return scores(setting, SWAPPED if setting == swapped else "report")

        return finding(differences(QUESTIONS[6].weights, read))

    return {lr: at_rate_of_other(each) for each, lr in SWAPPED_RATES.items()}


def answered():
    """Return all eight findings with their verdicts.

    Returns
    -------
    list of (Question, Finding, corrected p, verdict)
    """
    return judged(QUESTIONS)


def judged(questions, measure=scores):
    """Return (Question, Finding, corrected p, verdict) of questions."""
    found = [finding(differences(each.weights, measure)) for each in questions]
    corrected = holm([each.p for each in found])
    said = [
        disputed(question, measure) or verdict(each, p)
        for question, each, p in zip(questions, found, corrected)
    ]
    return list(zip(questions, found, corrected, said))


def p_by_loss():
    """Return the p values of all eight questions asked of the losses.

    They are corrected like those of the accuracies. The plan chose accuracy,
    so no verdict depends on them.
    """
    return holm(
        [finding(differences(each.weights, losses)).p for each in QUESTIONS]
    )


def split(weights, group, measure=scores):
    """Return the finding of every group of settings by itself."""
    groups = {}
    for setting, weight in weights.items():
        groups.setdefault(group(setting), {})[setting] = weight
    return {
        at: finding(len(groups) * differences(own, measure))
        for at, own in groups.items()
    }


def by_place(weights, measure=scores):
    """Return the finding of every depth and optimizer by itself."""
    return split(weights, attrgetter("depth", "optimizer"), measure)


def by_optimizer(weights, measure=scores):
    """Return the finding of each optimizer, over all else that it has."""
    return split(weights, attrgetter("optimizer"), measure)


def disputed(question, measure=scores):
    """Say on what an answer depends, if intervals lie on either side of 0."""
    groups = {"optimizer": attrgetter("optimizer")} | question.groups
    for what, group in groups.items():
        found = split(question.weights, group, measure)
        ends = [each.wide for each in found.values()]
        if min(high for _, high in ends) < 0 < max(low for low, _ in ends):
            return f"it depends on the {what}"
    return ""


def searched(runs):
    """Return the mean accuracy of the search at every rate it tried.

    Where both searches tried a rate, the fine one counts.
    """
    both = {**scores_by_rate(runs["coarse"]), **scores_by_rate(runs["fine"])}
    return {lr: accuracy for lr, (accuracy, _) in both.items()}


def mean(variant, depth, optimizer, **change):
    """Return the mean accuracy of one setting's report runs."""
    return float(scores(Setting(variant, depth, optimizer, **change)).mean())


# --- as the pages write it ---


def signed(x):
    """Write a difference of accuracies with its sign, as +0.123."""
    return f"{x:+.3f}".replace("-", "−")


def percent(share):
    """Write a share of the signals, as 59 %."""
    return f"{100 * share:.0f} %"


def points(x):
    """Write a difference of accuracies in points, as +12.3."""
    return f"{round(100 * x, 1) + 0:+.1f}".replace("-", "−")


def span(found, write=signed):
    """Write the 95 % interval of a finding."""
    return " to ".join(map(write, found.wide))


def answers_in_words(numbers):
    """Say what the picture of the answers shows; p is corrected over all."""
    answers = answered()
    return in_words({number: answers[number - 1] for number in numbers})


def in_words(answers):
    """Say answers, by the names of their questions, in a sentence each."""
    said = [
        f"{name}. {question.asked} {question.difference}: "
        f"{points(found.mean)} points ({span(found, points)}), p after "
        f"Holm {p:.3f}: "
        f"{word}."
        for name, (question, found, p, word) in answers.items()
    ]
    return (
        "Ten differences for each question, their mean, the 95 % interval "
        "(thin) and the 90 % interval (thick); less than "
        f"{100 * INTEREST:.0f} points, the grey band, does not interest us. "
        + " ".join(said)
    )


SAYS = {1: "more", -1: "less", 0: "no difference", 2: "open"}


def judged_alone(judge, a):
    """Return the word for what a learner's judge says, uncorrected."""
    _, _, says = judge(a, np.zeros_like(a))
    return SAYS[int(says)]


def beside_the_plan(judge, numbers):
    """Lay out what a judge says of each question beside the plan's verdict.

    The judge sees one question at a time; the plan corrects for all eight.
    """
    lines, answers = ["question  points  the judge      the plan:"], answered()
    for number in numbers:
        _, found, _, said = answers[number - 1]
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
        loss = differences(question.weights, losses).mean()
        lines.append(
            f"{number:>8}  {points(found.mean):>6}  {p:.3f}  {signed(loss)}  "
            f"{p_loss:.3f}"
        )
    return "\n".join(lines)


def by_place_table(number, judge):
    """Lay out one question for every depth and optimizer by itself."""
    question = QUESTIONS[number - 1]
    by_loss = by_place(question.weights, losses)
    columns = "points, 95 %, the judge, loss"
    lines = [f"{number}. {question.difference} ({columns}):"]
    for (depth, optimizer), found in by_place(question.weights).items():
        low, high = map(points, found.wide)
        lines.append(
            f"{depth:>4} blocks, {optimizer:<16} {points(found.mean):>5}, "
            f"{low:>5} to {high:>5}  "
            f"{judged_alone(judge, found.differences):<13}  "
            f"{signed(by_loss[depth, optimizer].mean)}"
        )
    return "\n".join(lines)


def patience_table():
    """Lay out what four times the steps change, setting by setting.

    The same seeds are compared with the usual steps.
    """
    lines = ["16 blocks from He's start, after 4,000 and after 16,000 steps:"]
    for optimizer in BOTH:
        for variant in FOUR:
            setting = Setting(variant, 16, optimizer, steps=LONGER)
            longer = scores(setting)
            usual = scores(setting._replace(steps=STEPS))[: len(longer)]
            if len(longer):
                lines.append(
                    f"{optimizer:<17} {variant:<12} "
                    f"{percent(usual.mean())}  {percent(longer.mean())}"
                )
    return "\n".join(lines)


def each_variant(says, variants, *place, between="; "):
    """Write the name of each variant and ``says(variant, *place)``."""
    said = (f"{each} {says(each, *place)}" for each in variants)
    return f"{between.join(said)}."


def runs_in_words(variants):
    """Say every mean in one sentence a depth and optimizer."""
    said = [
        f"{depth} blocks, {optimizer}: "
        + each_variant(
            lambda v, *at: percent(mean(v, *at)), variants, depth, optimizer
        )
        for depth in (4, 16)
        for optimizer in BOTH
    ]
    return (
        "Every mark is a run with its own seed, every line the mean of ten; "
        f"the bar is as long as a difference of {100 * INTEREST:.0f} points. "
        + " ".join(said)
    )


def starts_in_words():
    """Say what the four variants read from either start."""

    def both(variant, optimizer):
        usual = mean(variant, 16, optimizer)
        small = mean(variant, 16, optimizer, start="small")
        return f"{percent(usual)} and {percent(small)}"

    said = [f"{each}: {each_variant(both, FOUR, each)}" for each in BOTH]
    return (
        "The same variants with 16 blocks from He's start and from the small "
        "one, every run a mark. " + " ".join(said)
    )


def depths_in_words(depths):
    """Say what post-norm stacks read after the usual steps and after more."""

    def read(depth, steps):
        share = mean("post-norm", depth, BOTH[0], steps=steps)
        return f"{depth} {percent(share)}"

    said = [
        f"after {steps:,} steps: {', '.join(read(d, steps) for d in depths)}"
        for steps in (STEPS, LONGER)
    ]
    return (
        "The loss of post-norm stacks over the steps, by the number of their "
        f"blocks. Signals read {'; '.join(said)}."
    )


def rates_in_words(depth, variants):
    """Say which rate the search chose for every variant, and its regret."""

    def rate(variant, optimizer):
        runs = stored()[Setting(variant, depth, optimizer)]
        regrets.append(regret(runs))
        return f"{chosen_rate(runs):.2g}"

    regrets = []
    said = [
        f"{each}: {each_variant(rate, variants, each, between=', ')}"
        for each in BOTH
    ]
    return (
        f"What the search read at every learning rate, with {depth} blocks; "
        f"the filled mark is the rate chosen. {' '.join(said)} A rate between "
        "those that were tried might have read more, by an estimate up to "
        f"{100 * max(regrets):.1f} points."
    )


def warm_up_in_words():
    """Say at which rate each search read most, with and without warm-up."""

    def most(variant, steps):
        runs = stored()[Setting(variant, 16, "Adam", warm_up=steps)]
        best, how = chosen_rate(runs), "with" if steps else "without"
        read = percent(searched(runs)[best])
        return f"{variant} {how} warm-up reads most, {read}, at {best:g}"

    both = ("post-norm", "pre-norm")
    said = "; ".join(most(each, n) for each in both for n in (0, WARM_UP))
    return (
        "What the search read at every rate of Adam, with 16 blocks; the "
        f"filled mark is the rate chosen. {said}."
    )
