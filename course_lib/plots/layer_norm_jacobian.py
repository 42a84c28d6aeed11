"""Pictures of LayerNorm's Jacobian and backward pass."""

from fractions import Fraction

import numpy as np
from matplotlib.patches import FancyArrowPatch

from course_lib.plots.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    POINTS,
    REFERENCE,
    RESIDUAL,
    SIGNED,
    TEXT,
    ink,
    new_figure,
    style,
)
from course_lib.plots.words import number

# Lines and words of a route have one colour.
ROUTES = {"direct": DATA, "mean": ink(RESIDUAL), "spread": ink(OUTPUT)}
# Limit of a matrix's colours over its largest entry: its numbers read on
# pale cells, on a dark page as well.
PALE = 2.2

# They stand here, so that a page does not tell the answer to a prediction.
WORDS = {
    "routes": (
        "Three routes lead from x_j to x̂_i: a straight one, one through "
        "the mean μ, and one through s, the root of variance plus ε."
    ),
    "slopes": (
        "The same routes with the slope of every arrow: δ_ij/s straight; "
        "1/N, then −1/s through the mean; x̂_j/N, then −x̂_i/s through the "
        "spread. Multiplied along each route and added where they meet, "
        "they are J_ij."
    ),
    "strips": (
        "Two strips of matrices, with fractions. Above: three times the "
        "identity, minus ones, minus the outer product of x̂, add up to "
        "12·J. Below: three times the identity minus the outer product of "
        "x̂, times the centring matrix, is the same 12·J. It is symmetric "
        "and its rows add up to 0."
    ),
    "plane": (
        "Three panels with a circle of gradients dy. s·J leaves their "
        "height, across x̂, and shrinks their width, along x̂: to one half "
        "at ε = 14, to one eighth at ε = 2, to nothing at ε = 0, where a "
        "line is left."
    ),
    "graph": (
        "A graph of the forward pass for x = (1, 4, 10) and ε = 2. x leads "
        "to mean, and both lead to centred; centred leads to var and on to "
        "rstd, and centred and rstd lead to x̂. Every box holds its "
        "numbers."
    ),
    "gradients": (
        "The same graph with a gradient beside every box, for dx̂ = (1, 0, "
        "0): drstd = −4, dvar = 1/32, dcentred = (8, −1, 5)/48, dmean = "
        "−1/4, dx = (4, −5, 1)/48."
    ),
    "cost": (
        "Time and memory for one token against N, both axes logarithmic. "
        "Beyond N = 128 each doubling costs the matrix more than four times "
        "the time, and three to four times the memory. The three lines stay "
        "nearly flat in time and grow with N in memory."
    ),
}


def jacobian_parts(x, eps):
    """Split J = ∂x̂/∂x by the route from x_j to x̂_i.

    Parameters
    ----------
    x : (N,) array
    eps : float

    Returns
    -------
    direct, mean, spread : (N, N) arrays
        I/s, −11ᵀ/(Ns) and −x̂x̂ᵀ/(Ns), with s = √(σ² + ε). They add up to J.
    """
    x = np.asarray(x, float)
    n = x.size
    s = np.sqrt(x.var() + eps)
    x_hat = (x - x.mean()) / s
    return (
        np.eye(n) / s,
        np.full((n, n), -1 / (n * s)),
        -np.outer(x_hat, x_hat) / (n * s),
    )


def draw_matrix(axes, matrix, limit, digits=None):
    """Draw a signed matrix with its numbers; return cells and texts.

    Without `digits` the numbers are fractions.
    """
    rows, columns = matrix.shape
    cells = axes.pcolormesh(
        np.zeros(matrix.shape), cmap=SIGNED, vmin=-limit, vmax=limit
    )
    texts = [
        axes.text(j + 0.5, i + 0.5, "", ha="center", va="center")
        for i in range(rows)
        for j in range(columns)
    ]
    axes.set_xticks(np.arange(columns) + 0.5, range(columns))
    axes.set_yticks(np.arange(rows) + 0.5, range(rows))
    axes.set(aspect="equal", ylim=(rows, 0))  # row 0 on top
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    fill_matrix(cells, texts, matrix, digits)
    return cells, texts


