"""Explorer of lesson 06: what J does to a gradient that comes back."""

import numpy as np

from course_lib.panels.explorer import (
    Choice,
    Explorer,
    Slider,
    number,
    numbers,
)
from course_lib.panels.style import GRADIENT, REFERENCE
from parts.jacobian.pictures import (
    PALE,
    draw_matrix,
    fill_matrix,
    jacobian_parts,
)

FIXED = (0.6, 2.3, 1.2)  # "India" without its last entry
ENTRIES = len(FIXED) + 1
LARGEST = 1.25  # entry of J over all settings
REACH = 3.0  # of the bars, likewise of dx


class JacobianAction(Explorer):
    """J as a matrix of numbers, and dx = J·dy for a chosen dy."""

    task = (
        "Choose each dy in turn and compare the bars of dx with those of "
        "dy. Then set ε to 0 and choose x̂ again. Last, move x₃ from 2.7 to "
        "6: what happens to the largest entry of J, and why?"
    )
    question = (
        "dy = x̂ comes back. You raise ε from 0.1 to 1, and with it s, by "
        "which J divides. The part of dy that gets through is then …"
    )
    choices = {
        "smaller": (
            "s grows, from 0.90 to 1.31. But along x̂ the factor is ε/s³, and "
            "ε grows faster than s³: from 0.14 of dy to 0.45."
        ),
        "as before": (
            "That would be so if ε/s³ stood still. ε grows ten times, s³ "
            "about three times: from 0.14 of dy to 0.45."
        ),
        "larger": (
            "Along x̂ the factor is ε/s³, and ε grows faster than s³: from "
            "0.14 of dy to 0.45."
        ),
    }
    answer = "larger"
    controls = {
        "x3": Slider("x₃, last entry", min=-3.0, max=6.0, step=0.1, start=2.7),
        "eps": Slider("ε", min=0.0, max=1.0, step=0.05, start=0.1),
        "dy": Choice(
            "dy",
            ("all ones", "x̂", "across both", "first entry alone"),
            start="first entry alone",
        ),
    }
    size = "two"

    def state(self, x3, eps, dy):
        """Compute x, s, J, the entries of dy, and dx."""
        x = np.array([*FIXED, x3])
        s = np.sqrt(x.var() + eps)
        jacobian = sum(jacobian_parts(x, eps))
        gradient = {
            "all ones": np.ones(ENTRIES),
            "x̂": (x - x.mean()) / s,
            "across both": across(x),
            "first entry alone": np.eye(ENTRIES)[0],
        }[dy]
        return {
            "x": x,
            "s": s,
            "jacobian": jacobian,
            "entries": gradient,
            "dx": jacobian @ gradient,
        }

    def draw(self, figure):
        left, right = figure.subplots(1, 2, width_ratios=(1, 1.5))
        cells, shown = draw_matrix(
            left, np.zeros((ENTRIES, ENTRIES)), PALE * LARGEST, digits=2
        )
        # A title of its own: set_title places it anew at every full drawing.
        where = {"transform": left.transAxes, "weight": "bold"}
        title = left.text(-0.05, 1.04, "", **where)
        left.set(xlabel="j (entry of x)", ylabel="i (entry of x̂)")
        places = np.arange(ENTRIES)
        bars = {
            name: right.bar(places + aside, 0, 0.38, color=color, label=label)
            for name, aside, color, label in (
                ("dy", -0.2, REFERENCE, "dy"),
                ("dx", 0.2, GRADIENT, "dx = J·dy"),
            )
        }
        right.axhline(0, color=REFERENCE, lw=0.8)
        right.set(
            title="J acting on dy",
            xlabel="entry",
            ylabel="gradient",
            ylim=(-REACH, REACH),
            xticks=places,
        )
        right.legend(loc="upper right", ncols=2)
        return {"cells": cells, "numbers": shown, "title": title, **bars}

    def move(self, artists, now):
        artists["title"].set_text(f"J at x = {numbers(now.x, 1)}")
        fill_matrix(
            artists["cells"], artists["numbers"], now.jacobian, digits=2
        )
        for name, heights in (("dy", now.entries), ("dx", now.dx)):
            for bar, height in zip(artists[name], heights):
                bar.set_height(height)

    def sentence(self, now):
        s, eps = now.s, now.eps
        meaning = {
            "all ones": "no change of x can raise every entry of x̂",
            "x̂": f"ε/s² = {number(eps / s**2, 3)} of dy/s is left, and "
            "nothing at ε = 0",
            "across both": f"that is dy divided by s = {number(s, 3)}",
            "first entry alone": "that is row 0 of J, and it adds up to 0",
        }[now.dy]
        return (
            f"At x = {numbers(now.x, 1)} and ε = {number(eps)} the largest "
            f"entry of J is {number(now.jacobian.max())}. For dy = {now.dy}, "
            f"{numbers(now.entries)}, dx is {numbers(now.dx)}: {meaning}."
        )


def across(x):
    """Return a vector of length √N orthogonal to **1** and to x̂."""
    centred = x - x.mean()
    start = np.zeros(x.size)
    start[:2] = 1, -1  # orthogonal to **1** already
    rest = start - centred * (start @ centred) / (centred @ centred)
    return rest * np.sqrt(x.size) / np.linalg.norm(rest)
