"""Pictures of vectors, of tables of numbers, and of centring."""

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from course_lib.plots.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    SIGNED,
    TEXT,
    ink,
    new_figure,
    style,
)


def arrow(ax, start, end, color, words="", ls="-", place=(0.0, 0.0)):
    """Draw an arrow from start to end, with words beside its tip."""
    ax.annotate(
        "",
        end,
        xytext=start,
        arrowprops={
            "arrowstyle": "-|>",
            "mutation_scale": 18,
            "lw": 2.2,
            "ls": ls,
            "color": color,
            "shrinkA": 0,
            "shrinkB": 0,
        },
    )
    if words:
        at = (end[0] + place[0], end[1] + place[1])
        ax.annotate(words, at, color=ink(color), ha="center", va="center")


def plane(ax, x_limits, y_limits, title):
    """Prepare a square grid with axes through the origin."""
    ax.axhline(0, color=REFERENCE, lw=0.8)
    ax.axvline(0, color=REFERENCE, lw=0.8)
    ax.grid(color=REFERENCE, alpha=0.2)
    ax.set(
        xlim=x_limits,
        ylim=y_limits,
        aspect="equal",
        xlabel="first entry",
        ylabel="second entry",
        title=title,
    )


@style()
def vector_addition(v1, v2):
    """Two vectors tip to tail, and their sum.

    Parameters
    ----------
    v1, v2 : array_like, (2,)

    Returns
    -------
    matplotlib.figure.Figure
    """
    v1, v2 = np.asarray(v1, dtype=float), np.asarray(v2, dtype=float)
    total = v1 + v2
    figure = new_figure()
    ax = figure.subplots()
    plane(ax, (-0.6, 7.9), (-0.6, 4.9), "Adding is walking v1, then v2")
    arrow(ax, (0, 0), v1, DATA, "v1", place=(-0.25, 0.35))
    arrow(ax, (0, 0), v2, RESIDUAL, "v2", place=(0.3, -0.35))
    arrow(ax, v1, total, RESIDUAL, ls="--")
    ax.annotate(
        "v2 again",
        (v1 + total) / 2 + (0, 0.3),
        color=ink(RESIDUAL),
        ha="center",
    )
    arrow(ax, (0, 0), total, OUTPUT, "v1 + v2", place=(0.75, 0.25))
    return figure


def _table(ax, grid, left, top, shade):
    """Draw one table of numbers whose corner is at (left, top)."""
    for (i, j), number in np.ndenumerate(grid):
        corner = (left + j, top + i)
        fill = {"facecolor": shade.to_rgba(number), "edgecolor": TEXT}
        ax.add_patch(Rectangle(corner, 1, 1, lw=0.8, **fill))
        at = (left + j + 0.5, top + i + 0.5)
        words = f"{number:.3g}".replace("-", "−")
        ax.annotate(words, at, ha="center", va="center")


@style()
def tables(*arrays, joints=(), titles=(), title=""):
    """Matrices and vectors as tables of coloured numbers in a row.

    Parameters
    ----------
    *arrays : array_like, (N,) or (M, N)
        A vector of shape (N,) is drawn as one row.
    joints : sequence of str
        What stands between the tables, such as "+" and "=".
    titles : sequence of str
        One heading for each table.
    title : str
        The point of the picture.

    Returns
    -------
    matplotlib.figure.Figure
    """
    grids = [np.atleast_2d(np.asarray(a, dtype=float)) for a in arrays]
    limit = 2 * max(np.abs(grid).max() for grid in grids)
    shade = ScalarMappable(Normalize(-limit, limit), SIGNED)
    rows = max(len(grid) for grid in grids)
    figure = new_figure((9.0, 1.4 + 0.55 * rows))
    ax = figure.subplots()
    left = 0.0
    for index, grid in enumerate(grids):
        top = (rows - len(grid)) / 2
        _table(ax, grid, left, top, shade)
        middle = left + grid.shape[1] / 2
        left += grid.shape[1] + 1
        if index < len(titles):
            ax.text(middle, -0.3, titles[index], ha="center")
        if index < len(joints):
            sign = {"ha": "center", "va": "center", "fontsize": 16}
            ax.text(left - 0.5, rows / 2, joints[index], **sign)
    ax.set(xlim=(-0.05, left - 0.95), ylim=(rows + 0.05, -0.7), title=title)
    ax.set_axis_off()
    return figure


