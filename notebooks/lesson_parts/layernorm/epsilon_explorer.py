"""Explorer of a side page: where ε stands, and what it does to quiet rows."""

import numpy as np

from course_lib.sliders.explorer import Choice, Explorer, Slider, number
from course_lib.sliders.style import DATA, OUTPUT, REFERENCE
from course_lib.sliders.words import power

STUDYING = np.array([3.16, 0.61, 1.87])
SHAPE = (STUDYING - STUDYING.mean()) / STUDYING.std()  # mean 0, σ = 1
# Where ε stands: the height of its row, the divisor, colour and line style.
PLACES = {
    "inside": (2, "√(σ² + ε)", OUTPUT, "-"),
    "added": (1, "(σ + ε)", DATA, "--"),
    "nowhere": (0, "σ", REFERENCE, ":"),
}
STDS = np.geomspace(1e-7, 10, 200)
PAPER = {"facecolor": "white", "edgecolor": "none", "pad": 1}


def spreads(std, eps):
    """Return the standard deviation of x̂, by the place of ε; NaN is 0 / 0.

    That of the row, `std`, is an array.
    """
    with np.errstate(invalid="ignore"):
        return {
            "inside": std / np.sqrt(std**2 + eps),
            "added": std / (std + eps),
            "nowhere": std / std,
        }


class EpsilonLab(Explorer):
    """x̂ of one row with ε inside the root, added to σ, and without ε."""

    size = "two"
    task = (
        "Set ε to 10⁻⁸ and find the σ at which one layer passes the row on "
        "almost whole and the other silences it. Where is it for ε = 10⁻⁴? "
        "Then choose the constant row."
    )
    question = (
        "With ε = 10⁻⁵ inside the root, a row with σ = 0.01 keeps almost all "
        "of its spread. Make ε a million times smaller. At which σ does a "
        "row now keep as much?"
    )
    choices = {
        "0.01": (
            "The spread of x̂ is σ/√(σ² + ε): it depends on σ beside √ε. √ε "
            "became 1,000 times smaller, so σ = 10⁻⁵ is enough."
        ),
        "10⁻⁵": (
            "σ stands beside √ε, and √ε became 1,000 times smaller. σ may be "
            "that much smaller, too."
        ),
        "10⁻⁸": (
            "A million times smaller is right for ε added to σ. Inside the "
            "root σ stands beside √ε, which became 1,000 times smaller: "
            "σ = 10⁻⁵."
        ),
    }
    answer = "10⁻⁵"
    controls = {
        "std": Slider("σ, of the row", -7, 1, 0.25, 1.0, log=True),
        "eps": Slider("ε", -12, 0, 1, 1e-5, log=True),
        "row": Choice("row", ("studying", "constant"), start="studying"),
    }

    def state(self, std, eps, row):
        """Compute the spread of x̂, for the row and for the curves."""
        std = np.array(0.0 if row == "constant" else std)
        return {"spreads": spreads(std, eps), "curves": spreads(STDS, eps)}

    def draw(self, figure):
        left, right = figure.subplots(1, 2)
        left.set(
            xlim=(-1.5, 1.5),
            ylim=(-0.5, 2.7),
            xlabel="value of a feature of x̂",
            yticks=[2, 1, 0],
            yticklabels=[below for _, below, *_ in PLACES.values()],
            title="x̂ = (x − μ) divided by …",
        )
        left.tick_params(axis="y", length=0)
        left.axvline(0, color=REFERENCE, lw=0.8, ls=":")
        right.set(
            xscale="log",
            xlim=(STDS[0] / 2, 2 * STDS[-1]),  # room for a whole dot
            ylim=(-0.05, 1.45),  # the legend stands above the curves
            yticks=(0, 0.5, 1),
            xlabel="σ, spread of the row",
            ylabel="spread of x̂",
            title="Quiet rows show the place of ε",
        )
        artists = {
            ("curve", place): right.plot(
                STDS, STDS, dash, color=colour, lw=2, label=f"÷ {below}"
            )[0]
            for place, (_, below, colour, dash) in PLACES.items()
        }
        right.legend(
            loc="upper center", ncols=3, columnspacing=0.5, handlelength=1.1,
            handletextpad=0.4, borderpad=0,
        )  # fmt: skip
        for place, (height, _, colour, _) in PLACES.items():
            (artists["dots", place],) = left.plot([], [], "o", color=colour)
            (artists["here", place],) = right.plot([], [], "o", color=colour)
            artists["says", place] = left.text(
                0, height + 0.18, "", ha="center", bbox=PAPER
            )
        return artists

    def move(self, artists, now):
        for place, spread in now.spreads.items():
            artists["curve", place].set_ydata(now.curves[place])
            known = not np.isnan(spread)
            dots, here = artists["dots", place], artists["here", place]
            dots.set_visible(known)
            here.set_visible(now.row != "constant")
            if known:
                dots.set_data(SHAPE * spread, [PLACES[place][0]] * 3)
                here.set_data([now.std], [spread])
            artists["says", place].set_text(
                f"spread {number(spread)}" if known else "0 / 0"
            )

    def sentence(self, now):
        inside, added = now.spreads["inside"], now.spreads["added"]
        if now.row == "constant":
            return (
                f"A constant row has σ = 0 (the slider's {power(now.std)} "
                f"waits). With ε = {power(now.eps)} in either place x̂ is 0; "
                "without ε it is 0/0, not a number."
            )
        return (
            f"A row shaped as studying, with σ = {power(now.std)}; "
            f"ε = {power(now.eps)}. x̂ has standard deviation "
            f"{number(inside, 3)} with ε inside the root, "
            f"{number(added, 3)} with ε added to σ, 1 without ε: the two "
            f"layers are {number(abs(added - inside), 3)} apart."
        )
