"""Explorers of lesson 06: move a token in its plane, or let it learn."""

import numpy as np

from course_lib.sliders.boxes import arrow
from course_lib.sliders.explorer import (
    Choice,
    Explorer,
    Slider,
    number,
    numbers,
)
from course_lib.sliders.style import (
    CENTRE,
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    TEXT,
    ink,
    note,
)
from lesson_parts.layernorm_jacobian.ray_pictures import (
    CIRCLE,
    N,
    draw_circle,
    factors,
    plane_basis,
    pulled,
    radius,
)

MEAN = 5
RIGHT, UP = plane_basis((1, 4, 10))  # our token lies to the right
# By 50 degrees: there x̂ has its name, outside its circle and off its ray.
ASIDE = np.array([[0.64, 0.77], [-0.77, 0.64]])
SPOKES = np.array([[-1, 1, 0, 0, 0], [0, 0, 0, -1, 1]])
AROUND = CIRCLE[:, ::3]  # fewer points, for what moves


class MoveTheToken(Explorer):
    """A token moves in the plane orthogonal to **1**; x̂ stays on its ray."""

    task = (
        "Move the token to the right, then upwards: where does x̂ go? Then "
        "set ε to 20: where is the ellipse nearly a circle?"
    )
    question = (
        "At ε = 2, x moves outwards on its ray, from ℓ = 1.98 to ℓ = 7.98. "
        "What happens to the factors across the ray and along it?"
    )
    choices = {
        "both fall, the one across faster": (
            "1/s falls from 0.55 to 0.21. But ε/s³ has the third power of s "
            "below: it falls from 0.33 to 0.02."
        ),
        "both fall, the one along faster": (
            "s grows from 1.82 to 4.82. So 1/s falls from 0.55 to 0.21, and "
            "ε/s³ from 0.33 to 0.02: near its circle x̂ hardly moves outwards."
        ),
        "only the one along falls": (
            "x̂ nears its circle, which takes away the part along: from 0.33 "
            "to 0.02. But 1/s falls as well, from 0.55 to 0.21: the farther "
            "out x is, the smaller is the angle by which a nudge turns it."
        ),
    }
    answer = "both fall, the one along faster"
    controls = {
        "right": Slider(
            "to the right", min=1.48, max=7.98, step=0.5, start=2.98
        ),
        "up": Slider("upwards", min=-4, max=4, step=0.5, start=0),
        "eps": Choice("ε", (0.0, 0.1, 2.0, 20.0), start=2.0, buttons=True),
    }
    size = (7.8, 3.8)

    def state(self, right, up, eps):
        """Compute x, the length of Cx and x̂, and what J does in the plane."""
        centred = np.array([right, up])
        length = np.hypot(right, up)
        ray = centred / length
        turn = np.array(
            [ray, [-ray[1], ray[0]]]
        ).T  # its columns: along, across
        along, across = factors(length, eps)
        return {
            "x": MEAN + right * RIGHT + up * UP,
            "centred": centred,
            "length": length,
            "rho": radius(length, eps),
            "x_hat": radius(length, eps) * ray,
            "along": along,
            "across": across,
            "turn": turn,
            "jacobian": turn @ np.diag([along, across]) @ turn.T,
        }

    def draw(self, figure):
        left, right = figure.subplots(1, 2, width_ratios=(1.1, 1))
        draw_circle(left)
        left.set(
            xlim=(-2.2, 9.4), ylim=(-5.2, 6.4), xticks=(0, 4, 8),
            yticks=(-4, 0, 4), xlabel="from the mean, to the right",
            ylabel="from the mean, upwards",
        )  # fmt: skip
        # A title of its own: set_title places it anew at every full drawing.
        where = {"transform": left.transAxes, "weight": "bold"}
        right.plot(*CIRCLE, color=DATA, ls="--", lw=2)
        right.set(
            title="Nudges u, and moves of x̂", xlim=(-1.3, 1.3),
            ylim=(-1.3, 1.65), xticks=(-1, 0, 1), yticks=(-1, 0, 1),
            aspect="equal", xlabel="to the right", ylabel="upwards",
        )  # fmt: skip
        right.text(-1.25, 1.32, "u, of length 1", color=ink(DATA))
        thin = {"color": REFERENCE, "lw": 1.5}
        return {
            "ray": left.plot([], [], **thin),
            "nudges": left.plot([], [], color=DATA, lw=1.5, ls="--"),
            "centred": left.plot([], [], "o", color=DATA, ms=10),
            "x_hat": left.plot([], [], "o", color=OUTPUT, ms=10),
            "centred says": left.text(0, 0, "Cx", color=ink(DATA), **CENTRE),
            "x_hat says": left.text(0, 0, "x̂", color=ink(OUTPUT), **CENTRE),
            "title": left.text(0, 1.03, "", **where),
            "spokes": right.plot([], [], ls=":", **thin),
            "moves": right.plot([], [], color=OUTPUT, lw=1.5),
            "moves say": right.text(0, 0, "Ju", color=ink(OUTPUT), **CENTRE),
        }

    def move(self, artists, now):
        end = 1.15 * now.centred
        artists["ray"][0].set_data(*zip((0, 0), end))
        around = now.centred[:, None] + AROUND
        artists["nudges"][0].set_data(*around)
        for name, place in (("centred", now.centred), ("x_hat", now.x_hat)):
            artists[name][0].set_data(*place[:, None])
        artists["centred says"].set_position(now.centred + (0, 1.6))
        artists["x_hat says"].set_position(2.5 * ASIDE @ now.turn[:, 0])
        artists["title"].set_text(f"x = {numbers(now.x, 1)}")
        artists["spokes"][0].set_data(*(now.turn @ SPOKES))
        artists["moves"][0].set_data(*(now.jacobian @ AROUND))
        # Beside the ellipse, off both spokes.
        aside = now.turn @ (now.along + 0.2, 0.15 + 0.5 * now.across)
        artists["moves say"].set_position(aside)

    def sentence(self, now):
        where = "inside" if now.eps else "on"
        length, rho, end = now.length, now.rho, np.sqrt(N)
        return (
            f"At {number(now.right)} to the right, {number(now.up, 1)} "
            f"upwards and ε = {now.eps:g} the token is x = "
            f"{numbers(now.x, 1)}. Cx lies {number(length)} from the middle "
            f"and x̂ {number(rho, 3)}, "
            f"{where} the circle of radius {number(end, 3)}. x̂ moves by "
            f"{number(now.across, 3)} of a nudge across the ray and by "
            f"{number(now.along, 3)} of a nudge along it."
        )


