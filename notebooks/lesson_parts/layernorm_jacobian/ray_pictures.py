"""Pictures of x̂ on the ray of Cx, and of where a nudge of x takes it.

The plane is the one orthogonal to **1**, for a token of three features. Its
first direction is that of Cx; ℓ is the length of Cx, ρ(ℓ) that of x̂.
"""

from fractions import Fraction

import numpy as np

from course_lib.sliders.boxes import arrow
from course_lib.sliders.style import (
    CENTRE,
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    TEXT,
    ink,
    note,
    picture,
)

N = 3
CIRCLE = np.stack(
    [f(np.linspace(0, 2 * np.pi, 145)) for f in (np.cos, np.sin)]
)

# They stand here, so that a page does not tell the answer to a prediction.
WORDS = {
    "ray": (
        "Left, the plane orthogonal to 1: Cx = (−4, −1, 5) and x̂ lie on one "
        "ray from 0, Cx at distance 6.48, x̂ at 1.62, just inside the circle "
        "of radius √3. Right, the distance ρ of x̂ against the distance ℓ of "
        "Cx: the curve rises steeply at first, then bends and creeps up to "
        "√3."
    ),
    "two slopes": (
        "Left, a nudge of Cx across its ray, and the move of x̂ that it "
        "causes: two triangles with one angle at 0, so the move is 1.62/6.48 "
        "= 1/4 of the nudge. Right, the curve ρ(ℓ) with two lines: from 0 to "
        "the point of our token with slope ρ/ℓ = 1/4, and along the curve "
        "there with slope 1/32, almost flat. Heights are drawn "
        "four times as large."
    ),
    "rectangle": (
        "A rectangle of 3 by 2 grows to 3.02 by 2.05 (drawn larger). It gains "
        "a strip of 0.02 × 2 at its side, one of 3 × 0.05 on top, and a tiny "
        "corner of 0.02 × 0.05 between them."
    ),
    "taken": (
        "The plane orthogonal to 1, with the ray to the right. The arrow Cu "
        "leads to a point above the ray. Its shadow on the ray is 4 long. "
        "J takes 3.5 of it away, which is σ²/s² = 7/8, and 0.5 stays, which "
        "is ε/s² = 1/8. So s·Ju points almost straight up: as high as Cu, "
        "and 0.5 to the right."
    ),
}


def plane_basis(x):
    """Return two unit vectors that span the plane orthogonal to **1**.

    The first points along x̂, the second is orthogonal to x̂ and **1**. x has
    the shape (3,) and is not constant.
    """
    centred = np.asarray(x, float) - np.mean(x)
    along = centred / np.linalg.norm(centred)
    across = np.cross(np.ones(N), along) / np.sqrt(N)
    return along, across


def radius(length, eps):
    """Return ρ, the length of x̂ where Cx has this length."""
    return np.sqrt(N) * length / np.sqrt(length**2 + N * eps)


def factors(length, eps):
    """Return how far x̂ goes for a nudge of length 1: along, and across."""
    s = np.sqrt(length**2 / N + eps)
    return eps / s**3, 1 / s


def jacobian(x, eps):
    """Return J = ∂x̂/∂x, (N, N)."""
    centred = np.asarray(x, float) - np.mean(x)
    s = np.sqrt(np.var(x) + eps)
    centring = np.eye(len(x)) - 1 / len(x)
    return (centring - np.outer(centred, centred) / (len(x) * s**2)) / s


def length_of(x):
    """Return ℓ, the length of Cx."""
    return np.linalg.norm(x - np.mean(x))


def draw_circle(axes):
    """Draw the circle that x̂ never reaches, with 0 in its middle."""
    axes.plot(*np.sqrt(N) * CIRCLE, color=REFERENCE, ls="--", lw=2)
    axes.plot(0, 0, "+", color=TEXT, ms=10)
    axes.set_aspect("equal")


def draw_curve(axes, length, eps, x_hat):
    """Draw ρ(ℓ) and the point of a token."""
    lengths = np.linspace(0, 10, 201)
    axes.plot(lengths, radius(lengths, eps), color=OUTPUT)
    axes.axhline(np.sqrt(N), color=REFERENCE, ls="--", lw=2)
    axes.plot(length, x_hat, "o", color=OUTPUT, ms=11, zorder=3)
    axes.set(
        xlim=(0, 10), ylim=(0, 2.2), yticks=(0, 1, 2),
        xlabel="ℓ, distance of Cx from 0", ylabel="ρ, distance of x̂",
    )  # fmt: skip
    note(
        axes, "√3", (9.9, np.sqrt(N)), (0, 5), ha="right", color=ink(REFERENCE)
    )


@picture((9.0, 3.8))
def on_its_ray(figure, x, eps):
    """Draw Cx and x̂ in their plane, and the curve ρ(ℓ)."""
    length = length_of(x)
    x_hat = radius(length, eps)
    left, right = figure.subplots(1, 2, width_ratios=(1.2, 1))
    draw_circle(left)
    left.plot([0, 8.2], [0, 0], color=REFERENCE, lw=1.5)
    for place, color, words in ((length, DATA, "Cx"), (x_hat, OUTPUT, "x̂")):
        left.plot(place, 0, "o", color=color, ms=11, zorder=3)
        note(left, words, (place, 0), (7, 10), color=ink(color))
    left.set(
        title="The plane, seen along 1", xlim=(-2.2, 8.4), ylim=(-3.6, 3.6),
        xlabel="along the ray", ylabel="across the ray", yticks=(-2, 0, 2),
    )  # fmt: skip
    draw_curve(right, length, eps, x_hat)
    note(right, "our token", (length, x_hat), (0, -22), ha="center")
    right.set_title("How far out is x̂?")


