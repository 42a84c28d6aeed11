"""Pictures of lesson 01: centre and spread."""

import numpy as np
from matplotlib.patches import Rectangle

from course_lib.plots.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    ink,
    new_figure,
    style,
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
    arms = sorted((v for v in x if v != mean), key=lambda v: -abs(v - mean))
    for side in (-1, 1):
        mine = [v for v in arms if side * (v - mean) > 0]
        for row, value in enumerate(mine, 2):
            at = -0.42 * row
            ax.plot([mean, value], [at, at], color=DATA, lw=3)
            ax.annotate(
                f"{abs(value - mean):g}", (value + side * 0.25, at),
                ha="right" if side < 0 else "left", va="center",
            )  # fmt: skip
    ax.plot([mean, mean], [-0.42 * 4.4, -0.2], color=REFERENCE, lw=1)
    ax.plot(mean, -0.3, "^", color=OUTPUT, ms=18)
    ax.annotate(
        f"mean {mean:g}", (mean + 0.6, -0.38), va="center", color=ink(OUTPUT)
    )
    if ghost is not None:
        ax.plot(ghost, -0.3, "^", mfc="none", mec=OUTPUT, mew=2, ms=16)
    ax.set(xlim=(-0.5, 22), ylim=(-2.1, 1))
    ax.set_axis_off()


@style()
def balance_point(before, after):
    """Two samples on beams that balance at their means, with lever arms.

    Parameters
    ----------
    before, after : sequence of float
        The samples, on the same axis.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((6.8, 4.6))
    top, bottom = figure.subplots(2, 1)
    _balance(top, before)
    _balance(bottom, after, ghost=np.mean(before))
    top.set_title("The lever arms on both sides add up to the same")
    return figure


@style()
def distances(x):
    """Draw each number's squared distance from the mean, and the mean square.

    Parameters
    ----------
    x : sequence of float, (N,)

    Returns
    -------
    matplotlib.figure.Figure
    """
    x = np.asarray(x, dtype=float)
    distance = np.abs(x - x.mean())
    average, std = distance.mean(), x.std()
    figure = new_figure((7.6, 2.5))
    ax = figure.subplots()
    left = 0.0
    for value, side in zip(x, distance):
        ax.add_patch(Rectangle((left, 0), side, side, color=DATA, alpha=0.6))
        ax.annotate(f"{value:g}", (left + side / 2, -0.7), ha="center")
        if side:
            ax.annotate(
                f"{side**2:g}", (left + side / 2, side / 2),
                ha="center", va="center",
            )  # fmt: skip
        left += side + 0.7
    left += 0.6
    ax.add_patch(Rectangle((left, 0), std, std, color=OUTPUT, alpha=0.45))
    ax.annotate(
        f"{std**2:g}", (left + std / 2, std / 2), ha="center", va="center"
    )
    ax.annotate("mean square", (left + std / 2, -0.7), ha="center")
    for height, words, va in (
        (std, "std", "bottom"), (average, "average", "top"),
    ):  # fmt: skip
        ax.plot([left - 0.2, left + std + 0.6], [height] * 2, "--", color=TEXT)
        ax.annotate(f"{words} {height:.3g}", (left + std + 0.8, height), va=va)
    ax.set(xlim=(-0.3, left + std + 4.6), ylim=(-1, 4.4), aspect="equal")
    ax.set_title("The std is the side of the mean square")
    ax.set_axis_off()
    return figure


@style()
def mean_std_histogram(x, bins=30):
    """Histogram of a sample with lines at the mean and mean ± std.

    Parameters
    ----------
    x : array_like, (N,)
    bins : int

    Returns
    -------
    matplotlib.figure.Figure
    """
    mean, std = np.mean(x), np.std(x)
    figure = new_figure()
    ax = figure.subplots()
    counts, _, _ = ax.hist(x, bins=bins, color=DATA, alpha=0.55)
    top = 1.15 * counts.max()
    lines = (
        (mean - std, "--", TEXT, f"mean − std\n{mean - std:.2f}", "right"),
        (mean, "-", OUTPUT, f"mean\n{mean:.2f}", "center"),
        (mean + std, "--", TEXT, f"mean + std\n{mean + std:.2f}", "left"),
    )
    for value, dashes, color, words, ha in lines:
        ax.plot([value, value], [0, top], ls=dashes, lw=2, color=color)
        ax.annotate(words, (value, top), ha=ha, va="bottom", color=ink(color))
    ax.set(xlabel="value", ylabel="how many", ylim=(0, 1.2 * top))
    ax.set_title("About two thirds lie within one std of the mean")
    return figure


@style()
def variance_error(means, one_pass, two_pass, centred_twice):
    """Error of three ways to compute a variance, against the mean.

    Parameters
    ----------
    means : array_like, (K,)
        Where the samples are centred.
    one_pass, two_pass, centred_twice : array_like, (K,)
        Largest error of the variance at each mean.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure()
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
        ax.annotate(
            words, (means[-1] * 1.5, error[-1]), color=ink(color), va="center"
        )
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
    return figure
