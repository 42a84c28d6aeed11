"""Pictures of LayerNorm's backward pass."""

import numpy as np
from matplotlib.colors import ListedColormap

from course_lib.panels.boxes import arrow
from course_lib.panels.style import (
    CENTRE,
    DATA,
    GRADIENT,
    POINTS,
    REFERENCE,
    TEXT,
    ink,
    note,
    picture,
)

# The arrows between framed words lie below the frames.
HEAVY = dict(lw=2.5, mutation_scale=20, shrinkA=2, shrinkB=2, zorder=1)

# They stand here, so that a page does not tell the answer to a prediction.
WORDS = {
    "graph": (
        "A graph of the forward pass for x = (1, 4, 10) and ε = 2. x leads "
        "to mean, and both lead to centred; centred leads to var and on to "
        "rstd, and centred and rstd lead to x̂. Every box holds its "
        "numbers."
    ),
    "gradients": (
        "The same graph with an arrow back beside every arrow forward, and "
        "a gradient beside every box, for dx̂ = (1, 0, 0): drstd = −4, dvar = "
        "1/32, dcentred = (8, −1, 5)/48, dmean = −1/4, dx = (4, −5, 1)/48. "
        "Where two arrows come back to a box, what each of them carries "
        "stands beside it: at centred (1/4, 0, 0) and (−4, −1, 5)/48, at x "
        "(8, −1, 5)/48 and (−4, −4, −4)/48. They add up."
    ),
    "cost": (
        "Time and memory for one token against N, both axes logarithmic. With "
        "memory reused, the matrix takes 3.4 to 4.5 times as long for each "
        "doubling from N = 128 on. In fresh memory it leaps at one place, "
        "from N = 128 to 256, by a factor of 21. The three lines stay nearly "
        "flat in time. Each doubling costs the matrix three to four times "
        "the memory."
    ),
}


def _diagram(figure, boxes, size=POINTS):
    """Write words into boxes, at inches of the figure; return axes and boxes.

    A box is ((right, up), words), by name.
    """
    figure.set_layout_engine("none")
    axes = figure.add_axes((0, 0, 1, 1))
    width, height = figure.get_size_inches()
    axes.set(xlim=(0, width), ylim=(0, height))
    axes.axis("off")
    frame = {"boxstyle": "round,pad=0.35", "fc": "white", "ec": TEXT}
    look = CENTRE | {"size": size, "bbox": frame}
    return axes, {
        name: axes.text(*place, words, **look)
        for name, (place, words) in boxes.items()
    }


# Box: where, name and forward value; gradient for dx̂ = (1, 0, 0), and where.
STATIONS = {
    "x": ((0.95, 2.4), "x\n(1, 4, 10)", (0.95, 1.75), "dx =\n(4, −5, 1)/48"),
    "mean": ((2.65, 4.1), "mean\n5", (3.95, 4.2), "dmean = −1/4"),
    "centred": (
        (4.1, 2.4),
        "centred\n(−4, −1, 5)",
        (4.85, 3.13),
        "dcentred =\n(8, −1, 5)/48",
    ),
    "var": ((4.1, 0.65), "var\n14", (2.95, 0.65), "dvar = 1/32"),
    "rstd": ((6.3, 0.65), "rstd\n1/4", (7.45, 0.65), "drstd = −4"),
    "x_hat": (
        (7.75, 2.4),
        "x̂\n(−1, −1/4, 5/4)",
        (7.75, 2.95),
        "dx̂ = (1, 0, 0)",
    ),
}
WAYS = (
    ("x", "centred"),
    ("x", "mean"),
    ("mean", "centred"),
    ("centred", "x_hat"),
    ("centred", "var"),
    ("var", "rstd"),
    ("rstd", "x_hat"),
)
# What an arrow sends back, and where, for dx̂ = (1, 0, 0); at both forks.
SENT_BACK = {
    ("centred", "x_hat"): ((6.05, 2.74), "(1/4, 0, 0)"),
    ("centred", "var"): ((5.1, 1.5), "(−4, −1, 5)/48"),
    ("x", "centred"): ((2.45, 2.74), "(8, −1, 5)/48"),
    ("x", "mean"): ((0.9, 3.5), "(−4, −4, −4)/48"),
}
ASIDE = 0.1  # inches between an arrow and the middle of its road


