"""Pictures of lessons 08 and 10: shapes, kinks, what was learned."""

import numpy as np

from course_lib.sliders.boxes import arrow, box
from course_lib.sliders.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    ink,
    picture,
)

NODES = (
    ("X", "(8, 200)"),
    ("M", "(8, 800)"),
    ("H", "(8, 800)"),
    ("Y", "(8, 200)"),
    ("L", "()"),
)
FORWARD = ("X W₁ + b₁", "max(0, M)", "H W₂ + b₂", "loss")
# By the step at which they enter: what enters, and its gradients.
PARAMETERS = {
    0: ("W₁ (200, 800)\nb₁ (800,)", "∂L/∂W₁\n∂L/∂b₁"),
    2: ("W₂ (800, 200)\nb₂ (200,)", "∂L/∂W₂\n∂L/∂b₂"),
}
STEP = 1.95  # from node to node, in inches
TOP = 2.1  # where parameters stand

# The captions of the pictures.
WORDS = {
    "through": (
        "A token on its way through the layer. Lines lead from its four "
        "features to eight units, and from the units to the four features "
        "of the output. Four units are filled: they are open. The four empty "
        "ones are shut, and the dotted lines behind them carry a 0."
    ),
    "graph": (
        "The layer as a graph: X of shape (8, 200) leads to M (8, 800), to H "
        "(8, 800), to Y (8, 200), to the loss, a single number. W1 and b1 "
        "enter at the first step, W2 and b2 at the third. Arrows back carry "
        "the gradients of Y, H, M and X, and those of W1, b1, W2 and b2, "
        "each with the shape of its own letter."
    ),
    "kink": (
        "Left: the ReLU, flat and then rising, with a kink at 0. Right: its "
        "slope. The layer jumps from 0 to 1 at 0; a central difference with "
        "step 0.4 climbs from 0 at minus 0.4 through one half at 0 to 1 at "
        "0.4."
    ),
    "softmax": (
        "Three bar charts. Left the logits, 2 and 0. In the middle e to the "
        "power of each, 7.39 and 1, and right these divided by their sum, "
        "0.881 and 0.119: both are positive and they add up to 1."
    ),
    "cost": (
        "The curve of −ln p falls from far up near p = 0 to 0 at p = 1. Two "
        "points are marked: at p = 0.881 a guess costs 0.13, and at p = "
        "0.119 it costs 2.13."
    ),
    "eight": (
        "Targets and outputs of eight tokens in twelve features, each output "
        "joined to its own target. From the positive start the eight outputs "
        "of a feature lie close together, in the middle of the targets, and "
        "the lines fan out from there. From the usual start every output "
        "lies beside its own target."
    ),
    "longer": (
        "Left, three losses over 2,000 steps. From the usual start the loss "
        "falls to 0 within some 500 steps. From the positive start it drops "
        "to 0.068, that of the best single row, seems to stay there for "
        "about 500 steps, and then falls. Small weights of both signs wait "
        "about as long. Right, on a logarithmic axis, how far each loss is "
        "below the best single row: there the two that wait begin at about "
        "step 130, where their losses first are below it, and rise steadily."
    ),
    "gate": (
        "Left: SiLU(m) times u. For u = 1 it is near 0 below m = 0 and rises "
        "above it; u = 2 doubles it, and u = −1 turns it over. Right: along "
        "a ray of tokens, on which u = m, the gated unit stays near 0 on one "
        "side and grows like a square on the other; a ReLU unit is 0 and "
        "then straight."
    ),
    "two losses": (
        "Two losses over 200 updates. The cross entropy on raw outputs "
        "falls from 1.00 through 0 to below minus 1.1 and keeps falling. "
        "The squared error falls from 0.21 to 0.07 and never goes below 0."
    ),
}


# One token on its way: how many dots stand above each other, and their words.
COLUMNS = (
    (4, "x", "4 features"),
    (8, "hidden layer", "8 units"),
    (4, "y", "4 features"),
)
SHUT = (1, 2, 5, 7)  # units that hand on nothing


