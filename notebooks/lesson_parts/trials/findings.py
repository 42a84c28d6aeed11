"""The questions of the second plan, answered from the stored runs.

``python -m lesson_parts.trials.findings`` writes all of them to found.md.
"""

from functools import cache, partial
from itertools import product
from pathlib import Path

import numpy as np

from lesson_parts.laboratory import findings as first
from lesson_parts.laboratory.findings import (
    Question,
    by_optimizer,
    in_words,
    judged,
    less,
    minus,
    percent,
    signed,
    span,
)
from lesson_parts.laboratory.plan_settings import BOTH, REPORT_SEEDS, regret
from lesson_parts.laboratory.trainer import Setting
from lesson_parts.trials import cells
from lesson_parts.trials.cells import (
    DECAYED,
    NO_LAST,
    PLACES,
    SMALL_NET,
    STARTS,
    TIMES_16,
    WITH_LAST,
)
from lesson_parts.trials.run import load

FOUND = Path(__file__).with_name("found.md")
RELU, GATE, LAYER_NORM, RMS_NORM = "ReLU", "gate", "LayerNorm", "RMSNorm"
# By feed-forward layer, norm, and whether there is a last norm.
EIGHT = {
    (layer, norm, last): variant
    for (last, layer, norm), variant in zip(
        product((True, False), (RELU, GATE), (LAYER_NORM, RMS_NORM)),
        WITH_LAST + NO_LAST,
    )
}
HE = "He's"
FRAGILE = Setting(EIGHT[GATE, "RMSNorm", False], 16)
stored = cache(load)


def report(setting, seeds=None):
    """Return the report runs of a setting, in the order of their seeds.

    These are the runs that are judged, unless other seeds are named.
    """
    seeds = seeds or cells.seeds(setting)
    runs = stored().get(setting, {}).get("report", []) + first.report(setting)
    return sorted(
        (run for run in runs if run.seed in seeds), key=lambda run: run.seed
    )


def scores(setting, seeds=None):
    """Return the accuracies of a setting's report runs, seed by seed."""
    return np.array([run.accuracy for run in report(setting, seeds)])


def diverged(setting):
    """Return how many report runs of a setting diverged."""
    return sum(run.test_loss is None for run in report(setting))


def trained(setting):
    """Return the accuracies of the report runs that did not diverge."""
    return np.array([
        run.accuracy for run in report(setting) if run.test_loss is not None
    ])  # fmt: skip


# With the seeds that the first plan had used; known before, and not judged.
scores_at_first = partial(scores, seeds=REPORT_SEEDS)


def mean(variant, optimizer, start="", depth=16):
    """Return the mean accuracy of one setting's report runs."""
    return float(scores(Setting(variant, depth, optimizer, start)).mean())


def gain_of_gate(norm, last):
    """Return the weights of gate − ReLU, beside one norm."""
    return minus(EIGHT[GATE, norm, last], EIGHT[RELU, norm, last])


def gain_lost(norm):
    """Return how much more the gate gains with the last norm."""
    return less(gain_of_gate(norm, True), gain_of_gate(norm, False))


def detached(slopes, place, other=""):
    """Return the weights of detached slopes − full ones, or − others."""
    other = f"{place}, {other}" if other else place
    return minus(f"{place}, {slopes}", other, starts=STARTS)


def both_places(slopes, other=""):
    """Return the weights of `detached`, as a mean of both places."""
    found = [detached(slopes, place, other) for place in PLACES]
    return {k: w / 2 for each in found for k, w in each.items()}


PLACE = {"norm's place": lambda setting: cells.parts_of(setting)[0]}
POST, PRE = (detached("both detached", place) for place in PLACES)
QUESTIONS = {name: Question(*each) for name, *each in (
    ("A1", "Does the gate's gain depend on the last norm?",
     "gain with the last norm − gain without it", gain_lost("LayerNorm")),
    ("A2", "Does the gate help without the last norm?",
     "gate − ReLU, no last norm", gain_of_gate("LayerNorm", False)),
    ("A3", "Does the last norm cost a gated stack anything?",
     "gated, no last norm − gated", minus(NO_LAST[2], "gated")),
    ("A4", "Is RMSNorm as good without the last norm?",
     "RMSNorm − LayerNorm, ReLU, no last norm", minus(*NO_LAST[1::-1])),
    ("A5", "Is A1 the same with RMSNorm?", "A1 with RMSNorm − A1",
     less(gain_lost("RMSNorm"), gain_lost("LayerNorm"))),
    ("B1", "Both detached under post-norm?",
     "both detached − full, post-norm", POST),
    ("B2", "Both detached under pre-norm?",
     "both detached − full, pre-norm", PRE),
    ("B3", "Does it depend on the norm's place?", "B2 − B1", less(PRE, POST)),
    ("B4", "Does the slope of μ matter?",
     "μ detached − full", both_places("μ detached"), PLACE),
    ("B5", "Is it σ alone?", "σ detached − both detached",
     both_places("σ detached", "both detached"), PLACE),
    ("C1", "Does decay change what the net reads, each at its own rate?",
     "decay − none, usual start", minus(DECAYED, SMALL_NET, (1,))),
    ("C2", "Does decay repair a start with W × 16?",
     "decay − none, from W × 16",
     minus(DECAYED, SMALL_NET, (1,), BOTH[:1], (TIMES_16,))),
)}  # fmt: skip


