"""Pictures of how far the Jacobian in print is off."""

import numpy as np

from course_lib.sliders.style import (
    GRADIENT,
    OUTPUT,
    REFERENCE,
    ink,
    note,
    picture,
)

WORDS = (
    "By how much the printed entries off the diagonal are too large, 1 − "
    "1/σ², against σ: far below 0 for a small σ, 0 at σ = 1, and towards 1 "
    "for a large one. The token India, with σ = 0.84, lies at −0.42."
)


@picture()
def printed_error(figure, token):
    """Draw 1 − 1/σ², what is wrong in text A's entries, and a token's."""
    axes = figure.subplots()
    spreads = np.linspace(0.4, 4, 181)
    axes.axhline(0, color=REFERENCE, lw=1.5)
    axes.axhline(1, color=REFERENCE, ls="--", lw=1.5)
    axes.plot(spreads, 1 - 1 / spreads**2, color=OUTPUT)
    for spread, words, aside in (
        (1, "σ = 1", (-50, 7)),
        (np.std(token), "India", (12, -16)),
    ):
        at = spread, 1 - 1 / spread**2
        axes.plot(*at, "o", color=GRADIENT, ms=9)
        note(axes, words, at, aside, color=ink(GRADIENT))
    axes.set(
        title="The printed entries are right only at σ = 1",
        xlabel="σ of the token", ylabel="printed − right",
        xlim=(0, 4), ylim=(-5.5, 1.5),
    )  # fmt: skip
