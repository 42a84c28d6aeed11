"""Pictures of lesson 01: centre and spread."""

import numpy as np
from matplotlib.patches import Rectangle

from course_lib.sliders.style import (
    CENTRE,
    DATA,
    OUTPUT,
    REFERENCE,
    TEXT,
    ink,
    picture,
)

# How far is the std above the average distance here?
LISTS = {"1, 1, 9, 9": [1, 1, 9, 9], "a 1, 36 zeros": [1] + 36 * [0]}

# The captions of pictures that answer a prediction.
WORDS = {
    "balance": (
        "Two beams, each with five weights and, below it, their lever arms. "
        "With 2, 4, 6, 8, 10 the support stands at the mean, 6: arms of 4 and "
        "2 on either side. When the last weight moves by 10, to 20, the "
        "support moves by 10/5 = 2, to 8: arms of 6, 4 and 2 on the left, "
        "and one of 12 on the right."
    ),
    "distances": (
        "The numbers 2, 4, 6, 8, 10 on a line, and over each distance from "
        "the mean, 6, a square with that side: areas 16 and 4 on the left, "
        "4 and 16 on the right. At the side stands a square of their mean "
        "area, 8 (the square of the 6 itself has area 0). Its side, 2.83, is "
        "the standard deviation; below the line it is laid off from the mean. "
        "The average distance, 2.4, is shorter."
    ),
    "large": (
        "Three lines of dots. On the first the row of the token river: seven "
        "small features and a large one at 3.78. On the second the same row "
        "standardized: the large one at 2.54, the others between −0.62 and "
        "0.09. On the third the seven standardized without the large one: "
        "they lie between −0.87 and 1.54."
    ),
    "whole": (
        "All 384 features of “river” in their order, standardized. Nearly "
        "three quarters lie within one std of 0, and nearly all between −3 "
        "and 3. The chosen eight stand side by side, drawn as diamonds. One "
        "of them lies higher than all others, at 5.71."
    ),
}


def _balance(ax, x, ghost=None):
    """Draw numbers as weights on a beam, the mean as its support.

    Below the beam stand the lever arms; ``ghost`` is where the support was.
    """
    mean = np.mean(x)
    ax.plot([min(x) - 1, max(x) + 1], [0, 0], color=TEXT, lw=4)
    ax.plot(x, np.full(len(x), 0.24), "o", color=DATA, ms=15)
    for value in x:
        ax.annotate(f"{value:g}", (value, 0.56), ha="center")
    arms = sorted(x, key=lambda value: -abs(value - mean))
    for side, ha in ((-1, "right"), (1, "left")):
        mine = [value for value in arms if side * (value - mean) > 0]
        for row, value in enumerate(mine, 2):
            at, label = -0.42 * row, f"{abs(value - mean):g}"
            ax.plot([mean, value], [at, at], color=DATA, lw=3)
            ax.text(value + side * 0.25, at, label, ha=ha, va="center")
    ax.plot([mean, mean], [-0.42 * 4.4, -0.2], color=REFERENCE, lw=1)
    ax.plot(mean, -0.3, "^", color=OUTPUT, ms=18)
    look = {"color": ink(OUTPUT), "va": "center"}
    ax.text(mean + 0.6, -0.38, f"mean {mean:g}", **look)
    if ghost is not None:
        ax.plot(ghost, -0.3, "^", mfc="none", mec=OUTPUT, mew=2, ms=16)
        ax.text(ghost - 0.6, -0.38, "before", ha="right", **look)
    ax.set(xlim=(-0.5, 22), ylim=(-2.1, 1))
    ax.set_axis_off()


@picture((6.8, 4.6))
def balance_point(figure, before, after):
    """Two samples on beams that balance at their means, with lever arms."""
    top, bottom = figure.subplots(2, 1)
    _balance(top, before)
    _balance(bottom, after, ghost=np.mean(before))
    top.set_title("The lever arms on both sides add up to the same")


