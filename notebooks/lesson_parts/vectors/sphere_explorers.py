"""Explorer of lesson 02: a sphere, and the circle on it."""

import numpy as np

from course_lib.sliders.explorer import Explorer, Slider, number
from lesson_parts.vectors.sphere_pictures import (
    POINTS,
    draw_sphere,
    standardized,
    turn_sphere,
)


class SphereFromAllSides(Explorer):
    """Four vectors that are standardized, seen from where one likes."""

    task = (
        "Tilt to 0, so that you see the plane from its edge: which step do "
        "you see at its full length? Tilt to 90, so that you look along 1: "
        "which one now?"
    )
    question = "You look along 1 (tilt 90). Which step do you no longer see?"
    choices = {
        "centring": "Centring moves x along 1, straight away from your eye.",
        "dividing by the std": (
            "That step moves along the plane, which you now face. Centring "
            "moves x along 1, straight away from your eye."
        ),
        "neither": (
            "Centring moves x along 1, straight away from your eye, so x and "
            "its centred form fall on one point."
        ),
    }
    answer = "centring"
    controls = {
        "tilt": Slider(
            "tilt: from the edge to along 1, degrees",
            min=0,
            max=90,
            step=5,
            start=25,
        ),
        "turn": Slider(
            "turn about 1, degrees", min=0, max=350, step=10, start=80
        ),
    }
    size = (6.4, 4.8)

    points = standardized(POINTS)  # at each of three steps

    def draw(self, figure):
        return draw_sphere(figure)

    def move(self, artists, now):
        turn_sphere(artists, self.points, now.tilt, now.turn)

    def sentence(self, now):
        _, centred, x_hat = self.points.values()
        lengths = [*map(number, np.linalg.norm(centred, axis=1))]
        (length,) = {*map(number, np.linalg.norm(x_hat, axis=1))}
        view = {
            0: "The plane is seen from its edge, as a line",
            90: "Seen along 1, x and its centred form fall on one point",
        }.get(now.tilt, "The plane is seen aslant")
        return (
            f"{view} (tilt {now.tilt}°, turn {now.turn}°). Four vectors x "
            "drop along 1 onto the plane orthogonal to 1, which centres them, "
            "and then slide out or in to the circle where plane and sphere "
            f"meet: from lengths of {min(lengths)} to {max(lengths)} all "
            f"come to {length}, which is √3."
        )