@picture((9.0, 4.4))
def one_token_through(figure):
    """Draw the layer as two fans of lines, with open and shut units."""
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set(xlim=(-0.9, 8.1), ylim=(-2.75, 2.5))
    axes.set_title("Spread out, cut off below 0, and gathered again")
    places = [
        [(3.6 * i, 0.5 * (j - (count - 1) / 2)) for j in range(count)]
        for i, (count, *_) in enumerate(COLUMNS)
    ]
    for i, (here, there) in enumerate(zip(places, places[1:])):
        for a in here:
            carries = i == 0 or here.index(a) not in SHUT
            look = {"lw": 0.9} if carries else {"ls": ":", "lw": 0.7}
            for b in there:
                axes.plot(*zip(a, b), color=REFERENCE, zorder=1, **look)
    for i, (column, (_, name, size)) in enumerate(zip(places, COLUMNS)):
        colour = (DATA, RESIDUAL, OUTPUT)[i]
        for j, at in enumerate(column):
            fill = "white" if i == 1 and j in SHUT else colour
            axes.plot(*at, "o", color=colour, mfc=fill, mew=2, ms=13)
        words = f"{name}\n{size}"
        axes.text(3.6 * i, -2.65, words, ha="center", color=ink(colour))
    for i, words in enumerate(("times W₁,\nplus b₁", "times W₂,\nplus b₂")):
        axes.text(3.6 * i + 1.8, 1.75, words, ha="center", va="center")


@picture((9.0, 4.2))
def shape_graph(figure):
    """Draw the layer as a graph, with shapes on its nodes and edges."""
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set(xlim=(-0.6, 4 * STEP + 0.6), ylim=(-1.2, 2.6))
    axes.set_title("Each gradient has the shape of what it belongs to")
    for i, (name, shape) in enumerate(NODES):
        box(
            axes, (i * STEP, 0), shape, title=name, color=DATA, size=(0.9, 0.6)
        )
    forth, back = {"color": ink(OUTPUT)}, {"color": ink(GRADIENT)}
    for i, label in enumerate(FORWARD):
        tail, head, middle = (i + np.array([0.27, 0.73, 0.5])) * STEP
        arrow(axes, (tail, 0.15), (head, 0.15), color=OUTPUT)
        arrow(axes, (head, -0.15), (tail, -0.15), color=GRADIENT)
        axes.text(middle, 0.45, label, ha="center", **forth)
        axes.text(middle, -0.6, f"∂L/∂{NODES[i][0]}", ha="center", **back)
    for i, (enters, gradients) in PARAMETERS.items():
        middle = (i + 0.5) * STEP
        box(axes, (middle, TOP), enters, color=RESIDUAL, size=(1.5, 0.6))
        arrow(axes, (middle, TOP - 0.4), (middle, 0.75), color=OUTPUT)
        right = middle + 0.2
        arrow(axes, (right, 0.75), (right, TOP - 0.4), color=GRADIENT)
        axes.text(middle + 0.3, 1.2, gradients, va="center", **back)
    axes.text(-0.5, -1.1, "forward, to the right", **forth)
    axes.text(
        4 * STEP + 0.5, -1.1, "backward, to the left", ha="right", **back
    )


@picture("two")
def relu_kink(figure, h):
    """Draw the ReLU and what a central difference of step h sees there."""
    m = np.linspace(-2, 2, 801)
    slope = (np.maximum(m + h, 0) - np.maximum(m - h, 0)) / (2 * h)
    left, right = figure.subplots(1, 2)
    left.plot(m, np.maximum(m, 0), color=OUTPUT)
    left.set(ylabel="max(0, m)", yticks=[0, 1, 2])
    left.set_title("The ReLU has a kink at 0")
    right.plot(m, m > 0, color=GRADIENT, ls="--", label="layer: m > 0")
    right.plot(m, slope, color=DATA, label=f"h = {h:g}")
    right.set(ylabel="slope", title="Within h a difference averages")
    right.legend(loc="upper left", handlelength=1.3)
    for axes in (left, right):
        axes.set(xlabel="pre-activation m", xticks=range(-2, 3))


@picture("two")
def longer_training(figure, curves, single_row):
    """Draw losses, and on a log axis how far they are below a single row's.

    `curves` holds losses by name; `single_row` is the best loss of a layer
    that answers every token with the same row.
    """
    looks = zip((OUTPUT, DATA, RESIDUAL), ("-", "--", ":"))
    left, right = figure.subplots(1, 2)
    for (name, losses), (colour, line) in zip(curves.items(), looks):
        look = {"color": colour, "ls": line, "lw": 2}
        left.plot(losses, label=name, **look)
        gained = single_row - np.asarray(losses)
        gained[gained < single_row / 1000] = np.nan
        right.plot(gained, **look)
    left.axhline(single_row, color=REFERENCE, lw=1, label="best single row")
    left.set(
        ylabel="loss", ylim=(0, 0.15), title="It waits, and then it falls"
    )
    right.set(yscale="log", ylabel="best single row − loss",
              title="On a log axis it never stood still")  # fmt: skip
    for axes in (left, right):
        axes.set(xlabel="step", xticks=[0, 1000, 2000])
        axes.set_xlim(0, 2000)
    figure.legend(*left.get_legend_handles_labels(),
                  loc="outside lower center", ncols=4)  # fmt: skip