@picture((9.0, 3.8))
def two_slopes(figure, x, eps):
    """Draw what a nudge across the ray does, and the slopes of ρ(ℓ)."""
    length = length_of(x)
    x_hat, nudge = radius(length, eps), 2.4
    along, across = factors(length, eps)
    left, right = figure.subplots(1, 2, width_ratios=(1.2, 1))
    draw_circle(left)
    for height in (0, nudge):
        left.plot([0, length], [0, height], color=REFERENCE, lw=1.5)
    for place, way, color, words in (
        (length, nudge, DATA, "nudge"),
        (x_hat, across * nudge, OUTPUT, "move"),
    ):
        left.plot([place, place], [0, way], color=color, lw=4)
        left.plot(place, 0, "o", color=color, ms=9, zorder=3)
        note(left, words, (place, 0), (9, -19), color=ink(color))
    left.set(
        title=f"Across: {Fraction(across)} of the nudge", xlim=(-2.2, 8.4),
        ylim=(-3.6, 3.6), xlabel="along the ray", ylabel="across the ray",
        yticks=(-2, 0, 2),
    )  # fmt: skip
    draw_curve(right, length, eps, x_hat)
    right.plot([0, length], [0, x_hat], color=TEXT, lw=2, ls=":")
    ends = np.array([-3.2, 3.2])
    right.plot(length + ends, x_hat + along * ends, color=GRADIENT, lw=2.5)
    right.set_title(f"Along: {Fraction(along)} of the nudge")
    right.text(4.7, 0.72, "slope 1/4", color=TEXT)
    note(right, "slope 1/32", (length, x_hat), (0, -26), color=ink(GRADIENT))


@picture((6.4, 3.6))
def rectangle(figure):
    """Draw by what a rectangle grows when both of its sides do."""
    axes = figure.subplots()
    wide, high, right, up = 3, 2, 0.5, 0.4
    for left, low, width, height, color in (
        (0, 0, wide, high, REFERENCE),
        (wide, 0, right, high, DATA),
        (0, high, wide, up, OUTPUT),
        (wide, high, right, up, GRADIENT),
    ):
        axes.fill(
            left + np.array([0, width, width, 0]),
            low + np.array([0, 0, height, height]),
            fc=color, alpha=0.3, ec=TEXT, lw=1.5,
        )  # fmt: skip
    axes.text(wide / 2, high / 2, "w h = 3 × 2", **CENTRE)
    axes.text(wide / 2, high + up / 2, "3 × 0.05 = 0.15", **CENTRE)
    axes.text(wide + 0.6, high / 2, "0.02 × 2 = 0.04", va="center")
    axes.text(wide + 0.6, high + up / 2, "0.02 × 0.05 = 0.001", va="center")
    axes.set(xlim=(-0.1, 5.6), ylim=(-0.1, 2.6), aspect="equal")
    axes.set_title("Two strips and a tiny corner (not to scale)")
    axes.axis("off")


@picture((6.4, 4.0))
def taken_away(figure, x, eps, along=4, across=2.4):
    """Draw which part of a shadow on the ray J takes away, and what stays.

    The nudge has these lengths along the ray of x and across it.
    """
    stays = eps / (np.var(x) + eps)
    axes = figure.subplots()
    axes.axhline(0, color=REFERENCE, lw=1.5)
    for place, color, words, aside in (
        (along, DATA, "Cu", (8, 2)),
        (along * stays, OUTPUT, "s·Ju", (-46, 2)),
    ):
        arrow(axes, (0, 0), (place, across), color=color, lw=3)
        axes.plot([place] * 2, [0, across], color=REFERENCE, lw=1.2, ls=":")
        note(axes, words, (place, across), aside, color=ink(color))
    for start, end, height, color, words, ha in (
        (0, along, -0.35, DATA, "the shadow of u on the ray", "left"),
        (along * stays, along, -1.05, REFERENCE, "J takes away", "left"),
        (0, along * stays, -1.05, OUTPUT, "stays", "right"),
    ):
        axes.plot([start, end], [height] * 2, color=color, lw=5)
        share = Fraction((end - start) / along)
        told = words if share == 1 else f"{words} {share}"
        at = (start if ha == "left" else end), height
        look = {"color": ink(color), "ha": ha, "va": "top"}
        note(axes, told, at, (6 if start else 0, -5), **look)
    axes.set(
        title="J takes away a little less than the shadow", aspect="equal",
        xlim=(-1.3, 5.2), ylim=(-1.7, 3), yticks=(0, 1, 2),
        xlabel="along the ray", ylabel="across the ray",
    )  # fmt: skip


def pulled(x, target, lr, steps, held=False):
    """Let a token follow its gradient for the loss −x̂·target, at ε = 10⁻⁵.

    If it is held, Cx gets its first length back after each step.

    Returns
    -------
    ndarray, (steps + 1, N)
        The token before the first step, and after each.
    """
    path = [np.asarray(x, float)]
    for _ in range(steps):
        dx = -jacobian(path[-1], 1e-5) @ target  # dx̂ is −target
        after = path[-1] - lr * dx
        if held:
            centred = after - after.mean()
            after -= centred * (1 - length_of(x) / length_of(after))
        path.append(after)
    return np.array(path)
