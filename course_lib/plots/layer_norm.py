"""Pictures of lesson 05: what LayerNorm does to numbers on a line."""

import numpy as np
from matplotlib.lines import Line2D

from course_lib.plots.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    TEXT,
    new_figure,
    style,
)
from course_lib.plots.words import number

# Where eps stands, and how its curve is drawn: divisor, colour, line style.
EPSILON_PLACES = {
    "inside": ("√(σ² + ε)", OUTPUT, "-"),
    "added": ("(σ + ε)", DATA, "--"),
    "nowhere": ("σ", REFERENCE, ":"),
}
# What a norm of a (batch, token, feature) block can average over.
AXES = {
    "LayerNorm:\nfeature": (2,),
    "BatchNorm:\nbatch and token": (0, 1),
    "InstanceNorm:\ntoken": (1,),
    "everything\n": (0, 1, 2),
}
QUIETEST = 1e-7  # left end of the axis of standard deviations

# The captions of the pictures that answer a prediction.
WORDS = {
    "slide": (
        "Three rows of the same three dots. x, three times as loud as "
        "studying, lies around 5.64; x − μ lies around 0 with the same gaps; "
        "x̂ lies around 0 with a band from −1 to 1. The order and the "
        "proportions of the gaps never change."
    ),
    "effect": (
        "Two histograms. Before, a narrow sample stands around 0 and a wide "
        "one around 5 (the labels give mean ± standard deviation). After, "
        "both have mean 0 and standard deviation 1, and nearly cover each "
        "other, though no single value is the same. Sliding and stretching "
        "bend nothing: a lopsided sample would stay lopsided."
    ),
    "faces": (
        "Four tokens on the left, at different places and widths. On the "
        "right, at ε = 0, the first three are the same three marks; the "
        "negated one is their mirror image."
    ),
    "undone": (
        "Circles are tokens, crosses what γ and β give back. On the token "
        "they were set for, crosses lie in the circles; on the other all "
        "three miss, the second by almost 1."
    ),
    "lines": (
        "One panel a feature, x over x̂, with the points of two tokens. "
        "Through the two points of a feature runs one line; its slope is "
        "that feature's γ, its height at 0 that feature's β. The three lines "
        "differ."
    ),
    "cubes": (
        "Four blocks of 2 sentences, 3 tokens and 4 features. Coloured cells "
        "share a mean: the 4 features of one token under LayerNorm, one "
        "feature of all 6 tokens under BatchNorm, one feature of the 3 "
        "tokens of a sentence under InstanceNorm, or all 24 cells."
    ),
}


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
    figure = new_figure((9, 3.8))
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
        axes.plot(mean, height, "|", color=TEXT, markersize=18, mew=2)
        axes.plot(
            values, np.full(len(values), height), marker, color=colour, ms=8
        )
        for value in values:
            axes.annotate(
                number(value),
                (value, height),
                (0, 13),
                textcoords="offset points",
                ha="center",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
            )
    axes.axvline(0, ymax=0.82, color=REFERENCE, linewidth=1, linestyle=":")
    axes.set(
        yticks=(2, 1, 0),
        yticklabels=[name for name, *_ in rows],
        ylim=(-0.4, 2.8),
        xlabel="value (upright tick: mean; band: mean ± σ)",
        title="Slide the mean to 0, then stretch the band to ±1",
    )
    axes.tick_params(axis="y", length=0)
    return figure


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


def epsilon_axes(axes, eps):
    """Draw how much spread each place of eps leaves, by the row's own spread.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    eps : float

    Returns
    -------
    dict of str to matplotlib.lines.Line2D
        By the place of eps, as in `EPSILON_PLACES`.
    """
    std = np.geomspace(QUIETEST, 10, 200)
    lines = {}
    for place, (below, colour, dash) in EPSILON_PLACES.items():
        (lines[place],) = axes.plot(
            std,
            normalized_spread(std, eps, place),
            dash,
            color=colour,
            linewidth=2,
            label=f"÷ {below}",
        )
    axes.set(
        xscale="log",
        xlim=(std[0], std[-1]),
        ylim=(-0.05, 1.45),  # the legend stands above the curves
        yticks=(0, 0.5, 1),
        xlabel="σ, spread of the row",
        ylabel="spread of x̂",
    )
    axes.legend(
        loc="upper center", ncols=3, columnspacing=0.5, handlelength=1.1,
        handletextpad=0.4, borderpad=0,
    )  # fmt: skip
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
    figure = new_figure((9, 4.0))
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
    shapes = [
        Line2D([], [], ls="", marker=marker, color=TEXT, label=f"feature {i}")
        for i, marker in zip(range(inputs.shape[-1]), markers)
    ]
    figure.legend(
        handles=shapes, loc="outside lower center", ncols=len(shapes)
    )
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
        ["the token", "γ x̂ + β"], loc="upper left", ncols=2, columnspacing=1,
        handletextpad=0.2, borderpad=0,
    )  # fmt: skip
    low, high = min(tokens.min(), results.min()), max(results.max(), 3.5)
    panels[0].set_ylim(low - 0.4, high + 1.3)
    return figure


@style()
def feature_lines(tokens, x_hat, names):
    """Draw, feature by feature, the line that brings two tokens back.

    Its slope is that feature's γ, its height at 0 that feature's β.

    Parameters
    ----------
    tokens, x_hat : numpy.ndarray, shape (2, d_model)
        Two tokens, and what normalizing made of them; different in every
        feature.
    names : list of str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((9, 3.8))
    panels = figure.subplots(1, tokens.shape[-1], sharey=True)
    gamma, beta = lines_through(tokens, x_hat)
    ends = np.array([-1.6, 1.6])
    for i, axes in enumerate(panels):
        axes.plot(ends, gamma[i] * ends + beta[i], color=REFERENCE)
        for token, hat, name, look in zip(tokens, x_hat, names, "oD"):
            axes.plot(
                hat[i], token[i], look, color=DATA, ms=9, label=name,
                mfc="none" if look == "D" else DATA, mew=2,
            )  # fmt: skip
        axes.set(
            xlim=ends, xlabel=f"x̂, feature {i}",
            title=f"γ = {number(gamma[i])}, β = {number(beta[i])}",
        )  # fmt: skip
    panels[0].set_ylabel("x")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    return figure


def lines_through(tokens, x_hat):
    """Return slope and height at 0 of each feature's line, (d_model,) each."""
    (x, z), (x_one, z_one) = tokens, x_hat
    gamma = (x - z) / (x_one - z_one)
    return gamma, x - gamma * x_one


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
    figure = new_figure((9.0, 3.6))
    panels = figure.subplots(1, len(choices), squeeze=False)[0]
    for axes, (title, over) in zip(panels, choices.items()):
        draw_cube(axes, shape, over)
        shared = int(np.prod([shape[a] for a in over]))
        count = int(np.prod(shape)) // shared
        axes.set_title(title)
        axes.text(
            shape[2] / 2,
            -shape[1] - 1.0,
            f"{shared} share a mean\n"
            f"{count} mean{'s' if count > 1 else ''} in all",
            ha="center",
            va="top",
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
        axes.text(x, y, text, rotation=turn, ha=ha, va=va)
    axes.set_aspect("equal")
    axes.axis("off")
