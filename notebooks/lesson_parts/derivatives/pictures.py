"""Pictures of lesson 03: slopes, gradients, step sizes."""

import numpy as np

from course_lib.sliders.boxes import arrow, box
from course_lib.sliders.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    POINTS,
    REFERENCE,
    RESIDUAL,
    TEXT,
    ink,
    note,
    picture,
)

FLOOR = 1e-17  # a log axis has no zero: "not one digit off" is drawn here
# Three digits: the last bit of a power is another one on other processors,
# and the rounding that the U curve shows hangs on it.
STEPS = np.array([float(f"{h:.3g}") for h in np.logspace(-16, 0, 129)])

# The captions. They stand here, so that a page does not tell the answer to a
# prediction.
WORDS = {
    "suspects": (
        "Two losses against updates, on a log scale. Both fall without a "
        "pause, from 0.285 to 0.010 after 60 updates. The two lines lie "
        "almost on one another: B is at most about 3 % from A."
    ),
    "turned": (
        "Two losses against updates, on a log scale. A falls steadily, below "
        "0.001 after 300 updates. B falls more slowly, and from about update "
        "100 on it stays near 0.4 for good."
    ),
    "derivative": (
        "Three looks at the curve x² with its tangent at x = 1, each closer "
        "than the one before. At h = 1 the chord from 1 to 2 has slope 3, "
        "and the one from 0 to 2 has slope 2 and is parallel to the tangent. "
        "At h = 0.1 the curve is nearly straight, and both chords lie on the "
        "tangent."
    ),
    "which slope": (
        "Left the curve f: a hill, highest at x = 0, that flattens out to "
        "both sides. Right four curves. A: a hill to either side of 0, and 0 "
        "between them. B: below 0 on the left, above 0 on the right. C: a "
        "hill that has moved to the right. D: above 0 on the left, below 0 on "
        "the right."
    ),
    "partials": (
        "Left: the bowl as a map, with circles of equal height and two "
        "straight paths through (1, 0.5). Right: the height along each path, "
        "a parabola. At the point its tangent has slope 2 if x moves, and "
        "slope 1 if y moves."
    ),
    "bowl": (
        "Circles of equal height around the bottom of the bowl, crossed at "
        "right angles by arrows that point uphill, each drawn at one eighth "
        "of its length. The black one, from (1, 0.5), is the gradient (2, 1), "
        "at half its length. The arrows grow towards the rim, where the bowl "
        "is steeper."
    ),
    "chain": (
        "A graph from w and x to L. Values run forward. Gradients run back: x "
        "collects 6 through w·x and 2 straight from the sum, 8 in all. The "
        "target t receives −2."
    ),
    "errors": (
        "Relative error against step size, both on log scales. Forward and "
        "central differences make a U: the error falls until about h = 1e-8 "
        "and 1e-5, then rises again. A third way, the complex step, falls to "
        "the last digit and stays there (an error of 0 is drawn near the "
        "bottom edge)."
    ),
}


@picture((9, 3.9))
def derivative(figure, x0=1.0, steps=(1.0, 0.5, 0.1)):
    """Draw x² near x0 under a microscope, with a tangent and two chords.

    Every panel reaches 1.6 steps to either side of x0.
    """
    for ax, h in zip(figure.subplots(1, len(steps)), steps):
        near = x0 + h * np.linspace(-1.6, 1.6, 65)
        ends = near[[0, -1]]
        ax.plot(near, near**2, color=DATA, lw=4, alpha=0.75, label="x²")
        for name, (a, b), colour, dash, marker in (
            ("forward", (x0, x0 + h), OUTPUT, ":", "s"),
            ("central", (x0 - h, x0 + h), RESIDUAL, "--", "o"),
        ):
            slope = (b**2 - a**2) / (b - a)
            look = {"color": colour, "ls": dash, "label": name}
            ax.plot(ends, a**2 + slope * (ends - a), **look)
            ax.plot([a, b], [a**2, b**2], marker, color=colour)
        tangent = x0**2 + 2 * x0 * (ends - x0)
        ax.plot(ends, tangent, color=GRADIENT, label="tangent")
        ax.plot([x0], [x0**2], "o", color=TEXT)
        ax.set(title=f"h = {h:g}", xlabel="x", xticks=[x0 - h, x0, x0 + h],
               xlim=ends, yticks=[x0**2 + i * h for i in (-4, -2, 0, 2, 4)],
               ylim=x0**2 + h * np.array([-4.6, 6.2]))  # fmt: skip
    figure.axes[0].set_ylabel("f(x)")
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4)


