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

X = 3 * np.array([3.16, 0.61, 1.87])  # 3 × "studying"
ALL = "all features"
MOVED = {ALL: slice(None)} | {f"feature {k + 1} alone": k for k in range(3)}
ROWS = {"x": (2, DATA), "x_hat": (1, REFERENCE), "y": (0, OUTPUT)}
STEPS = ("x", "x_hat"), ("x_hat", "y")


class GammaBeta(Explorer):
    """x, x̂ and y = γ·x̂ + β of one token, one row each."""

    task = (
        "Set γ to 0: what is left of x? Find the γ and β for all features "
        "that bring the dots of y back into the rings. Then let them act on "
        "feature 3 alone, and make it the largest."
    )
    question = (
        "Feature 3 of this token is the one in the middle. Which of these "
        "needs a γ or a β that one feature has for itself?"
    )
    choices = {
        "reversing the order of the features": (
            "A γ below 0 that all features share does that: every gap "
            "changes its sign."
        ),
        "making feature 3 the largest": (
            "With one γ and one β for all, the row is stretched, turned "
            "round and shifted as a whole, so the feature in the middle "
            "stays there. With a β of its own it can go anywhere."
        ),
        "giving all features the same value": (
            "A γ of 0 that all features share does that: each of them "
            "becomes β."
        ),
    }
    answer = "making feature 3 the largest"
    controls = {
        "gamma": Slider(
            "γ, scale", min=-3.2, max=3.2, step=0.04, start=1.0, named=(3.12,)
        ),
        "beta": Slider(
            "β, shift", min=-6.0, max=6.0, step=0.04, start=0.0, named=(5.64,)
        ),
        "moved": Choice("for", tuple(MOVED), start=ALL),
    }

    def state(self, gamma, beta, moved):
        """Compute x, x̂ and y by name; the other features keep 1 and 0."""
        layer = LayerNorm(len(X))
        layer.gamma[MOVED[moved]] = gamma
        layer.beta[MOVED[moved]] = beta
        y = layer.forward(X)
        return {"rows": {"x": X, "x_hat": layer.x_hat, "y": y}}

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
            widths = np.full(len(X), 0.8)
            if now.moved != ALL:
                widths[MOVED[now.moved]] = 2.5
            artists[step].set_linewidths(widths)

    def sentence(self, now):
        x, y = now.rows["x"], now.rows["y"]
        others = "" if now.moved == ALL else " (1 and 0 for the others)"
        return (
            f"With γ = {number(now.gamma)} and β = {number(now.beta)} for "
            f"{now.moved}{others}, 3 × studying becomes y = {numbers(y)}. "
            f"Its mean is {number(y.mean())}, its standard deviation "
            f"{number(y.std())}. {remark(x, y)}"
        )


def remark(x, y):
    """Say what became of x, beyond mean and standard deviation."""
    if np.ptp(y) < 1e-6:
        return "Every feature is β: nothing of x is left."
    if np.abs(y - x).max() < 0.01:
        return "That is x again: for this token γ and β undo the layer."
    order = np.argsort(y).tolist()
    if order == np.argsort(x).tolist():
        return "The order of the features is that of x."
    if order == np.argsort(-x).tolist():
        return "The order of the features is reversed."
    return "The features stand in an order that is neither x's nor its mirror."
