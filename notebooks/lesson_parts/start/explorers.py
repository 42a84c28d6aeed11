"""The first slider of the course: one number moves, the mean follows."""

from course_lib.sliders.explorer import Explorer, Slider, number
from course_lib.sliders.style import DATA, OUTPUT, REFERENCE

FIXED = (2.0, 4.0)


class MeanFollows(Explorer):
    """Three numbers on a line and their mean; one of them moves."""

    task = "Move the third number to 12, then to 0. What does the mean do?"
    question = (
        "The numbers 2, 4 and 6 have the mean 4. To which number must the 6 "
        "move so that the mean becomes 5?"
    )
    choices = {
        "7": (
            "The mean moves only a third as far as the number, here to 4.33. "
            "It rises by 1 when the number rises by 3, to 9."
        ),
        "8": (
            "5 lies halfway between 2 and 8, but the 4 counts as well: the "
            "sum must be 15, so the third number is 9."
        ),
        "9": "The mean rises by 1 when the number rises by 3.",
    }
    answer = "9"
    controls = {
        "third": Slider("third number", min=0, max=12, step=1, start=6)
    }
    size = (6.4, 2.2)

    def draw(self, figure):
        axes = figure.add_subplot()
        axes.set(
            xlim=(-0.5, 12.5),
            ylim=(-0.5, 0.9),
            yticks=[],
            xlabel="value",
            title="Three numbers and their mean",
        )
        axes.spines["left"].set_visible(False)
        axes.axhline(0, color=REFERENCE, lw=0.8)
        axes.plot(FIXED, (0, 0), "o", color=DATA, ms=8, label="2 and 4")
        look = {"color": DATA, "ms": 15, "mfc": "none", "mew": 2}
        third = axes.plot([], [], "o", label="third number", **look)[0]
        mean = axes.plot([], [], "^", color=OUTPUT, ms=14, label="mean")[0]
        axes.legend(loc="upper right", ncols=3)
        return {"third": third, "mean": mean}

    def state(self, third):
        return {"mean": (sum(FIXED) + third) / 3}

    def move(self, artists, now):
        artists["third"].set_data([now.third], [0])
        artists["mean"].set_data([now.mean], [-0.27])

    def sentence(self, now):
        mean = number(now.mean).removesuffix(".00")
        third = number(now.third, 0)
        return f"The numbers 2, 4 and {third} have the mean {mean}."
