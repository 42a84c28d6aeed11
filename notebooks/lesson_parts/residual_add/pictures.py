"""Pictures of lessons 04 and 10: what is added, where, and what flows back."""

from math import ceil

import numpy as np

from course_lib.evidence.textbook import layer_norm
from course_lib.sliders.boxes import arrow, box, middle
from course_lib.sliders.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    ink,
    picture,
)

LOOKS = {  # how the two stacks are drawn, by the words of the legend
    "with shortcut": {"color": RESIDUAL, "ls": "-", "marker": "o"},
    "without": {"color": OUTPUT, "ls": "--", "marker": "s"},
}
POWERS = (-6, 6)  # of ten: ends of the axis; beyond them the line leaves
ALIVE = (0.1, 10)  # the band in which a gradient neither dies nor explodes

# The captions of the pictures that answer a prediction.
WORDS = {
    "fork": (
        "Two drawings of the same fork. Forward, x goes to the sum directly "
        "and through f. Backward, the sum hands all of dy to both branches: "
        "dy arrives at x as it is, and once more multiplied by the Jacobian "
        "of f."
    ),
    "paths": (
        "Four rows, one for each path from z back to x. Each of two layers "
        "is passed by its shortcut, a green line of slope 1, or through the "
        "layer, a box with slope 0.5 or −0.2. The products are 1, −0.2, 0.5 "
        "and −0.1, and their sum is 1.2."
    ),
    "angles": (
        "Three histograms of the angle between a vector and its turned copy. "
        "All have their middle at 90°. With 8 features it is wide, with 64 "
        "narrower, and with 512 98 % of the angles are at most 6° off."
    ),
    "brackets": (
        "India's four features under both readings. LayerNorm of the sum "
        "has mean 0 and standard deviation 1. With f(x) added after the "
        "norm, the mean is 0.875 and the standard deviation 1.25, because "
        "the sum itself is never normalized."
    ),
    "orders": (
        "The same two sublayers in two orders, the road of the shortcuts "
        "drawn in green. Post-norm: from y back to x the road leads through "
        "both norms. Pre-norm: it leads over two additions and through no "
        "norm."
    ),
    "exchanged": (
        "Two blocks. 2017: attention, plus, LayerNorm, ReLU layer, plus, "
        "LayerNorm. Today: RMSNorm, attention, plus, RMSNorm, gated layer, "
        "plus. A shortcut leads to each plus: in 2017 from before the "
        "sublayer, today from before its norm."
    ),
}


@picture((9, 3.1))
def fork(figure):
    """Draw y = x + f(x): the values forward, the gradient back."""
    forward, back = figure.subplots(1, 2)
    small, grad = {"size": (0.6, 0.5)}, {"color": ink(GRADIENT)}
    for ax in (forward, back):
        ax.set(xlim=(-0.6, 5.8), ylim=(-0.7, 2.1))
        ax.set_axis_off()
        x = box(ax, (0, 0), "x", color=DATA, **small)
        f = box(ax, (2.6, 1.5), "f", color=TEXT, size=(1.0, 0.5))
        plus = box(ax, (4.1, 0), "+", color=RESIDUAL, **small)
        y = box(ax, (5.4, 0), "y", color=OUTPUT, **small)
        if ax is forward:
            for start, end in ((x, f), (f, plus), (plus, y)):
                arrow(ax, start, end)
            arrow(ax, x, plus, color=RESIDUAL)
        else:
            for start, end in ((y, plus), (plus, f), (f, x), (plus, x)):
                arrow(ax, start, end, color=GRADIENT)
    forward.text(2, -0.15, "x, as it is", ha="center", va="top")
    forward.text(3.75, 1.0, "f(x)")
    forward.set_title("Forward: x goes two ways")
    back.text(4.78, -0.35, "dy", ha="center", va="top", **grad)
    back.text(3.75, 1.0, "dy", **grad)
    back.text(2, -0.15, "dy, as it is", ha="center", va="top", **grad)
    back.text(0.95, 1.05, "$dy\\,J_f$", ha="right", **grad)
    back.set_title("Back: both arrive at x, and add up")


