"""A row of dots: the features of a token, on a band of mean ± std."""

import numpy as np

from course_lib.sliders.style import TEXT
from course_lib.sliders.words import number


def draw_row(axes, at, colour, marker="o", size=7, **says):
    """Return a row's band, its dots and, at the place ``at``, its numbers."""
    # A band with round ends would reach beyond σ.
    wide = {"lw": 0.45 * size, "solid_capstyle": "butt"}
    (band,) = axes.plot([], [], color=colour, **wide)
    (dots,) = axes.plot([], [], marker, color=colour, ms=size, mec="white")
    return band, dots, axes.text(*at, "", color=TEXT, va="center", **says)


def move_row(row, values, word):
    """Put the values in; ``word`` names their standard deviation."""
    band, dots, says = row
    height = says.get_position()[1]
    mean, std = values.mean(), values.std()
    dots.set_data(values, np.full(len(values), height))
    band.set_data([mean - std, mean + std], [height, height])
    says.set_text(f"mean {number(mean)}\n{word} {number(std)}")
