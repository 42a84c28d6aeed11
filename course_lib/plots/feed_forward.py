"""Pictures of lesson 08: shapes on the graph, the kink, the losses."""

import numpy as np
from matplotlib.patches import FancyBboxPatch

from course_lib.plots.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    new_figure,
    style,
)

NODES = (
    ("X", "(8, 200)"),
    ("M", "(8, 800)"),
    ("H", "(8, 800)"),
    ("Y", "(8, 200)"),
    ("L", "()"),
)
FORWARD = ("X W₁ + b₁", "max(0, M)", "H W₂ + b₂", "loss")
PARAMETERS = {
    0: "W₁ (200, 800)\nb₁ (800,)",
    2: "W₂ (800, 200)\nb₂ (200,)",
    3: "target (8, 200)",
}
BACK = tuple(f"∂L/∂{name}\n{shape}" for name, shape in NODES[:-1])
STEP, BOX = 2.3, 1.0


@style()
def shape_graph():
    """Draw the layer as a graph, with shapes on its nodes and edges."""
    figure = new_figure((9.0, 3.4))
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set(xlim=(-0.1, 4 * STEP + BOX + 0.1), ylim=(-1.5, 2.2))
    axes.set_title("Each gradient has the shape of what it belongs to")
    for i, (name, shape) in enumerate(NODES):
        axes.add_patch(
            FancyBboxPatch(
                (i * STEP, 0), BOX, 0.7, boxstyle="round,pad=0.05",
                facecolor="white", edgecolor=DATA, linewidth=1.6,
            )
        )  # fmt: skip
        middle = i * STEP + BOX / 2
        axes.text(middle, 0.47, name, ha="center", va="center", weight="bold")
        axes.text(middle, 0.16, shape, ha="center", va="center", fontsize=9)
    for i, (there, back) in enumerate(zip(FORWARD, BACK, strict=True)):
        tail, head = i * STEP + BOX + 0.08, (i + 1) * STEP - 0.08
        middle = (tail + head) / 2
        _arrow(axes, (tail, 0.5), (head, 0.5), OUTPUT)
        _arrow(axes, (head, 0.15), (tail, 0.15), GRADIENT)
        axes.text(middle, 0.85, there, ha="center", fontsize=9, color=OUTPUT)
        axes.text(middle, -0.3, back, ha="center", va="center", fontsize=9)
        if i in PARAMETERS:
            axes.text(
                middle, 1.3, PARAMETERS[i], ha="center", fontsize=9,
                color=RESIDUAL,
            )  # fmt: skip
    axes.text(0, -1.1, "forward: orange, to the right", color=OUTPUT)
    axes.text(4 * STEP + BOX, -1.1, "backward: pink, to the left", ha="right")
    return figure


def _arrow(axes, tail, head, colour):
    axes.annotate(
        "", head, tail,
        arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 1.6},
    )  # fmt: skip


@style()
def relu_kink(h):
    """Draw the ReLU and what a central difference of step h sees there.

    Parameters
    ----------
    h : float
        Step of the difference.
    """
    m = np.linspace(-2, 2, 801)
    slope = (np.maximum(m + h, 0) - np.maximum(m - h, 0)) / (2 * h)
    figure = new_figure("two")
    left, right = figure.subplots(1, 2)
    left.plot(m, np.maximum(m, 0), color=OUTPUT)
    left.set(
        xlabel="pre-activation m",
        ylabel="max(0, m)",
        title="The ReLU has a kink at 0",
    )
    right.plot(m, m > 0, color=GRADIENT, ls="--", label="layer: m > 0")
    right.plot(m, slope, color=DATA, label=f"h = {h:g}")
    right.set(
        xlabel="pre-activation m",
        ylabel="slope",
        title="Within h of it, a difference averages",
    )
    right.legend(loc="center left")
    left.set_yticks([0, 1, 2])
    return figure


@style()
def loss_curves(curves, title):
    """Draw losses against steps, one line a name.

    Parameters
    ----------
    curves : dict of str to array_like
    title : str
        The point of the picture.
    """
    looks = zip((OUTPUT, DATA, RESIDUAL, REFERENCE), ("-", "--", ":", "-."))
    figure = new_figure()
    axes = figure.subplots()
    for (name, losses), (colour, dashes) in zip(
        curves.items(), looks, strict=False
    ):
        axes.plot(losses, color=colour, ls=dashes, lw=2, label=name)
    axes.axhline(0, color=REFERENCE, lw=0.8)
    axes.set(xlabel="step", ylabel="loss", title=title)
    axes.legend()
    return figure
