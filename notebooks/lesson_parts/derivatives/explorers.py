"""Explorer of lesson 03: how small should a step be?"""

import numpy as np

from course_lib.sliders.explorer import Choice, Explorer, Slider, number
from course_lib.sliders.style import DATA, GRADIENT, REFERENCE, TEXT
from course_lib.sliders.words import power
from lesson_parts.derivatives.pictures import (
    FLOOR,
    METHODS,
    STEPS,
    cube,
    cube_errors,
    cube_slope,
    draw_errors,
)

X = 1.3
SLOPE = 3 * X * X
KINDS = {"float64": np.float64, "float32": np.float32}
AROUND = np.arange(-40, 41) / 20  # where x³ is seen, in steps from X
ERRORS = {name: cube_errors(X, STEPS, kind) for name, kind in KINDS.items()}


def risen(steps, h):
    """Return (x³ − X³) / h at so many steps h from X, in the kind of h."""
    at = h.dtype.type(X)
    return (cube(at + h * steps.astype(h.dtype)) - cube(at)) / h


class StepSize(Explorer):
    """The curve as seen from a step away, and the error of its slope."""

    task = (
        "Find the h that serves the central difference best, in float64 and "
        "in float32. How many times larger is it in float32? What does the "
        "curve on the left look like there, at h = 1, and at h = 10⁻⁷? Then "
        "take the complex step to h = 10⁻¹⁶ in both."
    )
    question = (
        "A float32 keeps about 7 digits. How many digits of the slope are "
        "right at the best h of the central difference?"
    )
    choices = {
        "2": (
            "More: about 5. Near h = 0.003 the bending takes about h²/5 of "
            "the slope, which is 2·10⁻⁶, and rounding about 6·10⁻⁸ / h, "
            "which is 2·10⁻⁵."
        ),
        "5": (
            "Near h = 0.003 the bending takes about h²/5 of the slope, "
            "2·10⁻⁶, and rounding about 6·10⁻⁸ / h, 2·10⁻⁵. A third of the "
            "digits is lost, as in float64, which keeps about 11 of its 16."
        ),
        "7": (
            "Rounding, about 6·10⁻⁸ / h, takes some at every small h, so "
            "about 5 are left at best. The complex step alone keeps all 7."
        ),
        "11": (
            "That is float64's. A float32 has no more than 7 digits to give, "
            "and about 5 of them are right at best."
        ),
    }
    answer = "5"
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
        left.plot(
            AROUND, SLOPE * AROUND, color=REFERENCE, lw=1, label="true slope"
        )
        left.set(
            title="x³ near 1.3, magnified 1/h times", xlabel="(x − 1.3) / h",
            ylabel="(x³ − 1.3³) / h", xlim=(-2, 2), ylim=(-12, 12),
            xticks=range(-2, 3),
        )  # fmt: skip
        curves = draw_errors(right, STEPS, ERRORS["float64"])
        right.set_title("The error of its slope")
        short = [name.split()[0] for name in METHODS]
        right.legend(short, loc="lower left", bbox_to_anchor=(0, 0.06))
        right.set_xticks([1e-15, 1e-10, 1e-5, 1])
        artists = {
            **curves,
            "seen": left.plot([], [], color=DATA, lw=2, label="x³")[0],
            "line": left.plot(
                [], [], color=GRADIENT, lw=2, ls="--", label="slope found"
            )[0],
            "points": left.plot([], [], "o", color=TEXT, ms=7)[0],
            "mark": right.plot([], [], "o", color=TEXT, ms=10, mfc="white")[0],
        }
        left.legend(loc="lower right")
        return artists

    def state(self, h, method, numbers):
        """Compute the points of the line, its slope and the slope's error.

        Of h the three digits count that the slider shows, as of STEPS.
        """
        dtype, h = KINDS[numbers], float(f"{h:.3g}")
        points = {
            "forward difference": [0.0, 1.0],
            "central difference": [-1.0, 1.0],
            "complex step": [0.0],
        }[method]
        return {
            "seen": risen(AROUND, dtype(h)),
            "points": np.array(points),
            "heights": risen(np.array(points), dtype(h)),
            "slope": float(cube_slope(method, dtype(X), dtype(h))),
            "error": cube_errors(X, h, dtype)[method],
        }

    def move(self, artists, now):
        artists["seen"].set_data(AROUND, now.seen)
        ends = np.array([-2.0, 2.0])
        artists["line"].set_data(
            ends, now.heights[0] + now.slope * (ends - now.points[0])
        )
        artists["points"].set_data(now.points, now.heights)
        for method, error in ERRORS[now.numbers].items():
            artists[method].set_ydata(np.maximum(error, FLOOR))
        artists["mark"].set_data([now.h], [max(now.error, FLOOR)])

    def sentence(self, now):
        off = f"a relative error of {power(now.error, 1)}"
        if now.error < np.finfo(KINDS[now.numbers]).eps * 4:
            off = "right to the last digit"
        elif now.error > 0.5:
            off = "not one digit is right"
        return (
            f"In {now.numbers} with h = {self.controls['h'].words(now.h)} the "
            f"{now.method} gives slope {number(now.slope, 6)} where "
            f"{number(SLOPE)} is true: {off}."
        )
