"""Pictures of lesson 04: what is added, where, and what flows back."""

import numpy as np

from course_lib.plots.boxes import arrow, box
from course_lib.plots.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    new_figure,
    style,
)

DARK = "#9B4479"  # the gradient's colour, dark enough for small type
LOOKS = {  # how the two stacks are drawn, by the words of the legend
    "with shortcut": {"color": RESIDUAL, "ls": "-", "marker": "o"},
    "without": {"color": OUTPUT, "ls": "--", "marker": "s"},
}
POWERS = (-12, 12)  # of ten: ends of the axis; beyond them the line leaves


@style()
def fork():
    """Draw y = x + f(x): the values forward, the gradient back."""
    figure = new_figure((9, 2.9))
    panels = figure.subplots(1, 2)
    for ax in panels:
        ax.set(xlim=(-0.7, 5.7), ylim=(-0.6, 2.1))
        ax.set_axis_off()
        small = {"size": (0.6, 0.5)}
        x = box(ax, (0, 0), "x", color=DATA, **small)
        f = box(ax, (2.5, 1.4), "f", color=TEXT, size=(1.0, 0.5))
        plus = box(ax, (4, 0), "+", color=RESIDUAL, **small)
        y = box(ax, (5.3, 0), "y", color=OUTPUT, **small)
        if ax is panels[0]:
            for start, end in ((x, f), (f, plus), (plus, y)):
                arrow(ax, start, end)
            arrow(ax, x, plus, color=RESIDUAL)
            ax.text(2, 0.1, "x, as it is", ha="center", va="bottom")
            ax.text(3.6, 1.0, "f(x)", ha="left")
            ax.set_title("Forward: x goes two ways")
        else:
            for start, end in ((y, plus), (plus, f), (f, x), (plus, x)):
                arrow(ax, start, end, color=GRADIENT)
            words = {"color": DARK}
            ax.text(4.65, 0.1, "dy", ha="center", va="bottom", **words)
            ax.text(3.6, 1.0, "dy", ha="left", **words)
            ax.text(2, 0.1, "dy, as it is", ha="center", va="bottom", **words)
            ax.text(0.75, 1.05, "dy·f′(x)", ha="right", **words)
            ax.set_title("Back: both gradients arrive at x and add up")
    return figure


