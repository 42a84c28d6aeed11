"""Pictures of centre and spread."""

import numpy as np

from course_lib.plots.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    new_figure,
    style,
)


def _balance(ax, x, title, limits):
    """Draw numbers as weights on a beam, and the mean as its support."""
    mean = np.mean(x)
    ax.plot(limits, [0, 0], color=TEXT, lw=2)
    ax.plot(x, np.full(len(x), 0.1), "o", color=DATA, ms=11)
    for value in x:
        ax.annotate(f"{value:g}", (value, 0.24), ha="center")
    ax.plot(mean, -0.06, "^", color=OUTPUT, ms=16)
    ax.annotate(f"mean {mean:g}", (mean, -0.3), ha="center", color=OUTPUT)
    ax.set(xlim=limits, ylim=(-0.6, 0.5), yticks=[], title=title)
    ax.set_xlabel("value")
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.spines["left"].set_visible(False)


@style()
def balance_point(before, after):
    """Two samples on a beam that balances at the mean.

    Parameters
    ----------
    before, after : sequence of float
        The samples, on the same axis.

    Returns
    -------
    matplotlib.figure.Figure
    """
    both = [*before, *after]
    limits = (min(both) - 1.5, max(both) + 1.5)
    figure = new_figure("two")
    left, right = figure.subplots(1, 2)
    _balance(left, before, "The beam balances at the mean", limits)
    _balance(right, after, "One far number drags it along", limits)
    return figure


@style()
def distances(x):
    """Each number's distance from the mean, and two kinds of average.

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
    figure = new_figure()
    ax = figure.subplots()
    ax.bar([f"{value:g}" for value in x], distance, color=DATA, width=0.5)
    end = len(x) - 0.45
    for height, dashes, color, words, va, shift in (
        (std, "-", OUTPUT, f"root mean square {std:.3f}", "bottom", 4),
        (average, "--", TEXT, f"average {average:.3f}", "top", -4),
    ):
        ax.axhline(height, color=color, ls=dashes, lw=2)
        ax.annotate(
            words,
            (end, height),
            xytext=(0, shift),
            textcoords="offset points",
            color=color,
            va=va,
        )
    ax.set(
        xlim=(-0.6, len(x) + 1.5),
        xticks=range(len(x)),
        xlabel="number",
        ylabel="distance from the mean",
        title="Squaring lets the far numbers count for more",
    )
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
        ax.annotate(words, (value, top), ha=ha, va="bottom", color=color)
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
        "the variance itself", (means[0], 1), color=REFERENCE, va="bottom"
    )
    for error, marker, color, words in (
        (one_pass, "s--", OUTPUT, "mean of squares\n− squared mean"),
        (two_pass, "o-", DATA, "mean of squared\ndeviations"),
        (centred_twice, "D:", RESIDUAL, "the same,\ncentred twice"),
    ):
        ax.plot(means, error, marker, color=color)
        ax.annotate(
            words, (means[-1] * 1.5, error[-1]), color=color, va="center"
        )
    ax.set(
        xscale="log",
        yscale="log",
        xlim=(means[0] / 1.5, means[-1] * 60),
        xlabel="mean of the data",
        ylabel="error of the variance",
        title="The shortcut drowns in rounding (float32)",
    )
    ax.set_xticks(means)
    ax.minorticks_off()
    return figure
