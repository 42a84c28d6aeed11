"""Explorer of lesson 06: move a token in its plane, and watch x̂."""

import numpy as np

from course_lib.sliders.explorer import (
    Choice,
    Explorer,
    Slider,
    number,
    numbers,
)
from course_lib.sliders.style import CENTRE, DATA, OUTPUT, REFERENCE, ink
from lesson_parts.layernorm_jacobian.ray_pictures import (
    CIRCLE,
    N,
    draw_circle,
    factors,
    plane_basis,
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
            xlim=(-2.2, 9.4), ylim=(-5.2, 6.4), xlabel="to the right",
            ylabel="upwards", xticks=(0, 4, 8), yticks=(-4, 0, 4),
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
        right.text(1.25, 1.32, "Ju", color=ink(OUTPUT), ha="right")
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
