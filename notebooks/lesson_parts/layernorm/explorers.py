"""Explorers of lesson 05: what LayerNorm keeps and throws away."""

import numpy as np
from matplotlib.collections import LineCollection

from course_lib.layers import LayerNorm
from course_lib.sliders.explorer import (
    Choice,
    Explorer,
    Slider,
    number,
    numbers,
)
from course_lib.sliders.style import DATA, OUTPUT, REFERENCE, ink
from lesson_parts.layernorm.dots import draw_row, move_row

TOKENS = {
    "3 × studying": 3 * np.array([3.16, 0.61, 1.87]),
    "another token": 3 * np.array([0.6, 2.3, 1.2]),
    "16 random features": np.random.default_rng(5).normal(1.5, 1.2, 16),
}
ROWS = {"x": (2, DATA), "x_hat": (1, REFERENCE), "y": (0, OUTPUT)}
STEPS = ("x", "x_hat"), ("x_hat", "y")


class GammaBeta(Explorer):
    """x, x̂ and y = γ·x̂ + β of one token, one row each."""

    task = (
        "Set γ to 0: what is left of x? Then find the γ and β that bring the "
        "dots of y back into the rings."
    )
    question = "With γ = 0 and β = 1, what does the layer return?"
    choices = {
        "0 for every feature": (
            "γ = 0 removes x̂, and β is added after that: every feature is 1."
        ),
        "1 for every feature": (
            "0 · x̂ + 1 is 1 whatever x was. Nothing of x is left."
        ),
        "x, moved by 1": (
            "x̂ is multiplied by γ = 0 first, so nothing of x is left to "
            "move: every feature is 1."
        ),
    }
    answer = "1 for every feature"
    controls = {
        "gamma": Slider("γ, scale", min=-3.2, max=3.2, step=0.04, start=1.0),
        "beta": Slider("β, shift", min=-6.0, max=6.0, step=0.04, start=0.0),
        "token": Choice("token", tuple(TOKENS), start="3 × studying"),
    }

    def state(self, gamma, beta, token):
        """Compute x, x̂ and y by name."""
        x = TOKENS[token]
        layer = LayerNorm(len(x))
        layer.gamma[:] = gamma
        layer.beta[:] = beta
        y = layer.forward(x)
        return {"rows": {"x": x, "x_hat": layer.x_hat, "y": y}}

    def draw(self, figure):
        axes = figure.add_subplot()
        axes.set(
            xlim=(-14, 21.4),
            ylim=(-0.9, 2.5),
            xticks=[-10, -5, 0, 5, 10],
            xlabel="value of a feature",
            yticks=[2, 1, 0],
            yticklabels=["x", "x̂", "y = γ·x̂ + β"],
            title="One token: before, normalized, and after",
        )
        axes.axvline(0, 0.2, color=REFERENCE, lw=0.8, ls=":")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.text(
            -13.8,
            -0.8,
            "rings: where x was; bands: mean ± std",
            color=ink(REFERENCE),
        )
        (rings,) = axes.plot([], [], "o", color=REFERENCE, mfc="none", ms=12)
        artists = {"rings": rings}
        for step in STEPS:
            paths = LineCollection([], color=REFERENCE, lw=0.8)
            artists[step] = axes.add_collection(paths)
        for name, (height, colour) in ROWS.items():
            artists[name] = draw_row(axes, (13.0, height), colour)
        return artists

    def move(self, artists, now):
        artists["rings"].set_data(now.rows["x"], 0 * now.rows["x"])
        for name, row in now.rows.items():
            move_row(artists[name], row, "std")
        for step in STEPS:
            ends = [[(x, ROWS[n][0]) for x in now.rows[n]] for n in step]
            artists[step].set_segments(list(zip(*ends)))

    def sentence(self, now):
        x, y = now.rows["x"], now.rows["y"]
        shown = numbers(y[:3])
        if len(y) > 3:
            shown = shown.replace("]", ", …]")
        return (
            f"With γ = {number(now.gamma)} and β = {number(now.beta)}, "
            f"{now.token} becomes y = {shown}. Its mean is "
            f"{number(y.mean())}, its standard deviation "
            f"{number(y.std())}. {remark(x, y)}"
        )


def remark(x, y):
    """Say what became of x, beyond mean and standard deviation."""
    if np.ptp(y) < 1e-6:
        return "Every feature is β: nothing of x is left."
    if np.abs(y - x).max() < 0.01:
        return "That is x again: for this token γ and β undo the layer."
    if (y[0] - y[1]) * (x[0] - x[1]) < 0:
        return "The order of the features is reversed."
    return "The order of the features is that of x."
