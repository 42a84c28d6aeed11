"""Explorer of lesson 09: three norms of one token, side by side."""

import numpy as np

from course_lib.layers import LayerNorm, RMSNorm
from course_lib.sliders.explorer import Explorer, Slider, number, numbers
from course_lib.sliders.style import DATA, OUTPUT, REFERENCE, RESIDUAL
from lesson_parts.layernorm.dots import draw_row, move_row

GAPS = np.array([-1.1, 0.6, -0.5, 1.0])  # "India" of lesson 04, centred
# By row: its height and its colour.
ROWS = {
    "x": (0, DATA),
    "LayerNorm": (2, OUTPUT),
    "RMSNorm": (1, RESIDUAL),
    "no centring": (0, REFERENCE),
}
MARKERS = "osD^"  # by feature


class ThreeNorms(Explorer):
    """LayerNorm, RMSNorm, and division by the std without centring."""

    size = (6.4, 4.3)
    task = (
        "Move m from −4 to 4: which row stands still, which slides with all "
        "its gaps, and in which do the gaps close? Find the m at which all "
        "three agree. Then make c negative: what becomes of the order of the "
        "features?"
    )
    question = (
        "At m = 2 the standard deviation of RMSNorm's row is 0.39. What is "
        "it at m = 4?"
    )
    choices = {
        "0.39, as before": (
            "The gaps of x stay as they are, but RMSNorm's root holds the "
            "mean as well, and the mean has become twice as large."
        ),
        "about 0.2": (
            "The gaps stay and the root about doubles, because the mean is "
            "in it: what is added to all features alike is taken from their "
            "differences."
        ),
        "about 0.8": (
            "The gaps of x stay as they are, and they are divided by a root "
            "that grows, so the standard deviation shrinks."
        ),
    }
    answer = "about 0.2"
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
            yticklabels=["x"], title="One token, and three norms of it",
        )  # fmt: skip
        below.set(
            xticks=range(-6, 7, 2), ylim=(-0.6, 2.6), yticks=[2, 1, 0],
            yticklabels=list(ROWS)[1:],
        )  # fmt: skip
        below.set_xlabel("value of a feature", x=1 / 2.8)  # below its 0
        artists = {}
        for name, (height, colour) in ROWS.items():
            axes = above if name == "x" else below
            at = axes.get_xlim()[1], height
            artists[name] = draw_row(axes, at, colour, " ", 9, ha="right")
            for feature, marker in enumerate(MARKERS, 1):
                (artists[name, feature],) = axes.plot(
                    [], [], marker, color=colour, ms=9, mec="white"
                )
        figure.legend(
            [artists["no centring", feature] for feature in (1, 2, 3, 4)],
            ["feature 1", "2", "3", "4"],
            loc="outside lower center", ncols=4,
        )  # fmt: skip
        for axes in (above, below):
            axes.axvline(0, color=REFERENCE, lw=0.8, ls=":")
            axes.tick_params(axis="y", length=0)
            axes.spines["left"].set_visible(False)
        return artists

    def move(self, artists, now):
        for name, row in now.rows.items():
            move_row(artists[name], row, "std")
            for feature, value in enumerate(row, 1):
                artists[name, feature].set_data([value], [ROWS[name][0]])

    def sentence(self, now):
        outputs = {
            name: f"mean {number(row.mean())}, std {number(row.std())}"
            for name, row in now.rows.items()
        }
        square = np.mean(now.rows["RMSNorm"] ** 2)
        return (
            f"With m = {number(now.m, 1)} and c = {number(now.c)}, x is "
            f"{numbers(now.rows['x'])}: {outputs['x']}. "
            f"LayerNorm: {outputs['LayerNorm']}. "
            f"RMSNorm: {outputs['RMSNorm']}; "
            f"their squares add up to {number(square)}. "
            f"No centring: {outputs['no centring']}."
        )
