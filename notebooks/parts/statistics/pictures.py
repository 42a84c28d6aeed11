"""Pictures of lesson 01: centre and spread."""

import numpy as np
from matplotlib.patches import Rectangle

from course_lib.panels.style import (
    CENTRE,
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    ink,
    picture,
)

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
        "Over each of the numbers 2, 4, 6, 8, 10 a square whose side is the "
        "distance from the mean: areas 16, 4, 0, 4, 16. Beside them the mean "
        "square, of area 8; its side, 2.83, is the standard deviation. The "
        "average side, 2.4, is shorter."
    ),
    "error": (
        "Error of the variance in float32 against the mean of the data, both "
        "on logarithmic axes. One pass: the error grows about a hundredfold "
        "with every further digit of the mean and passes the variance itself "
        "between 1,000 and 10,000. Two passes: from a mean of 10 on it stays "
        "far below, but beyond 1,000 it grows too. Centred twice: it stays "
        "near 1e-7."
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
            at, words = -0.42 * row, f"{abs(value - mean):g}"
            ax.plot([mean, value], [at, at], color=DATA, lw=3)
            ax.text(value + side * 0.25, at, words, ha=ha, va="center")
    ax.plot([mean, mean], [-0.42 * 4.4, -0.2], color=REFERENCE, lw=1)
    ax.plot(mean, -0.3, "^", color=OUTPUT, ms=18)
    words = {"color": ink(OUTPUT), "va": "center"}
    ax.text(mean + 0.6, -0.38, f"mean {mean:g}", **words)
    if ghost is not None:
        ax.plot(ghost, -0.3, "^", mfc="none", mec=OUTPUT, mew=2, ms=16)
    ax.set(xlim=(-0.5, 22), ylim=(-2.1, 1))
    ax.set_axis_off()


@picture((6.8, 4.6))
def balance_point(figure, before, after):
    """Two samples on beams that balance at their means, with lever arms."""
    top, bottom = figure.subplots(2, 1)
    _balance(top, before)
    _balance(bottom, after, ghost=np.mean(before))
    top.set_title("The lever arms on both sides add up to the same")


@picture((7.6, 2.5))
def distances(figure, x):
    """Draw each number's squared distance from the mean, and the mean square.

    x has the shape (N,).
    """
    x = np.asarray(x, dtype=float)
    distance = np.abs(x - x.mean())
    average, std = distance.mean(), x.std()
    ax = figure.subplots()

    def square(left, side, words, color, alpha):
        ax.add_patch(
            Rectangle((left, 0), side, side, color=color, alpha=alpha)
        )
        ax.annotate(words, (left + side / 2, -0.7), ha="center")
        if side:
            ax.annotate(f"{side**2:g}", (left + side / 2, side / 2), **CENTRE)

    left = 0.0
    for value, side in zip(x, distance):
        square(left, side, f"{value:g}", DATA, 0.6)
        left += side + 0.7
    left += 0.6
    square(left, std, "mean square", OUTPUT, 0.45)
    for height, words, va in (
        (std, "std", "bottom"),
        (average, "average", "top"),
    ):
        ax.plot([left - 0.2, left + std + 0.6], [height] * 2, "--", color=TEXT)
        ax.annotate(f"{words} {height:.3g}", (left + std + 0.8, height), va=va)
    ax.set(xlim=(-0.3, left + std + 4.6), ylim=(-1, 4.4), aspect="equal")
    ax.set_title("The std is the side of the mean square")
    ax.set_axis_off()


@picture()
def mean_std_histogram(figure, x):
    """Histogram of a sample, (N,), with lines at the mean and mean ± std."""
    mean, std = np.mean(x), np.std(x)
    ax = figure.subplots()
    counts, _, _ = ax.hist(x, bins=30, color=DATA, alpha=0.55)
    top = 1.15 * counts.max()
    for value, dashes, color, words, ha in (
        (mean - std, "--", TEXT, "mean − std", "right"),
        (mean, "-", OUTPUT, "mean", "center"),
        (mean + std, "--", TEXT, "mean + std", "left"),
    ):
        ax.plot([value, value], [0, top], ls=dashes, lw=2, color=color)
        words = f"{words}\n{value:.2f}"
        ax.annotate(words, (value, top), ha=ha, va="bottom", color=ink(color))
    ax.set(xlabel="value", ylabel="how many", ylim=(0, 1.2 * top))
    ax.set_title("About two thirds lie within one std of the mean")


@picture()
def variance_error(figure, means, one_pass, two_pass, centred_twice):
    """Error of three ways to compute a variance, against the mean, (K,)."""
    ax = figure.subplots()
    ax.axhline(1, color=REFERENCE, ls=":", lw=1.5)
    ax.annotate(
        "the variance itself", (means[0], 1), color=ink(REFERENCE), va="bottom"
    )
    for error, marker, color, words in (
        (one_pass, "s--", OUTPUT, "one pass"),
        (two_pass, "o-", DATA, "two passes"),
        (centred_twice, "D:", RESIDUAL, "centred twice"),
    ):
        ax.plot(means, error, marker, color=color)
        end = means[-1] * 1.5, error[-1]
        ax.annotate(words, end, color=ink(color), va="center")
    ax.set(
        xscale="log",
        yscale="log",
        xlim=(means[0] / 1.5, means[-1] * 90),
        xlabel="mean of the data",
        ylabel="error of the variance",
        title="The shortcut drowns in rounding (float32)",
    )
    ax.set_xticks(means)
    ax.minorticks_off()
