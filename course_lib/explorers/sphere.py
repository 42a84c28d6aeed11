"""Explorer of lesson 02: the circle of all standardized vectors."""

from course_lib.explorers.base import Explorer, Slider, number
from course_lib.plots.sphere import (
    POINTS,
    draw_sphere,
    standardized,
    turn_sphere,
)


class SphereFromAllSides(Explorer):
    """Four vectors that are standardized, seen from where one likes."""

    task = (
        "Tilt to 0, so that you see the plane from its edge: which step is "
        "left to see? Tilt to 90, so that you look along 1: which step is "
        "gone now?"
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

    def draw(self, figure, **values):
        return draw_sphere(figure, len(POINTS))

    def move(self, artists, now):
        turn_sphere(artists, POINTS, now.tilt, now.turn)

    def sentence(self, now):
        centred, x_hat = standardized(POINTS)
        longest = max(number((row @ row) ** 0.5) for row in centred)
        shortest = min(number((row @ row) ** 0.5) for row in centred)
        (length,) = {number((row @ row) ** 0.5) for row in x_hat}
        view = {
            0: "The plane is seen from its edge, as a line",
            90: "Seen along 1, x and its centred form fall on one point",
        }.get(now.tilt, "The plane is seen aslant")
        return (
            f"{view} (tilt {now.tilt}°, turn {now.turn}°). Four vectors x "
            "drop along 1 onto the plane orthogonal to 1, which centres them, "
            "and then slide out or in to the circle where plane and sphere "
            f"meet: from lengths of {shortest} to {longest} all come to "
            f"{length}, which is √3."
        )
