"""Pictures of lesson 03: slopes, gradients, step sizes."""

import numpy as np

from course_lib.panels.boxes import arrow, box
from course_lib.panels.style import (
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

STEP = 1.5  # of the secants beside a tangent
FLOOR = 1e-17  # a log axis has no zero: "not one digit off" is drawn here
# Three digits: the last bit of a power is another one on other processors,
# and the rounding that the U curve shows hangs on it.
STEPS = np.array([float(f"{h:.3g}") for h in np.logspace(-16, 0, 129)])

# The captions of pictures that answer a prediction.
WORDS = {
    "gradient": (
        "Circles of equal height around the bottom of the bowl, crossed at "
        "right angles by arrows that point uphill, one of them from (1, 0.5). "
        "The arrows grow towards the rim, where the bowl is steeper."
    ),
    "chain": (
        "A graph from w and x to L. Values run forward. Gradients run back: x "
        "collects 6 through w·x and 2 straight from the sum, 8 in all."
    ),
    "u": (
        "Relative error against step size, both on log scales. Forward and "
        "central differences make a U: the error falls until about h = 1e-8 "
        "and 1e-5, then rises again. The complex step falls to the last digit "
        "and stays there (an error of 0 is drawn near the bottom edge)."
    ),
}


@picture("two")
def derivative(figure, x0=3.0):
    """Draw x² with a tangent and two secants beside its derivative 2x.

    The slope at x0, from -5 to 5, is marked in both panels.
    """
    left, right = figure.subplots(1, 2)
    near = np.linspace(x0 - 2.5, x0 + 2.5, 101)
    left.plot(near, near**2, color=DATA)
    for name, ends, colour, dash in (
        ("forward", (x0, x0 + STEP), OUTPUT, ":"),
        ("central", (x0 - STEP, x0 + STEP), RESIDUAL, "--"),
    ):
        rise = (ends[1] ** 2 - ends[0] ** 2) / (ends[1] - ends[0])
        left.plot(ends, np.square(ends), "o", color=colour, ls=dash,
                  label=f"{name}: {rise:g}")  # fmt: skip
    run = np.array([-1.5, 1.5])
    left.plot(x0 + run, x0**2 + 2 * x0 * run, color=GRADIENT,
              label=f"tangent: {2 * x0:g}")  # fmt: skip
    left.plot([x0], [x0**2], "o", color=TEXT)
    left.legend(title="slope", loc="upper left")
    left.set(title="f(x) = x², by rise and run", xlabel="x", ylabel="f(x)",
             ylim=(-1, 30))  # fmt: skip

    x = np.linspace(-5, 5, 201)
    right.axhline(0, color=REFERENCE, lw=0.8)
    right.plot(x, 2 * x, color=GRADIENT, ls="--")
    right.plot([x0], [2 * x0], "o", color=TEXT)
    right.annotate(f"{2 * x0:g}", (x0 - 0.4, 2 * x0 + 0.4), ha="right")
    right.set(
        title="The slope at each x: f′(x) = 2x", xlabel="x", ylabel="f′(x)"
    )


@picture((6.4, 5.2))
def partial_derivatives(figure, x0=1.0, y0=1.0):
    """Draw the surface x² + y² with its two slopes at a point of [-2, 2]²."""
    ax = figure.add_subplot(projection="3d")
    ax.view_init(elev=30, azim=-128)
    radius, angle = np.mgrid[0:2:17j, 0 : 2 * np.pi : 65j]
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    ax.plot_surface(
        x, y, x**2 + y**2, cmap="cividis", alpha=0.4, lw=0, rcount=17,
        ccount=65,
    )  # fmt: skip

    z0, run = x0**2 + y0**2, np.array([-0.8, 0.8])
    above = {"zorder": 10}
    cut, held = np.linspace(-1, 1, 33), np.ones(33)
    x, y = cut * np.sqrt(4 - y0**2), cut * np.sqrt(4 - x0**2)
    ax.plot(x, y0 * held, x**2 + y0**2, color=DATA, lw=1.5, **above)
    ax.plot(x0 * held, y, y**2 + x0**2, color=OUTPUT, lw=1.5, **above)
    ax.plot(
        x0 + run, [y0, y0], z0 + 2 * x0 * run, color=DATA, lw=4, **above,
        label=f"∂f/∂x = {2 * x0:g}: move x, hold y",
    )  # fmt: skip
    ax.plot(
        [x0, x0], y0 + run, z0 + 2 * y0 * run, color=OUTPUT, lw=4, ls="--",
        label=f"∂f/∂y = {2 * y0:g}: move y, hold x", **above,
    )  # fmt: skip
    ax.plot([x0], [y0], [z0], "o", color=TEXT, **above)
    ax.set(xlabel="x", ylabel="y", zlabel="f(x, y)", zlim=(0, 4.5))
    ax.set(xticks=range(-2, 3), yticks=range(-2, 3))
    ax.set_title("Two directions, two slopes at one point", loc="left")
    figure.legend(loc="outside lower center")
    ax.set_box_aspect((4, 4, 3), zoom=0.95)


@picture((5.4, 5.2))
def gradient(figure, at=None):
    """Draw the contours of x² + y² with gradient arrows of true length.

    The arrow of the point `at`, (x, y), is drawn darker.
    """
    ax = figure.add_subplot()
    grid = np.linspace(-2.2, 2.2, 89)
    x, y = np.meshgrid(grid, grid)
    levels = np.arange(1, 5)  # whole circles only
    lines = ax.contour(x, y, x**2 + y**2, levels=levels, colors=DATA)
    places = [(0, -(height**0.5)) for height in levels]
    ax.clabel(lines, colors=TEXT, fontsize=POINTS, manual=places)
    u, v = np.meshgrid(*2 * [np.arange(-1.5, 1.6, 0.6)])
    looks = {"angles": "xy", "scale_units": "xy", "scale": 8, "width": 0.009}
    ax.quiver(u, v, 2 * u, 2 * v, color=GRADIENT, **looks)
    if at:
        ax.quiver(*at, 2 * at[0], 2 * at[1], color=TEXT, **looks)
        ax.plot(*at, "o", color=TEXT)
        words = f"({2 * at[0]:g}, {2 * at[1]:g})"
        paper = {"fc": "white", "ec": "none", "pad": 1}
        note(ax, words, np.multiply(at, 1.25), (8, -2), bbox=paper)
    ends = (-2.3, 2.3)
    ax.set(xlabel="x", ylabel="y", aspect="equal", xlim=ends, ylim=ends)
    ax.set_title("Gradients cross contours squarely")


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
def chain_graph(figure, values, gradients, shares):
    """Draw L = (w·x + x − t)² as a graph, values above, gradients below.

    Values and gradients are named by node; a node without a gradient is drawn
    without one. Shares are what x collects along its edges, "xq" and "xy".
    """
    ax = figure.add_subplot()
    back, boxes = {"color": ink(GRADIENT), "ha": "center"}, {}
    for name, ((x, y), words) in NODES.items():
        boxes[name] = box(ax, (x, y), words)
        value = f"{values[name]:g}"
        ax.text(x, y + 0.42, value, color=DATA, weight="bold", ha="center")
        if name in gradients:
            slope = f"∂L/∂{name} = {gradients[name]:g}"
            ax.text(x, y - 0.38, slope, va="top", **back)
    for start, end in EDGES:
        arrow(ax, boxes[start], boxes[end])
    for edge, at in (("xq", (0.85, 0.72)), ("xy", (1.6, -0.28))):
        share = f"← {shares[edge]:g}"
        ax.text(*at, share, weight="bold", va="center", **back)
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
    """Estimate the slope of x³ at x with step h, by one of the METHODS."""
    if method == "forward difference":
        return (cube(x + h) - cube(x)) / h
    if method == "central difference":
        return (cube(x + h) - cube(x - h)) / (2 * h)
    # Python's complex product: NumPy's rounds differently by the processor.
    cubes = [cube(complex(x, step)).imag for step in np.ravel(h)]
    return np.reshape(cubes, np.shape(h))[()] / h


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


def draw_u_curve(ax, h, errors):
    """Draw relative error against step size h, (n,), one line a method.

    Return the lines by method, as in `errors`.
    """
    curves = {}
    for method, error in errors.items():
        look = METHODS[method] | {"label": method}
        (curves[method],) = ax.loglog(h, np.maximum(error, FLOOR), **look)
    ax.set(
        xlabel="step size h",
        ylabel="relative error",
        xlim=(h.min(), h.max()),
        ylim=(FLOOR / 3, 1e2),
        yticks=10.0 ** np.arange(-16, 1, 4),
    )
    ax.minorticks_off()
    return curves


@picture((6.4, 4.0))
def u_curve(figure, h, errors):
    """Draw the U curve with the reason for each of its sides."""
    ax = figure.add_subplot()
    draw_u_curve(ax, h, errors)
    ax.text(3e-15, 20, "too small: rounding", va="top")
    ax.text(0.8, 20, "too large: bending", va="top", ha="right")
    ax.legend(loc="lower left", bbox_to_anchor=(0.02, 0.1))
    ax.set_title("Tiny steps hurt the two differences alone")