START, TARGET, STEPS = np.array([1.0, 4, 10]), np.array([1, 0, -1]), 20
# The target points to the right, and the token starts in the upper half.
TO_TARGET = np.array([[1, 0, -1] / np.sqrt(2), [1, -2, 1] / np.sqrt(6)])
LENGTHS = {"free": False, "set back after each step": True}


class PullTheToken(Explorer):
    """A constant gradient pulls at x̂, and the token takes twenty steps."""

    task = (
        "Take the rate 100 with the length free, then set back. What is the "
        "largest rate of the slider at which a token that is set back still "
        "comes to rest at the target?"
    )
    question = (
        "At the rate 100, twenty times as much, the first step goes far past "
        "the target’s direction. Does Cx come to point at the target in the "
        "end? And if, after every step, Cx gets its first length back?"
    )
    choices = {
        "yes; and yes": (
            "The first is right. But with the length set back, Cx jumps from "
            "37° on one side of the target to 37° on the other: each step "
            "turns it too far, and the next one is no smaller."
        ),
        "yes; and no": (
            "A long step makes Cx long, and a long Cx turns less. Set back, "
            "it jumps for ever, from 37° on one side to 37° on the other."
        ),
        "no; and no": (
            "The second is right. But with the length free, the first steps "
            "take Cx so far out that the later ones turn it by less and "
            "less. It comes to rest at the target."
        ),
    }
    answer = "yes; and no"
    controls = {
        "rate": Slider("rate", min=5, max=100, step=5, start=5),
        "length": Choice("length", tuple(LENGTHS), start="free"),
    }
    size = (9.0, 4.3)

    def state(self, rate, length):
        """Compute Cx after each step, in the plane, and its angle."""
        path = pulled(START, TARGET, rate, STEPS, LENGTHS[length])
        spots = path @ TO_TARGET.T
        angle = np.degrees(np.arctan2(spots[:, 1], spots[:, 0]))
        return {
            "spots": spots,
            "angle": angle,
            "far": np.hypot(*spots.T),
            "jumps": angle[-1] * angle[-2] < 0 and abs(angle[-1]) > 1,
        }

    def draw(self, figure):
        left, right = figure.subplots(1, 2, width_ratios=(1.7, 1))
        start = TO_TARGET @ START
        left.plot(*np.hypot(*start) * CIRCLE, color=REFERENCE, ls="--", lw=1.5)
        left.plot(0, 0, "+", color=TEXT, ms=10)
        left.plot(*zip((0, 0), start), color=REFERENCE, lw=1.5)
        arrow(left, (0, 0), (27, 0), color=GRADIENT, lw=1.5)
        for words, at, aside, color in (
            ("target", (27, 0), (0, -20), GRADIENT),
            ("start", start, (-4, -18), DATA),
        ):
            note(left, words, at, aside, color=ink(color), ha="right")
        left.set(
            title="The path of Cx", aspect="equal", xlim=(-11, 29),
            ylim=(-7.5, 21), xticks=(0, 10, 20), yticks=(0, 10, 20),
            xlabel="along the target", ylabel="across it",
        )  # fmt: skip
        right.axhline(0, color=GRADIENT, lw=1.5)
        right.set(
            title="Its angle to the target", xlabel="step", ylabel="angle, °",
            xlim=(-1, STEPS + 1), ylim=(-60, 190), xticks=(0, 10, 20),
            yticks=(-45, 0, 45, 90, 135, 180),
        )  # fmt: skip
        look = {"color": DATA, "lw": 1.2, "marker": "o", "ms": 4}
        return {
            "path": left.plot([], [], **look),
            "angle": right.plot([], [], **look),
        }

    def move(self, artists, now):
        artists["path"][0].set_data(*now.spots.T)
        artists["angle"][0].set_data(range(STEPS + 1), now.angle)

    def sentence(self, now):
        far, angle = now.far[[0, -1]], abs(now.angle)
        side = ", on the other side than the step before" * bool(now.jumps)
        return (
            f"At the rate {now.rate:g} Cx starts {number(far[0])} from 0, at "
            f"{number(angle[0], 0)}° to the target. Its length is "
            f"{now.length}. After {STEPS} steps it is {number(far[1])} from "
            f"0, at {number(angle[-1], 1)}° to the target{side}."
        )