@style()
def centring(x):
    """Split a vector of two entries into its mean part and the rest.

    Parameters
    ----------
    x : array_like, (2,)

    Returns
    -------
    matplotlib.figure.Figure
    """
    x = np.asarray(x, dtype=float)
    mean_part = np.full(2, x.mean())
    rest = x - mean_part
    figure = new_figure()
    ax = figure.subplots()
    reach = 1.35 * np.abs(x).max()
    plane(
        ax,
        (-0.45 * reach, 1.3 * reach),
        (-0.55 * reach, 0.85 * reach),
        "Centring keeps the part orthogonal to 1",
    )
    line = np.array([-0.6, 1.0]) * 2 * reach
    ax.plot(line, line, ":", color=REFERENCE)
    ax.plot(line, -line, "--", color=RESIDUAL, lw=1)
    arrow(ax, (0, 0), x, DATA)
    arrow(ax, (0, 0), mean_part, REFERENCE)
    arrow(ax, (0, 0), rest, RESIDUAL)
    ax.plot(*zip(mean_part, x), ":", color=TEXT, lw=1)
    ax.plot(*zip(rest, x), ":", color=TEXT, lw=1)
    for end, words, color, ha, shift in (
        (x, "x", DATA, "left", (0.1, 0)),
        (mean_part, "mean part", REFERENCE, "right", (-0.15, 0.15)),
        (rest, "centred part", RESIDUAL, "left", (0.15, -0.1)),
    ):
        at = end + np.array(shift)
        ax.annotate(words, at, color=ink(color), ha=ha)
    arrow(ax, (0, 0), (1, 1), TEXT, "1", place=(-0.2, 0.3))
    corner = 0.25 * np.array([(1, 1), (2, 0), (1, -1)])  # a right angle
    ax.plot(*corner.T, color=TEXT, lw=1.5)
    return figure


def _sphere(ax, radius):
    """Draw the sphere, the plane orthogonal to 1, and where they meet."""
    u, v = np.mgrid[0 : 2 * np.pi : 25j, 0 : np.pi : 13j]
    ax.plot_wireframe(
        radius * np.cos(u) * np.sin(v),
        radius * np.sin(u) * np.sin(v),
        radius * np.cos(v),
        color=REFERENCE,
        lw=0.8,
        alpha=0.35,
    )
    plane_axes = np.array([[1, -1, 0], [1, 1, -2]]) / [[2**0.5], [6**0.5]]
    angle = np.linspace(0, 2 * np.pi, 121)
    circle = np.column_stack([np.cos(angle), np.sin(angle)]) @ plane_axes
    ax.plot(*(radius * circle).T, color=OUTPUT, lw=3.5)
    disc = 1.3 * radius * circle
    disc = Poly3DCollection([disc], color=RESIDUAL, alpha=0.12, lw=0, zorder=0)
    ax.add_collection3d(disc)


@style()
def standardized_sphere(x):
    """Standardize vectors of three entries: they land on one circle.

    Parameters
    ----------
    x : array_like, (M, 3)
        Rows that are not constant. Each is centred and divided by its
        standard deviation, with nothing added to it (eps = 0).

    Returns
    -------
    matplotlib.figure.Figure

    Notes
    -----
    The standardized rows have length sqrt(N) and sum 0: the sphere of radius
    sqrt(N) meets the plane orthogonal to 1 in a circle when N = 3.
    """
    x = np.asarray(x, dtype=float)
    centred = x - x.mean(axis=-1, keepdims=True)
    x_hat = centred / x.std(axis=-1, keepdims=True)
    figure = new_figure((6.4, 5.0))
    ax = figure.add_subplot(projection="3d", computed_zorder=False)
    _sphere(ax, np.sqrt(3))
    ax.plot(*np.outer(np.ones(3), [-1.9, 2.4]), ":", color=TEXT, lw=1.5)
    for place, words, color in (
        ((2.5, 2.5, 2.5), "direction 1", TEXT),
        ((0, 1.45, -2.4), "plane:\nmean 0", RESIDUAL),
        ((0, 0.85, 1.8), "sphere:\nradius √3", REFERENCE),
    ):
        ax.text(*place, words, color=ink(color))
    for start, middle, end in zip(x, centred, x_hat):
        ax.plot(*zip(start, middle), color=DATA, lw=2, ls="--")
        ax.plot(*zip(middle, end), color=RESIDUAL, lw=2, ls="--")
    for points, color, marker, words in (
        (x, DATA, "o", "x"),
        (centred, RESIDUAL, "s", "centred"),
        (x_hat, OUTPUT, "D", "standardized"),
    ):
        dots = {"marker": marker, "s": 70, "depthshade": False}
        ax.scatter(*points.T, color=color, label=words, zorder=3, **dots)
    ax.set(xlabel="entry 1", ylabel="entry 2", zlabel="entry 3")
    ax.set(xlim=(-2.4, 2.4), ylim=(-2.4, 2.4), zlim=(-2.4, 2.4))
    ax.set(xticks=(-2, 0, 2), yticks=(-2, 0, 2), zticks=(-2, 0, 2))
    ax.set_box_aspect((1, 1, 1), zoom=0.92)
    ax.view_init(elev=20, azim=-12)
    ax.legend(loc="upper left")
    ax.set_title("Standardized vectors of three entries share one circle")
    return figure
