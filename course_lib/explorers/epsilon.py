"""Explorer of lesson 05: where ε stands, and what it does to quiet rows."""

import numpy as np

from course_lib.explorers.base import Choice, Explorer, Slider, number
from course_lib.plots.layer_norm import (
    EPSILON_PLACES,
    epsilon_axes,
    normalized_spread,
)
from course_lib.plots.style import REFERENCE

STUDYING = np.array([3.16, 0.61, 1.87])
SHAPE = (STUDYING - STUDYING.mean()) / STUDYING.std()  # mean 0, σ = 1
HEIGHTS = {"inside": 2, "added": 1, "nowhere": 0}
PAPER = {"facecolor": "white", "edgecolor": "none", "pad": 1}


class EpsilonLab(Explorer):
    """x̂ of one row with ε inside the root, added to σ, and without ε."""

    size = "two"
    task = (
        "Set ε to 10⁻⁸ and search for the σ at which the two layers differ "
        "most. Are they farther apart than with 10⁻⁵? Then choose the "
        "constant row."
    )
    question = (
        "σ = √ε, and ε stands inside the root. Which standard deviation does "
        "x̂ have?"
    )
    choices = {
        "1": "That would be without ε. σ/√(σ² + ε) is σ/√(2σ²) = 1/√2 = 0.71.",
        "0.71": "σ/√(σ² + ε) is σ/√(2σ²) = 1/√2 = 0.71.",
        "0.5": (
            "Its variance is σ²/(σ² + ε) = 1/2; the standard deviation is "
            "the root, 0.71."
        ),
    }
    answer = "0.71"
    controls = {
        "std": Slider("σ, of the row", -7, 1, 0.25, 10**-3.75, log=True),
        "eps": Slider("ε", -12, 0, 1, 1e-5, log=True),
        "row": Choice("row", ("studying", "constant"), start="studying"),
    }

    def state(self, std, eps, row):
        """Compute the standard deviation of x̂ by the place of ε."""
        std = 0.0 if row == "constant" else std
        spreads = {
            place: float(normalized_spread(std, eps, place))
            for place in EPSILON_PLACES
        }
        return {"spreads": spreads}

    def draw(self, figure):
        left, right = figure.subplots(1, 2)
        left.set(
            xlim=(-1.5, 1.5),
            ylim=(-0.5, 2.7),
            xlabel="value of a feature of x̂",
            yticks=list(HEIGHTS.values()),
            yticklabels=[name for name, *_ in EPSILON_PLACES.values()],
            title="x̂ = (x − μ) divided by …",
        )
        left.tick_params(axis="y", length=0)
        left.axvline(0, color=REFERENCE, lw=0.8, ls=":")
        lines = epsilon_axes(right, self.controls["eps"].start)
        right.set_title("Quiet rows show the place of ε")
        artists = {("curve", place): line for place, line in lines.items()}
        for place, (_, colour, _) in EPSILON_PLACES.items():
            (artists["dots", place],) = left.plot([], [], "o", color=colour)
            (artists["here", place],) = right.plot([], [], "o", color=colour)
            artists["says", place] = left.text(
                0, HEIGHTS[place] + 0.18, "", ha="center", bbox=PAPER
            )
        return artists

    def move(self, artists, now):
        for place, spread in now.spreads.items():
            curve, at = artists["curve", place], HEIGHTS[place]
            curve.set_ydata(
                normalized_spread(curve.get_xdata(), now.eps, place)
            )
            known = not np.isnan(spread)
            dots, here = artists["dots", place], artists["here", place]
            dots.set_visible(known)
            here.set_visible(now.row != "constant")
            if known:
                dots.set_data(SHAPE * spread, [at] * 3)
                here.set_data([now.std], [spread])
            artists["says", place].set_text(
                f"spread {number(spread)}" if known else "0 / 0"
            )

    def sentence(self, now):
        inside, added = now.spreads["inside"], now.spreads["added"]
        if now.row == "constant":
            return (
                f"A constant row has σ = 0 (the slider's {now.std:.3g} "
                f"waits). With ε = {now.eps:.3g} in either place x̂ is 0; "
                "without ε it is 0/0, not a number."
            )
        return (
            f"A row shaped as studying, with σ = {now.std:.3g}; "
            f"ε = {now.eps:.3g}. x̂ has standard deviation "
            f"{number(inside, 3)} with ε inside the root, "
            f"{number(added, 3)} with ε added to σ, 1 without ε: the two "
            f"layers are {number(abs(added - inside), 3)} apart."
        )
