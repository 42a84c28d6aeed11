"""Pictures of lesson 05: what LayerNorm does to numbers on a line."""

import numpy as np
from matplotlib.lines import Line2D

from course_lib.sliders.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    TEXT,
    ink,
    note,
    picture,
)
from course_lib.sliders.words import number
from lesson_parts.residual_add.pictures import mean_and_band

# The captions of the pictures that answer a prediction.
WORDS = {
    "slide": (
        "Three rows of the same three dots. x = [1.8, 6.9, 3.6] lies around "
        "4.1; x − μ lies around 0 with the same gaps; x̂ lies around 0 with a "
        "band from −1 to 1. The order and the proportions of the gaps never "
        "change."
    ),
    "effect": (
        "Two histograms of three samples. Before, a narrow bell stands "
        "around 0, a wide one around 5 (the labels give mean ± standard "
        "deviation), and a lopsided sample begins at −8. After, all three "
        "have mean 0 and standard deviation 1. The two bells nearly cover "
        "each other, though no single value is the same. The lopsided sample "
        "is still lopsided: it begins steeply at −1 and has a long tail to "
        "the right."
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
        "One panel per feature, x over x̂, with the points of two tokens. "
        "Through the two points of a feature runs one line; its slope is "
        "that feature's γ, its height at 0 that feature's β. The three lines "
        "differ. A third token, the squares, lies beside the line in every "
        "panel."
    ),
    "correlations": (
        "Left, 16 features of three random tokens: three unrelated zigzags. "
        "Middle, the same after 32 blocks with norms: the three zigzags "
        "nearly cover each other. Right, the mean correlation of the three "
        "over the blocks: it rises from near 0 to above 0.9, with norms and "
        "without. If the vector that all tokens share is taken out of what "
        "each block adds, it stays near 0."
    ),
    "two places": (
        "Standard deviation of x̂ against that of the token, from 10⁻¹² to 1, "
        "for ε = 10⁻⁸. With ε added to σ it rises from 0 to 1 around "
        "σ = 10⁻⁸, with ε inside the root around σ = 10⁻⁴. In between one "
        "curve is near 1 and the other near 0."
    ),
}


@picture((9, 3.8))
def slide_and_stretch(figure, x):
    """Draw one token, (d_model,), as it is, centred, and rescaled."""
    x = np.asarray(x, dtype=float)
    centred = x - x.mean()
    rows = {
        "x̂": (centred / x.std(), OUTPUT, "D"),
        "x − μ": (centred, DATA, "s"),
        "x": (x, DATA, "o"),
    }
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}
    axes = figure.subplots()
    for height, (values, colour, marker) in enumerate(rows.values()):
        mean_and_band(axes, values, height, colour, marker, 9)
        for value in values:
            at = value, height
            note(axes, number(value), at, (0, 13), ha="center", bbox=paper)
    axes.axvline(0, ymax=0.82, color=REFERENCE, lw=1, ls=":")
    axes.set(
        yticks=range(3),
        yticklabels=rows,
        ylim=(-0.4, 2.8),
        xlabel="value (upright tick: mean; band: mean ± σ)",
        title="Slide the mean to 0, then scale the band to ±1",
    )
    axes.tick_params(axis="y", length=0)


@picture("two")
def layer_norm_effect(figure, before, after, names):
    """Draw histograms of 2 or 3 samples as rows, and of their LayerNorm."""
    panels = figure.subplots(1, 2, sharey=True)
    titles = "Before: each sample its own scale", "After: one scale for all"
    looks = [
        {"color": DATA, "alpha": 0.55},
        {"edgecolor": OUTPUT, "facecolor": "none", "hatch": "///"},
        {"edgecolor": TEXT, "facecolor": "none", "histtype": "step"},
    ]
    for axes, samples, title in zip(panels, (before, after), titles):
        bins = np.linspace(np.floor(samples.min()), np.ceil(samples.max()), 31)
        for sample, name, look in zip(samples, names, looks):
            axes.hist(sample, bins, label=name, linewidth=1.2, **look)
        axes.set(title=title, xlabel="value of a feature")
    panels[0].set_ylabel("features per bin")
    panels[0].legend()


@picture((9, 4.0))
def before_and_after(figure, inputs, outputs, names):
    """Draw tokens on the left and what LayerNorm makes of them on the right.

    Inputs and outputs have the shape (num_tokens, d_model).
    """
    panels = figure.subplots(1, 2, sharey=True)
    heights = np.arange(len(inputs))[::-1]
    markers = "osD^v<>"[: inputs.shape[-1]]
    sides = [(inputs, DATA, "x"), (outputs, OUTPUT, "x̂")]
    for axes, (values, colour, label) in zip(panels, sides):
        for height in heights:
            axes.axhline(height, color=REFERENCE, linewidth=0.5)
        for column, marker in zip(values.T, markers, strict=True):
            axes.plot(column, heights, marker, color=colour, ms=8)
        axes.set(xlabel=f"value of {label}", ylim=(-0.6, len(inputs) - 0.4))
        axes.tick_params(axis="y", length=0)
    panels[0].set(yticks=heights, yticklabels=names, title="Different tokens")
    panels[1].set_title("What LayerNorm passes on")
    shapes = [
        Line2D([], [], ls="", marker=marker, color=TEXT, label=f"feature {i}")
        for i, marker in enumerate(markers)
    ]
    figure.legend(
        handles=shapes, loc="outside lower center", ncols=len(shapes)
    )


