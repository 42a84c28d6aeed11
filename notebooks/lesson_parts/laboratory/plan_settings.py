"""The settings of the plan, and how the learning rate of each is found.

``plan.md`` beside this file says what the settings are for, and calls them
cells. Nothing here trains: a setting is told which runs it has, and answers
which it wants next.
"""

from lesson_parts.laboratory.trainer import Setting

FIRST_RATES = {
    "gradient descent": (0.02, 0.08, 0.32, 1.28),
    "Adam": (0.00025, 0.001, 0.004, 0.016),
}
COARSE_SEEDS, FINE_SEEDS = (1,), (2, 3)
REPORT_SEEDS = tuple(range(101, 111))
LONGER_SEEDS = REPORT_SEEDS[:5]
FARTHEST = 4  # rates added beyond the first ones, at most
BOTH = ("gradient descent", "Adam")
FOUR = ("post-norm", "pre-norm", "no shortcut", "norm at end")
OTHERS = ("RMSNorm", "gated", "neither, norm at end", "no last norm")
WARM_UP, LONGER = 1000, 16_000

# In the order in which they run: first what the eight questions need, then
# what is described besides.
SETTINGS = [
    *(Setting(v, d, o) for v in FOUR for d in (16, 4) for o in BOTH),
    *(Setting(v, d, o) for v in OTHERS[:2] for d in (16, 4) for o in BOTH),
    *(Setting(OTHERS[2], 16, o) for o in BOTH),
    *(Setting(v, 16, o, start="small") for v in FOUR[:2] for o in BOTH),
    *(Setting(v, 16, "Adam", warm_up=WARM_UP) for v in FOUR[:2]),
    Setting("post-norm", 1),
    Setting("post-norm", 0),
    *(Setting(OTHERS[3], d, o) for d in (16, 4) for o in BOTH),
    *(Setting(v, 16, o, start="small") for v in FOUR[2:] for o in BOTH),
    *(Setting(OTHERS[2], 4, o) for o in BOTH),
]
# Additions, made when the eight answers were known. They are described, and
# nothing is judged by them: a stack without any norm; the block of today, with
# RMSNorm and the gate at once; RMSNorm and LayerNorm each at the rate that the
# search chose for the other one; and one block and four, given more time.
LATER_SETTINGS = [
    *(Setting("no norm", 16, o) for o in BOTH),
    *(Setting("today", d, o) for d in (16, 4) for o in BOTH),
    *(Setting("post-norm", d, steps=LONGER) for d in (1, 4)),
]
SWAPPED = "the other's rate"
SWAPPED_RATES = {Setting("pre-norm", 4): 0.16, Setting("RMSNorm", 4): 0.64}
# Deep stacks come first, because that is where the variants lie apart.
LONGER_SETTINGS = [
    Setting(v, d, o, steps=LONGER) for d in (16, 4) for o in BOTH for v in FOUR
]


def next_runs(setting, runs, seeds=REPORT_SEEDS):
    """Return the stage and the runs that a setting wants next.

    Parameters
    ----------
    setting : Setting
    runs : dict
        By stage ("coarse", "fine", "report"), what has run: a list of Run.
    seeds : sequence of int
        Of the report.

    Returns
    -------
    stage : str or None
        None if the setting is complete.
    tasks : list of (lr, seed)
    """
    for stage in ("coarse", "fine"):
        tasks = missing(search_tasks(setting, stage, runs), runs, stage)
        if tasks:
            return stage, tasks
    return next_report(chosen_rate(runs), seeds, runs)


def next_report(lr, seeds, runs, stage="report"):
    """Return what `next_runs` does, once the rate is known."""
    tasks = missing([(lr, seed) for seed in seeds], runs, stage)
    return (stage, tasks) if tasks else (None, [])


def missing(tasks, runs, stage):
    """Return the tasks, pairs of rate and seed, that have not run."""
    done = {(run.lr, run.seed) for run in runs.get(stage, ())}
    return [task for task in tasks if task not in done]


def search_tasks(setting, stage, runs):
    """Return all runs that one stage of the search wants so far."""
    if stage == "coarse":
        rates, factor, seeds = FIRST_RATES[setting.optimizer], 4, COARSE_SEEDS
    else:
        lr = best_rate(scores(runs["coarse"]))
        rates, factor, seeds = (lr / 2, lr, lr * 2), 2, FINE_SEEDS
    rates = open_at_both_ends(rates, factor, scores(runs.get(stage, ())))
    return [(lr, seed) for lr in rates for seed in seeds]


def open_at_both_ends(rates, factor, found):
    """Return rates, and more beyond the best while it is an outer one."""
    rates = [rounded(lr) for lr in rates]
    most = len(rates) + FARTHEST
    while found.keys() >= set(rates) and len(rates) < most:
        best = best_rate({lr: found[lr] for lr in rates})
        if best == min(rates):
            rates.insert(0, rounded(best / factor))
        elif best == max(rates):
            rates.append(rounded(best * factor))
        else:
            break
    return rates


def scores(runs):
    """Return mean accuracy and minus mean loss by learning rate."""
    by_rate = {}
    for run in runs:
        loss = float("inf") if run.test_loss is None else run.test_loss
        by_rate.setdefault(run.lr, []).append((run.accuracy, -loss))
    return {
        lr: tuple(sum(column) / len(each) for column in zip(*each))
        for lr, each in by_rate.items()
    }


def best_rate(found):
    """Return the rate with the highest accuracy; of equals, lowest loss."""
    return max(found, key=found.get)


def chosen_rate(runs):
    """Return the learning rate that the search has chosen for a setting."""
    return best_rate(scores(runs["fine"]))


def regret(runs):
    """Estimate what the chosen rate falls short of the best rate there is.

    The mean accuracies at the chosen rate and at its two neighbours lie on
    one parabola in the logarithm of the rate; the answer is the height of
    its top above the chosen rate, 0 if the choice has no two neighbours.
    """
    found = {lr: score[0] for lr, score in scores(runs["fine"]).items()}
    rates = sorted(found)
    at = rates.index(chosen_rate(runs))
    if not 0 < at < len(rates) - 1:
        return 0.0
    below, here, above = (found[rates[i]] for i in (at - 1, at, at + 1))
    bend = below - 2 * here + above
    return 0.0 if bend == 0 else -((above - below) ** 2) / (8 * bend)


def rounded(lr):
    """Return a learning rate with six digits, so that equals are equal."""
    return float(f"{lr:.6g}")
