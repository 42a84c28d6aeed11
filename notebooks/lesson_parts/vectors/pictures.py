"""Pictures of vectors, of tables of numbers, and of centring."""

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize, to_rgba
from matplotlib.patches import FancyArrowPatch, Rectangle

from course_lib.sliders import boxes
from course_lib.sliders.style import (
    CENTRE,
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    SIGNED,
    TEXT,
    ink,
    picture,
)

# What pictures show, in words.
WORDS = {
    "walk": (
        "Arrows in the plane. Left: v1 from the origin to (2, 3), v2 to "
        "(4, 1). A dashed copy of v2 starts at the tip of v1 and ends at "
        "(6, 4), where the arrow v1 + v2 ends as well. Right: 2 v1 points "
        "as v1 does and is twice as long; −0.5 v1 points the other way and "
        "is half as long."
    ),
    "product": (
        "A stands left of the product, B above it. The upper row of A, 1 and "
        "2, meets the right column of B, 6 and 8, in the product's upper "
        "right entry: 1·6 + 2·8 = 22. The other three entries are empty."
    ),
    "scales": (
        "Two ways to fill a table of 3 tokens and 4 features with scales. "
        "The row 1, 2, 3, 4 of shape (4,) is repeated downwards, so each "
        "column has one scale. The column 5, 6, 7 of shape (3, 1) is repeated "
        "to the right, so each row has one."
    ),
    "stretched": (
        "A row 1, 2, 3 of shape (3,) and a column 10, 20, 30 of shape (3, 1). "
        "Dashed cells repeat the row downwards and the column to the right: "
        "both become 3 by 3, and so does their sum."
    ),
    "row means": (
        "The table 0 to 8 in three rows, whose means are 1, 4 and 7. With "
        "keepdims the means stand in a column, and every row of the answer is "
        "−1, 0, 1. Without it they stand in a row and are repeated downwards: "
        "1 is taken from the first column, 4 from the second, 7 from the "
        "third."
    ),
    "centring matrix": (
        "Three 4 by 4 tables. The identity has ones on its diagonal; 11ᵀ/N "
        "holds ¼ everywhere; their difference C has ¾ on the diagonal and "
        "−¼ beside it."
    ),
    "moved": (
        "The plane before and after. Before, a square grid with the arrows "
        "(1, 0), (0, 1) and (1, 2). After, the grid is stretched and slanted: "
        "(1, 0) has landed on (2, 0), the first column of M, (0, 1) on "
        "(1, 1), the second, and (1, 2) on (4, 2)."
    ),
    "outer": (
        "A column 1, 2 times a row 3, 4, 5 is a table of two rows: 3, 4, 5 "
        "and 6, 8, 10. Each entry is the number at the left of its row times "
        "the number at the top of its column."
    ),
    "two parts": (
        "The vector x = (4, 1) in the plane is split at a right angle: its "
        "mean part (2.5, 2.5) lies on the line along 1, its centred part "
        "(1.5, −1.5) on the line orthogonal to 1. Centring keeps the second."
    ),
    "flattened": (
        "Two matrices lay the grid on a line. C moves every point at a right "
        "angle to the line on which it lands, the line of all vectors with "
        "mean 0: (2, 1) goes to (0.5, −0.5) and (−1, 2) to (−1.5, 1.5). Q "
        "moves every point at a slant onto the horizontal axis: (2, 1) goes "
        "to (3, 0) and (−1, 2) to (1, 0)."
    ),
}


