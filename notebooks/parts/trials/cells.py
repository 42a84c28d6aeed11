"""The cells of the second plan, in the order in which they run.

``plan.md`` beside this file says what they are for.
"""

from parts.training.findings import stored as first_plan
from parts.training.plan_settings import (
    BOTH,
    FARTHEST,
    best_rate,
    chosen_rate,
    rounded,
    scores,
    search_tasks,
)
from parts.training.trainer import Setting
from parts.trials.detached import NORMS

SEEDS = tuple(range(131, 141))  # trials A and B
SEEDS_C = tuple(range(141, 151))
FEW = SEEDS[:3]  # of cells that are only described
WITH_LAST = ("pre-norm", "RMSNorm", "gated", "today")
NO_LAST = (
    "no last norm",
    "RMSNorm, no last norm",
    "gated, no last norm",
    "today, no last norm",
)
PLACES, STARTS = ("post-norm", "pre-norm"), ("", "small")
FULL = "full"
WHERE = ("last only", "all but last")
SMALL_NET, DECAYED, TIMES_16 = "small net", "small net, decay", "times 16"

A = [Setting(v, 16, o) for v in NO_LAST + WITH_LAST for o in BOTH]
B = [
    Setting(place if slopes == FULL else f"{place}, {slopes}", 16, o, start)
    for slopes in ("both detached", FULL, "σ detached", "μ detached")
    for place in PLACES
    for start in STARTS
    for o in BOTH
]
DESCRIBED = [
    *(
        Setting(f"post-norm, both detached, {where}", 16, "Adam", start)
        for where in WHERE
        for start in STARTS
    ),
    *(
        Setting(place + slopes, 4, o)
        for place in PLACES
        for slopes in ("", ", both detached")
        for o in BOTH
    ),
]
C = [
    Setting(variant, 1, o, start)
    for start in ("", TIMES_16)
    for variant in (SMALL_NET, DECAYED)
    for o in BOTH
]
TRIALS = {"A": A, "B": B, "C": C, "described": DESCRIBED}


def parts_of(setting):
    """Return a setting's place of the norm, its slopes, and where."""
    place, *rest = setting.variant.split(", ")
    if not rest or rest[0] not in NORMS:
        return setting.variant, FULL, "all"
    return place, rest[0], rest[1] if rest[1:] else "all"


def next_runs(setting, found):
    """Return the stage and the (rate, seed) that a setting wants next.

    ``found`` holds what has run, by setting and stage. The stage is None at
    the end.
    """
    runs, lr = found.get(setting, {}), known_rate(setting, found)
    searched = ("coarse",) if setting in DESCRIBED else ("coarse", "fine")
    for stage in () if lr else searched:
        done = {(run.lr, run.seed) for run in runs.get(stage, ())}
        tasks = wanted(setting, stage, runs)
        missing = [task for task in tasks if task not in done]
        if missing:
            return stage, missing
    lr = lr or best_rate(scores(runs[searched[-1]]))
    done = {run.seed for run in runs.get("report", ())}
    missing = [(lr, seed) for seed in seeds(setting) if seed not in done]
    return ("report", missing) if missing else (None, [])


def seeds(setting):
    """Return the report seeds of a setting."""
    if setting in DESCRIBED:
        return FEW
    return SEEDS_C if setting in C else SEEDS


def known_rate(setting, found):
    """Return the rate that is chosen already; None if it is searched."""
    if setting.start == TIMES_16:
        usual = setting._replace(variant=SMALL_NET, start="")
        return chosen_rate(found[usual])
    runs = first_plan().get(setting, {})
    return chosen_rate(runs) if "report" in runs else None


def wanted(setting, stage, runs):
    """Return all runs that one stage of a search wants so far."""
    place, slopes, _ = parts_of(setting)
    if slopes == FULL:
        return search_tasks(setting, stage, runs)
    if stage == "coarse":
        lr, factor = known_rate(setting._replace(variant=place), {}), 4
    else:
        lr, factor = best_rate(scores(runs["coarse"])), 2
    rates = open_at_both_ends(lr, factor, scores(runs.get(stage, ())))
    return [(each, 1 if stage == "coarse" else 2) for each in rates]


def open_at_both_ends(lr, factor, found):
    """Return three rates, and more beyond the best while it is an outer one.

    The same rule as in the first plan.
    """
    rates = [rounded(each) for each in (lr / factor, lr, lr * factor)]
    while found.keys() >= set(rates) and len(rates) < 3 + FARTHEST:
        best = best_rate({each: found[each] for each in rates})
        if best == min(rates):
            rates.insert(0, rounded(best / factor))
        elif best == max(rates):
            rates.append(rounded(best * factor))
        else:
            break
    return rates