@picture("two")
def undone(figure, tokens, results, names):
    """Draw what an attempt to undo LayerNorm gives back, (2, d_model) each."""
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
    both = np.stack([tokens, results])
    panels[0].set_ylim(both.min() - 0.4, max(both.max(), 3.5) + 1.3)


@picture((9, 3.8))
def feature_lines(figure, tokens, x_hat, names):
    """Draw, feature by feature, the line that brings two tokens back.

    Its slope is that feature's γ, its height at 0 that feature's β. Tokens
    and x̂ have the shape (2, d_model) and differ in every feature. A third
    row of them is drawn with its distance from the line.
    """
    panels = figure.subplots(1, tokens.shape[-1], sharey=True)
    gamma, beta = lines_through(tokens[:2], x_hat[:2])
    ends = np.array([-1.6, 1.6])
    for i, axes in enumerate(panels):
        axes.plot(ends, gamma[i] * ends + beta[i], color=REFERENCE)
        for token, hat, name, marker, color, fill in zip(
            tokens,
            x_hat,
            names,
            "oDs",
            (DATA, DATA, OUTPUT),
            (DATA, "none", OUTPUT),
        ):
            look = {"color": color, "ms": 9, "mfc": fill, "mew": 2}
            axes.plot(hat[i], token[i], marker, label=name, **look)
        for token, hat in zip(tokens[2:], x_hat[2:]):
            ends_at = gamma[i] * hat[i] + beta[i]
            axes.vlines(hat[i], token[i], ends_at, color=OUTPUT, ls=":")
        title = f"γ = {number(gamma[i])}, β = {number(beta[i])}"
        axes.set(xlim=ends, xlabel=f"x̂, feature {i}", title=title)
    panels[0].set_ylabel("x")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(
        handles, labels, loc="outside lower center", ncols=len(labels)
    )


def lines_through(tokens, x_hat):
    """Return slope and height at 0 of each feature's line, (d_model,) each."""
    (x, z), (x_one, z_one) = tokens, x_hat
    gamma = (x - z) / (x_one - z_one)
    return gamma, x - gamma * x_one


PAIRS = [0, 0, 1], [1, 2, 2]


def correlations(runs):
    """Draw three tokens at the start and behind all blocks, and how alike.

    Parameters
    ----------
    runs : dict of str to list of ndarray, (3, d_model)
        The tokens before the first block and behind each; the first run is
        the one that is drawn.

    Returns
    -------
    Figure, dict
        The three correlations behind the last block, by the run's name.
    """
    alike = {
        name: np.array([np.corrcoef(tokens)[PAIRS] for tokens in run])
        for name, run in runs.items()
    }
    first = next(iter(runs.values()))
    curves = {name: found.mean(axis=1) for name, found in alike.items()}
    figure = draw_correlations(first[0], first[-1], curves)
    return figure, {name: found[-1] for name, found in alike.items()}


@picture((9, 3.9))
def draw_correlations(figure, start, end, curves, features=16):
    """Draw three tokens, (3, d_model), twice, and curves over the blocks."""
    *panels, right = figure.subplots(1, 3, width_ratios=(1, 1, 1.35))
    looks = (DATA, "o-"), (OUTPUT, "s--"), (TEXT, "^:")
    titles = "At the start", "After 32 blocks"
    for axes, tokens, title in zip(panels, (start, end), titles):
        for token, (color, marks) in zip(tokens, looks, strict=True):
            axes.plot(token[:features], marks, color=color, ms=4, lw=1.2)
        axes.set(title=title, xlabel="feature", ylim=(-3.3, 3.3))
    for (name, heights), (color, marks), aside in zip(
        curves.items(), looks, ((-6, 6), (-92, -64), (-6, 14)), strict=True
    ):
        right.plot(heights, marks[1:], color=color)
        at = len(heights) - 1, heights[-1]
        words = name.replace(", ", ",\n")
        note(right, words, at, aside, ha="right", color=ink(color))
    right.set(title="How alike?", xlabel="blocks", ylim=(-0.3, 1.2))
    right.set_ylabel("mean correlation")


@picture()
def two_places(figure, std, inside, added):
    """Std of x̂ with ε in two places, against the std of the token, (K,)."""
    ax = figure.subplots()
    for heights, dashes, color, label in (
        (inside, "-", OUTPUT, "√(σ² + ε)"),
        (added, "--", DATA, "σ + ε"),
    ):
        ax.plot(std, heights, dashes, color=color, label=label)
    ax.set(
        xscale="log",
        ylim=(-0.05, 1.2),
        xlabel="standard deviation σ of the token",
        ylabel="std of x̂",
        title="Between ε and √ε the two layers differ",
    )
    ax.legend(title="divided by", loc="upper left", framealpha=1)
