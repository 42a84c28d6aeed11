"""The stored runs, arranged for a picture, a table or a sentence."""

from functools import cache
from statistics import median

from parts.training.classifier import VARIANTS
from parts.training.grid import (
    DEPTHS,
    IMAGES,
    LEARNING_RATES,
    REPORT_SEEDS,
    SEARCH_SEEDS,
    Cell,
    arranged,
    diverged,
    images_read,
    load_grid,
)

LOWEST_SHOWN = 0.0001  # of the learning rates on the map


@cache
def search_runs():
    """Return the runs of the search: ``{cell: {lr: one run a seed}}``."""
    return arranged(load_grid(), SEARCH_SEEDS)


@cache
def report_runs():
    """Return the runs with the chosen rates: ``{cell: one run a seed}``."""
    found = arranged(load_grid(), REPORT_SEEDS)
    return {cell: runs for cell in found for runs in found[cell].values()}


def shares(runs, part):
    """Return the share of images of a part that each run read at its end."""
    return [images_read(run, part) / IMAGES for run in runs]


def middle(variant, depth, change=""):
    """Return the median share of the test images that five runs read."""
    return median(shares(report_runs()[variant, depth, change], "test"))


def chosen_lr(variant, depth, change=""):
    """Return the learning rate that the search chose for one cell."""
    return report_runs()[variant, depth, change][0]["lr"]


def search_median(variant, depth, lr, change=""):
    """Return the median share of the search's three runs at one rate."""
    runs = search_runs()[variant, depth, change][lr]
    return median(shares(runs, "validation"))


def rates_that_train(variant, depth, change=""):
    """Return the common rates whose median run reads eight of ten images."""
    return [
        lr
        for lr in LEARNING_RATES
        if search_median(variant, depth, lr, change) >= 0.8
    ]


def count_diverged(variant):
    """Return how many runs at the common rates diverged, and how many ran."""
    runs = [
        run
        for depth in DEPTHS
        for lr in LEARNING_RATES
        for run in search_runs()[variant, depth, ""][lr]
    ]
    return sum(map(diverged, runs)), len(runs)


def table(entry, variants=VARIANTS):
    """Lay out ``entry(variant, depth)``, a text, for every depth."""
    rows = [["depth", *map(str, DEPTHS)]]
    rows += [[v, *(entry(v, d) for d in DEPTHS)] for v in variants]
    wide = 1 + max(map(len, variants))
    return "\n".join(
        f"{name:<{wide}}" + "".join(f"{each:>7}" for each in rest)
        for name, *rest in rows
    )


def rates_in_words():
    """Say at how many of the common rates each variant trains."""
    counts = []
    for variant in VARIANTS:
        each = (str(len(rates_that_train(variant, d))) for d in DEPTHS)
        counts.append(f"{variant} {', '.join(each)}")
    return (
        f"At how many of the {len(LEARNING_RATES)} common learning rates the "
        "median run reads eight validation images of ten, for "
        f"{', '.join(map(str, DEPTHS[:-1]))} and {DEPTHS[-1]} blocks: "
        f"{'; '.join(counts)}. With {DEPTHS[-1]} blocks and no norm the "
        f"choice, {chosen_lr('no norm', DEPTHS[-1]):g}, lies below the map."
    )


def runs_in_words(variants=VARIANTS):
    """Say what the median run of every variant reads at either end."""
    ends = [
        f"{variant} {middle(variant, DEPTHS[0]):.2f} and "
        f"{middle(variant, DEPTHS[-1]):.2f}"
        for variant in variants
    ]
    return (
        "Every run with the chosen rate is a dot, the median of five a bar; "
        "the dashed line is the head alone. Share of test images that the "
        f"median run reads with {DEPTHS[0]} block and with {DEPTHS[-1]}: "
        f"{'; '.join(ends)}."
    )


def search_map():
    """Return what the search found, as ``rates_and_depths`` draws it.

    By depth and learning rate: the median share of validation images, and
    how many of the three runs diverged.
    """
    found, chosen = {}, {}
    for v in VARIANTS:
        found[v] = {
            (depth, lr): (search_median(v, depth, lr), sum(map(diverged, r)))
            for depth in DEPTHS
            for lr, r in search_runs()[v, depth, ""].items()
            if lr >= LOWEST_SHOWN
        }
        chosen[v] = {depth: chosen_lr(v, depth) for depth in DEPTHS}
    lost = {v: count_diverged(v) for v in VARIANTS}
    return {"found": found, "chosen": chosen, "lost": lost}


def report_shares(variants=VARIANTS):
    """Return every run's share of test images, by variant and depth."""
    return {
        v: {d: shares(report_runs()[v, d, ""], "test") for d in DEPTHS}
        for v in variants
    }


def changes_table():
    """Lay out what one change does to stacks of 32 blocks."""
    depth, count = DEPTHS[-1], len(LEARNING_RATES)
    lines = [
        "32 blocks, median of the test part:",
        f"{'':<24}{'rates that train':>16}{'chosen':>9}{'median':>8}",
    ]
    changes = [(variant, change) for variant, d, change in report_runs()
               if d == depth and change]  # fmt: skip
    for variant, change in changes:
        for name in ("", change):
            trains = "-"
            if Cell(variant, depth, name) in search_runs():
                rates = rates_that_train(variant, depth, name)
                trains = f"{len(rates)} of {count}"
            lines.append(
                f"{f'{variant}, {name}' if name else variant:<24}"
                f"{trains:>16}{chosen_lr(variant, depth, name):>9g}"
                f"{middle(variant, depth, name):>8.2f}"
            )
    return "\n".join(lines)
