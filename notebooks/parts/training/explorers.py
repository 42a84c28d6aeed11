"""Explorer of lesson 09: the runs of the search, rate by rate."""

import numpy as np

from course_lib.panels.explorer import Choice, Explorer, number
from course_lib.panels.style import OUTPUT, REFERENCE, TEXT
from course_lib.panels.words import counted
from parts.training.classifier import VARIANTS
from parts.training.grid import (
    DEPTHS,
    EPOCHS,
    IMAGES,
    LEARNING_RATES,
    SEARCH_SEEDS,
    diverged,
)
from parts.training.results import search_runs, shares

DASHES = ("-", "--", ":")  # one a seed
HIGHEST = 1e5  # losses above it are drawn there


class FinishedRuns(Explorer):
    """Loss and accuracy of three runs, by variant, depth and rate."""

    task = (
        "Keep 4 blocks and raise the rate to 0.3, then to 1, for each "
        "variant. Which runs diverge, and which end in a guess?"
    )
    question = (
        "Post-norm with 32 blocks trains at a rate of 0.03. What do its "
        "three runs do at 0.3?"
    )
    choices = {
        "learn faster": (
            "Larger steps pay only while they lead downhill. At 0.3 nothing "
            "is learned: the runs stay finite and guess."
        ),
        "diverge: the loss becomes infinite": (
            "The last norm keeps the logits small, so the loss stays near "
            "that of a guess, and does not fall either."
        ),
        "stay finite and guess": (
            "The norm keeps every number finite, and still nothing is learned."
        ),
    }
    answer = "stay finite and guess"
    controls = {
        "variant": Choice("variant", tuple(VARIANTS), start="post-norm"),
        "depth": Choice("depth, blocks", DEPTHS, start=4, buttons=True),
        "lr": Choice("learning rate", LEARNING_RATES, 0.1, buttons=True),
    }
    size = "two"

    def draw(self, figure):
        left, right = figure.subplots(1, 2)
        for axes in (left, right):
            axes.set(xlim=(0.5, EPOCHS + 0.5), xlabel="epoch")
            axes.set_xticks(range(0, EPOCHS + 1, 5))
        left.set(
            ylim=(1e-3, HIGHEST),
            yscale="log",
            ylabel="loss, nats, up to 10⁵",
            title=" ",  # room for the title that moves
        )
        left.axhline(np.log(10), color=REFERENCE, lw=0.8)
        left.text(EPOCHS, 4, "guessing", ha="right", color=TEXT)
        right.set(ylim=(-0.04, 1.03), ylabel="accuracy, validation")
        right.axhline(0.1, color=REFERENCE, lw=0.8)
        right.text(EPOCHS, 0.005, "guessing", ha="right", color=TEXT)
        artists = {
            (name, seed): axes.plot(
                [], [], color=OUTPUT, ls=dashes, label=f"run {seed}"
            )[0]
            for name, axes in (("loss", left), ("validation", right))
            for seed, dashes in zip(SEARCH_SEEDS, DASHES, strict=True)
        }
        right.legend(
            handles=[artists["validation", seed] for seed in SEARCH_SEEDS],
            loc="lower left", bbox_to_anchor=(-0.05, 1), ncols=3,
            columnspacing=1, handlelength=1.5, handletextpad=0.4, borderpad=0,
        )  # fmt: skip
        artists["diverged"] = left.text(
            EPOCHS, 1e3, "", ha="right", color=TEXT
        )
        artists["title"] = left.text(
            -0.05, 1.055, "", transform=left.transAxes, weight="bold"
        )
        return artists

    def state(self, variant, depth, lr):
        """Look up the three runs, and name their settings."""
        blocks = counted(depth, "block")
        return {
            "runs": search_runs()[variant, depth, ""][lr],
            "settings": f"{variant}, {blocks}, learning rate {lr:g}",
        }

    def move(self, artists, now):
        for run in now.runs:
            loss = [min(x, HIGHEST) for x in run["loss"] if x is not None]
            read = [count / IMAGES for count in run["validation"]]
            for name, values in (("loss", loss), ("validation", read)):
                epochs = range(1, len(values) + 1)
                artists[name, run["seed"]].set_data(epochs, values)
        artists["diverged"].set_text(who_diverged(now.runs))
        # Short, so that it ends where the picture is cut to be stacked.
        artists["title"].set_text(now.settings.replace("learning ", ""))

    def sentence(self, now):
        ended = [
            "diverged" if diverged(run) else f"{number(100 * share, 1)} %"
            for run, share in zip(now.runs, shares(now.runs, "validation"))
        ]
        return (
            f"{now.settings}. Validation images read by the three runs: "
            f"{', '.join(ended)}."
        )


def who_diverged(runs):
    """Name the runs that left no line, for the picture."""
    seeds = [str(run["seed"]) for run in runs if diverged(run)]
    if not seeds:
        return ""
    who = "run" if len(seeds) == 1 else "runs"
    return f"diverged: {who} {', '.join(seeds)}"
