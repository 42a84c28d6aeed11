"""Pictures of the side page: how long W becomes, and how far a step turns."""

import numpy as np

from course_lib.sliders.style import DATA, OUTPUT, REFERENCE, RESIDUAL, picture

# The captions of the pictures.
WORDS = {
    "length": (
        "The length of W over 600 steps, each run as a share of its start. "
        "Under plain descent and under momentum it rises slowly and never "
        "falls. Under Adam it rises faster, but some steps shorten W."
    ),
    "angle": (
        "The angle of a step over 4,000 steps, in radians, on a logarithmic "
        "axis. From a W of the usual length it soon settles near 0.036, the "
        "dotted line. From a W four times as long it starts at a sixteenth of "
        "that, rises and settles there too."
    ),
}
LOOKS = ((DATA, "-"), (OUTPUT, "--"), (RESIDUAL, ":"))


@picture()
def lengths(figure, watched):
    """Draw the length of W by step, as a share of its start, by optimizer."""
    axes = figure.subplots()
    for (name, seen), (colour, dash) in zip(watched.items(), LOOKS):
        share = seen.lengths[:, 0] / seen.lengths[0, 0]
        axes.plot(share, color=colour, ls=dash, lw=2, label=name)
    axes.axhline(1, color=REFERENCE, lw=1)
    axes.set(title="Under Adam alone the length can fall", xlabel="step",
             ylabel="length of W, share of its start")  # fmt: skip
    axes.legend()


@picture()
def angles(figure, seen, settled, times):
    """Draw the angle of a step for runs that start with W × times."""
    axes = figure.subplots()
    over = np.ones(50) / 50  # a mean of 50 steps
    for angle, factor, (colour, dash) in zip(seen.angles.T, times, LOOKS):
        mean = np.convolve(angle, over, "valid")
        axes.plot(mean, color=colour, ls=dash, lw=2, label=f"W × {factor:g}")
    axes.axhline(settled, color=REFERENCE, ls=":", lw=2, label="√(2ηλ)")
    axes.set(title="From any start the angle settles", yscale="log",
             xlabel="step", ylabel="angle of a step, radians")  # fmt: skip
    axes.legend()