@picture((9, 3.4))
def paths(figure, a, b):
    """Draw the four ways back through x + f(x) and y + g(y), slopes a, b."""
    ax = figure.subplots()
    ax.set(xlim=(-0.4, 8.8), ylim=(-0.5, 4.2), title="Four paths, one sum")
    ax.set_axis_off()
    total = 0
    for row, ways in enumerate(((1, 1), (1, b), (a, 1), (a, b))):
        height, slope = 3.6 - row, ways[0] * ways[1]
        for start, through, name in ((0, ways[0], "f"), (3, ways[1], "g")):
            if through == 1:
                line = {"color": RESIDUAL, "lw": 3}
                ax.plot([start + 0.25, start + 2.75], [height] * 2, **line)
                continue
            at = box(ax, (start + 1.5, height), f"{name}: {_signed(through)}",
                     color=TEXT, size=(1.4, 0.6))  # fmt: skip
            for ends in ([0.25, 0.75], [2.25, 2.75]):
                x = [start + end for end in ends]
                ax.plot(x, [middle(at)[1]] * 2, color=TEXT, lw=1.5)
        for x, name in ((0, "x"), (3, "y"), (6, "z")):
            ax.text(x, height, name, ha="center", va="center", weight="bold")
        ax.text(7.6, height, _signed(slope), ha="right", va="center")
        total += slope
    ax.plot([6.7, 7.7], [0.2, 0.2], color=TEXT, lw=1)
    ax.text(7.6, -0.2, _signed(total), ha="right", va="center", weight="bold")
    ax.text(7.8, -0.2, "in all", va="center")


def _signed(number):
    return f"{number:.3g}".replace("-", "−")


def draw_gradient_norms(ax, depth, powers=POWERS):
    """Lay out the axes of lengths by layer, and fix their limits.

    The depth is that of the deepest stack, the powers of ten are the ends of
    the upright axis.
    """
    low, high = powers
    step = ceil((high - low) / 6)  # at most seven ticks
    ticks = np.arange(low, high + 1, step)
    ax.axhspan(*ALIVE, color=REFERENCE, alpha=0.15, lw=0)
    ax.axhline(1, color=REFERENCE, lw=1, ls=":")
    ax.set(
        yscale="log", ylim=(10.0**low, 10.0**high), yticks=10.0**ticks,
        xlim=(-0.02 * depth, 1.02 * depth), xlabel="layer (0 is the input)",
        ylabel="gradient's length",
    )  # fmt: skip
    ax.minorticks_off()


@picture((9, 4.2))
def both_ways(figure, forth, back):
    """Draw a token's and a gradient's length by layer, (depth + 1,).

    Both are named by the stack, "with shortcut" and "without".
    """
    left, right = figure.subplots(1, 2)
    powers = np.log10([*forth.values(), *back.values()])
    ends = int(np.floor(powers.min())), int(np.ceil(powers.max())) + 1
    for ax, norms, title in (
        (left, forth, "Forward →  the token's length"),
        (right, back, "←  Back: the gradient's length"),
    ):
        for name, values in norms.items():
            ax.plot(values, ms=4, label=name, **LOOKS[name])
        draw_gradient_norms(ax, len(values) - 1, ends)
        ax.set(title=title, ylabel="length" if ax is left else "")
    lines, names = left.get_legend_handles_labels()
    figure.legend(lines, names, loc="outside lower center", ncols=2)


def both_ways_words(forth, back):
    """Say what `both_ways` shows."""
    ends = [
        f"{norms['with shortcut'][at]:.1f} long with a shortcut, and "
        f"{norms['without'][at]:.1e} without one"
        for norms, at in ((forth, -1), (back, 0))
    ]
    return (
        "Lengths by layer, on a log scale; the grey band goes from 0.1 to "
        "10. Left, a token of length 1 goes from the input to the output, "
        f"where it is {ends[0]}. Right, a gradient of length 1 goes from the "
        f"output to the input, where it is {ends[1]}."
    )


@picture()
def angles(figure, by_size):
    """Draw histograms of angles in degrees, by the number of features."""
    ax = figure.subplots()
    looks = zip((REFERENCE, DATA, OUTPUT), (":", "--", "-"))
    for (d_model, values), (colour, dash) in zip(by_size.items(), looks):
        look = {"color": colour, "ls": dash, "lw": 2, "histtype": "step"}
        label = f"{d_model} features"
        ax.hist(values, bins=np.arange(0, 181, 3), label=label, **look)
    ax.set(xlim=(0, 180), xticks=range(0, 181, 45), yticks=[],
           xlabel="angle in degrees", ylabel="how many")  # fmt: skip
    ax.set_title("The more features, the closer to 90°")
    ax.legend(loc="upper left")


def mean_and_band(axes, values, height, colour, marker, wide):
    """Draw numbers on a line, with a tick at their mean and a band ± std."""
    mean, std = np.mean(values), np.std(values)
    band = {"alpha": 0.25, "lw": wide, "solid_capstyle": "butt"}
    axes.plot([mean - std, mean + std], [height] * 2, color=colour, **band)
    axes.plot(mean, height, "|", color=TEXT, ms=18, mew=2)
    axes.plot(values, np.full(len(values), height), marker, color=colour, ms=8)