@picture("two")
def gate_unit(figure):
    """Draw a gate at three sizes of u, and one unit along a ray of tokens."""
    t = np.linspace(-4, 4, 401)
    silu = t / (1 + np.exp(-t))
    left, right = figure.subplots(1, 2)
    looks = {2: (OUTPUT, "-"), 1: (DATA, "--"), -1: (GRADIENT, ":")}
    for u, (colour, line) in looks.items():
        name = f"u = {u}".replace("-", "−")
        left.plot(t, silu * u, color=colour, ls=line, label=name)
    left.set(xlabel="m", ylabel="SiLU(m) · u", title="u scales the gate")
    relu = np.maximum(t, 0)
    right.plot(t, relu, color=DATA, ls="--", label="ReLU unit")
    right.plot(t, silu * t, color=OUTPUT, label="gated unit, m = u = t")
    right.set(xlabel="t", ylabel="handed on", title="Near 0, then a square")
    for axes in (left, right):
        axes.set_xticks(range(-4, 5, 2))
        axes.legend(loc="upper left")


@picture("two")
def softmax_bars(figure, logits):
    """Draw the logits of one token, (classes,), and their way to softmax."""
    powers = np.exp(np.array(logits))
    shown = (
        (logits, DATA, "Logits", "{:g}"),
        (powers, RESIDUAL, "e to the power", "{:.3g}"),
        (powers / powers.sum(), OUTPUT, "Probabilities", "{:.3f}"),
    )
    for axes, (values, color, title, says) in zip(
        figure.subplots(1, 3), shown
    ):
        names = [f"class {k + 1}" for k in range(len(logits))]
        bars = axes.bar(names, values, color=color, width=0.5)
        axes.bar_label(bars, [says.format(v) for v in values], padding=3)
        axes.set(title=title, ylim=(0, 1.18 * max(values)), yticks=[])


@picture()
def cost_of_a_guess(figure, marked):
    """Draw −ln p, and mark what some probabilities cost."""
    axes = figure.subplots()
    p = np.linspace(0.02, 1, 200)
    axes.plot(p, -np.log(p), color=OUTPUT, lw=2)
    for each in marked:
        cost = -np.log(each)
        axes.plot(each, cost, "o", color=DATA, ms=8)
        early = each < 0.5  # to the right above a point no curve runs
        axes.annotate(f"p = {each:g}, cost {cost:.2f}", (each, cost),
                      (8, 4) if early else (0, 50),
                      textcoords="offset points", color=ink(DATA),
                      ha="left" if early else "right",
                      arrowprops=dict(arrowstyle="-", color=REFERENCE,
                                      lw=1 - early))  # fmt: skip
    axes.set(title="To be sure and wrong costs much",
             xlabel="probability p of the right class", ylabel="cost, −ln p",
             xlim=(0, 1.02), ylim=(0, 4))  # fmt: skip


@picture("two")
def one_panel_each(figure, curves):
    """Draw losses against updates, each with an axis of its own."""
    panels = figure.subplots(1, len(curves))
    for axes, (name, losses), colour in zip(
        panels, curves.items(), (OUTPUT, DATA)
    ):
        axes.plot(losses, color=colour, lw=2)
        axes.axhline(0, color=REFERENCE, lw=0.8)
        axes.set(xlabel="update", ylabel="loss", title=name)


@picture("two")
def eight_tokens(figure, runs, target, features=12):
    """Draw where the outputs of all tokens lie among their targets.

    Runs are outputs by the title of their panel. Outputs and targets have
    the shape (tokens, d_model); the first features are drawn.
    """
    panels = figure.subplots(1, len(runs), sharey=True, squeeze=False)[0]
    at = np.tile(np.arange(features), (len(target), 1))
    dot, bar = {"marker": "o", "ms": 5}, {"marker": "_", "ms": 11, "mew": 2}
    for axes, (title, y) in zip(panels, runs.items()):
        for x, *ends in zip(
            at.ravel(), target[:, :features].ravel(), y[:, :features].ravel()
        ):  # a thin line from each target to its own output
            axes.plot(
                [x - 0.15, x + 0.15], ends, color=REFERENCE, lw=0.8, zorder=1
            )
        for where, rows, color, look in (
            (at - 0.15, target, DATA, dot),
            (at + 0.15, y, OUTPUT, bar),
        ):
            axes.plot(where.ravel(), rows[:, :features].ravel(), ls="",
                      color=color, **look)  # fmt: skip
        axes.set(xlabel="feature", title=title, xticks=range(0, features, 2))
    panels[0].set(ylabel="value", ylim=(-0.1, 1.1))
    figure.legend(
        axes.lines[-2:], ["target of a token", "its output"],
        loc="outside lower center", ncols=2,
    )  # fmt: skip