def fill_matrix(cells, texts, matrix, digits=None):
    """Put new values into a matrix that is already drawn."""
    cells.set_array(matrix)
    colours = cells.cmap(cells.norm(matrix)).reshape(-1, 4)
    for text, value, (*colour, _) in zip(texts, matrix.ravel(), colours):
        written = fraction(value) if digits is None else number(value, digits)
        text.set_text("0" if value == 0 else written)
        text.set_color("white" if luminance(colour) < 0.18 else "black")


def luminance(colour):
    """Return the relative luminance of an sRGB colour, from 0 to 1."""
    linear = np.array(colour) ** 2.2
    return linear @ (0.2126, 0.7152, 0.0722)


def fraction(value):
    r"""Write a number as a fraction, for a formula.

    Examples
    --------
    >>> fraction(-0.6875)
    '$-\\dfrac{11}{16}$'
    >>> fraction(3.0)
    '$3$'
    """
    exact = Fraction(float(value)).limit_denominator(1000)
    sign = "-" if exact < 0 else ""
    above, below = abs(exact.numerator), exact.denominator
    return (
        f"${sign}{above}$"
        if below == 1
        else (rf"${sign}\dfrac{{{above}}}{{{below}}}$")
    )


def box(axes, place, words, **look):
    """Write words into a box; return the text, whose patch arrows end at."""
    look = {"ha": "center", "va": "center", "size": POINTS + 4} | look
    frame = {"boxstyle": "round,pad=0.35", "fc": "white", "ec": TEXT}
    return axes.text(*place, words, bbox=frame, **look)


def arrow(axes, start, end, **look):
    """Draw an arrow from one box to another."""
    axes.add_patch(
        FancyArrowPatch(
            start.get_position(),
            end.get_position(),
            patchA=start.get_bbox_patch(),
            patchB=end.get_bbox_patch(),
            arrowstyle="-|>",
            mutation_scale=20,
            linewidth=2.5,
            **look,
        )
    )


def blank(figure, width, height):
    """Return axes without a frame, whose units are inches."""
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(0, height))
    axes.axis("off")
    return axes


@style()
def routes(slopes=False):
    """Draw the three routes from one input entry to one output entry.

    Parameters
    ----------
    slopes : bool
        Whether the arrows carry their slopes, and their sum stands below.

    Returns
    -------
    matplotlib.figure.Figure
    """
    low = 0.9 if slopes else 0.0
    figure = new_figure((9.0, 3.7 + low))
    figure.set_layout_engine("none")
    axes = blank(figure, 9.0, 3.7 + low)
    x = box(axes, (0.8, 1.85 + low), "$x_j$")
    mean = box(axes, (4.4, 3.2 + low), r"$\mu$")
    s = box(axes, (4.4, 0.5 + low), r"$s=\sqrt{\sigma^2+\varepsilon}$")
    x_hat = box(axes, (8.2, 1.85 + low), r"$\hat{x}_i$")
    lines = {"direct": "-", "mean": (0, (4, 2)), "spread": (0, (1, 1.5))}
    for start, end, route, slope in (
        (x, x_hat, "direct", r"$\delta_{ij}\,/\,s$"),
        (x, mean, "mean", "$1/N$"),
        (mean, x_hat, "mean", "$-1/s$"),
        (x, s, "spread", r"$\hat{x}_j/N$"),
        (s, x_hat, "spread", r"$-\hat{x}_i/s$"),
    ):
        look = {"color": ROUTES[route], "linestyle": lines[route]}
        arrow(axes, start, end, **look)
        if slopes:
            middle = np.mean([start.get_position(), end.get_position()], 0)
            if route == "direct":
                middle[0] = 2.6
            white = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none"}
            axes.text(
                *middle, slope, color=ROUTES[route], size=POINTS + 3,
                ha="center", va="center", bbox=white,
            )  # fmt: skip
    for place, route, words in (
        (2.05, "direct", "itself"),
        (2.63, "mean", "through the mean"),
        (0.95, "spread", "through the spread"),
    ):
        axes.text(
            4.4, place + low, words, color=ROUTES[route],
            ha="center",
        )  # fmt: skip
    if slopes:
        write_sum(axes)
    return figure


