"""Pictures of LayerNorm's Jacobian and backward pass."""

from fractions import Fraction

import numpy as np

from course_lib.panels.boxes import arrow
from course_lib.panels.style import (
    CENTRE,
    DATA,
    GRADIENT,
    OUTPUT,
    POINTS,
    REFERENCE,
    RESIDUAL,
    SIGNED,
    TEXT,
    ink,
    note,
    picture,
)
from course_lib.panels.words import number

# Lines and words of a route have one colour.
ROUTES = {"direct": DATA, "mean": ink(RESIDUAL), "spread": ink(OUTPUT)}
# Limit of a matrix's colours over its largest entry: its numbers read on
# pale cells, on a dark page as well.
PALE = 2.2
# The arrows between framed words lie below the frames.
HEAVY = dict(lw=2.5, mutation_scale=20, shrinkA=2, shrinkB=2, zorder=1)

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
    """Split J = ∂x̂/∂x, x of shape (N,), by the route from x_j to x̂_i.

    The parts, (N, N), are I/s, −11ᵀ/(Ns) and −x̂x̂ᵀ/(Ns), with s = √(σ² + ε).
    They add up to J.
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

    The limit of the colours is `PALE` times the largest entry. Without
    `digits` the numbers are fractions.
    """
    rows, columns = matrix.shape
    cells = axes.pcolormesh(
        np.zeros(matrix.shape), cmap=SIGNED, vmin=-limit, vmax=limit
    )
    texts = [
        axes.text(j + 0.5, i + 0.5, "", color="black", **CENTRE)
        for i, j in np.ndindex(matrix.shape)
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
    for text, value in zip(texts, matrix.ravel()):
        written = fraction(value) if digits is None else number(value, digits)
        text.set_text("0" if value == 0 else written)


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
    if below == 1:
        return f"${sign}{above}$"
    return rf"${sign}\dfrac{{{above}}}{{{below}}}$"


def _diagram(figure, boxes, size=POINTS):
    """Write words into boxes, at inches of the figure; return axes and boxes.

    A box is ((right, up), words), by name.
    """
    figure.set_layout_engine("none")
    axes = figure.add_axes((0, 0, 1, 1))
    width, height = figure.get_size_inches()
    axes.set(xlim=(0, width), ylim=(0, height))
    axes.axis("off")
    frame = {"boxstyle": "round,pad=0.35", "fc": "white", "ec": TEXT}
    look = CENTRE | {"size": size, "bbox": frame}
    return axes, {
        name: axes.text(*place, words, **look)
        for name, (place, words) in boxes.items()
    }


# From box to box: the route, and the slope of the arrow.
STEPS = (
    ("x", "x_hat", "direct", r"$\delta_{ij}\,/\,s$"),
    ("x", "mean", "mean", "$1/N$"),
    ("mean", "x_hat", "mean", "$-1/s$"),
    ("x", "s", "spread", r"$\hat{x}_j/N$"),
    ("s", "x_hat", "spread", r"$-\hat{x}_i/s$"),
)


@picture((9.0, 3.7))
def routes(figure, slopes=False):
    """Draw the three routes from one input entry to one output entry.

    With slopes the arrows carry theirs, and their sum stands below.
    """
    low = 0.9 if slopes else 0.0
    figure.set_figheight(3.7 + low)
    stations = {
        "x": ((0.8, 1.85 + low), "$x_j$"),
        "mean": ((4.4, 3.2 + low), r"$\mu$"),
        "s": ((4.4, 0.5 + low), r"$s=\sqrt{\sigma^2+\varepsilon}$"),
        "x_hat": ((8.2, 1.85 + low), r"$\hat{x}_i$"),
    }
    axes, boxes = _diagram(figure, stations, size=POINTS + 4)
    dashes = {"direct": "-", "mean": (0, (4, 2)), "spread": (0, (1, 1.5))}
    white = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none"}
    for start, end, route, slope in STEPS:
        look = {"color": ROUTES[route], "ls": dashes[route]}
        arrow(axes, boxes[start], boxes[end], **HEAVY, **look)
        middle = np.mean([stations[start][0], stations[end][0]], axis=0)
        if route == "direct":
            middle[0] = 2.6
        if slopes:
            axes.text(*middle, slope, color=ROUTES[route], size=POINTS + 3,
                      bbox=white, **CENTRE)  # fmt: skip
    for place, route, words in (
        (2.05, "direct", "itself"),
        (2.63, "mean", "through the mean"),
        (0.95, "spread", "through the spread"),
    ):
        axes.text(4.4, place + low, words, color=ROUTES[route], ha="center")
    if slopes:
        write_sum(axes)


def write_sum(axes):
    """Write J_ij below the routes, each term in its route's colour."""
    through_mean = r"$\dfrac{1}{N}\cdot\left(-\dfrac{1}{s}\right)$"
    through_spread = (
        r"$\dfrac{\hat{x}_j}{N}\cdot\left(-\dfrac{\hat{x}_i}{s}\right)$"
    )
    for left, words, color in (
        (1.35, "$J_{ij}$  =", TEXT),
        (2.3, r"$\delta_{ij}\cdot\dfrac{1}{s}$", ROUTES["direct"]),
        (3.3, "+", TEXT),
        (3.75, through_mean, ROUTES["mean"]),
        (5.35, "+", TEXT),
        (5.8, through_spread, ROUTES["spread"]),
    ):
        axes.text(left, 0.5, words, color=color, size=POINTS + 2, va="center")


@picture((9.0, 5.3))
def strips(figure, x, eps):
    """Draw N·s·J as the sum of its three routes and as a product with C.

    x has the shape (3,).
    """
    n = len(x)
    s = np.sqrt(np.var(x) + eps)
    itself, mean, spread = (n * s * part for part in jacobian_parts(x, eps))
    centring = np.eye(n) - 1 / n
    whole = itself + mean + spread
    above, below = figure.subplots(2, 4)
    for axes, matrix, title, sign in (
        (above[0], itself, r"itself: $N\,I$", ""),
        (above[1], mean, r"mean: $-\mathbf{1}\,\mathbf{1}^\top$", "+"),
        (above[2], spread, r"spread: $-\hat{x}\hat{x}^\top$", "+"),
        (above[3], whole, r"sum: $N s J$", "="),
        (below[1], itself + spread, r"$N\,I - \hat{x}\hat{x}^\top$", ""),
        (below[2], centring, "times $C$", "×"),
        (below[3], whole, r"product: $N s J$", "="),
    ):
        draw_matrix(axes, matrix, PALE * n)
        axes.set_title(title, weight="normal")
        axes.set(xticks=[], yticks=[])
        axes.text(
            -0.13, 0.5, sign, size=24, transform=axes.transAxes, **CENTRE
        )
    below[0].axis("off")
    words = "the same\nas a product,\ncentring first:"
    below[0].text(0, 0.5, words, va="center", transform=below[0].transAxes)


def plane_basis(x):
    """Return two unit vectors that span the plane orthogonal to **1**.

    The first points along x̂, the second is orthogonal to x̂ and **1**. x has
    the shape (3,) and is not constant.
    """
    centred = np.asarray(x, float) - np.mean(x)
    along = centred / np.linalg.norm(centred)
    across = np.cross(np.ones(3), along) / np.sqrt(3)
    return along, across


@picture((9.0, 3.9))
def plane(figure, x, eps_values):
    """Draw what J does to all gradients dy of length 1 in the plane.

    The plane is the one orthogonal to **1**, for three features, a panel for
    each ε. Results are drawn as s·dx, so that the direction across x̂ keeps
    its length.
    """
    basis = np.stack(plane_basis(x))  # (2, 3)
    angle = np.linspace(0, 2 * np.pi, 145)
    circle = np.stack([np.cos(angle), np.sin(angle)])  # (2, angles)
    panels = figure.subplots(
        1, len(eps_values), sharex=True, sharey=True, squeeze=False
    )[0]
    for axes, eps in zip(panels, eps_values):
        s = np.sqrt(np.var(x) + eps)
        image = s * basis @ sum(jacobian_parts(x, eps)) @ basis.T @ circle
        axes.plot(*circle, color=REFERENCE, linestyle="--", linewidth=2)
        axes.plot(*image, color=GRADIENT, linewidth=3.5)
        starts, ends = circle[:, :144:12], image[:, :144:12]
        ways = np.stack([starts, ends], axis=1)  # (2, ends, angles)
        axes.plot(*ways, color=REFERENCE, linewidth=1.2)
        axes.set_aspect("equal")
        axes.set_title(f"ε = {eps:g}: {eps / s**2:g} left")
        axes.set_xlabel("along x̂")
        axes.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.45), yticks=[-1, 0, 1])
    panels[0].set_ylabel("across x̂")
    panels[0].text(-1.15, 1.12, "dy", color=ink(REFERENCE))
    panels[0].text(0.62, 1.12, "s·dx", color=ink(GRADIENT))


