"""Pictures of LayerNorm's backward pass."""

from fractions import Fraction

import numpy as np
from matplotlib.colors import ListedColormap

from course_lib.sliders.boxes import arrow
from course_lib.sliders.style import (
    CENTRE,
    GRADIENT,
    OUTPUT,
    POINTS,
    REFERENCE,
    TEXT,
    ink,
    note,
    picture,
)
from lesson_parts.layernorm_jacobian.ray_pictures import plane_basis

# The arrows between framed words lie below the frames.
HEAVY = dict(lw=2.5, mutation_scale=20, shrinkA=2, shrinkB=2, zorder=1)

# They stand here, so that a page does not tell the answer to a prediction.
WORDS = {
    "arrows": (
        "A plane seen from the side, with the ray of x̂ in it and 1 = (1, 1, "
        "1) upright on it. dy = (3, 2, 5.5) turns into dx̂ = (3, 1, 11) when "
        "γ = (1, 1/2, 2) multiplies it. From the tip of dx̂, arrow 1 drops "
        "straight down onto the plane: the mean is gone. Arrow 2 runs in the "
        "plane, along the ray, and takes away 7/8 of the part along x̂. The "
        "1/8 that stays is marked on the ray. Arrow 3 shortens what is left "
        "to a quarter: that is dx = (0.375, −0.781, 0.406)."
    ),
    "graph": (
        "A graph of the forward pass for x = (1, 4, 10) and ε = 2. x leads "
        "to mean, and both lead to centred; centred leads to var and on to "
        "rstd, and centred and rstd lead to x̂. Every box holds its "
        "numbers."
    ),
    "gradients": (
        "The same graph with an arrow back beside every arrow forward, and "
        "a gradient beside every box, for dx̂ = (1, 0, 0): drstd = −4, dvar = "
        "1/32, dcentred = (8, −1, 5)/48, dmean = −1/4, dx = (4, −5, 1)/48. "
        "Where two arrows come back to a box, what each of them carries "
        "stands beside it: at centred (1/4, 0, 0) and (−4, −1, 5)/48, at x "
        "(8, −1, 5)/48 and (−4, −4, −4)/48. They add up."
    ),
}


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


