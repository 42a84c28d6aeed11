"""Pictures of lesson 03: slopes, gradients, step sizes, what checks catch."""

import numpy as np
from matplotlib.patches import FancyBboxPatch

from course_lib.plots.boxes import arrow, box
from course_lib.plots.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    TEXT,
    new_figure,
    style,
)

DARK = "#9B4479"  # the gradient's colour, dark enough for small type
FLOOR = 1e-17  # a log axis has no zero: "not one digit off" is drawn here


@style()
def derivative(x0=3.0):
    """Draw x² with its tangent at x0 beside its derivative 2x.

    Parameters
    ----------
    x0 : float
        The point whose slope is marked in both panels, in [-5, 5].

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure("two")
    left, right = figure.subplots(1, 2)
    x = np.linspace(-5, 5, 201)
    run = np.array([-1.5, 1.5])

    left.plot(x, x**2, color=DATA, lw=2)
    left.plot(x0 + run, x0**2 + 2 * x0 * run, color=GRADIENT, lw=2.5)
    left.plot([x0], [x0**2], "o", color=TEXT)
    left.annotate(
        f"slope {2 * x0:g} here", (x0, x0**2), (-2, 21), ha="center",
        arrowprops={"arrowstyle": "->", "color": TEXT},
    )  # fmt: skip
    left.set(title="f(x) = x²", xlabel="x", ylabel="f(x)", ylim=(-1, 26))

    right.axhline(0, color=REFERENCE, lw=0.8)
    right.plot(x, 2 * x, color=GRADIENT, lw=2, ls="--")
    right.plot([x0], [2 * x0], "o", color=TEXT)
    right.annotate(f"{2 * x0:g}", (x0, 2 * x0), (x0 - 0.9, 2 * x0 + 1))
    right.set(
        title="Its derivative f′(x) = 2x is the slope at each x",
        xlabel="x",
        ylabel="f′(x)",
    )
    return figure


@style()
def partial_derivatives(x0=1.0, y0=1.0):
    """Draw the surface x² + y² with its two slopes at one point.

    Parameters
    ----------
    x0, y0 : float
        The point, in [-2, 2].

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((6.4, 4.6))
    ax = figure.add_subplot(projection="3d")
    ax.view_init(elev=36, azim=-128)
    grid = np.linspace(-2, 2, 33)
    x, y = np.meshgrid(grid, grid)
    ax.plot_surface(
        x, y, x**2 + y**2, cmap="cividis", alpha=0.45, lw=0, rcount=33
    )  # fmt: skip

    z0, run = x0**2 + y0**2, np.array([-0.8, 0.8])
    above = {"zorder": 10}
    ax.plot(grid, np.full(33, y0), grid**2 + y0**2, color=DATA, lw=1, **above)
    ax.plot(
        np.full(33, x0), grid, x0**2 + grid**2, color=OUTPUT, lw=1, **above
    )
    ax.plot(
        x0 + run, [y0, y0], z0 + 2 * x0 * run, color=DATA, lw=3, **above,
        label=f"∂f/∂x = {2 * x0:g}: move x, hold y",
    )  # fmt: skip
    ax.plot(
        [x0, x0], y0 + run, z0 + 2 * y0 * run, color=OUTPUT, lw=3, ls="--",
        label=f"∂f/∂y = {2 * y0:g}: move y, hold x", **above,
    )  # fmt: skip
    ax.plot([x0], [y0], [z0], "o", color=TEXT, **above)
    ax.set(xlabel="x", ylabel="y", zlabel="f(x, y)", zlim=(0, 8))
    ax.set(xticks=range(-2, 3), yticks=range(-2, 3))
    ax.set_title("Two directions, two slopes at one point", loc="left")
    ax.legend(loc="upper left", bbox_to_anchor=(-0.05, 0.98))
    ax.set_box_aspect((4, 4, 3), zoom=0.92)
    return figure