# Box: where, name and forward value; gradient for dx̂ = (1, 0, 0), and where.
STATIONS = {
    "x": ((0.95, 2.4), "x\n(1, 4, 10)", (0.95, 1.75), "dx =\n(4, −5, 1)/48"),
    "mean": ((2.65, 4.1), "mean\n5", (3.9, 4.1), "dmean = −1/4"),
    "centred": (
        (4.1, 2.4),
        "centred\n(−4, −1, 5)",
        (5.25, 3.0),
        "dcentred =\n(8, −1, 5)/48",
    ),
    "var": ((4.1, 0.65), "var\n14", (3.0, 0.65), "dvar = 1/32"),
    "rstd": ((6.3, 0.65), "rstd\n1/4", (7.4, 0.65), "drstd = −4"),
    "x_hat": (
        (7.75, 2.4),
        "x̂\n(−1, −1/4, 5/4)",
        (7.75, 2.9),
        "dx̂ = (1, 0, 0)",
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


@picture((9.0, 5.0))
def graph(figure, gradients=False):
    """Draw LayerNorm's intermediate results as a graph, with numbers.

    They are those of x = (1, 4, 10), ε = 2 and dx̂ = (1, 0, 0). With
    gradients each box has its own beside it.
    """
    stations = {name: each[:2] for name, each in STATIONS.items()}
    axes, boxes = _diagram(figure, stations)
    for start, end in WAYS:
        arrow(axes, boxes[start], boxes[end], **HEAVY)
    if gradients:
        look = CENTRE | {"color": ink(GRADIENT), "weight": "bold"}
        for _, _, place, words in STATIONS.values():
            axes.text(*place, words, **look)


@picture((9.0, 4.0))
def cost(figure, sizes, seconds, peak_bytes):
    """Draw time and memory of the two ways to compute dx against N.

    Seconds and bytes are named "matrix" and "three lines", one value for each
    size, (k,).
    """
    left, right = figure.subplots(1, 2)
    looks = {
        "matrix": (ink(REFERENCE), "s--", (-16, -6)),
        "three lines": (ink(GRADIENT), "o-", (-8, 22)),
    }
    for axes, values, factor in (
        (left, seconds, 1e6),
        (right, peak_bytes, 1 / 1024),
    ):
        for name, (color, marker, aside) in looks.items():
            heights = np.asarray(values[name]) * factor
            axes.loglog(sizes, heights, marker, color=color, ms=7)
            end = sizes[-1], heights[-1]
            note(axes, name, end, aside, ha="right", color=color)
        axes.set_xscale("log", base=2)
        axes.set_xlabel("N (features)")
        axes.set_xticks(sizes, [f"{size}" for size in sizes])
        axes.minorticks_off()
    left.set(title="Time for one token", ylabel="time (µs)")
    right.set(title="Memory for one token", ylabel="peak memory (KiB)")
