"""Explorer of lesson 02: a vector that turns about the vector of ones."""

import numpy as np

from course_lib.sliders.explorer import Explorer, Slider, number, numbers
from course_lib.sliders.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    ink,
)
from lesson_parts.vectors.pictures import plane

ONES = np.ones(2)


def turned(angle, length):
    """Return the vector of this length at this angle (degrees) to 1."""
    radians = np.radians(45 + angle)
    return length * np.array([np.cos(radians), np.sin(radians)])


def unit(v):
    """Return a vector at length 1; 0 stays 0."""
    length = np.hypot(*v)
    return v / length if length else v


def head(tip):
    """Return the corners of an arrow's head of fixed size at its tip."""
    along = unit(tip)
    across = np.array([-along[1], along[0]])
    back = tip - 0.35 * along
    return np.array([tip, back + 0.16 * across, back - 0.16 * across])


def right_angle(shadow, v):
    """Return the mark where the perpendicular from v meets its shadow."""
    drop = v - shadow
    if np.hypot(*drop) < 0.3:  # no room for a mark
        return np.array([shadow] * 3)
    up, along = 0.25 * unit(drop), -0.25 * unit(shadow)
    return np.array([shadow + up, shadow + up + along, shadow + along])


class TurningVector(Explorer):
    """A vector v, its shadow on the line along the ones, and v · 1."""

    task = (
        "Turn v until its shadow on the line along 1 = (1, 1) is gone. What "
        "is the mean of its entries there? Where is the dot product smallest?"
    )
    question = (
        "v is turned from 30° on one side of 1 to 30° on the other. What "
        "happens to the mean of its entries?"
    )
    choices = {
        "it stays": (
            "The two vectors are mirror images in the line along 1: their "
            "entries are swapped, and the shadow is the same."
        ),
        "it changes its sign": (
            "The shadow would have to point away from 1. But the two vectors "
            "are mirror images in the line along 1, so the shadow is the same."
        ),
        "it becomes 0": (
            "That needs a right angle to 1. The two vectors are mirror images "
            "in the line along 1, so the shadow is the same."
        ),
    }
    answer = "it stays"
    controls = {
        "angle": Slider(
            "angle from 1 to v, degrees", min=-180, max=180, step=5, start=30
        ),
        "length": Slider("length of v", min=1.0, max=3, step=0.1, start=2),
    }
    size = (9.0, 4.2)

    def draw(self, figure):
        left, right = figure.subplots(1, 2)
        plane(left, (-3.6, 3.6), (-3.6, 3.6), "v and its shadow")
        ends = np.array([-3.6, 3.6])
        wide = {"color": OUTPUT, "lw": 9, "alpha": 0.5}
        left.plot([], [], color=DATA, lw=2.5, label="v")
        left.plot([0, 1], [0, 1], color=TEXT, lw=3, label="1")
        left.fill(*head(ONES).T, color=TEXT)
        left.plot([], [], label="shadow μ1", **wide)
        dashes = {"ls": "--", "color": REFERENCE, "lw": 1.2}
        left.plot(ends, ends, label="line along 1", **dashes)
        dots = {"ls": ":", "color": RESIDUAL}
        left.plot(ends, -ends, label="orthogonal to 1", **dots)
        figure.legend(loc="outside lower center", ncols=5, columnspacing=1)
        right.axhline(0, color=REFERENCE, lw=0.8)
        right.set(
            xlim=(-198, 198),
            ylim=(-4.6, 4.6),
            xticks=range(-180, 181, 90),
            xlabel="angle from 1 to v, degrees",
            ylabel="v · 1",
            title="v · 1, from 0° to here",
        )
        return {
            "shadow": left.plot([], [], **wide),
            "drop": left.plot([], [], ls="--", color=TEXT, lw=1.5),
            "corner": left.plot([], [], color=TEXT, lw=1.5),
            "v": left.plot([], [], color=DATA, lw=2.5),
            "head": left.fill([0, 0, 0], [0, 0, 0], DATA),
            "says": left.text(
                0, 0, "v", color=ink(DATA), ha="center", va="center"
            ),
            "curve": right.plot([], [], color=DATA, lw=2),
            "here": right.plot([], [], "o", color=OUTPUT, ms=10),
        }

    def state(self, angle, length):
        """Compute v, its dot product with the ones, and its shadow."""
        v = turned(angle, length)
        dot = v @ ONES
        return {"v": v, "dot": dot, "shadow": dot / 2 * ONES}

    def move(self, artists, now):
        v, shadow = now.v, now.shadow
        artists["v"][0].set_data(*zip((0, 0), v))
        artists["head"][0].set_xy(head(v))
        aside = turned(now.angle + (90 if now.angle >= 0 else -90), 0.4)
        artists["says"].set_position(0.75 * v + aside)
        artists["shadow"][0].set_data(*zip((0, 0), shadow))
        artists["drop"][0].set_data(*zip(v, shadow))
        artists["corner"][0].set_data(*right_angle(shadow, v).T)
        way = np.linspace(0, now.angle, 61)
        dots = now.length * np.sqrt(2) * np.cos(np.radians(way))
        artists["curve"][0].set_data(way, dots)
        artists["here"][0].set_data([now.angle], [now.dot])

    def sentence(self, now):
        dot = now.dot
        side = "the same side as 1" if dot > 0 else "the side away from 1"
        if abs(dot) < 1e-9:
            side = "neither side: it is orthogonal to 1"
        return (
            f"At {number(now.angle, 0)}° from 1, v of length "
            f"{number(now.length, 1)} is {numbers(now.v)}. The dot product "
            f"v · 1 is {number(dot)}, so the mean of v is {number(dot / 2)}, "
            f"and its shadow on the line along 1 is {numbers(now.shadow)}: v "
            f"points to {side}."
        )