# Box: where, name and forward value; gradient for dx̂ = (1, 0, 0), and where.
STATIONS = {
    "x": ((0.95, 2.4), "x\n(1, 4, 10)", (0.95, 1.75), "dx =\n(4, −5, 1)/48"),
    "mean": ((2.65, 4.1), "mean\n5", (3.95, 4.2), "dmean = −1/4"),
    "centred": (
        (4.1, 2.4),
        "centred\n(−4, −1, 5)",
        (4.85, 3.13),
        "dcentred =\n(8, −1, 5)/48",
    ),
    "var": ((4.1, 0.65), "var\n14", (2.95, 0.65), "dvar = 1/32"),
    "rstd": ((6.3, 0.65), "rstd\n1/4", (7.45, 0.65), "drstd = −4"),
    "x_hat": (
        (7.75, 2.4),
        "x̂\n(−1, −1/4, 5/4)",
        (7.75, 2.95),
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
# What an arrow sends back, and where, for dx̂ = (1, 0, 0); at both forks.
SENT_BACK = {
    ("centred", "x_hat"): ((6.05, 2.74), "(1/4, 0, 0)"),
    ("centred", "var"): ((5.1, 1.5), "(−4, −1, 5)/48"),
    ("x", "centred"): ((2.45, 2.74), "(8, −1, 5)/48"),
    ("x", "mean"): ((0.9, 3.5), "(−4, −4, −4)/48"),
}
ASIDE = 0.1  # inches between an arrow and the middle of its road


@picture((9.0, 5.0))
def graph(figure, gradients=False):
    """Draw LayerNorm's intermediate results as a graph, with numbers.

    They are those of x = (1, 4, 10), ε = 2 and dx̂ = (1, 0, 0). With
    gradients an arrow leads back beside each arrow forward, each box has its
    gradient beside it, and each arrow back to a fork what it carries.
    """
    stations = {name: each[:2] for name, each in STATIONS.items()}
    axes, boxes = _diagram(figure, stations)
    title = "Each box with its gradient" if gradients else "From x to x̂"
    axes.text(0.15, 4.75, title, weight="bold", va="center")
    aside = ASIDE if gradients else 0
    for start, end in WAYS:
        arrow(axes, boxes[start], boxes[end], aside=aside, **HEAVY)
    if not gradients:
        return
    for start, end in WAYS:
        look = HEAVY | {"color": GRADIENT}
        arrow(axes, boxes[end], boxes[start], aside=aside, **look)
    look = CENTRE | {"color": ink(GRADIENT), "weight": "bold"}
    for _, _, place, words in STATIONS.values():
        axes.text(*place, words, **look)
    for place, words in SENT_BACK.values():
        axes.text(*place, words, **look | {"weight": "normal"})
    corner = {"ha": "right", "va": "center", "size": POINTS}
    axes.text(8.8, 4.6, "grey: forward", color=ink(REFERENCE), **corner)
    axes.text(8.8, 4.25, "pink: back", color=ink(GRADIENT), **corner)


# A place along 1, along the ray and across it, as it is seen from the side.
SEEN = np.array([[0, 0.55], [1, -0.1], [0.62, 0.36]])


@picture((9.0, 4.2))
def three_arrows(figure, x, eps, gamma, dy):
    """Draw γ and the three lines of dx as arrows, for a token of three."""
    basis = np.stack([np.ones(3) / 3**0.5, *plane_basis(x)])
    x_hat = (x - np.mean(x)) / np.sqrt(np.var(x) + eps)
    dx_hat = gamma * dy
    flat = dx_hat - dx_hat.mean()
    rest = flat - x_hat * (dx_hat * x_hat).mean()
    places = dy, dx_hat, flat, rest, rest / np.sqrt(np.var(x) + eps)
    turned, start, one, two, end = (basis @ place @ SEEN for place in places)
    axes = figure.subplots()
    around = [(0, a, b) for a, b in ((-2, -2), (8, -2), (8, 5), (-2, 5))]
    axes.fill(*(around @ SEEN).T, color=REFERENCE, alpha=0.12, lw=0)
    for tip, words, aside in (
        ((9.5, 0, 0), "1 = (1, 1, 1)", (9, -8)),
        ((0, 9, 0), "the ray of x̂", (5, -20)),
    ):
        arrow(axes, (0, 0), tip @ SEEN, lw=1.5)
        note(axes, words, tip @ SEEN, aside, color=ink(REFERENCE))
    for place, tip in ((flat, one), (rest, two)):
        foot = basis[1] @ place * SEEN[1]  # on the ray
        axes.plot(*np.transpose([foot, tip]), color=REFERENCE, lw=1.2, ls=":")
    axes.plot(*np.transpose([(0, 0), foot]), color=OUTPUT, lw=6)
    stays = Fraction(eps / (np.var(x) + eps))
    note(axes, f"{stays} stays", foot, (14, -27), color=ink(OUTPUT))
    look = {"color": GRADIENT, "lw": 2.5}
    for tip in (turned, start):
        arrow(axes, (0, 0), tip, **look | {"lw": 1.5})
    for tail, tip in ((start, one), (one, two), (two, end)):
        arrow(axes, tail, tip, **look)
    arrow(axes, turned, start, lw=1.5, ls="--")
    arrow(axes, (0, 0), end, color=TEXT, lw=3)
    pink = {"color": ink(GRADIENT)}
    note(axes, "dy", turned, (-26, 2), **pink)
    note(axes, "γ", (turned + start) / 2, (-4, 8), color=ink(REFERENCE))
    note(axes, "dx̂ = γ dy", start, (8, -2), **pink)
    mean = f"1   take away mean(dx̂) = {dx_hat.mean():g}"
    note(axes, mean, (start + one) / 2, (10, -4), **pink)
    look = pink | {"ha": "right"}
    note(axes, "2   take away x̂ mean(dx̂ x̂)", one, (-8, 23), **look)
    scale = f"3   times 1/s = {Fraction(1 / np.sqrt(np.var(x) + eps))}"
    note(axes, scale, (two + end) / 2, (5, -18), **pink)
    note(axes, "dx", end, (-8, -30), weight="bold")
    axes.set(
        xlim=(-3.6, 15.9), ylim=(-2, 6.2),
        title="Multiply by γ, then three lines: three arrows",
    )  # fmt: skip
    axes.axis("off")


PASSES = "#F6D9C4"  # a pale OUTPUT, on which words stand out


@picture((9.0, 4.4))
def audit(figure, passed):
    """Draw which slips pass which checks.

    Parameters
    ----------
    passed : dict of str to dict of str to bool
        By slip, and by check.
    """
    checks = list(next(iter(passed.values())))
    marks = np.array([[*each.values()] for each in passed.values()], bool)
    figure.set_figheight(0.55 * len(passed) + 1.1)
    axes = figure.subplots()
    title = "Each convenient check lets slips pass"
    figure.suptitle(title, x=0.01, ha="left", weight="bold")
    axes.pcolormesh(
        marks, cmap=ListedColormap(["white", PASSES]), vmin=0, vmax=1,
        edgecolors="#D0D0D0", lw=1,
    )  # fmt: skip
    for (row, column), passes in np.ndenumerate(marks):
        look = CENTRE | {"color": TEXT if passes else ink(REFERENCE)}
        said = "passes" if passes else "caught"
        axes.text(column + 0.5, row + 0.5, said, **look)
    axes.set_xticks(np.arange(len(checks)) + 0.5, checks)
    axes.set_yticks(np.arange(len(passed)) + 0.5, [*passed])
    axes.set_ylim(len(passed), 0)  # the first slip on top
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def audit_words(passed):
    """Say which slips pass each check."""
    checks = list(next(iter(passed.values())))
    told = []
    for check in checks:
        through = [slip for slip, each in passed.items() if each[check]]
        told.append(f"{check}: {', '.join(through) or 'none'}")
    return f"Slips that pass each check. {'; '.join(told)}."
