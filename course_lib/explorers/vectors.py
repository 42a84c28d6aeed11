"""Explorer of lesson 02: a vector that turns about the vector of ones."""

import numpy as np

from course_lib.explorers.base import Explorer, Slider, number, numbers
from course_lib.plots.style import DATA, OUTPUT, REFERENCE, RESIDUAL, ink
from course_lib.plots.vectors import plane

ONES = np.ones(2)
ANGLES = np.linspace(-180, 180, 121)


def turned(angle, length):
    """Return the vector of this length at this angle (degrees) to 1."""
    radians = np.radians(45 + angle)
    return length * np.array([np.cos(radians), np.sin(radians)])


def head(tip):
    """Return the corners of an arrow's head of fixed size at its tip."""
    size = np.hypot(*tip)
    along = tip / size if size else np.zeros(2)
    across = np.array([-along[1], along[0]])
    back = tip - 0.35 * along
    return np.array([tip, back + 0.16 * across, back - 0.16 * across])


class TurningVector(Explorer):
    """A vector v, the vector of ones, their sum and their dot product."""

    task = (
        "Turn v until its dot product with 1 = (1, 1) is 0. What is the mean "
        "of its entries there? Where is the dot product smallest?"
    )
    question = "v is orthogonal to (1, 1). What is the mean of its entries?"
    choices = {
        "0": "The dot product with (1, 1) is the sum of the entries: 0.",
        "1": (
            "The dot product with (1, 1) is the sum of the entries. "
            "Orthogonal means that it is 0, so the mean is 0."
        ),
        "that depends on its length": (
            "A longer v has larger entries, but they still sum to 0: that "
            "is what orthogonal to (1, 1) means. The mean is 0."
        ),
    }
    answer = "0"
    controls = {
        "angle": Slider(
            "angle from 1 to v, degrees", min=-180, max=180, step=5, start=30
        ),
        "length": Slider("length of v", min=0.5, max=3, step=0.1, start=2),
    }
    size = "two"

    def draw(self, figure, **values):
        left, right = figure.subplots(1, 2, width_ratios=(1, 1.25))
        plane(left, (-3.6, 4.7), (-3.6, 4.7), "v, 1 and their sum")
        left.plot([0, 1], [0, 1], color=REFERENCE, lw=2.5)
        left.fill(*head(ONES).T, color=REFERENCE)
        left.text(1.1, 0.45, "1", color=ink(REFERENCE), fontweight="bold")
        left.plot([-3.6, 3.6], [3.6, -3.6], ls=":", color=RESIDUAL)
        left.text(
            1.3, -3.3, "orthogonal\nto 1", color=ink(RESIDUAL), ha="right"
        )
        right.axhline(0, color=REFERENCE, lw=0.8)
        right.set(
            xlim=(-185, 185),
            ylim=(-4.6, 4.6),
            xticks=range(-180, 181, 90),
            xlabel="angle from 1 to v, degrees",
            ylabel="v · 1",
            title="The dot product, angle by angle",
        )
        artists = {
            "walk": left.plot([], [], ls="--", color=REFERENCE, lw=1.2),
            "curve": right.plot([], [], color=DATA, lw=2),
            "here": right.plot([], [], "o", color=OUTPUT, ms=10),
        }
        for name, color in (("v", DATA), ("sum", OUTPUT)):
            artists[name] = left.plot([], [], color=color, lw=2.5)
            artists[name, "head"] = left.fill([0, 0, 0], [0, 0, 0], color)
            artists[name, "says"] = left.text(
                0, 0, "", color=ink(color), ha="center", va="center"
            )
        return artists

    def state(self, angle, length):
        """Compute v and its dot product with the vector of ones."""
        v = turned(angle, length)
        return {"v": v, "dot": v @ ONES}

    def move(self, artists, now):
        v, angle = now.v, now.angle
        total = v + ONES
        artists["walk"][0].set_data(*zip(v, total))
        aside = 0.35 * turned(angle + (90 if angle >= 0 else -90), 1)
        for name, tip, word, place in (
            ("v", v, "v", 0.75 * v + aside),
            ("sum", total, "v + 1", total + (0.5, 0.35)),
        ):
            artists[name][0].set_data(*zip((0, 0), tip))
            artists[name, "head"][0].set_xy(head(tip))
            artists[name, "says"].set_position(place)
            artists[name, "says"].set_text(word)
        dots = now.length * np.sqrt(2) * np.cos(np.radians(ANGLES))
        artists["curve"][0].set_data(ANGLES, dots)
        artists["here"][0].set_data([angle], [now.dot])

    def sentence(self, now):
        v, dot = now.v, now.dot
        side = "the same side as 1" if dot > 0 else "the side away from 1"
        if abs(dot) < 1e-9:
            side = "neither side: it is orthogonal to 1"
        return (
            f"At {number(now.angle, 0)}° from 1, v of length "
            f"{number(now.length, 1)} is {numbers(v)}; "
            f"v + 1 = {numbers(v + ONES)}. The dot product v · 1 is "
            f"{number(dot)}, so the mean of v is {number(dot / 2)}: v points "
            f"to {side}."
        )