def arrow(ax, start, end, color, label="", ls="-", place=(0.0, 0.0)):
    """Draw an arrow from start to end, with words beside its tip."""
    look = {"color": color, "lw": 2.2, "mutation_scale": 18, "shrinkB": 0}
    shaft = look | {"ls": ls}
    if ls != "-":  # dashes would tear the outline of the head
        near = np.array(end) - 0.01 * np.subtract(end, start)
        solid = look | {"arrowstyle": "-|>", "shrinkA": 0, "zorder": 3}
        ax.add_patch(FancyArrowPatch(near, end, **solid))
        shaft |= {"arrowstyle": "-", "shrinkB": 7}
    boxes.arrow(ax, start, end, **shaft)
    if label:
        at = (end[0] + place[0], end[1] + place[1])
        ax.annotate(label, at, color=ink(color), **CENTRE)


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
    beside = (v1 + total) / 2 + (0, 0.3)
    ax.annotate("v2 again", beside, color=ink(RESIDUAL), ha="center")
    arrow(ax, (0, 0), total, OUTPUT, "v1 + v2", place=(0.75, 0.25))


@picture()
def vector_addition(figure, v1=(2, 3), v2=(4, 1)):
    """Two vectors, (2,), tip to tail, and their sum."""
    v1, v2 = np.array([v1, v2], dtype=float)
    _addition(figure.subplots(), v1, v2, "Adding is walking v1, then v2")


@picture((9.0, 4.0))
def sum_and_multiples(figure, v1, v2, factors):
    """Two vectors, (2,), and their sum; beside them, multiples of v1."""
    v1, v2 = np.array([v1, v2], dtype=float)
    left, right = figure.subplots(1, 2, width_ratios=(1.5, 1))
    _addition(left, v1, v2, "Adding is walking on")
    plane(right, (-3.2, 6.4), (-2.4, 6.9), "Multiples make a line")
    right.plot(*np.outer(v1, (-3, 3)), ":", color=REFERENCE)
    for factor in sorted(factors, key=abs, reverse=True):
        label = f"{factor:g} v1".replace("-", "−")
        arrow(right, (0, 0), factor * v1, OUTPUT, label, place=(1.3, -0.3))
    arrow(right, (0, 0), v1, DATA, "v1", place=(0.7, -0.3))


# A cell has no room for −0.25.
QUARTERS = {0.25: "¼", 0.5: "½", 0.75: "¾"}


def _table(ax, grid, left, top, colours, own):
    """Draw a table whose corner is at (left, top); dash what is repeated."""
    paper = {"edgecolor": TEXT, "ls": "-", "zorder": 2}
    ghost = {"edgecolor": REFERENCE, "ls": "--", "zorder": 1}
    for (i, j), entry in np.ndenumerate(grid):
        look = paper if own[i, j] else ghost
        colour = colours[i, j] if own[i, j] else "white"
        place = left + j, top + i
        ax.add_patch(Rectangle(place, 1, 1, facecolor=colour, lw=1.2, **look))
        at = (left + j + 0.5, top + i + 0.5)
        size = QUARTERS.get(abs(entry), f"{abs(entry):.3g}")
        label = f"−{size}" if entry < 0 else size
        if np.isnan(entry):
            label = ""
        ax.annotate(label, at, color=ink(look["edgecolor"]), **CENTRE)