def write_sum(axes):
    """Write J_ij below the routes, each term in its route's colour."""
    for left, words, color in (
        (1.35, "$J_{ij}$  =", TEXT),
        (2.3, r"$\delta_{ij}\cdot\dfrac{1}{s}$", ROUTES["direct"]),
        (3.3, "+", TEXT),
        (
            3.75,
            r"$\dfrac{1}{N}\cdot\left(-\dfrac{1}{s}\right)$",
            ROUTES["mean"],
        ),
        (5.35, "+", TEXT),
        (
            5.8,
            r"$\dfrac{\hat{x}_j}{N}\cdot\left(-\dfrac{\hat{x}_i}{s}\right)$",
            ROUTES["spread"],
        ),
    ):
        axes.text(left, 0.5, words, color=color, size=POINTS + 2, va="center")


@style()
def strips(x, eps):
    """Draw N·s·J as the sum of its three routes and as a product with C.

    Parameters
    ----------
    x : (3,) array
    eps : float

    Returns
    -------
    matplotlib.figure.Figure
    """
    n = len(x)
    s = np.sqrt(np.var(x) + eps)
    itself, mean, spread = (n * s * part for part in jacobian_parts(x, eps))
    centring = np.eye(n) - 1 / n
    whole = itself + mean + spread
    figure = new_figure((9.0, 5.3))
    panels = figure.subplots(2, 4)
    drawn = (
        (0, 0, itself, r"itself: $N\,I$", ""),
        (0, 1, mean, r"mean: $-\mathbf{1}\,\mathbf{1}^\top$", "+"),
        (0, 2, spread, r"spread: $-\hat{x}\hat{x}^\top$", "+"),
        (0, 3, whole, r"sum: $N s J$", "="),
        (1, 1, itself + spread, r"$N\,I - \hat{x}\hat{x}^\top$", ""),
        (1, 2, centring, "times $C$", "×"),
        (1, 3, whole, r"product: $N s J$", "="),
    )
    for row, column, matrix, title, sign in drawn:
        axes = panels[row, column]
        draw_matrix(axes, matrix, PALE * n)
        axes.set_title(title, weight="normal")
        axes.set(xticks=[], yticks=[])
        axes.text(
            -0.13, 0.5, sign, transform=axes.transAxes, size=24,
            ha="center", va="center",
        )  # fmt: skip
    panels[1, 0].axis("off")
    panels[1, 0].text(
        0, 0.5, "the same\nas a product,\ncentring first:",
        va="center", transform=panels[1, 0].transAxes,
    )  # fmt: skip
    return figure


def plane_basis(x):
    """Return two unit vectors that span the plane orthogonal to **1**.

    Parameters
    ----------
    x : (3,) array
        Not constant.

    Returns
    -------
    along, across : (3,) arrays
        ``along`` points along x̂, ``across`` is orthogonal to x̂ and **1**.
    """
    centred = np.asarray(x, float) - np.mean(x)
    along = centred / np.linalg.norm(centred)
    across = np.cross(np.ones(3), along) / np.sqrt(3)
    return along, across


@style()
def plane(x, eps_values):
    """Draw what J does to all gradients dy of length 1 in the plane.

    The plane is the one orthogonal to **1**, for three features. Results
    are drawn as s·dx, so that the direction across x̂ keeps its length.

    Parameters
    ----------
    x : (3,) array
    eps_values : sequence of float
        One panel each.

    Returns
    -------
    matplotlib.figure.Figure
    """
    basis = np.stack(plane_basis(x))  # (2, 3)
    angle = np.linspace(0, 2 * np.pi, 145)
    circle = np.stack([np.cos(angle), np.sin(angle)])  # (2, angles)
    figure = new_figure((9.0, 3.9))
    panels = figure.subplots(
        1, len(eps_values), sharex=True, sharey=True, squeeze=False
    )[0]
    for axes, eps in zip(panels, eps_values):
        s = np.sqrt(np.var(x) + eps)
        image = s * basis @ sum(jacobian_parts(x, eps)) @ basis.T @ circle
        axes.plot(*circle, color=REFERENCE, linestyle="--", linewidth=2)
        axes.plot(*image, color=GRADIENT, linewidth=3.5)
        for k in range(0, 144, 12):
            axes.plot(
                [circle[0, k], image[0, k]],
                [circle[1, k], image[1, k]],
                color=REFERENCE,
                linewidth=1.2,
            )
        axes.set_aspect("equal")
        axes.set_title(f"ε = {eps:g}: {eps / s**2:g} left")
        axes.set_xlabel("along x̂")
        axes.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.45), yticks=[-1, 0, 1])
    panels[0].set_ylabel("across x̂")
    panels[0].text(-1.15, 1.12, "dy", color=ink(REFERENCE))
    panels[0].text(0.62, 1.12, "s·dx", color=ink(GRADIENT))
    return figure


