"""The questions of the second plan, answered from the stored runs.

``python -m parts.trials.findings`` writes all of them to found.md.
"""

from functools import cache
from pathlib import Path

import numpy as np

from parts.training import findings as first
from parts.training.findings import Question, less, percent, points, signed
from parts.training.paired import finding, holm, verdict
from parts.training.plan_settings import BOTH, regret
from parts.training.trainer import Setting
from parts.trials import cells
from parts.trials.cells import (
    DECAYED,
    NO_LAST,
    PLACES,
    SMALL_NET,
    STARTS,
    TIMES_16,
)
from parts.trials.run import load

FOUND = Path(__file__).with_name("found.md")
RELU, GATE = "ReLU", "gate"
# feed-forward layer, norm, whether a last norm: the variant's name
EIGHT = {
    (RELU, "LayerNorm", True): "pre-norm",
    (RELU, "RMSNorm", True): "RMSNorm",
    (GATE, "LayerNorm", True): "gated",
    (GATE, "RMSNorm", True): "today",
    (RELU, "LayerNorm", False): NO_LAST[0],
    (RELU, "RMSNorm", False): NO_LAST[1],
    (GATE, "LayerNorm", False): NO_LAST[2],
    (GATE, "RMSNorm", False): NO_LAST[3],
}


@cache
def stored():
    """Return the runs of both plans, read once."""
    return first.stored() | load()


def report(setting):
    """Return the report runs of a setting, in the order of their seeds."""
    runs = stored().get(setting, {}).get("report", [])
    return sorted(runs, key=lambda run: run.seed)


def scores(setting):
    """Return the accuracies of a setting's report runs, seed by seed."""
    return np.array([run.accuracy for run in report(setting)])


def mean(variant, optimizer, start="", depth=16):
    """Return the mean accuracy of one setting's report runs."""
    return float(scores(Setting(variant, depth, optimizer, start)).mean())


def minus(one, other, starts=("",), optimizers=BOTH, depth=16):
    """Return the weights of one variant minus another."""
    each = 1 / (len(starts) * len(optimizers))
    return {
        Setting(variant, depth, optimizer, start): weight
        for variant, weight in ((one, each), (other, -each))
        for start in starts
        for optimizer in optimizers
    }


def mean_of(*differences):
    """Return the weights of the mean of several differences."""
    return {
        setting: weight / len(differences)
        for each in differences
        for setting, weight in each.items()
    }


def gain_of_gate(norm, last):
    """Return the weights of gate − ReLU, beside one norm."""
    return minus(EIGHT[GATE, norm, last], EIGHT[RELU, norm, last])


def gain_lost(norm):
    """Return how much more the gate gains with the last norm."""
    return less(gain_of_gate(norm, True), gain_of_gate(norm, False))


def detached(slopes, place, other=""):
    """Return the weights of detached slopes − full ones, or − others."""
    other = f"{place}, {other}" if other else place
    return minus(f"{place}, {slopes}", other, STARTS)


POST, PRE = (detached("both detached", place) for place in PLACES)
QUESTIONS = {
    "A1": Question(
        "Does the gate's gain depend on the last norm?",
        "gain with the last norm − gain without it",
        gain_lost("LayerNorm"),
    ),
    "A2": Question(
        "Does the gate help without the last norm?",
        "gate − ReLU, no last norm",
        gain_of_gate("LayerNorm", False),
    ),
    "A3": Question(
        "Does the last norm cost a gated stack anything?",
        "gated, no last norm − gated",
        minus(NO_LAST[2], "gated"),
    ),
    "A4": Question(
        "Is RMSNorm as good without the last norm?",
        "RMSNorm − LayerNorm, ReLU, no last norm",
        minus(NO_LAST[1], NO_LAST[0]),
    ),
    "A5": Question(
        "Is A1 the same with RMSNorm?",
        "A1 with RMSNorm − A1",
        less(gain_lost("RMSNorm"), gain_lost("LayerNorm")),
    ),
    "B1": Question(
        "Both detached under post-norm?",
        "both detached − full, post-norm",
        POST,
    ),
    "B2": Question(
        "Both detached under pre-norm?", "both detached − full, pre-norm", PRE
    ),
    "B3": Question(
        "Does it depend on the norm's place?", "B2 − B1", less(PRE, POST)
    ),
    "B4": Question(
        "Does the slope of μ matter?",
        "μ detached − full",
        mean_of(*(detached("μ detached", place) for place in PLACES)),
    ),
    "B5": Question(
        "Is it σ alone?",
        "σ detached − both detached",
        mean_of(
            *(
                detached("σ detached", place, "both detached")
                for place in PLACES
            )
        ),
    ),
    "C1": Question(
        "Does decay change what the net reads, each at its own rate?",
        "decay − none, usual start",
        minus(DECAYED, SMALL_NET, depth=1),
    ),
    "C2": Question(
        "Does decay repair a start with W × 16?",
        "decay − none, from W × 16",
        minus(DECAYED, SMALL_NET, (TIMES_16,), BOTH[:1], depth=1),
    ),
}


def differences(weights):
    """Return one weighted sum of accuracies for every report seed."""
    return sum(weight * scores(each) for each, weight in weights.items())


def complete(name):
    """Whether all runs of a question are stored."""
    return all(len(report(each)) == 10 for each in QUESTIONS[name].weights)