@style()
def gradient(at=None):
    """Draw the contours of x² + y² with gradient arrows of true length.

    Parameters
    ----------
    at : (float, float), optional
        A point whose own arrow is drawn darker.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((5.6, 4.8))
    ax = figure.add_subplot()
    grid = np.linspace(-2, 2, 81)
    x, y = np.meshgrid(grid, grid)
    lines = ax.contour(x, y, x**2 + y**2, levels=np.arange(1, 8), colors=DATA)
    ax.clabel(lines, fontsize=9)
    u, v = np.meshgrid(
        np.linspace(-1.75, 1.75, 8), np.linspace(-1.75, 1.75, 8)
    )
    looks = {"angles": "xy", "scale_units": "xy", "scale": 8, "width": 0.006}
    ax.quiver(u, v, 2 * u, 2 * v, color=GRADIENT, **looks)
    if at:
        ax.quiver(*at, 2 * at[0], 2 * at[1], color=TEXT, **looks)
        ax.plot(*at, "o", color=TEXT)
    ax.set(
        title="The gradient crosses each contour at a right angle",
        xlabel="x",
        ylabel="y",
        aspect="equal",
        xlim=(-2.3, 2.3),
        ylim=(-2.3, 2.3),
    )
    return figure


@style()
def chain_graph(values, gradients, shares):
    """Draw L = (w·x + x − t)² as a graph, values above, gradients below.

    Parameters
    ----------
    values, gradients : dict of str to float
        By node name: x, w, q, y, t, e, L. A node without a gradient is
        drawn without one.
    shares : dict of str to float
        What x collects along each edge that leaves it: "xq" and "xy".

    Returns
    -------
    matplotlib.figure.Figure
    """
    place = {
        "w": (0, 2), "x": (0, 0), "q": (2, 1), "y": (4, 0),
        "t": (4, -1.7), "e": (6, -0.85), "L": (8, -0.85),
    }  # fmt: skip
    says = {"q": "q = w·x", "y": "y = q + x", "e": "e = y − t", "L": "L = e²"}
    edges = ["wq", "xq", "xy", "qy", "ye", "te", "eL"]
    figure = new_figure((9, 3.8))
    ax = figure.add_subplot()
    boxes = {}
    for name, (x, y) in place.items():
        boxes[name] = box(ax, (x, y), says.get(name, name))
        value = f"{values[name]:g}"
        ax.text(x, y + 0.38, value, color=DATA, weight="bold", ha="center")
        if name in gradients:
            slope = f"∂L/∂{name} = {gradients[name]:g}"
            ax.text(x, y - 0.38, slope, color=DARK, va="top", ha="center")
    for start, end in edges:
        arrow(ax, boxes[start], boxes[end])
    for edge, at in (("xq", (0.85, 0.72)), ("xy", (1.6, -0.28))):
        back = f"← {shares[edge]:g}"
        ax.text(*at, back, color=DARK, weight="bold", ha="center", va="center")
    ax.set(xlim=(-1, 9), ylim=(-2.5, 2.8))
    ax.set_axis_off()
    ax.set_title("Values run forward (above), gradients run back (below)")
    return figure


METHODS = {
    "forward": {"color": REFERENCE, "ls": "--", "label": "forward difference"},
    "central": {"color": GRADIENT, "ls": "-", "label": "central difference"},
    "complex": {"color": TEXT, "ls": ":", "label": "complex step"},
}


def cube(x):
    """Return x³ by products alone: every machine rounds them alike."""
    return x * x * x


def cube_slope(method, x, h):
    """Estimate the slope of x³ at x with step h.

    Parameters
    ----------
    method : {"forward", "central", "complex"}
    x, h : float or ndarray

    Returns
    -------
    float or ndarray
    """
    if method == "forward":
        return (cube(x + h) - cube(x)) / h
    if method == "central":
        return (cube(x + h) - cube(x - h)) / (2 * h)
    return cube(x + 1j * h).imag / h


def cube_errors(x, h):
    """Return the relative error of every method's slope of x³, by method."""
    true = 3 * x**2
    return {
        method: abs(cube_slope(method, x, h) - true) / true
        for method in METHODS
    }


def draw_u_curve(ax, h, errors):
    """Draw relative error against step size on log axes, one line a method.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    h : ndarray, shape (n,)
        Step sizes.
    errors : dict of str to ndarray, shape (n,)
        Relative errors by method: "forward", "central", "complex".
    """
    for method, error in errors.items():
        ax.loglog(h, np.maximum(error, FLOOR), lw=2, **METHODS[method])
    ax.set(
        xlabel="step size h",
        ylabel="relative error",
        xlim=(h.min(), h.max()),
        ylim=(FLOOR / 3, 1e2),
        yticks=10.0 ** np.arange(-16, 1, 4),
    )
    ax.minorticks_off()


@style()
def u_curve(h, errors):
    """Draw the U curve with the reason for each of its sides.

    Parameters
    ----------
    h : ndarray, shape (n,)
        Step sizes.
    errors : dict of str to ndarray, shape (n,)
        Relative errors by method: "forward", "central", "complex".

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((6.4, 4.0))
    ax = figure.add_subplot()
    draw_u_curve(ax, h, errors)
    ax.text(3e-15, 20, "too small: rounding", va="top")
    ax.text(0.8, 20, "too large: bending", va="top", ha="right")
    ax.legend(loc="lower left", bbox_to_anchor=(0.02, 0.1))
    ax.set_title("Tiny steps hurt the differences, not the complex step of x³")
    return figure


@style()
def catches(caught, backwards, checks):
    """Draw which check catches which wrong backward.

    Parameters
    ----------
    caught : ndarray of bool, shape (len(backwards), len(checks))
    backwards, checks : list of str
        Row and column names.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((9, 0.46 * len(backwards) + 1.5))
    ax = figure.add_subplot()
    for row, name in enumerate(backwards):
        ax.text(-0.62, row, name, ha="right", va="center")
        for column in range(len(checks)):
            hit = caught[row][column]
            ax.add_patch(
                FancyBboxPatch(
                    (column - 0.42, row - 0.3),
                    0.84,
                    0.6,
                    boxstyle="round,pad=0.02",
                    fc="#FFFFFF" if hit else "#F6D9C8",
                    ec=REFERENCE if hit else OUTPUT,
                )  # fmt: skip
            )
            ax.text(
                column, row, "caught" if hit else "PASSES",
                ha="center", va="center", color=TEXT,
                weight="normal" if hit else "bold",
            )  # fmt: skip
    for column, name in enumerate(checks):
        ax.text(column, -0.5, name, ha="center", va="bottom")
    ax.set(xlim=(-2.6, len(checks) - 0.4), ylim=(len(backwards) - 0.5, -1.4))
    ax.set_axis_off()
    ax.set_title("Every poor check has a blind spot")
    return figure