# Box: where, name, forward value; gradient for dx̂ = (1, 0, 0), and where.
STATIONS = {
    "x": (0.95, 2.4, "x", "(1, 4, 10)", "dx =\n(4, −5, 1)/48", 0, -0.65),
    "mean": (2.65, 4.1, "mean", "5", "dmean = −1/4", 1.25, 0),
    "centred": (
        *(4.1, 2.4, "centred", "(−4, −1, 5)"),
        *("dcentred =\n(8, −1, 5)/48", 1.15, 0.6),
    ),
    "var": (4.1, 0.65, "var", "14", "dvar = 1/32", -1.1, 0),
    "rstd": (6.3, 0.65, "rstd", "1/4", "drstd = −4", 1.1, 0),
    "x_hat": (
        *(7.75, 2.4, "x̂", "(−1, −1/4, 5/4)"),
        *("dx̂ = (1, 0, 0)", 0, 0.5),
    ),
}
WAYS = (
    ("x", "centred"),
    ("x", "mean"),
    ("mean", "centred"),
    ("centred", "x_hat"),
    ("centred", "var"),
    ("var", "rstd"),
    ("rstd", "x_hat"),
)


@style()
def graph(gradients=False):
    """Draw LayerNorm's intermediate results as a graph, with numbers.

    Parameters
    ----------
    gradients : bool
        Whether each box has its gradient below it.

    Returns
    -------
    matplotlib.figure.Figure
        For x = (1, 4, 10), ε = 2 and dx̂ = (1, 0, 0).
    """
    figure = new_figure((9.0, 5.0))
    figure.set_layout_engine("none")
    axes = blank(figure, 9.0, 5.0)
    boxes = {
        name: box(axes, (left, up), f"{title}\n{value}", size=POINTS)
        for name, (left, up, title, value, *_) in STATIONS.items()
    }
    for start, end in WAYS:
        arrow(axes, boxes[start], boxes[end], color=REFERENCE)
    for left, up, _, _, gradient, right, above in (
        STATIONS.values() if gradients else ()
    ):
        axes.text(
            left + right, up + above, gradient, color=ink(GRADIENT),
            ha="center", va="center", weight="bold",
        )  # fmt: skip
    return figure


@style()
def cost(sizes, seconds, peak_bytes):
    """Draw time and memory of the two ways to compute dx against N.

    Parameters
    ----------
    sizes : (k,) array
        Numbers of features N.
    seconds, peak_bytes : dict of str to (k,) array
        Under ``"matrix"`` and ``"three lines"``, one value a size.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((9.0, 4.0))
    left, right = figure.subplots(1, 2)
    looks = {
        "matrix": (ink(REFERENCE), "s", "--", (-16, -6)),
        "three lines": (ink(GRADIENT), "o", "-", (-8, 22)),
    }
    for axes, values, factor in (
        (left, seconds, 1e6),
        (right, peak_bytes, 1 / 1024),
    ):
        for name, (color, marker, line, place) in looks.items():
            heights = np.asarray(values[name]) * factor
            axes.loglog(
                sizes,
                heights,
                color=color,
                marker=marker,
                linestyle=line,
                markersize=7,
            )
            axes.annotate(
                name,
                (sizes[-1], heights[-1]),
                xytext=place,
                textcoords="offset points",
                ha="right",
                color=color,
            )
        axes.set_xscale("log", base=2)
        axes.set_xlabel("N (features)")
        axes.set_xticks(sizes, [f"{size}" for size in sizes])
        axes.minorticks_off()
    left.set_title("Time for one token")
    left.set_ylabel("time (µs)")
    right.set_title("Memory for one token")
    right.set_ylabel("peak memory (KiB)")
    return figure