def hill(x):
    """Return a curve without a name: it rises, turns, and flattens out."""
    return 2 / (1 + x * x)


def hill_slope(x):
    return -4 * x / (1 + x * x) ** 2


# Which of these is the slope of the hill?
CHOICES = {
    "A": lambda x: abs(hill_slope(x)),
    "B": lambda x: -hill_slope(x),
    "C": lambda x: hill(x - 1) - 0.7,
    "D": hill_slope,
}


@picture((9, 4.2))
def which_slope(figure):
    """Draw a hill, and four curves of which one is its slope."""
    places = figure.subplot_mosaic("HHAB;HHCD")
    x = np.linspace(-3, 3, 121)
    for name, ax in places.items():
        y, colour = (
            (hill(x), DATA) if name == "H" else (CHOICES[name](x), GRADIENT)
        )
        ax.axhline(0, color=REFERENCE, lw=1)
        ax.axvline(0, color=REFERENCE, lw=1, ls=":")
        ax.plot(x, y, color=colour, lw=3 if name == "H" else 2)
        ax.set(title=name, xticks=[-2, 0, 2], yticks=[0], ylim=(-1.9, 1.9))
    places["H"].set(title="The curve f", xlabel="x", ylim=(-0.3, 2.3))


def contours(ax, levels):
    """Draw the circles on which x² + y² has the height of a level."""
    grid = np.linspace(-2.2, 2.2, 89)
    x, y = np.meshgrid(grid, grid)
    lines = ax.contour(x, y, x**2 + y**2, levels=levels, colors=REFERENCE,
                       linewidths=1.5)  # fmt: skip
    places = [(0, -(height**0.5)) for height in levels]
    ax.clabel(lines, colors=TEXT, fontsize=POINTS, manual=places)
    ends = (-2.3, 2.3)
    ax.set(xlabel="x", ylabel="y", aspect="equal", xlim=ends, ylim=ends)


@picture((9, 4.6))
def partial_derivatives(figure, x0=1.0, y0=1.0):
    """Draw a map of x² + y², and two cuts through a point of [-2, 2]².

    Each cut is drawn with its tangent at the point.
    """
    left, right = figure.subplots(1, 2)
    contours(left, np.arange(1, 5))
    left.axhline(y0, color=DATA, lw=2)
    left.axvline(x0, color=OUTPUT, lw=2, ls="--")
    left.plot([x0], [y0], "o", color=TEXT)
    left.set_title("A map: lines of equal height")

    along, run = np.linspace(-2, 2, 81), np.array([-0.73, 0.73])
    z0 = x0**2 + y0**2
    for name, other, at, held, colour, dash in (
        ("x", "y", x0, y0, DATA, "-"),
        ("y", "x", y0, x0, OUTPUT, "--"),
    ):
        right.plot(along, along**2 + held**2, color=colour, ls=dash, lw=1.5)
        right.plot(at + run, z0 + 2 * at * run, color=colour, ls=dash, lw=4,
                   label=f"∂f/∂{name} = {2 * at:g}: move {name}, "
                   f"hold {other}")  # fmt: skip
        right.plot([at], [z0], "o", color=TEXT)
    right.set(title="The two cuts", ylim=(0, 5.2), xticks=range(-2, 3),
              xlabel="value of the input that moves",
              ylabel="f(x, y)")  # fmt: skip
    figure.legend(loc="outside lower center", ncols=2)


@picture((6.4, 5.2))
def bowl(figure, at=None):
    """Draw the contours of x² + y² with arrows along the gradient.

    Each arrow has one eighth of the gradient's length. That of the point
    `at`, (x, y), is black, and half as long as its gradient.
    """
    ax = figure.add_subplot()
    contours(ax, np.arange(1, 5))  # whole circles only
    u, v = np.meshgrid(*2 * [np.arange(-1.5, 1.6, 0.6)])
    looks = {"angles": "xy", "scale_units": "xy"}
    ax.quiver(u, v, 2 * u, 2 * v, color=GRADIENT, alpha=0.7, scale=8,
              width=0.007, **looks)  # fmt: skip
    if at:
        tip = 2 * at[0], 2 * at[1]
        ax.quiver(*at, *tip, color=TEXT, ec="white", lw=1, scale=2,
                  width=0.018, zorder=4, **looks)  # fmt: skip
        ax.plot(*at, "o", color=TEXT, mec="white", zorder=5)
        label = f"gradient\n({tip[0]:g}, {tip[1]:g}),\ndrawn half\nas long"
        note(ax, label, tip, (6, 0), va="center")
        ax.set_xlim(-2.3, 3.4)
    ax.set_title("Uphill, at right angles to the contours")