@picture()
def tables(figure, *arrays, joints=(), titles=(), title="", shape=None):
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
    shape : (int, int), optional
        Repeat every array to this shape, in dashed cells.
    """
    rows = shape[0] if shape else max(len(np.atleast_2d(a)) for a in arrays)
    figure.set_size_inches(9.0, 1.4 + 0.55 * rows)
    ax = figure.subplots()
    _row_of_tables(ax, arrays, joints, titles, shape)
    ax.set_title(title)


def _row_of_tables(ax, arrays, joints, titles, shape):
    grids = [np.atleast_2d(np.asarray(a, dtype=float)) for a in arrays]
    limit = 2 * max(np.abs(grid).max() for grid in grids)
    shade = ScalarMappable(Normalize(-limit, limit), SIGNED)
    rows = shape[0] if shape else max(len(grid) for grid in grids)
    left = 0.0
    for index, grid in enumerate(grids):
        own = np.zeros(shape or grid.shape, dtype=bool)
        own[: grid.shape[0], : grid.shape[1]] = True
        grid = np.broadcast_to(grid, own.shape)
        top = (rows - len(grid)) / 2
        _table(ax, grid, left, top, shade.to_rgba(grid), own)
        middle = left + grid.shape[1] / 2
        left += grid.shape[1] + 1
        if index < len(titles):
            ax.text(middle, -0.3, titles[index], ha="center")
        if index < len(joints):
            ax.text(left - 0.5, rows / 2, joints[index], size=16, **CENTRE)
    ax.set(xlim=(-0.05, left - 0.95), ylim=(rows + 0.05, -0.7))
    ax.set_axis_off()


@picture((9.0, 5.6))
def row_means(figure, table):
    """Subtract the row means of a square table, (N, N), right and wrong."""
    for ax, keep, title in zip(
        figure.subplots(2, 1),
        (True, False),
        ("keepdims=True: each row loses its own mean",
         "Without it: column j loses the mean of row j"),
    ):  # fmt: skip
        means = table.mean(axis=-1, keepdims=keep)
        titles = "table", f"its means, shape {means.shape}", "table − means"
        parts = table, means, table - means
        _row_of_tables(ax, parts, "−=", titles, table.shape)
        ax.set_title(title)


def stretching(row, column):
    """Broadcast a row, (N,), and a column, (M, 1), to the table of sums."""
    parts = row, column, np.add(row, column)
    return tables(
        *parts,
        joints="+=",
        titles=[f"shape {np.shape(part)}" for part in parts],
        title="Both are stretched to one shape",
        shape=parts[-1].shape,
    )


def two_scales(by_feature, by_token):
    """Show how scales for features, (N,), and for tokens, (M,), repeat."""
    row, column = np.array(by_feature), np.array(by_token)[:, np.newaxis]
    return tables(
        row,
        column,
        joints=["or"],
        titles=[f"shape {row.shape}", f"shape {column.shape}"],
        title="One γ per feature, or one per token",
        shape=(len(column), len(row)),
    )


@picture((6.4, 3.6))
def row_times_column(figure, A, B, row, column):
    """One entry of A @ B: a row of A, (M, K), with a column of B, (K, N).

    A stands left of the product and B above it, so that the row and the
    column meet in their entry. Both are counted from 0. The other entries
    of the product are left empty.
    """
    inner, product = len(B), np.full((len(A), B.shape[1]), np.nan)
    product[row, column] = A[row] @ B[:, column]
    edge = inner + 0.4
    ax = figure.subplots()
    for grid, left, top, color, chosen, name in (
        (A, 0, edge, DATA, np.s_[row, :], "A"),
        (B, edge, 0, RESIDUAL, np.s_[:, column], "B"),
        (product, edge, edge, OUTPUT, (row, column), "A B"),
    ):
        colours = np.ones((*grid.shape, 4))
        colours[chosen] = to_rgba(color, 0.35)
        _table(ax, grid, left, top, colours, np.ones(grid.shape, dtype=bool))
        x, ha = left + grid.shape[1] + 0.2, "left"
        if name == "A":
            x, ha = left - 0.2, "right"
        ax.text(x, top + len(grid) / 2, name, color=ink(color), ha=ha,
                weight="bold", va="center")  # fmt: skip
    terms = " + ".join(f"{a}·{b}" for a, b in zip(A[row], B[:, column]))
    label = f"{terms}\n= {product[row, column]:g}"
    at = inner + B.shape[1] + 1.6, inner + 0.9 + row
    ax.text(*at, label, color=ink(OUTPUT), va="center")
    ax.set(
        xlim=(-0.8, inner + B.shape[1] + 4.2),
        ylim=(inner + len(A) + 0.5, -0.1),
        aspect="equal",
        title="Each entry is a row times a column",
    )
    ax.set_axis_off()


def _grid(ax, title, *moves):
    """Prepare a plane with the grid where matrices send it, and its look."""
    plane(ax, (-3.7, 3.7), (-3.4, 3.4), title)
    ax.grid(visible=False)
    reach = np.arange(-3, 4)
    for matrix, color, alpha in moves:
        for at in reach:
            for line in ((reach, 0 * reach + at), (0 * reach + at, reach)):
                ax.plot(*(matrix @ line), color=color, lw=1.2, alpha=alpha)


def _place_name(point):
    """Write a point as on paper."""
    return f"({point[0]:g}, {point[1]:g})".replace("-", "−")


@picture((9.0, 4.0))
def moved(figure, matrix, point):
    """Draw the plane before and after a matrix, (2, 2), moves it."""
    axes = figure.subplots(1, 2)
    for ax, move, title in zip(
        axes, (np.eye(2), matrix), ("Before", "After: M has moved the plane")
    ):
        _grid(ax, title, (move, RESIDUAL if move is matrix else REFERENCE, 1))
        ax.set(xlim=(-4.6, 5.9), ylim=(-2.4, 3.4))
        for start, color, width in (
            ((1, 0), DATA, 3), ((0, 1), OUTPUT, 3), (point, TEXT, 1.5)
        ):  # fmt: skip
            end = move @ start
            ax.annotate("", end, (0, 0), arrowprops={
                "arrowstyle": "-|>", "color": color, "lw": width,
                "shrinkA": 0, "shrinkB": 0})  # fmt: skip
            left = color == OUTPUT
            ax.annotate(_place_name(end), end, (-6 if left else 6, 6),
                        color=ink(color), ha="right" if left else "left",
                        textcoords="offset points", weight="bold",
                        bbox={"facecolor": "white", "edgecolor": "none",
                              "pad": 1, "alpha": 0.8})  # fmt: skip


@picture((9.0, 4.1))
def flattened(figure, matrices, points):
    """Where matrices that flatten the plane send points, (M, 2).

    The matrices, (2, 2), are named by the titles of their panels.
    """
    axes = figure.subplots(1, len(matrices))
    for ax, (name, matrix) in zip(axes, matrices.items()):
        _grid(ax, name, (np.eye(2), REFERENCE, 0.35), (matrix, RESIDUAL, 1))
        ax.set_xlim(-4.2, 4.2)
        for point in points:
            end = matrix @ point
            arrow(ax, point, end, TEXT, ls="--")
            ax.plot(*point, "o", color=DATA)
            ax.plot(*end, "s", color=RESIDUAL)
            way = 0.25 * (end - point) / np.hypot(*(end - point))
            for at, color, va in (
                (point - way, DATA, "bottom"),
                (end + way, RESIDUAL, "top"),
            ):
                ha = "right" if at[0] < end[0] < point[0] else "center"
                look = {"ha": ha, "va": va, "color": ink(color)}
                name = _place_name(point if color == DATA else end)
                ax.annotate(name, at, **look)
    figure.suptitle("Both matrices lay the plane on a line", weight="bold")


@picture()
def centring(figure, x):
    """Split a vector of two entries into its mean part and the rest."""
    x = np.asarray(x, dtype=float)
    mean_part = np.full(2, x.mean())
    rest = x - mean_part
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
    for part in (mean_part, rest):
        ax.plot(*zip(part, x), ":", color=TEXT, lw=1.8)
    for end, label, color, ha, shift in (
        (x, "x", DATA, "left", (0.1, 0)),
        (mean_part, "mean part", REFERENCE, "left", (0.5, -0.25)),
        (rest, "centred part", RESIDUAL, "left", (0.15, -0.1)),
    ):
        arrow(ax, (0, 0), end, color)
        ax.annotate(label, end + shift, color=ink(color), ha=ha)
    arrow(ax, (0, 0), (1, 1), TEXT, "1", place=(-0.2, 0.3))
    corner = 0.35 * np.array([(1, 1), (2, 0), (1, -1)])  # a right angle
    ax.plot(*corner.T, color=TEXT, lw=1.5)
