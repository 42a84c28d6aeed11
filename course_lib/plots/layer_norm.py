"""Pictures of lesson 05: what LayerNorm does to numbers on a line."""

import numpy as np

from course_lib.plots.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    TEXT,
    new_figure,
    style,
)
from course_lib.plots.words import number

# Where eps stands, and how its curve is drawn: name, colour, line style.
EPSILON_PLACES = {
    "inside": ("inside the root", OUTPUT, "-"),
    "added": ("added to σ", DATA, "--"),
    "nowhere": ("nowhere", REFERENCE, ":"),
}
# What a norm of a (batch, token, feature) block can average over.
AXES = {
    "LayerNorm:\nfeature": (2,),
    "BatchNorm:\nbatch and token": (0, 1),
    "InstanceNorm:\ntoken": (1,),
    "everything\n": (0, 1, 2),
}
QUIETEST = 1e-7  # left end of the axis of standard deviations


def normalized_spread(std, eps, place):
    """Return the standard deviation of x̂ when x has standard deviation `std`.

    Parameters
    ----------
    std : array_like
    eps : float
    place : {"inside", "added", "nowhere"}
        √(σ² + ε), σ + ε or σ in the denominator.

    Returns
    -------
    numpy.ndarray
        NaN where 0 is divided by 0.
    """
    std = np.asarray(std, dtype=float)
    if place == "inside":
        below = np.sqrt(std**2 + eps)
    elif place == "added":
        below = std + eps
    elif place == "nowhere":
        below = std
    else:
        raise ValueError(
            f"place is one of {', '.join(EPSILON_PLACES)}; got {place!r}"
        )
    with np.errstate(invalid="ignore"):
        return std / below


@style()
def slide_and_stretch(x):
    """Draw one token before, after centring and after rescaling.

    Parameters
    ----------
    x : array_like, shape (d_model,)

    Returns
    -------
    matplotlib.figure.Figure
    """
    x = np.asarray(x, dtype=float)
    centred = x - x.mean()
    rows = [
        ("x", x, DATA, "o"),
        ("x − μ", centred, DATA, "s"),
        ("x̂", centred / x.std(), OUTPUT, "D"),
    ]
    figure = new_figure("one")
    axes = figure.subplots()
    for height, (_, values, colour, marker) in zip((2, 1, 0), rows):
        mean, std = values.mean(), values.std()
        axes.plot(
            [mean - std, mean + std],
            [height, height],
            color=colour,
            alpha=0.25,
            linewidth=9,
            solid_capstyle="butt",
        )
        axes.plot(mean, height, "|", color=TEXT, markersize=18)
        axes.plot(
            values, np.full(len(values), height), marker, color=colour, ms=8
        )
        for nudge, value in spread_labels(values):
            axes.annotate(
                number(value),
                (value, height),
                (nudge, 12),
                textcoords="offset points",
                ha="center",
                fontsize=10,
            )
    axes.axvline(0, color=REFERENCE, linewidth=1, linestyle=":")
    axes.set(
        yticks=(2, 1, 0),
        yticklabels=[name for name, *_ in rows],
        ylim=(-0.5, 2.6),
        xlabel="value (upright tick: mean; band: mean ± σ)",
        title="Slide the mean to 0, then stretch the band to ±1",
    )
    axes.tick_params(axis="y", length=0)
    return figure


def spread_labels(values, closest=0.28):
    """Push labels of neighbours apart: pairs (points to the right, value)."""
    ordered = np.sort(values)
    nudges = np.zeros(len(ordered))
    for i in range(1, len(ordered)):
        if ordered[i] - ordered[i - 1] < closest:
            nudges[i - 1] -= 9
            nudges[i] += 9
    return list(zip(nudges, ordered))


@style()
def layer_norm_effect(before, after, names):
    """Draw histograms of two samples before and after LayerNorm.

    Parameters
    ----------
    before, after : numpy.ndarray, shape (2, d_model)
    names : list of str
        What to call the two samples.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure("two")
    panels = figure.subplots(1, 2, sharey=True)
    titles = "Before: each sample its own scale", "After: one scale for both"
    looks = [
        {"color": DATA, "alpha": 0.55},
        {"edgecolor": OUTPUT, "facecolor": "none", "hatch": "///"},
    ]
    for axes, samples, title in zip(panels, (before, after), titles):
        bins = np.linspace(np.floor(samples.min()), np.ceil(samples.max()), 31)
        for sample, name, look in zip(samples, names, looks):
            axes.hist(sample, bins, label=name, linewidth=1.2, **look)
        axes.set(title=title, xlabel="value of a feature")
    panels[0].set_ylabel("features per bin")
    panels[0].legend()
    return figure


@style()
def epsilon_curves(eps):
    """Draw how much spread each place of eps leaves, by the row's own spread.

    Parameters
    ----------
    eps : float

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure("one")
    epsilon_axes(figure.subplots(), eps)
    return figure


