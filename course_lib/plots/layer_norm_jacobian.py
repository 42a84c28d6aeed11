"""Pictures of LayerNorm's Jacobian: its routes, its parts, its geometry."""

import numpy as np
from matplotlib.patches import FancyArrowPatch

from course_lib.plots.style import (
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    SIGNED,
    TEXT,
    new_figure,
    style,
)
from course_lib.plots.words import number

ROUTE_COLORS = {"direct": DATA, "mean": RESIDUAL, "spread": OUTPUT}


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


def draw_matrix(axes, matrix, limit, digits=3):
    """Draw a signed matrix with its numbers; return cells and texts."""
    rows, columns = matrix.shape
    cells = axes.pcolormesh(
        np.zeros(matrix.shape), cmap=SIGNED, vmin=-limit, vmax=limit
    )
    texts = [
        axes.text(j + 0.5, i + 0.5, "", ha="center", va="center", fontsize=10)
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


def fill_matrix(cells, texts, matrix, digits=3):
    """Put new values into a matrix that is already drawn."""
    cells.set_array(matrix)
    _, limit = cells.get_clim()
    for text, value in zip(texts, matrix.ravel()):
        text.set_text("0" if value == 0 else number(value, digits))
        text.set_color("white" if abs(value) > 0.6 * limit else TEXT)


@style()
def routes():
    """Draw the three routes from one input entry to one output entry.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((7.2, 3.2))
    axes = figure.subplots()
    axes.set(xlim=(-0.4, 7.4), ylim=(-0.35, 3.1))
    axes.axis("off")
    axes.set_title("One entry of x reaches one entry of x̂ by three routes")
    places = {
        "x": (0.2, 1.4, r"$x_j$"),
        "μ": (2.5, 2.5, r"$\mu$"),
        "s": (4.6, 0.3, r"$s=\sqrt{\sigma^2+\varepsilon}$"),
        "x̂": (6.8, 1.4, r"$\hat{x}_i$"),
    }
    boxes = {
        name: axes.text(
            left,
            up,
            words,
            ha="center",
            va="center",
            fontsize=14,
            bbox={"boxstyle": "round,pad=0.45", "fc": "white", "ec": TEXT},
        )
        for name, (left, up, words) in places.items()
    }
    arrows = (
        ("x", "x̂", "direct", "itself", "-", (3.7, 1.6)),
        ("x", "μ", "mean", "", "--", None),
        ("μ", "x̂", "mean", "through the mean", "--", (5.0, 2.42)),
        ("x", "s", "spread", "through the spread", ":", (1.9, 0.35)),
        ("s", "x̂", "spread", "", ":", None),
    )
    for start, end, route, words, line, place in arrows:
        color = ROUTE_COLORS[route]
        axes.add_patch(
            FancyArrowPatch(
                places[start][:2],
                places[end][:2],
                patchA=boxes[start].get_bbox_patch(),
                patchB=boxes[end].get_bbox_patch(),
                arrowstyle="-|>",
                mutation_scale=16,
                linewidth=2,
                linestyle=line,
                color=color,
            )
        )
        if place:
            axes.text(*place, words, color=color, ha="center")
    return figure


@style()
def three_matrices(x, eps):
    """Draw J as the sum of its three routes, with the numbers.

    Parameters
    ----------
    x : (N,) array
    eps : float

    Returns
    -------
    matplotlib.figure.Figure
    """
    parts = jacobian_parts(x, eps)
    matrices = (*parts, sum(parts))
    limit = max(np.abs(matrix).max() for matrix in matrices)
    figure = new_figure((9.0, 2.9))
    panels = figure.subplots(1, 4)
    titles = (
        r"itself: $I/s$",
        r"mean: $-\mathbf{1}\mathbf{1}^\top/(Ns)$",
        r"spread: $-\hat{x}\hat{x}^\top/(Ns)$",
        r"sum: $J$",
    )
    for axes, matrix, title in zip(panels, matrices, titles):
        draw_matrix(axes, matrix, limit)
        axes.set_title(title)
        axes.set_xlabel("j (entry of x)")
        axes.set_yticks([])
    panels[0].set_yticks(np.arange(len(x)) + 0.5, range(len(x)))
    panels[0].set_ylabel("i (entry of x̂)")
    for axes, sign in zip(panels[1:], "++="):
        axes.text(
            -0.08,
            0.5,
            sign,
            transform=axes.transAxes,
            fontsize=18,
            ha="center",
            va="center",
        )
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
    figure = new_figure((9.0, 3.5))
    panels = figure.subplots(
        1, len(eps_values), sharex=True, sharey=True, squeeze=False
    )[0]
    for axes, eps in zip(panels, eps_values):
        s = np.sqrt(np.var(x) + eps)
        image = s * basis @ sum(jacobian_parts(x, eps)) @ basis.T @ circle
        axes.plot(*circle, color=REFERENCE, linestyle="--", linewidth=1.5)
        axes.plot(*image, color=GRADIENT, linewidth=2.5)
        for k in range(0, 144, 12):
            axes.plot(
                [circle[0, k], image[0, k]],
                [circle[1, k], image[1, k]],
                color=REFERENCE,
                linewidth=0.7,
            )
        axes.set_aspect("equal")
        axes.set_title(f"ε = {eps:g}: {eps / s**2:g} kept along x̂")
        axes.set_xlabel("along x̂")
        axes.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2))
    panels[0].set_ylabel("across x̂")
    panels[0].text(
        0, 1.04, "dy", color=REFERENCE, ha="center", va="bottom", fontsize=10
    )
    panels[0].text(
        0.02, 0.06, "s·dx", color=GRADIENT, ha="center", fontsize=10
    )
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
    figure = new_figure("two")
    left, right = figure.subplots(1, 2)
    looks = {
        "matrix": (REFERENCE, "s", "--", (-12, -4)),
        "three lines": (GRADIENT, "o", "-", (-8, 14)),
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
                markersize=5,
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