def draw_gradient_norms(ax, depth, powers=POWERS):
    """Lay out the axes of `gradient_norms`, and fix their limits.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    depth : int
        The deepest stack that is drawn.
    powers : (int, int)
        The powers of ten at the ends of the upright axis.
    """
    low, high = powers
    ticks = np.arange(low, high + 1, max(1, (high - low) // 6))
    ax.axhline(1, color=REFERENCE, lw=1, ls=":")
    ax.set(
        yscale="log", ylim=(10.0**low, 10.0**high), yticks=10.0**ticks,
        xlim=(-0.02 * depth, 1.02 * depth), xlabel="layer (0 is the input)",
        ylabel="length of the gradient there",
    )  # fmt: skip
    ax.minorticks_off()


@style()
def gradient_norms(norms, title):
    """Draw the gradient's norm by layer, one line a kind of stack.

    Parameters
    ----------
    norms : dict of str to ndarray, shape (depth + 1,)
        By "with shortcut" and "without": the norm at layer 0 … depth.
    title : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure("one")
    ax = figure.add_subplot()
    for name, values in norms.items():
        ax.plot(values, ms=4, label=name, **LOOKS[name])
    powers = np.log10([*norms.values()])
    ends = int(np.floor(powers.min())), int(np.ceil(powers.max()))
    draw_gradient_norms(ax, len(values) - 1, ends)
    ax.set_title(title)
    ax.legend()
    return figure


@style()
def brackets(forms):
    """Draw what each placing of the norm makes of one token.

    Parameters
    ----------
    forms : dict of str to ndarray, shape (d_model,)
        The output by the formula that made it; at most three.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((6.4, 0.9 * len(forms) + 1.3))
    ax = figure.add_subplot()
    looks = zip((OUTPUT, REFERENCE, DATA), "oDs")
    for height, ((name, y), (color, marker)) in enumerate(
        zip(forms.items(), looks)
    ):
        mean, std = y.mean(), y.std()
        band = [mean - std, mean + std]
        ax.plot(
            band, [-height] * 2, color=color, alpha=0.25, lw=10,
            solid_capstyle="butt",
        )  # fmt: skip
        ax.plot([mean], [-height], "|", color=TEXT, ms=18, mew=2)
        ax.plot(y, np.full(len(y), -height), marker, color=color, ms=8)
        ax.text(-2.9, 0.24 - height, f"{name}", va="bottom")
    ax.axvline(0, color=REFERENCE, ls=":", lw=1)
    ax.set(
        xlim=(-3, 3.2), ylim=(0.4 - len(forms), 0.7), yticks=[],
        xlabel="value (upright tick: mean; band: mean ± σ)",
        title="One bracket, two layers",
    )  # fmt: skip
    ax.spines["left"].set_visible(False)
    return figure


@style()
def orders():
    """Draw post-norm and pre-norm, bottom to top, side by side."""
    figure = new_figure((7.4, 4.6))
    left, right = figure.subplots(1, 2)
    _order(
        left, ["f", "+", "LayerNorm"],
        "Post-norm: LayerNorm(x + f(x))",
        "from y back to x: through every norm",
    )  # fmt: skip
    _order(
        right, ["LayerNorm", "f", "+"],
        "Pre-norm: x + f(LayerNorm(x))",
        "from y back to x: a road of additions",
    )  # fmt: skip
    return figure


def _order(ax, parts, title, remark):
    ax.set(xlim=(-1.7, 2.6), ylim=(-0.9, 5.4), title=title)
    ax.set_axis_off()
    colors = {"f": TEXT, "+": RESIDUAL, "LayerNorm": OUTPUT}
    column = [box(ax, (0, 0), "x", color=DATA, size=(0.6, 0.5))]
    for height, name in enumerate(parts, start=1):
        wide = 0.6 if name == "+" else 1.9
        column.append(
            box(
                ax,
                (0, 1.25 * height),
                name,
                color=colors[name],
                size=(wide, 0.55),
            )  # fmt: skip
        )
    column.append(box(ax, (0, 5), "y", color=OUTPUT, size=(0.6, 0.5)))
    for start, end in zip(column, column[1:]):
        arrow(ax, start, end)
    plus = 1.25 * (1 + parts.index("+"))
    ax.plot([0.36, 1.5, 1.5], [0, 0, plus], color=RESIDUAL, lw=1.6)
    arrow(ax, (1.5, plus), column[1 + parts.index("+")], color=RESIDUAL)
    ax.text(1.6, plus / 2, "shortcut", rotation=90, va="center")
    ax.text(0.4, -0.6, remark, va="center", ha="center", fontsize=10)


@style()
def blocks(kinds):
    """Draw the sublayers of each kind of block, an Add & Norm after each.

    Parameters
    ----------
    kinds : dict of str to list of str
        The sublayers of each kind of block, first to last.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((9, 4.3))
    ax = figure.add_subplot()
    for column, (kind, sublayers) in enumerate(kinds.items()):
        x, parts = 3.4 * column, []
        for row, name in enumerate(sublayers):
            y = 1.9 * row
            parts.append(box(ax, (x, y), name, size=(2.5, 0.55)))
            parts.append(
                box(
                    ax,
                    (x, y + 0.9),
                    "Add & Norm",
                    color=RESIDUAL,
                    size=(2.5, 0.5),
                )  # fmt: skip
            )
        for start, end in zip(parts, parts[1:]):
            arrow(ax, start, end)
        ax.text(x, -0.65, f"{kind}: {len(sublayers)}", ha="center", va="top",
                weight="bold")  # fmt: skip
    ax.set(xlim=(-1.6, 3.4 * len(kinds) - 1.7), ylim=(-1.2, 5.2))
    ax.set_axis_off()
    ax.set_title("One Add & Norm after every sublayer, two or three a block")
    return figure
