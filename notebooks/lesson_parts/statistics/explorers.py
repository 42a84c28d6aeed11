"""Explorer of lesson 01: the centre and the spread of a sample."""

import numpy as np

from course_lib.sliders.explorer import Choice, Explorer, Slider, number
from course_lib.sliders.style import DATA, OUTPUT, TEXT, ink

SIZE = 1000
EDGES = np.linspace(-10, 12, 45)
# Each line: its name, what stands on it, how high it reaches.
LINES = (
    ("low", "mean − std\n", 250),
    ("mean", "mean ", 315),
    ("high", "mean + std\n", 250),
)


def standardized(x):
    """Return x with mean 0 and standard deviation 1."""
    return (x - x.mean()) / x.std()


def _shapes(rng):
    bell = rng.normal(size=SIZE)
    heaps = np.where(np.arange(SIZE) < SIZE // 2, -2.0, 2.0)
    far = np.where(np.arange(SIZE) < SIZE // 8, 4.0, 0.0)  # one in eight
    return {
        "bell": standardized(bell),
        "two heaps": standardized(heaps + 0.7 * bell),
        "lopsided": standardized(far + bell),
    }


SHAPES = _shapes(np.random.default_rng(1))


class CentreAndSpread(Explorer):
    """Histogram of a sample with lines at its mean and mean ± std."""

    task = (
        "Set the centre to 0 and the spread to 1. Then double the spread. "
        "Which of the numbers in the sentence change? Try the other shapes."
    )
    question = (
        "Two heaps take the place of the bell, with the same mean and std. "
        "What happens to the percentage within one std of the mean?"
    )
    choices = {
        "it grows": (
            "Few numbers lie near the mean now. The heaps are about one std "
            "away from it, so nearly half of each lies outside."
        ),
        "it shrinks": (
            "The heaps are about one std away from the mean, so nearly half "
            "of each lies outside."
        ),
        "it stays the same": (
            "Mean and std do not fix it. The heaps are about one std away "
            "from the mean, so nearly half of each lies outside."
        ),
    }
    answer = "it shrinks"
    controls = {
        "centre": Slider("centre", min=-2.0, max=4.0, step=0.1, start=3.0),
        "spread": Slider("spread", min=1.0, max=2.0, step=0.1, start=1.5),
        "shape": Choice("shape", tuple(SHAPES), start="bell", buttons=True),
    }

    def state(self, centre, spread, shape):
        """Compute the numbers that are drawn, their mean and their std."""
        x = centre + spread * SHAPES[shape]
        return {"x": x, "mean": x.mean(), "std": x.std()}

    def draw(self, figure):
        axes = figure.add_subplot()
        axes.set(
            xlim=(EDGES[0], EDGES[-1]),
            ylim=(0, 355),
            xlabel="value",
            ylabel="how many of 1,000",
            title="A thousand numbers, their mean and their std",
            xticks=range(-10, 11, 5),
            yticks=(0, 100, 200, 300),
        )
        bars = axes.stairs(
            np.zeros(len(EDGES) - 1), EDGES, fill=True, color=DATA, alpha=0.55
        )
        return {
            "bars": bars,
            "mean": axes.plot([], [], color=OUTPUT, lw=2),
            "low": axes.plot([], [], color=TEXT, lw=2, ls="--"),
            "high": axes.plot([], [], color=TEXT, lw=2, ls="--"),
            "says": [
                axes.text(0, 255, "", color=TEXT, ha="right"),
                axes.text(0, 320, "", color=ink(OUTPUT), ha="center"),
                axes.text(0, 255, "", color=TEXT, ha="left"),
            ],
        }

    def move(self, artists, now):
        mean, std = now.mean, now.std
        artists["bars"].set_data(np.histogram(now.x, EDGES)[0])
        places = (mean - std, mean, mean + std)
        for (name, label, top), text, place in zip(
            LINES, artists["says"], places
        ):
            artists[name][0].set_data([place, place], [0, top])
            text.set_x(place)
            text.set_text(f"{label}{number(place)}")

    def sentence(self, now):
        mean, std = now.mean, now.std
        inside = np.mean(abs(now.x - mean) <= std)
        return (
            f"A sample of shape {now.shape} with centre "
            f"{number(now.centre, 1)} and spread {number(now.spread, 1)}: "
            f"mean {number(mean)}, standard deviation {number(std)}. Between "
            f"{number(mean - std)} and {number(mean + std)} lie "
            f"{number(100 * inside, 0)} % of its numbers."
        )
