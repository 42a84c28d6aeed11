"""Explorer of lesson 08: what bends add up to."""

import numpy as np

from course_lib.layers import FeedForward
from course_lib.sliders.explorer import Explorer, Slider, number
from course_lib.sliders.style import DATA, OUTPUT, REFERENCE, TEXT
from course_lib.sliders.words import counted

END, MOST_UNITS = 4.0, 8
GRID = np.linspace(-0.5, END + 0.5, 1001)


def curve_to_meet(x):
    """Return the curve that the bends are to follow, on 0 … END."""
    return np.cos(1.9 * x) + 0.3 * x


def bends(units):
    """Make a FeedForward that meets the curve at every bend and at END.

    Unit j is max(0, x - k_j). Its weight in W2 is the change of slope at k_j
    that leads on to the next point, so nothing has to be trained.
    """
    points = np.linspace(0, END, units + 1)
    heights = curve_to_meet(points)
    slopes = np.diff(heights) / np.diff(points)
    return FeedForward(
        1,
        units,
        W1=np.ones((1, units)),
        b1=-points[:-1],
        W2=np.diff(slopes, prepend=0)[:, None],
        b2=heights[:1],
    )


class Bends(Explorer):
    """A curve out of one to eight ReLU units, and which are open at x."""

    task = (
        "Find the fewest units whose sum misses the curve by less than 0.25. "
        "Then move x over a bend: how does the slope of the sum change?"
    )
    question = (
        "Eight units, each with one bend: how many straight pieces can their "
        "sum have at most, over all x?"
    )
    choices = {
        "8": (
            "Walk from left to right: one piece before the first bend, and "
            "each bend begins another. That makes 9."
        ),
        "9": (
            "One piece before the first bend, and each of the eight bends "
            "begins another."
        ),
        "256": (
            "Eight units can be open or shut in 256 ways. But along one line "
            "each of them switches only once, so 9 of the ways occur."
        ),
    }
    answer = "9"
    controls = {
        "units": Slider("units, d_ff", 1, MOST_UNITS, 1, 2),
        "x": Slider("input x", 0.1, 3.9, 0.2, 2.5),
    }
    size = "two"

    def state(self, units, x):
        """Send the grid and x through the layer; keep shares and slope."""
        layer = bends(units)
        total = layer.forward(GRID[:, None])[:, 0]
        shares = layer.hidden * layer.W2[:, 0]  # (points, units)
        inside = (GRID >= 0) & (GRID <= END)
        gap = abs(total - curve_to_meet(GRID))[inside].max()
        y = layer.forward([[x]])[0, 0]
        is_open = x + layer.b1 > 1e-9  # a slider's 1.5 may be 1.5 + 2e-16
        return {
            "total": total, "shares": shares, "gap": gap, "y": y,
            "knots": -layer.b1, "open": is_open,
            "slope": layer.W2[is_open, 0].sum(),
        }  # fmt: skip

    def draw(self, figure):
        left, right = figure.subplots(1, 2)
        ends = (GRID[0], GRID[-1])
        left.set(
            xlim=ends, ylim=(-5, 8), xlabel="x", ylabel="share in y",
            title="Each unit bends once",
        )  # fmt: skip
        right.set(
            xlim=ends, ylim=(-1.8, 4.2), xlabel="x", ylabel="y",
            title="What they add up to",
        )  # fmt: skip
        on_curve = GRID[(GRID >= 0) & (GRID <= END)]
        right.plot(
            on_curve, curve_to_meet(on_curve), color=REFERENCE, ls="--",
            label="curve",
        )  # fmt: skip
        artists = {
            "units": [
                left.plot([], [], color=DATA, lw=2)[0]
                for _ in range(MOST_UNITS)
            ],
            "sum": right.plot([], [], color=OUTPUT, lw=2, label="sum")[0],
            "knots": right.plot([], [], "o", color=OUTPUT, ms=6)[0],
            "at": [
                ax.axvline(0, ymax=0.86, color=TEXT, ls=":", lw=1.2)
                for ax in (left, right)
            ],
            "dots": left.plot([], [], "o", color=DATA, ms=6)[0],
            "says": left.text(
                0.02, 0.98, "", va="top", transform=left.transAxes
            ),
        }
        right.legend(loc="upper left", ncols=2)
        return artists

    def move(self, artists, now):
        for line in artists["units"][now.units :]:
            line.set_data([], [])
        for line, share in zip(artists["units"], now.shares.T):
            line.set_data(GRID, share)
        artists["sum"].set_data(GRID, now.total)
        heights = np.interp(now.knots, GRID, now.total)
        artists["knots"].set_data(now.knots, heights)
        for line in artists["at"]:
            line.set_xdata([now.x, now.x])
        at_x = [np.interp(now.x, GRID, share) for share in now.shares.T]
        artists["dots"].set_data(np.full(now.units, now.x), at_x)
        artists["says"].set_text(
            f"{counted(now.units, 'unit')}, "
            f"{now.open.sum()} open at x = {now.x:.1f}"
        )

    def sentence(self, now):
        bent = ", ".join(f"{knot:.3g}" for knot in now.knots)
        return (
            f"With {counted(now.units, 'unit')} the sum bends at "
            f"{bent}, and misses the curve by {number(now.gap)} at most. At "
            f"x = {number(now.x, 1)}, where y is {number(now.y)}, "
            f"{now.open.sum()} of {now.units} are open and the sum has the "
            f"slope {number(now.slope)}."
        )
