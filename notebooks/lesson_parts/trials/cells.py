"""The cells of the second plan, in the order in which they run.

``plan.md`` beside this file says what they are for.
"""

from lesson_parts.laboratory.findings import stored as first_plan
from lesson_parts.laboratory.plan_settings import (
    BOTH,
    chosen_rate,
    missing,
    next_report,
    open_at_both_ends,
    scores,
)
from lesson_parts.laboratory.plan_settings import (
    next_runs as search_and_report,
)
from lesson_parts.laboratory.signal_stack import WITHOUT_LAST
from lesson_parts.laboratory.trainer import Setting
from lesson_parts.trials.detached import NORMS

SEEDS, SEEDS_C = tuple(range(131, 141)), tuple(range(141, 151))
FEW = SEEDS[:3]  # of cells that are only described
WITH_LAST = ("pre-norm", "RMSNorm", "gated", "today")
NO_LAST = ("no last norm", *WITHOUT_LAST.values())
PLACES, STARTS = ("post-norm", "pre-norm"), ("", "small")
FULL = "full"
WHERE = ("last only", "all but last")
SMALL_NET, DECAYED, TIMES_16 = "small net", "small net, decay", "times 16"

A = [Setting(v, 16, o) for v in NO_LAST + WITH_LAST for o in BOTH]
B = [
    Setting(place + slopes, 16, o, start)
    for slopes in (", both detached", "", ", σ detached", ", μ detached")
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
    *(
        Setting(f"pre-norm, both detached, {where}", 16, "Adam")
        for where in WHERE
    ),
    *(Setting("no norm", 16, o) for o in BOTH),
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
    runs, rate = found.get(setting, {}), known_rate(setting, found)
    if setting in C and not rate:
        return search_and_report(setting, runs, SEEDS_C)
    tasks = [] if rate else missing(wanted(setting, runs), runs, "fine")
    if tasks:
        return "fine", tasks
    return next_report(rate or chosen_rate(runs), seeds(setting), runs)


def seeds(setting):
    """Return the report seeds of a setting."""
    if setting in DESCRIBED and setting.variant != "no norm":
        return FEW
    return SEEDS_C if setting in C else SEEDS


def known_rate(setting, found):
    """Return the rate that is chosen already; None if it is searched."""
    if setting.start == TIMES_16:  # both at the rate of the usual start
        usual = setting._replace(variant=SMALL_NET, start="")
        return chosen_rate(found[usual])
    runs = first_plan().get(setting, {})
    return chosen_rate(runs) if "fine" in runs else None


def wanted(setting, runs):
    """Return all runs that the search of a setting wants so far."""
    relative = setting._replace(variant=relative_of(setting))
    lr = chosen_rate(first_plan()[relative])
    rates = (lr / 2, lr, lr * 2)
    rates = open_at_both_ends(rates, 2, scores(runs.get("fine", ())))
    own = (2, 3) if setting in A else (2,)
    return [(rate, seed) for rate in rates for seed in own]


def relative_of(setting):
    """Return the variant of the first plan whose rate a search begins at."""
    if setting in A:
        last = setting.variant.removesuffix(", no last norm")
        return NO_LAST[0] if last == "RMSNorm" else last
    return parts_of(setting)[0]