@cache
def answered(trial, measure=scores):
    """Return the answers of a trial by the names of its questions.

    Each is a (Question, Finding, corrected p, verdict).
    """
    asked = {name: q for name, q in QUESTIONS.items() if name[0] == trial}
    return dict(zip(asked, judged([*asked.values()], measure)))


# --- as the pages write it ---


def answers_in_words(trial):
    """Say every answer of a trial in a sentence."""
    return in_words(answered(trial))


def eight_in_words():
    """Say the means of the eight combinations, optimizer by optimizer."""

    def both(layer, norm, optimizer):
        variants = (EIGHT[layer, norm, last] for last in (True, False))
        return " and ".join(
            percent(trained(Setting(variant, 16, optimizer)).mean())
            for variant in variants
        )

    said = "; ".join(
        f"{optimizer}, {layer}, {norm} {both(layer, norm, optimizer)}"
        for optimizer in BOTH
        for norm in (LAYER_NORM, RMS_NORM)
        for layer in (RELU, GATE)
    )
    return (
        "What 16 blocks read with the last norm and without it, every mark a "
        f"run and every line the mean of ten. {said}. With gradient descent, "
        f"gate, RMSNorm and no last norm {diverged(FRAGILE)} runs diverged: "
        "they are not drawn, and the mean is that of the others."
    )


def slopes_in_words():
    """Say the means of full and detached slopes, cell by cell."""
    names = ("", ", μ detached", ", σ detached", ", both detached")
    said = "; ".join(
        f"{place}, {start or HE} start, {optimizer} "
        + ", ".join(percent(mean(place + x, optimizer, start)) for x in names)
        for place in PLACES
        for start in STARTS
        for optimizer in BOTH
    )
    return (
        "What 16 blocks read with all slopes, without μ's, without σ's and "
        f"without both, every mark a run. {said}."
    )


def answers():
    """Yield a row for every question."""
    for trial in "ABC":
        known = answered(trial, scores_at_first) if trial != "C" else {}
        for name, (question, found, p, word) in answered(trial).items():
            own = by_optimizer(question.weights, scores)
            earlier = "asked once"
            if name in known:
                _, then, _, said = known[name]
                earlier = f"{signed(then.mean)}, {said}"
            yield (
                name, f"{question.asked} {question.difference}",
                signed(found.mean), span(found), f"{p:.3f}", word, earlier,
                *(span(own[o]) if o in own else "" for o in BOTH),
            )  # fmt: skip


def settings():
    """Yield a row for every setting: its rate, its regret, what it reads."""
    for setting in dict.fromkeys(sum(cells.TRIALS.values(), [])):
        runs = stored()[setting]
        searched = runs if "fine" in runs else first.stored().get(setting, {})
        read, then = scores(setting), scores_at_first(setting)
        yield (
            *setting[:4], f"{report(setting)[0].lr:g}",
            f"{regret(searched) if searched else 0:.3f}", len(read),
            *(f"{x:.3f}" for x in (read.mean(), read.min(), read.max())),
            f"{then.mean():.3f}" if len(then) == 10 else "",
        )  # fmt: skip


def page():
    """Return all answers, and every cell, as a page."""
    answers_, settings_ = (
        "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows())
        for rows in (answers, settings)
    )
    return f"""# What the second plan found

Written by `python -m lesson_parts.trials.findings` from `runs.jsonl`. What \
is asked and how it is judged stands in the [plan](plan.md). Trials A and B \
were asked twice: the answers of the new seeds are judged, and those of the \
shared seeds stand beside them.

| | question | found | 95 % | p, Holm | verdict | first asked, shared seeds \
| 95 %, gradient descent | 95 %, Adam |
|{"---|" * 9}
{answers_}

## Every setting that was trained

The last column is the mean with the shared seeds.

| variant | blocks | optimizer | start | rate | regret | seeds | mean | least \
| most | seeds 101 to 110 |
|{"---|" * 11}
{settings_}
"""


if __name__ == "__main__":
    FOUND.write_text(page(), encoding="utf-8", newline="\n")
