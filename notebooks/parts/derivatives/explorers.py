"""Explorer of lesson 03: how small should a step be?"""

import numpy as np

from course_lib.panels.explorer import Choice, Explorer, Slider, number
from course_lib.panels.style import DATA, GRADIENT, REFERENCE, TEXT
from parts.derivatives.pictures import (
    FLOOR,
    METHODS,
    STEPS,
    cube,
    cube_errors,
    cube_slope,
    draw_u_curve,
)

X = 1.3
SLOPE = 3 * X * X
KINDS = {"float64": np.float64, "float32": np.float32}
ERRORS = {name: cube_errors(X, STEPS, kind) for name, kind in KINDS.items()}


class StepSize(Explorer):
    """The line through two near points, and its place on the U curve."""

    task = (
        "Find the h that serves the central difference best. How many "
        "digits are right there? Do the same in float32, which keeps about "
        "seven. Then take the complex step to h = 1e-16."
    )
    question = (
        "A float keeps about 16 digits. How many of the slope's are right "
        "at the best h of the central difference?"
    )
    choices = {
        "5": (
            "More: about 11. At h = 1e-5 the bending is off by h², which is "
            "1e-10, and rounding by about 1e-16 / h, which is 1e-11."
        ),
        "8": (
            "That is the best forward difference, which bends by h. The "
            "central one bends by h² and keeps about 11."
        ),
        "11": (
            "Near h = 1e-5 the bending, about h², and the rounding, about "
            "1e-16 / h, are both small. Together they cost five digits."
        ),
        "16": (
            "Rounding, about 1e-16 / h, takes some at every small h. About "
            "11 are left at best. Only the complex step reaches 16."
        ),
    }
    answer = "11"
    controls = {
        "h": Slider("h, step size", -16, 0, 0.25, 0.1, log=True),
        "method": Choice("method", tuple(METHODS), start="central difference"),
        "numbers": Choice(
            "numbers", tuple(KINDS), start="float64", buttons=True
        ),
    }
    size = "two"

    def draw(self, figure):
        left, right = figure.subplots(1, 2)
        x = np.linspace(0, 2.6, 131)
        left.plot(x, cube(x), color=DATA, lw=2)
        left.plot(x, cube(X) + SLOPE * (x - X), color=REFERENCE, ls=":")
        left.set(
            title="The line through the points", xlabel="x", ylabel="x³",
            xlim=(0.1, 2.5), ylim=(-4, 13),
        )  # fmt: skip
        curves = draw_u_curve(right, STEPS, ERRORS["float64"])
        right.set_title("The error of its slope")
        short = [name.split()[0] for name in METHODS]
        right.legend(short, loc="lower left", bbox_to_anchor=(0, 0.06))
        right.set_xticks([1e-15, 1e-10, 1e-5, 1])
        return {
            **curves,
            "line": left.plot([], [], color=GRADIENT, lw=2)[0],
            "points": left.plot([], [], "o", color=TEXT, ms=7)[0],
            "mark": right.plot([], [], "o", color=TEXT, ms=10, mfc="white")[0],
        }

    def state(self, h, method, numbers):
        """Compute the points of the line, its slope and the slope's error.

        Of h the three digits count that the slider shows, as of STEPS.
        """
        dtype, h = KINDS[numbers], float(f"{h:.3g}")
        points = {
            "forward difference": [X, X + h],
            "central difference": [X - h, X + h],
            "complex step": [X],
        }[method]
        return {
            "points": np.array(points),
            "slope": float(cube_slope(method, dtype(X), dtype(h))),
            "error": cube_errors(X, h, dtype)[method],
        }

    def move(self, artists, now):
        first = now.points[0]
        ends = first + np.array([-3.0, 3.0])
        artists["line"].set_data(
            ends, cube(first) + now.slope * (ends - first)
        )
        artists["points"].set_data(now.points, cube(now.points))
        for method, error in ERRORS[now.numbers].items():
            artists[method].set_ydata(np.maximum(error, FLOOR))
        artists["mark"].set_data([now.h], [max(now.error, FLOOR)])

    def sentence(self, now):
        off = f"a relative error of {now.error:.0e}"
        if now.error < np.finfo(KINDS[now.numbers]).eps * 4:
            off = "right to the last digit"
        return (
            f"In {now.numbers} with h = {self.controls['h'].words(now.h)} the "
            f"{now.method} gives slope {number(now.slope, 6)} where "
            f"{number(SLOPE)} is true: {off}."
        )
