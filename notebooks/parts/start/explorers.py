"""The first slider of the course: one number moves, the mean follows."""

from course_lib.panels.explorer import Explorer, Slider, number
from course_lib.panels.style import DATA, OUTPUT, REFERENCE

FIXED = (2.0, 4.0)


class MeanFollows(Explorer):
    """Three numbers on a line and their mean; one of them moves."""

    task = "Move the third number to 12, then to 0. What does the mean do?"
    question = (
        "The numbers 2, 4 and 6 have the mean 4. The 6 becomes 12: "
        "what is the mean?"
    )
    choices = {
        "5": "The number moves by 6, and the mean by a third of that: to 6.",
        "6": "The number moves by 6, the mean by a third of it: 4 + 2 = 6.",
        "10": (
            "The other two numbers hold it back. The mean moves by a third "
            "of what the number moves: to 6."
        ),
    }
    answer = "6"
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