def split(weights, group):
    """Return the finding of every group of settings by itself."""
    groups = {}
    for setting, weight in weights.items():
        groups.setdefault(group(setting), {})[setting] = weight
    return {
        at: finding(len(groups) * differences(own))
        for at, own in groups.items()
    }


def by_optimizer(weights):
    """Return the finding of each optimizer by itself."""
    return split(weights, lambda setting: setting.optimizer)


def by_place(weights):
    """Return the finding of post-norm and of pre-norm by itself."""
    return split(weights, lambda setting: cells.parts_of(setting)[0])


def disputed(name):
    """Say on what it depends, if intervals lie on either side of 0."""
    weights = QUESTIONS[name].weights
    groups = {"the optimizer": by_optimizer}
    if name in ("B4", "B5"):
        groups["the norm's place"] = by_place
    for what, grouped in groups.items():
        ends = [each.wide for each in grouped(weights).values()]
        if min(high for _, high in ends) < 0 < max(low for low, _ in ends):
            return f"it depends on {what}"
    return ""


@cache
def answered(trial):
    """Return the finding, corrected p and verdict of a trial's questions.

    Returns
    -------
    dict of str to (Finding, corrected p, verdict)
        By the name of the question; empty until all its runs are stored.
    """
    names = [name for name in QUESTIONS if name[0] == trial]
    if not all(map(complete, names)):
        return {}
    found = [finding(differences(QUESTIONS[name].weights)) for name in names]
    corrected = holm([each.p for each in found])
    return {
        name: (each, p, disputed(name) or verdict(each, p))
        for name, each, p in zip(names, found, corrected)
    }


# --- as the pages write it ---


def span(found):
    """Write a 95 % interval in points."""
    low, high = map(points, found.wide)
    return f"{low} to {high}"


def answers_in_words(trial):
    """Say every answer of a trial in a sentence."""
    said = [
        f"{name}. {QUESTIONS[name].asked} {QUESTIONS[name].difference}: "
        f"{points(found.mean)} points ({span(found)}), p = {p:.3f}: {word}."
        for name, (found, p, word) in answered(trial).items()
    ]
    return (
        "Ten differences for each question, their mean, the 95 % interval "
        "(thin) and the 90 % interval (thick); less than 2 points, the grey "
        "band, does not interest us. " + " ".join(said)
    )


def eight_in_words():
    """Say the means of the eight combinations, optimizer by optimizer."""

    def both(layer, norm, optimizer):
        with_last, without = (
            percent(mean(EIGHT[layer, norm, last], optimizer))
            for last in (True, False)
        )
        return f"{layer} and {norm} {with_last} and {without}"

    said = [
        f"{optimizer}: "
        + ", ".join(
            both(layer, norm, optimizer)
            for norm in ("LayerNorm", "RMSNorm")
            for layer in (RELU, GATE)
        )
        for optimizer in BOTH
    ]
    return (
        "What 16 blocks read with the last norm and without it, every mark a "
        f"run and every line the mean of ten. {'. '.join(said)}. One run "
        "diverged, with gradient descent, gate, RMSNorm and no last norm; it "
        "counts as 10 %."
    )


def slopes_in_words():
    """Say the means of full and detached slopes, cell by cell."""

    def cell(place, optimizer, start):
        names = ("", ", μ detached", ", σ detached", ", both detached")
        read = [
            percent(mean(place + name, optimizer, start))
            for name in names
            if report(Setting(place + name, 16, optimizer, start))
        ]
        kind = "small start" if start else "He's start"
        return f"{place}, {kind}, {optimizer} {', '.join(read)}"

    said = [
        cell(place, optimizer, start)
        for place in PLACES
        for start in STARTS
        for optimizer in BOTH
    ]
    return (
        "What 16 blocks read with all slopes, without μ's, without σ's and "
        f"without both, every mark a run. {'; '.join(said)}."
    )


def page():
    """Return all answers, and every cell, as a page."""
    lines = [
        "# What the second plan found", "",
        "Written by `python -m parts.trials.findings` from `runs.jsonl` and "
        "from the runs of the first plan. What is asked, and how it is "
        "judged, stands in the [plan](plan.md).", "",
        "| | question | found | 95 % | p, Holm | verdict | 95 %, gradient "
        "descent | 95 %, Adam |", "|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for trial in "ABC":
        for name, (found, p, word) in answered(trial).items():
            question = QUESTIONS[name]
            own = by_optimizer(question.weights)
            each = [
                " to ".join(map(signed, own[o].wide)) if o in own else ""
                for o in BOTH
            ]
            low, high = map(signed, found.wide)
            row = (
                name, f"{question.asked} {question.difference}",
                signed(found.mean), f"{low} to {high}", f"{p:.3f}", word,
                *each,
            )  # fmt: skip
            lines.append(f"| {' | '.join(row)} |")
    head = "variant | blocks | optimizer | start | rate | regret | seeds | "
    lines += ["", "## Every setting that was trained", ""]
    lines += [f"| {head}mean | least | most |", f"|{'---|' * 10}"]
    for setting, runs in load().items():
        if not report(setting):
            continue
        read = scores(setting)
        short = regret(runs) if "fine" in runs else 0
        row = (
            setting.variant, setting.depth, setting.optimizer, setting.start,
            f"{report(setting)[0].lr:g}", f"{short:.3f}", len(read),
            *(f"{x:.3f}" for x in (read.mean(), read.min(), read.max())),
        )  # fmt: skip
        lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FOUND.write_text(page(), encoding="utf-8", newline="\n")