@picture((7.6, 4.4))
def distances(figure, x):
    """Draw a square on each distance from the mean, and the mean square.

    x has the shape (N,) and is drawn to scale; its distances come in pairs.
    """
    x = np.asarray(x, dtype=float)
    mean, std = x.mean(), x.std()
    average = np.abs(x - mean).mean()
    ax = figure.subplots()
    ax.plot([x.min() - 0.5, x.max() + 0.5], [0, 0], color=TEXT, lw=1.5)

    def square(start, end, color):
        side = abs(end - start)
        corner = min(start, end), 0
        look = {"facecolor": color, "edgecolor": color, "alpha": 0.45}
        ax.add_patch(Rectangle(corner, side, side, **look))
        return corner[0] + side / 2, side

    for value in x:
        middle, side = square(mean, value, DATA)
        height = side - 0.55 if side else 0.45
        paper = None if side else {"fc": "white", "ec": "none", "pad": 1.5}
        ax.annotate(f"{side**2:g}", (middle, height), bbox=paper, **CENTRE)
        ax.annotate(f"{value:g}", (value, -0.55), **CENTRE)
    left = x.max() + 2
    middle, side = square(left, left + std, OUTPUT)
    ax.annotate(f"{side**2:g}", (middle, side / 2), **CENTRE)
    ax.annotate("mean square", (middle, -0.55), **CENTRE)
    for height, length, name, color in (
        (-1.5, std, "std", OUTPUT),
        (-2.3, average, "average distance", DATA),
    ):
        bar = {"color": color, "lw": 5, "solid_capstyle": "butt"}
        ax.plot([mean, mean + length], [height] * 2, **bar)
        label = f"{name} {length:.3g}"
        at = mean + length + 0.3, height
        ax.annotate(label, at, va="center", color=ink(color))
    ax.plot([mean, mean], [-2.6, -0.95], ":", color=REFERENCE, lw=1.5)
    ax.set(xlim=(1, left + std + 0.5), ylim=(-2.8, 4.2), aspect="equal")
    ax.set_title("The std is the side of the mean square")
    ax.set_axis_off()


def _levels(numbers, width=0.12):
    """Return on which level each number is seen beside those before it."""
    levels = []
    for i, number in enumerate(numbers):
        near = [abs(number - other) < width for other in numbers[:i]]
        levels.append(sum(near))
    return levels


@picture()
def large_feature(figure, rows, large):
    """Draw rows of numbers one below the other, the large ones as diamonds.

    Numbers that would hide each other are stacked.

    Parameters
    ----------
    rows : dict of str to sequence of float
        By what stands beside the row.
    large : float
        From here on a number is drawn as a diamond and written out.
    """
    axes = figure.subplots()
    for height, row in enumerate(reversed(rows.values())):
        axes.axhline(height, color=REFERENCE, lw=0.5, zorder=0)
        for value, level in zip(row, _levels(row)):
            big = value >= large
            mark, color = ("D", OUTPUT) if big else ("o", DATA)
            axes.plot(value, height + 0.15 * level, mark, color=color)
            if big:
                at, look = (value, height + 0.16), {"color": ink(OUTPUT)}
                axes.annotate(f"{value:.3g}", at, ha="center", **look)
    axes.set(ylim=(-0.5, len(rows) - 0.3), xlabel="value")
    axes.set_yticks(range(len(rows)), reversed(rows))
    axes.tick_params(axis="y", length=0)
    axes.set_title("One row, with and without its large feature")


@picture()
def whole_row(figure, x_hat, chosen):
    """Draw a standardized row, (N,), by feature; the chosen as diamonds."""
    axes, places = figure.subplots(), np.arange(len(x_hat))
    axes.axhspan(-1, 1, color=REFERENCE, alpha=0.2, lw=0)
    others = np.setdiff1d(places, chosen)
    axes.plot(others, x_hat[others], "o", color=DATA, ms=3)
    axes.plot(chosen, x_hat[chosen], "D", color=OUTPUT, ms=4)
    top = x_hat.argmax()
    at, look = (top + 8, x_hat[top]), {"color": ink(OUTPUT), "va": "center"}
    axes.annotate(f"{x_hat[top]:.3g}", at, **look)
    axes.set(xlabel="feature", ylabel="standardized value")
    axes.set_title("The whole row of “river” (grey: within one std)")


@picture()
def mean_std_histogram(figure, x):
    """Histogram of a sample, (N,), with lines at the mean and mean ± std."""
    mean, std = np.mean(x), np.std(x)
    ax = figure.subplots()
    counts, _, _ = ax.hist(x, bins=30, color=DATA, alpha=0.55)
    top = 1.15 * counts.max()
    for value, dashes, color, label, ha in (
        (mean - std, "--", TEXT, "mean − std", "right"),
        (mean, "-", OUTPUT, "mean", "center"),
        (mean + std, "--", TEXT, "mean + std", "left"),
    ):
        ax.plot([value, value], [0, top], ls=dashes, lw=2, color=color)
        label = f"{label}\n{value:.2f}"
        ax.annotate(label, (value, top), ha=ha, va="bottom", color=ink(color))
    ax.set(xlabel="value", ylabel="how many", ylim=(0, 1.2 * top))
    ax.set_title("About two thirds lie within one std of the mean")