# Where a node of the graph stands, and what is written in it.
NODES = {
    "w": ((0, 2), "w"),
    "x": ((0, 0), "x"),
    "q": ((2, 1), "q = w·x"),
    "y": ((4, 0), "y = q + x"),
    "t": ((4, -1.7), "t"),
    "e": ((6, -0.85), "e = y − t"),
    "L": ((8, -0.85), "L = e²"),
}
EDGES = "wq", "xq", "xy", "qy", "ye", "te", "eL"


@picture((9, 3.8))
def chain_graph(figure, values, gradients, arriving):
    """Draw L = (w·x + x − t)² as a graph, values above, gradients below.

    Values and gradients are named by node; a node without a gradient is drawn
    without one. What arrives at x along its edges is named "xq" and "xy".
    """
    ax = figure.add_subplot()
    back, boxes = {"color": ink(GRADIENT), "ha": "center"}, {}
    for name, ((x, y), label) in NODES.items():
        boxes[name] = box(ax, (x, y), label)
        value = f"{values[name]:g}"
        ax.text(x, y + 0.42, value, color=DATA, weight="bold", ha="center")
        if name in gradients:
            slope = f"∂L/∂{name} = {gradients[name]:g}".replace("-", "−")
            ax.text(x, y - 0.38, slope, va="top", **back)
    for start, end in EDGES:
        arrow(ax, boxes[start], boxes[end])
    for edge, at in (("xq", (0.85, 0.72)), ("xy", (1.6, -0.28))):
        number = f"← {arriving[edge]:g}"
        ax.text(*at, number, weight="bold", va="center", **back)
    ax.set(xlim=(-1, 9), ylim=(-2.5, 2.8))
    ax.set_axis_off()
    ax.set_title("Values run forward (above), gradients run back (below)")


METHODS = {
    "forward difference": {"color": REFERENCE, "ls": "--"},
    "central difference": {"color": GRADIENT, "ls": "-"},
    "complex step": {"color": TEXT, "ls": ":"},
}


def cube(x):
    """Return x³ by products alone: every machine rounds them alike."""
    return x * x * x


def cube_slope(method, x, h):
    """Estimate the slope of x³ at x with step h, by one of the METHODS.

    All is computed in the numbers that x and h are, float32 or float64.
    """
    if method == "forward difference":
        return (cube(x + h) - cube(x)) / h
    if method == "central difference":
        return (cube(x + h) - cube(x - h)) / (2 * h)
    # (x + ih)³ by products of real numbers: NumPy's product of complex ones
    # rounds differently from processor to processor.
    real, imaginary = x * x - h * h, x * h + h * x  # of (x + ih)²
    return (real * h + imaginary * x) / h


def cube_errors(x, h, dtype=np.float64):
    """Return the relative error of every method's slope of x³, by method.

    The slopes are computed in numbers of `dtype`, one for each step in h.
    """
    x, h = dtype(x), dtype(h)
    true = 3 * float(x) * float(x)
    return {
        method: abs(np.float64(cube_slope(method, x, h)) - true) / true
        for method in METHODS
    }


@picture((6.4, 4.0))
def error_curves(figure, h, errors):
    """Draw relative error against step size h, (n,), one line a method.

    The reason stands at each side of the U.
    """
    ax = figure.add_subplot()
    for method, error in errors.items():
        look = METHODS[method] | {"label": method}
        ax.loglog(h, np.maximum(error, FLOOR), **look)
    ax.set(
        xlabel="step size h",
        ylabel="relative error",
        xlim=(h.min(), h.max()),
        ylim=(FLOOR / 3, 1e2),
        yticks=10.0 ** np.arange(-16, 1, 4),
    )
    ax.minorticks_off()
    ax.text(3e-15, 20, "too small: rounding", va="top")
    ax.text(0.8, 20, "too large: bending", va="top", ha="right")
    ax.legend(loc="lower left", bbox_to_anchor=(0.02, 0.1))
    ax.set_title("Tiny steps hurt only the two differences")


@picture()
def training_runs(figure, runs, title):
    """Draw the losses of two runs against updates, on a log scale."""
    axes = figure.add_subplot()
    for (name, losses), colour, dash in zip(
        runs.items(), (DATA, OUTPUT), ("-", "--")
    ):
        axes.semilogy(losses, color=colour, ls=dash, label=name)
    axes.set(xlabel="update", ylabel="loss", title=title)
    axes.legend()
