"""Pictures of vectors, of tables of numbers, and of centring."""

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize, to_rgba
from matplotlib.patches import Polygon, Rectangle

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

# The captions of pictures that answer a prediction.
WORDS = {
    "walk": (
        "Arrows in the plane. Left: v1 from the origin to (2, 3), v2 to "
        "(4, 1). A dashed copy of v2 starts at the tip of v1 and ends at "
        "(6, 4), where the arrow v1 + v2 ends as well. Right: 2 v1 points "
        "as v1 does and is twice as long; −0.5 v1 points the other way and "
        "is half as long."
    ),
    "moved": (
        "A grid before and after M. The arrow (1, 0) goes to (2, 0), the "
        "arrow (0, 1) to (1, 1): the columns of M. Squares become slanted "
        "strips; lines stay straight and evenly spaced."
    ),
    "stretched": (
        "A row 1, 2, 3 of shape (3,) and a column 10, 20, 30 of shape (3, 1). "
        "Dashed cells repeat the row downwards and the column to the right: "
        "both become 3 by 3, and so does their sum."
    ),
    "flattened": (
        "Two matrices lay the grid on a line. C moves every point at a right "
        "angle to the line on which it lands, that of all vectors with mean "
        "0. S moves every point along a slope of 45 degrees onto the "
        "horizontal axis: no shadow."
    ),
}


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


def _addition(ax, v1, v2, title):
    total = v1 + v2
    plane(ax, (-0.6, 7.9), (-0.6, 4.9), title)
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
    figure = new_figure()
    v1, v2 = np.asarray(v1, dtype=float), np.asarray(v2, dtype=float)
    _addition(figure.subplots(), v1, v2, "Adding is walking v1, then v2")
    return figure


@style()
def sum_and_multiples(v1, v2, factors):
    """Two vectors and their sum; beside them, multiples of the first.

    Parameters
    ----------
    v1, v2 : array_like, (2,)
    factors : sequence of float

    Returns
    -------
    matplotlib.figure.Figure
    """
    v1, v2 = np.asarray(v1, dtype=float), np.asarray(v2, dtype=float)
    figure = new_figure((9.0, 4.0))
    left, right = figure.subplots(1, 2, width_ratios=(1.5, 1))
    _addition(left, v1, v2, "Adding is walking on")
    plane(right, (-3.2, 6.4), (-2.4, 6.9), "Multiples make a line")
    right.plot(*np.outer(v1, (-3, 3)), ":", color=REFERENCE)
    for factor in sorted(factors, key=abs, reverse=True):
        words = f"{factor:g} v1".replace("-", "−")
        arrow(right, (0, 0), factor * v1, OUTPUT, words, place=(1.3, -0.3))
    arrow(right, (0, 0), v1, DATA, "v1", place=(0.7, -0.3))
    return figure


def _table(ax, grid, left, top, colours, own=None):
    """Draw a table whose corner is at (left, top); dash what is repeated."""
    for (i, j), entry in np.ndenumerate(grid):
        ghost = own is not None and not own[i, j]
        cell = Rectangle(
            (left + j, top + i),
            1,
            1,
            facecolor="white" if ghost else colours[i, j],
            edgecolor=REFERENCE if ghost else TEXT,
            ls="--" if ghost else "-",
            lw=1.2,
            zorder=1 if ghost else 2,
        )
        ax.add_patch(cell)
        at = (left + j + 0.5, top + i + 0.5)
        words = f"{entry:.3g}".replace("-", "−")
        color = ink(REFERENCE) if ghost else TEXT
        ax.annotate(words, at, ha="center", va="center", color=color)


def _stretched(array, shape):
    """Repeat an array to a shape; say which entries are its own."""
    own = np.zeros(shape, dtype=bool)
    own[tuple(slice(length) for length in np.atleast_2d(array).shape)] = True
    return np.broadcast_to(array, shape), own


