"""Explorer of lesson 09: the finished runs of the grid."""

import numpy as np

from course_lib.explorers.base import Choice, Explorer, number
from course_lib.plots.style import OUTPUT, REFERENCE, TEXT
from course_lib.training.classifier import VARIANTS
from course_lib.training.grid import DEPTHS, EPOCHS, SEEDS
from course_lib.training.results import finished_runs

DASHES = ("-", "--", ":")  # one a seed


class FinishedRuns(Explorer):
    """Loss and accuracy of the three runs of one variant and depth."""

    task = (
        "Set the depth to 32 and go through the five variants. Which two "
        "still read more than 9 digits of 10?"
    )
    question = "Which part can a stack of 16 blocks least do without?"
    choices = {
        "the shortcut": (
            "Without it 16 blocks still read 95 images of 100. With shortcuts "
            "and no norm, two runs of three diverge there."
        ),
        "the norm, if it has shortcuts": (
            "Every shortcut adds to the activations, and nothing scales them "
            "back. Look at the variant “no norm” at depth 16."
        ),
        "neither matters": "Look at depth 16, “no norm”, and at depth 32.",
    }
    answer = "the norm, if it has shortcuts"
    controls = {
        "variant": Choice("variant", tuple(VARIANTS), start="post-norm"),
        "depth": Choice(
            "depth, blocks",
            tuple(str(depth) for depth in DEPTHS),
            start="4",
            buttons=True,
        ),
    }
    size = "two"

    def draw(self, figure, **start):
        """Lay out loss on the left and accuracy on the right."""
        left, right = figure.subplots(1, 2)
        left.set(
            xlim=(0.5, EPOCHS + 0.5),
            ylim=(1e-3, 1e5),
            yscale="log",
            xlabel="epoch",
            ylabel="loss, nats",
            title="Training: does the loss fall?",
        )
        left.axhline(np.log(10), color=REFERENCE, lw=0.8)
        left.text(EPOCHS, 2.9, "guessing", ha="right", color=TEXT)
        right.set(
            xlim=(0.5, EPOCHS + 0.5),
            ylim=(0, 1.03),
            xlabel="epoch",
            ylabel="accuracy, validation",
            title="Reading images not trained on",
        )
        right.axhline(0.1, color=REFERENCE, lw=0.8)
        right.text(EPOCHS, 0.12, "guessing", ha="right", color=TEXT)
        for axes in (left, right):
            axes.set_xticks(range(0, EPOCHS + 1, 5))
        return {
            (name, seed): axes.plot([], [], color=OUTPUT, ls=dashes)[0]
            for name, axes in (("loss", left), ("validation", right))
            for seed, dashes in zip(SEEDS, DASHES, strict=True)
        }

    def state(self, variant, depth):
        """Look up the three runs of a variant and a depth."""
        return {"runs": finished_runs()[variant, int(depth)]}

    def move(self, artists, now):
        """Show the three runs."""
        for run in now.runs:
            for name in ("loss", "validation"):
                values = [v for v in run[name] if v is not None]
                artists[name, run["seed"]].set_data(
                    range(1, len(values) + 1), values
                )

    def sentence(self, now):
        """Say how the three runs ended."""
        ended = [
            "diverged"
            if run["diverged"]
            else f"{number(100 * run['validation'][-1], 1)} %"
            for run in now.runs
        ]
        blocks = "block" if now.depth == "1" else "blocks"
        return (
            f"{now.variant}, {now.depth} {blocks}, learning rate "
            f"{now.runs[0]['lr']:g}. "
            "Validation images read by the three runs: "
            f"{', '.join(ended)}."
        )
