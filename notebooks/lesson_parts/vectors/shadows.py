"""Pictures of a vector, its shadow on a line, and what is then left."""

import numpy as np

from course_lib.sliders import boxes
from course_lib.sliders.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    ink,
    picture,
)
from lesson_parts.vectors.pictures import arrow, plane

WORDS = {
    "shadow": (
        "Light falls at a right angle onto the line along b = (3, 1). The "
        "arrow a = (1, 3) casts its shadow, t b, on that line, from 0 to "
        "(1.8, 0.6). A dashed arrow, a − t b, leads from the end of the "
        "shadow to the tip of a and makes a right angle with the line."
    ),
    "river": (
        "The plane that holds the token “river” and the vector 1, drawn to "
        "scale. x is 3.93 long. Its mean part, along 1, is 1.80 long, and its "
        "centred part, orthogonal to 1, is 3.49 long; it is drawn a little "
        "beside its place, because x̂ points the same way. x̂ ends on the "
        "circle of radius √8 = 2.83."
    ),
    "loud": (
        "To the right the part of x̂ that lies along the sixth feature of "
        "“river” (centred), upwards the part that is left for the seven "
        "others. Three arrows x̂, all √8 long, end on one quarter of a "
        "circle: with 1 as the sixth feature x̂ is 2.22 high, with 3.78 it is "
        "0.78 high, and with 3,780 it lies on the axis."
    ),
}


def _corner(ax, at, along, across, size=0.22):
    """Mark a right angle between two directions of length 1."""
    along, across = size * along, size * across
    marks = np.array([at + along, at + along + across, at + across])
    ax.plot(*marks.T, color=TEXT, lw=1.5)


def _arc(ax, radius, end):
    """Draw a circle about the origin, from the right to an angle."""
    around = np.linspace(0, end, 61)
    circle = radius * np.array([np.cos(around), np.sin(around)])
    ax.plot(*circle, color=REFERENCE, lw=2)


@picture((6.4, 4.0))
def shadow_of(figure, a, b):
    """Draw the shadow of a vector, (2,), on the line along another."""
    a, b = np.array([a, b], dtype=float)
    ax = figure.subplots()
    plane(ax, (-1.2, 4.6), (-0.6, 3.5), "The shadow of a on the line along b")
    ax.set(xticks=range(-1, 5), yticks=range(4))
    unit = b / np.hypot(*b)
    ax.plot(*np.outer(b, (-1, 2)), ":", color=REFERENCE, lw=1.8)
    shadow = a @ b / (b @ b) * b
    across = (a - shadow) / np.hypot(*(a - shadow))
    for place in np.linspace(0.15, 1, 6):  # rays of light, from above
        foot = place * shadow
        ray = np.array([foot + 3.2 * across, foot])
        ax.plot(*ray.T, color=REFERENCE, lw=1, alpha=0.35)
    bar = {"lw": 8, "alpha": 0.6, "solid_capstyle": "butt"}
    ax.plot(*zip((0, 0), shadow), color=OUTPUT, **bar)
    arrow(ax, (0, 0), b, TEXT, "b", place=(0.2, -0.2))
    arrow(ax, (0, 0), a, DATA, "a", place=(-0.25, 0.1))
    arrow(ax, shadow, a, RESIDUAL, ls="--")
    _corner(ax, shadow, -unit, across)
    ax.annotate("a − t b", (1.6, 2), color=ink(RESIDUAL))
    ax.annotate("t b", 0.55 * shadow + (0.1, -0.4), color=ink(OUTPUT))


@picture((6.4, 4.2))
def in_its_plane(figure, x):
    """Draw a vector, (N,), in the plane that it makes with the ones.

    Along the first axis lie the multiples of the ones. The second axis has
    the direction of the centred vector, so that nothing is distorted.
    """
    x = np.asarray(x, dtype=float)
    root = len(x) ** 0.5
    mean_part, centred = root * x.mean(), root * x.std()
    ax = figure.subplots()
    plane(ax, (-3.4, 4.4), (-0.7, 4.1), "“river”, its two parts, and x̂")
    ax.set(xlabel="length along 1", ylabel="length orthogonal to 1")
    _arc(ax, root, np.pi)
    ax.annotate("radius √8", (2.15, 2.0), color=ink(REFERENCE))
    ends = np.array([[mean_part, mean_part], [0, centred], [centred, centred]])
    ax.plot(ends[0], ends[1], ":", color=TEXT, lw=1.8)
    ax.plot([0, mean_part], ends[2], ":", color=TEXT, lw=1.8)
    arrow(ax, (0, 0), (mean_part, 0), REFERENCE)
    ax.annotate("mean part", (0.1, -0.5), color=ink(REFERENCE))
    arrow(ax, (0, 0), (mean_part, centred), DATA, "x", place=(0.3, 0.1))
    beside = {"color": RESIDUAL, "lw": 2.2, "mutation_scale": 18}
    boxes.arrow(ax, (0, 0), (0, centred), aside=-0.16, shrinkB=0, **beside)
    ax.annotate(
        "centred part", (-0.32, centred), color=ink(RESIDUAL), ha="right"
    )
    arrow(ax, (0, 0), (0, root), OUTPUT, "x̂", place=(0.25, -0.3))
    _corner(ax, np.zeros(2), np.array([1, 0]), np.array([0, 1]))


@picture((6.4, 4.4))
def one_feature_grows(figure, x, feature, sizes):
    """Draw where x̂ points when one feature of x, (N,), takes some sizes.

    To the right lies the direction of that feature, centred, and upwards what
    is orthogonal to it. The others keep their differences, so every x̂ lies
    in this plane.
    """
    root = len(x) ** 0.5
    along = np.eye(len(x))[feature] - 1 / len(x)
    along /= np.linalg.norm(along)
    ax = figure.subplots()
    plane(ax, (0, 4.9), (0, 3.3), "The loud feature takes the length")
    ax.set(
        xlabel="part of x̂ along the sixth feature, centred",
        ylabel="part left for the others",
    )
    _arc(ax, root, np.pi / 2)
    ax.annotate("radius √8", (0.15, 2.35), color=ink(REFERENCE))
    for size in sizes:
        token = np.array(x, dtype=float)
        token[feature] = size
        x_hat = (token - token.mean()) / token.std()
        right = x_hat @ along
        end = right, np.linalg.norm(x_hat - right * along)
        arrow(ax, (0, 0), end, OUTPUT)
        label = f"sixth feature {size:,g}"
        ax.annotate(label, (end[0] + 0.12, end[1] + 0.08), color=ink(OUTPUT))
