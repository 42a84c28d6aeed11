"""Explorer of lesson 10: three norms of one token, side by side."""

import numpy as np

from course_lib.layers import LayerNorm, RMSNorm
from course_lib.panels.explorer import Explorer, Slider, number, numbers
from course_lib.panels.rows import draw_row, move_row
from course_lib.panels.style import DATA, OUTPUT, REFERENCE, RESIDUAL

GAPS = np.array([-1.1, 0.6, -0.5, 1.0])  # "India" of lesson 04, centred
# By row: its height, its colour, and its marker.
ROWS = {
    "x": (0, DATA, "o"),
    "LayerNorm": (2, OUTPUT, "D"),
    "RMSNorm": (1, RESIDUAL, "s"),
    "no centring": (0, REFERENCE, "^"),
}


class ThreeNorms(Explorer):
    """LayerNorm, RMSNorm, and division by the spread without centring."""

    size = (6.4, 4.3)
    task = (
        "Move m from −4 to 4: which row stands still, which slides with all "
        "its gaps, and in which do the gaps close? Find the m at which all "
        "three agree. Then change c: which rows notice, and when?"
    )
    question = (
        "m goes from 0 to 4. What becomes of the spread of RMSNorm's row?"
    )
    choices = {
        "it stays 1": (
            "That is LayerNorm, whose root holds the variance alone. "
            "RMSNorm's root holds the mean as well."
        ),
        "it shrinks": (
            "The gaps stay and the root grows, for the mean is in it: what "
            "is added to all features alike is taken from their differences."
        ),
        "it grows": (
            "The gaps of x stay as they are, and they are divided by a root "
            "that grows: the spread shrinks."
        ),
    }
    answer = "it shrinks"
    controls = {
        "m": Slider("m, added to all features", -4.0, 4.0, 0.2, start=2.0),
        "c": Slider("c, multiplies all features", -2.0, 2.0, 0.25, start=1.0),
    }

    def state(self, m, c):
        """Compute the token and what each norm makes of it."""
        x = c * (m + GAPS)
        layer_norm = LayerNorm(len(x))
        y = layer_norm.forward(x)
        return {
            "rows": {
                "x": x,
                "LayerNorm": y,
                "RMSNorm": RMSNorm(len(x)).forward(x),
                "no centring": x * layer_norm.rstd,
            }
        }

    def draw(self, figure):
        above, below = figure.subplots(2, 1, height_ratios=[1, 2.7])
        for axes, end in ((above, 11), (below, 6.5)):
            axes.set_xlim(-end, 1.8 * end)  # numbers stand at the right
            axes.spines["bottom"].set_bounds(-end, end)
        above.set(
            xticks=range(-10, 11, 5), ylim=(-0.6, 0.6), yticks=[0],
            yticklabels=["x"], title="Only LayerNorm forgets the mean",
        )  # fmt: skip
        below.set(
            xticks=range(-6, 7, 2), ylim=(-0.6, 2.6), yticks=[2, 1, 0],
            yticklabels=list(ROWS)[1:],
        )  # fmt: skip
        below.set_xlabel("value of a feature", x=1 / 2.8)  # below its 0
        artists = {}
        for name, (height, colour, marker) in ROWS.items():
            axes = above if name == "x" else below
            at = axes.get_xlim()[1], height
            artists[name] = draw_row(axes, at, colour, marker, 9, ha="right")
        for axes in (above, below):
            axes.axvline(0, color=REFERENCE, lw=0.8, ls=":")
            axes.tick_params(axis="y", length=0)
            axes.spines["left"].set_visible(False)
        return artists

    def move(self, artists, now):
        for name, row in now.rows.items():
            move_row(artists[name], row, "spread")

    def sentence(self, now):
        said = {
            name: f"mean {number(row.mean())}, spread {number(row.std())}"
            for name, row in now.rows.items()
        }
        square = np.mean(now.rows["RMSNorm"] ** 2)
        return (
            f"With m = {number(now.m, 1)} and c = {number(now.c)}, x is "
            f"{numbers(now.rows['x'])}: {said['x']}. "
            f"LayerNorm: {said['LayerNorm']}. RMSNorm: {said['RMSNorm']}; "
            f"their squares add up to {number(square)}. "
            f"No centring: {said['no centring']}."
        )