@picture((9.0, 5.0))
def graph(figure, gradients=False):
    """Draw LayerNorm's intermediate results as a graph, with numbers.

    They are those of x = (1, 4, 10), ε = 2 and dx̂ = (1, 0, 0). With
    gradients an arrow leads back beside each arrow forward, each box has its
    gradient beside it, and each arrow back to a fork what it carries.
    """
    stations = {name: each[:2] for name, each in STATIONS.items()}
    axes, boxes = _diagram(figure, stations)
    aside = ASIDE if gradients else 0
    for start, end in WAYS:
        arrow(axes, boxes[start], boxes[end], aside=aside, **HEAVY)
    if not gradients:
        return
    for start, end in WAYS:
        look = HEAVY | {"color": GRADIENT}
        arrow(axes, boxes[end], boxes[start], aside=aside, **look)
    look = CENTRE | {"color": ink(GRADIENT), "weight": "bold"}
    for _, _, place, words in STATIONS.values():
        axes.text(*place, words, **look)
    for place, words in SENT_BACK.values():
        axes.text(*place, words, **look | {"weight": "normal"})
    corner = {"ha": "right", "va": "center", "size": POINTS}
    axes.text(8.8, 4.6, "grey: forward", color=ink(REFERENCE), **corner)
    axes.text(8.8, 4.25, "pink: back", color=ink(GRADIENT), **corner)


@picture((9.0, 4.2))
def cost(figure, sizes, seconds, peak_bytes):
    """Draw time and memory of the ways to compute dx against N.

    Seconds and bytes by the name of the way, one value for each size, (k,).
    """
    left, right = figure.subplots(1, 2)
    looks = {
        "matrix": (ink(REFERENCE), "s--", (-22, -1)),
        "three lines": (ink(GRADIENT), "o-", (-8, 9)),
        "matrix, memory reused": (ink(DATA), "^:", (6, -131)),
    }
    for axes, values, factor in (
        (left, seconds, 1e6),
        (right, peak_bytes, 1 / 1024),
    ):
        for name, each in values.items():
            color, marker, aside = looks[name]
            heights = np.asarray(each) * factor
            axes.loglog(sizes, heights, marker, color=color, ms=7)
            end = sizes[-1], heights[-1]
            words = name.replace(", ", ",\n")
            note(axes, words, end, aside, ha="right", color=color)
        axes.set_xscale("log", base=2)
        axes.set_xlabel("N (features)")
        axes.set_xticks(sizes, [f"{size}" for size in sizes])
        axes.minorticks_off()
    left.set(title="Time for one token", ylabel="time (µs)")
    right.set(title="Memory for one token", ylabel="peak memory (KiB)")


PASSES = "#F6D9C4"  # a pale OUTPUT, on which words stand out


@picture((9.0, 4.4))
def audit(figure, passed, title):
    """Draw which slips pass which checks.

    Parameters
    ----------
    title : str
    passed : dict of str to dict of str to bool
        By slip, and by check.
    """
    checks = list(next(iter(passed.values())))
    marks = np.array([[*each.values()] for each in passed.values()], bool)
    figure.set_figheight(0.55 * len(passed) + 1.1)
    axes = figure.subplots()
    figure.suptitle(title, x=0.01, ha="left", weight="bold")
    axes.pcolormesh(
        marks, cmap=ListedColormap(["white", PASSES]), vmin=0, vmax=1,
        edgecolors="#D0D0D0", lw=1,
    )  # fmt: skip
    for (row, column), passes in np.ndenumerate(marks):
        look = CENTRE | {"color": TEXT if passes else ink(REFERENCE)}
        said = "passes" if passes else "caught"
        axes.text(column + 0.5, row + 0.5, said, **look)
    axes.set_xticks(np.arange(len(checks)) + 0.5, checks)
    axes.set_yticks(np.arange(len(passed)) + 0.5, [*passed])
    axes.set_ylim(len(passed), 0)  # the first slip on top
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def audit_words(passed):
    """Say which slips pass each check."""
    checks = list(next(iter(passed.values())))
    told = []
    for check in checks:
        through = [slip for slip, each in passed.items() if each[check]]
        told.append(f"{check}: {', '.join(through) or 'none'}")
    return f"Slips that pass each check. {'; '.join(told)}."


@picture("two")
def two_orders(figure, losses):
    """Draw how many times larger the loss is in the late order.

    Losses are arrays (starts, 2), right and late, by learning rate. The
    starts are drawn from the one that gains most to the one that loses most.
    """
    panels = figure.subplots(1, len(losses))
    for axes, (lr, pairs) in zip(panels, losses.items(), strict=True):
        ratios = np.sort(pairs[:, 1] / pairs[:, 0])
        axes.semilogy(ratios, "o", color=GRADIENT, ms=4)
        axes.axhline(1, color=REFERENCE, lw=1)
        axes.set(title=f"Learning rate {lr:g}", xlabel="starts, in order")
        if ratios.max() < 30 * ratios.min():  # too few powers of ten
            axes.set_yscale("linear")
    panels[0].set_ylabel("loss, text’s / right")