def epsilon_axes(axes, eps):
    """Put the three curves of `epsilon_curves` on axes; return the lines."""
    std = np.geomspace(QUIETEST, 10, 200)
    lines = {}
    for place, (name, colour, dash) in EPSILON_PLACES.items():
        (lines[place],) = axes.plot(
            std,
            normalized_spread(std, eps, place),
            dash,
            color=colour,
            linewidth=2,
            label=name,
        )
    axes.set(
        xscale="log",
        xlim=(std[0], std[-1]),
        ylim=(-0.05, 1.15),
        xlabel="standard deviation of the row, σ",
        ylabel="standard deviation of x̂",
        title="Where ε stands decides what a quiet row becomes",
    )
    axes.legend(title="ε stands", loc=(0.62, 0.28), fontsize=10)
    return lines


@style()
def same_face(inputs, outputs, names):
    """Draw tokens on the left and what LayerNorm makes of them on the right.

    Parameters
    ----------
    inputs, outputs : numpy.ndarray, shape (num_tokens, d_model)
    names : list of str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure("two")
    panels = figure.subplots(1, 2, sharey=True)
    heights = np.arange(len(inputs))[::-1]
    markers = "osD^v<>"
    sides = [(inputs, DATA, "x"), (outputs, OUTPUT, "x̂")]
    for axes, (values, colour, label) in zip(panels, sides):
        for height, row in zip(heights, values):
            axes.axhline(height, color=REFERENCE, linewidth=0.5)
            for value, marker in zip(row, markers):
                axes.plot(value, height, marker, color=colour, ms=8)
        axes.set(xlabel=f"value of {label}", ylim=(-0.6, len(inputs) - 0.4))
        axes.tick_params(axis="y", length=0)
    panels[0].set(yticks=heights, yticklabels=names, title="Different tokens")
    panels[1].set_title("What LayerNorm passes on")
    return figure


@style()
def undone(tokens, results, names):
    """Draw tokens and what an attempt to undo LayerNorm gives back.

    Parameters
    ----------
    tokens, results : numpy.ndarray, shape (2, d_model)
    names : list of str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure("two")
    panels = figure.subplots(1, 2, sharey=True)
    features = np.arange(tokens.shape[-1])
    for axes, token, result, name in zip(panels, tokens, results, names):
        axes.plot(features, token, "o", color=DATA, ms=12, mfc="none", mew=2)
        axes.plot(features, result, "x", color=OUTPUT, ms=9, mew=2.5)
        axes.vlines(features, token, result, color=REFERENCE, linestyle=":")
        axes.set(title=name, xlabel="feature", xticks=features)
        axes.set_xlim(-0.5, len(features) - 0.5)
    panels[0].set_ylabel("value")
    panels[1].legend(
        ["the token", "γ x̂ + β"], loc="upper left", fontsize=10, ncols=2
    )
    low, high = min(tokens.min(), results.min()), max(results.max(), 3.5)
    panels[0].set_ylim(low - 0.4, high + 0.9)
    return figure


@style()
def axis_cubes(shape, choices):
    """Draw one cube a choice of axes, with one group that shares a mean.

    Parameters
    ----------
    shape : tuple of int
        (batch, token, feature).
    choices : dict of str to tuple of int
        A title, and the axes that are averaged over.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((9.0, 3.0))
    panels = figure.subplots(1, len(choices), squeeze=False)[0]
    for axes, (title, over) in zip(panels, choices.items()):
        draw_cube(axes, shape, over)
        shared = int(np.prod([shape[a] for a in over]))
        count = int(np.prod(shape)) // shared
        axes.set_title(title, fontsize=10)
        axes.text(
            shape[2] / 2,
            -shape[1] - 1.0,
            f"{shared} share a mean\n"
            f"{count} mean{'s' if count > 1 else ''} in all",
            ha="center",
            va="top",
            fontsize=9.5,
        )
    return figure


def draw_cube(axes, shape, over):
    """Draw a block of cells; colour the group of the corner that shows."""
    batch, tokens, features = shape
    depth = np.array([0.55, 0.45])  # one step into the page

    def corner(b, t, f):
        return np.array([f, -t]) + b * depth

    def in_group(cell):
        home = (0, 0, features - 1)
        return all(
            i == h or axis in over
            for axis, (i, h) in enumerate(zip(cell, home))
        )

    def face(cell, points):
        colour = OUTPUT if in_group(cell) else "white"
        axes.fill(*np.transpose(points), facecolor=colour, edgecolor=TEXT)

    right, down = np.array([1, 0]), np.array([0, -1])
    for t in range(tokens):
        for f in range(features):
            at = corner(0, t, f)
            face((0, t, f), [at, at + right, at + right + down, at + down])
    for b in range(batch):
        for f in range(features):
            at = corner(b, 0, f)
            face((b, 0, f), [at, at + right, at + right + depth, at + depth])
        for t in range(tokens):
            at = corner(b, t, features)
            cell = (b, t, features - 1)
            face(cell, [at, at + down, at + down + depth, at + depth])
    labels = [
        ("feature", (features / 2, -tokens - 0.2), 0, "center", "top"),
        ("token", (-0.2, -tokens / 2), 90, "right", "center"),
        ("batch", (features + 0.5, -tokens - 0.1), 39, "left", "bottom"),
    ]
    for text, (x, y), turn, ha, va in labels:
        axes.text(x, y, text, rotation=turn, ha=ha, va=va, fontsize=9)
    axes.set_aspect("equal")
    axes.axis("off")