@style()
def tables(*arrays, joints=(), titles=(), title="", stretch=False):
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
    stretch : bool
        Repeat every array to the shape of all, in dashed cells.

    Returns
    -------
    matplotlib.figure.Figure
    """
    grids = [np.atleast_2d(np.asarray(a, dtype=float)) for a in arrays]
    owns = [None] * len(grids)
    if stretch:
        shape = np.broadcast_shapes(*(grid.shape for grid in grids))
        grids, owns = zip(*(_stretched(grid, shape) for grid in grids))
    limit = 2 * max(np.abs(grid).max() for grid in grids)
    shade = ScalarMappable(Normalize(-limit, limit), SIGNED)
    rows = max(len(grid) for grid in grids)
    figure = new_figure((9.0, 1.4 + 0.55 * rows))
    ax = figure.subplots()
    left = 0.0
    for index, (grid, own) in enumerate(zip(grids, owns)):
        top = (rows - len(grid)) / 2
        _table(ax, grid, left, top, shade.to_rgba(grid), own)
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


def stretching(row, column):
    """Broadcast a row and a column to the table of their sums.

    Parameters
    ----------
    row : array_like, (N,)
    column : array_like, (M, 1)

    Returns
    -------
    matplotlib.figure.Figure
    """
    parts = row, column, np.add(row, column)
    return tables(
        *parts,
        joints="+=",
        titles=[f"shape {np.shape(part)}" for part in parts],
        title="Both are stretched to one shape",
        stretch=True,
    )


@style()
def row_times_column(A, B, row, column):
    """One entry of a matrix product: a row of A with a column of B.

    A stands left of the product and B above it, so that the row and the
    column meet in their entry.

    Parameters
    ----------
    A : array_like, (M, K)
    B : array_like, (K, N)
    row, column : int
        Counted from 0.

    Returns
    -------
    matplotlib.figure.Figure
    """
    A, B = np.asarray(A), np.asarray(B)
    inner, product = len(B), A @ B
    figure = new_figure((6.4, 3.6))
    ax = figure.subplots()
    parts = (
        (A, 0, inner + 0.4, DATA, np.s_[row, :], "A"),
        (B, inner + 0.4, 0, RESIDUAL, np.s_[:, column], "B"),
        (product, inner + 0.4, inner + 0.4, OUTPUT, (row, column), "A B"),
    )
    for grid, left, top, color, chosen, name in parts:
        colours = np.ones((*grid.shape, 4))
        colours[chosen] = to_rgba(color, 0.35)
        _table(ax, grid, left, top, colours)
        outside = left < inner
        at = (left - 0.2, top + len(grid) / 2)
        if not outside:
            at = (left + grid.shape[1] + 0.2, at[1])
        ax.text(
            *at,
            name,
            color=ink(color),
            fontweight="bold",
            ha="right" if outside else "left",
            va="center",
        )
    terms = " + ".join(f"{a}·{b}" for a, b in zip(A[row], B[:, column]))
    ax.text(
        inner + B.shape[1] + 1.6,
        inner + 0.9 + row,
        f"{terms}\n= {product[row, column]}",
        color=ink(OUTPUT),
        va="center",
    )
    ax.set(
        xlim=(-0.8, inner + B.shape[1] + 4.2),
        ylim=(inner + len(A) + 0.5, -0.1),
        aspect="equal",
        title="Each entry is a row with a column",
    )
    ax.set_axis_off()
    return figure


REACH = np.arange(-3, 4)


def _grid(ax, matrix, color, alpha=1.0):
    """Draw the lines of the grid where the matrix sends them."""
    for at in REACH:
        for line in ((REACH, 0 * REACH + at), (0 * REACH + at, REACH)):
            ax.plot(*(matrix @ line), color=color, lw=1.2, alpha=alpha)


@style()
def moved_plane(matrix, name):
    """Grid of the plane, before and after a matrix.

    Parameters
    ----------
    matrix : array_like, (2, 2)
    name : str

    Returns
    -------
    matplotlib.figure.Figure
    """
    matrix = np.asarray(matrix, dtype=float)
    figure = new_figure((9.0, 4.4))
    both = (np.eye(2), "Before"), (matrix, f"After {name}")
    for ax, (moves, title) in zip(figure.subplots(1, 2), both):
        plane(ax, (-3.7, 3.7), (-3.4, 3.4), title)
        ax.grid(visible=False)
        _grid(ax, moves, REFERENCE, 0.7)
        square = moves @ [[0, 1, 1, 0], [0, 0, 1, 1]]
        ax.add_patch(Polygon(square.T, color=OUTPUT, alpha=0.3, lw=0))
        for end, color in zip(moves.T, (DATA, RESIDUAL)):
            arrow(ax, (0, 0), end, color)
    return figure


@style()
def flattened(matrices, names, points):
    """Where matrices that flatten the plane send points.

    Parameters
    ----------
    matrices : sequence of array_like, (2, 2)
    names : sequence of str
    points : array_like, (M, 2)

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((9.0, 4.6))
    axes = figure.subplots(1, len(matrices))
    for ax, matrix, name in zip(axes, matrices, names):
        plane(ax, (-3.7, 3.7), (-3.4, 3.4), name)
        ax.grid(visible=False)
        _grid(ax, np.eye(2), REFERENCE, 0.35)
        _grid(ax, np.asarray(matrix, dtype=float), RESIDUAL)
        for point in np.asarray(points, dtype=float):
            end = matrix @ point
            arrow(ax, point, end, TEXT, ls="--")
            ax.plot(*point, "o", color=DATA)
            ax.plot(*end, "s", color=RESIDUAL)
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
    ax.plot(line, -line, "--", color=RESIDUAL, lw=1.8)
    arrow(ax, (0, 0), x, DATA)
    arrow(ax, (0, 0), mean_part, REFERENCE)
    arrow(ax, (0, 0), rest, RESIDUAL)
    ax.plot(*zip(mean_part, x), ":", color=TEXT, lw=1.8)
    ax.plot(*zip(rest, x), ":", color=TEXT, lw=1.8)
    for end, words, color, ha, shift in (
        (x, "x", DATA, "left", (0.1, 0)),
        (mean_part, "mean part", REFERENCE, "right", (-0.15, 0.15)),
        (rest, "centred part", RESIDUAL, "left", (0.15, -0.1)),
    ):
        at = end + np.array(shift)
        ax.annotate(words, at, color=ink(color), ha=ha)
    arrow(ax, (0, 0), (1, 1), TEXT, "1", place=(-0.2, 0.3))
    corner = 0.35 * np.array([(1, 1), (2, 0), (1, -1)])  # a right angle
    ax.plot(*corner.T, color=TEXT, lw=1.5)
    return figure