def readings(x, f):
    """Return both readings of the formula with one bracket too many.

    Parameters
    ----------
    x, f : ndarray, (..., d_model)

    Returns
    -------
    dict of str to ndarray, (..., d_model)
    """
    return {
        "LayerNorm(x + f(x))": layer_norm(x + f),
        "LayerNorm(x) + f(x)": layer_norm(x) + f,
    }


@picture()
def brackets(figure, forms):
    """Draw what each placing of the norm makes of one token, (d_model,).

    The forms, at most three, are named by the formula that made them.
    """
    figure.set_figheight(0.9 * len(forms) + 1.5)
    ax = figure.add_subplot()
    looks = zip((OUTPUT, REFERENCE, DATA), "oDs")
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 1}
    for row, ((name, y), look) in enumerate(zip(forms.items(), looks)):
        mean_and_band(ax, y, -row, *look, 10)
        ax.text(-2.9, 0.24 - row, name, va="bottom", bbox=paper)
    ax.axvline(0, color=REFERENCE, ls=":", lw=1)
    ax.set(
        xlim=(-3, 3.2), ylim=(0.4 - len(forms), 0.7), yticks=[],
        xlabel="value (upright tick: mean; band: mean ± σ)",
        title="One bracket, two layers",
    )  # fmt: skip
    ax.spines["left"].set_visible(False)


# Twice three parts; a shortcut leads from before the first to the plus.
POST = "attention", "+", "LayerNorm", "feed-forward", "+", "LayerNorm"
PRE = "LayerNorm", "attention", "+", "LayerNorm", "feed-forward", "+"
OF_2017 = "attention", "+", "LayerNorm", "ReLU layer", "+", "LayerNorm"
OF_TODAY = "RMSNorm", "attention", "+", "RMSNorm", "gated layer", "+"
NORMS = "LayerNorm", "RMSNorm"
WIDTHS = dict.fromkeys("xy+", 0.3) | dict.fromkeys(NORMS, 1.2)  # inches
COLOURS = {"x": DATA, "+": RESIDUAL, "y": OUTPUT}
COLOURS |= dict.fromkeys(NORMS, REFERENCE)
WIDE, GAP, HEIGHT = 9.0, 0.35, 0.45  # inches too


@picture((WIDE, 1.9))
def block(figure):
    """Draw the two sublayers of an encoder block, each with its Add & Norm."""
    title = "One block: two sublayers, an Add & Norm after each"
    _row(figure.add_subplot(), title, POST)


@picture((WIDE, 3.9))
def orders(figure):
    """Draw post-norm and pre-norm, two sublayers each, the road in green."""
    post, pre = figure.subplots(2, 1)
    _row(post, "Post-norm, LayerNorm(x + f(x)): the road has both norms", POST)
    _row(pre, "Pre-norm, x + f(LayerNorm(x)): a road of additions", PRE)


@picture((WIDE, 3.9))
def exchanged(figure):
    """Draw a block of 2017 and one of today, two sublayers each."""
    above, below = figure.subplots(2, 1)
    _row(above, "2017: LayerNorm after each sum", OF_2017)
    _row(below, "Today: RMSNorm before each sublayer, and a gate", OF_TODAY)


def _row(ax, title, parts):
    """Draw x → … → y, left to right, and the road of its shortcuts."""
    names = "x", *parts, "y"
    widths = [WIDTHS.get(name, 1.35) for name in names]
    ax.set(xlim=(0, sum(widths) + GAP * len(names)), ylim=(-0.4, 1.1))
    ax.set_axis_off()
    ax.set_title(title)
    boxes, left = [], GAP / 2
    for name, width in zip(names, widths):
        at, size = (left + width / 2, 0), (width, HEIGHT)
        color = COLOURS.get(name, TEXT)
        boxes.append(box(ax, at, name, color=color, size=size))
        left += width + GAP
    skipped = [(first, names.index("+", first)) for first in (1, 4)]
    for i, (start, end) in enumerate(zip(boxes, boxes[1:]), start=1):
        aside = any(first <= i <= plus for first, plus in skipped)
        arrow(ax, start, end, color=REFERENCE if aside else RESIDUAL)
    for first, plus in skipped:
        _shortcut(ax, boxes[first], boxes[plus])


def _shortcut(ax, first, plus):
    """Lead a line from before the box `first` over it down to the sum."""
    start = middle(first)[0] - first.get_width() / 2 - GAP / 2
    end, top, before = middle(plus)[0], 0.75, start - GAP / 2 + 0.05
    road = [before, start, start, end], [0, 0, top, top]
    ax.plot(*road, color=RESIDUAL, lw=1.6, zorder=3)
    arrow(ax, (end, top + 0.01), plus, color=RESIDUAL)
    ax.text((start + end) / 2, top + 0.06, "shortcut", ha="center")
