"""Explorers of lesson 11: what fresh, frozen blocks let through."""

import numpy as np

from course_lib.sliders.explorer import Choice, Explorer, Slider, number
from course_lib.sliders.style import REFERENCE, TEXT
from course_lib.sliders.words import counted
from lesson_parts.laboratory.pictures import LOOKS
from lesson_parts.laboratory.probe import DEPTH, PROBED, stored_probes

GUESSED = 0.1


def draw_frame(figure, title):
    """Return axes for shares read over blocks."""
    axes = figure.subplots()
    axes.set(
        xlim=(-0.5, DEPTH + 0.5), ylim=(0, 1), xlabel="blocks before the head",
        ylabel="validation digits read", title=title,
    )  # fmt: skip
    axes.set_xticks(range(0, DEPTH + 1, 8))
    axes.axhline(GUESSED, color=REFERENCE, lw=0.8)
    axes.text(0, 0.03, "guessing", color=TEXT)
    return axes


class ProbeByDepth(Explorer):
    """What a fitted head reads behind so many fresh blocks."""

    task = (
        "Choose a variant and take blocks away one by one. Behind how many "
        "does the head read eight digits of ten again?"
    )
    question = (
        "Nothing but the head is trained. Behind 32 fresh blocks, where does "
        "it still read nine digits of ten: pre-norm, post-norm?"
    )
    choices = {
        "behind both": (
            "Both have shortcuts and norms. But post-norm normalizes what is "
            "on the shortcut as well, 32 times over."
        ),
        "behind pre-norm alone": (
            "Pre-norm's shortcut carries the image itself past every norm. "
            "Each block of post-norm mixes its own noise in and shrinks the "
            "sum back, so the image's part becomes smaller and smaller."
        ),
        "behind neither": (
            "Random blocks do harm, but the image also travels on pre-norm's "
            "shortcut, and no norm touches it there."
        ),
    }
    answer = "behind pre-norm alone"
    controls = {
        "variant": Choice("variant", PROBED, start="no shortcut"),
        "depth": Slider("blocks before the head", 0, DEPTH, 1, start=DEPTH),
    }

    def state(self, variant, depth):
        """Look up what three seeds read, block by block."""
        return {"read": stored_probes()[variant, 0][:, : depth + 1]}

    def draw(self, figure):
        axes = draw_frame(figure, " ")
        artists = {
            seed: axes.plot([], [], color=REFERENCE, lw=1)[0]
            for seed in range(3)
        }
        artists["middle"] = axes.plot([], [])[0]
        artists["end"] = axes.plot([], [], "o", ms=9)[0]
        artists["title"] = axes.text(
            0, 1.05, "", transform=axes.transAxes, weight="bold"
        )
        return artists

    def move(self, artists, now):
        colour = LOOKS[now.variant][0]
        middle = np.median(now.read, axis=0)
        for seed, shares in enumerate(now.read):
            artists[seed].set_data(range(len(shares)), shares)
        artists["middle"].set_data(range(len(middle)), middle)
        artists["end"].set_data([now.depth], middle[-1:])
        for name in ("middle", "end"):
            artists[name].set_color(colour)
        blocks = counted(now.depth, "block")
        artists["title"].set_text(f"{now.variant}, {blocks}")

    def sentence(self, now):
        read = [number(100 * share, 1) for share in now.read[:, -1]]
        blocks = counted(now.depth, "fresh block")
        return (
            f"Behind {blocks}, {now.variant}: a head that was fitted there "
            f"reads {read[0]} %, {read[1]} % and {read[2]} % of the digits, "
            "for three seeds."
        )


FOUR = ("pre-norm", "norm at end", "post-norm", "no shortcut")


class TurnTheStart(Explorer):
    """What smaller starting weights in W2 change for the same head."""

    task = (
        "At 32 blocks, halve the variance of W₂ five times: that is "
        "W₂/√32, the small start. Which variant is not helped at all, and "
        "why can it not be?"
    )
    question = (
        "Now every W₂ starts √32 times smaller. What does the head read "
        "behind 32 post-norm blocks, where it read about six digits of ten?"
    )
    choices = {
        "fewer": (
            "Smaller weights weaken the blocks, not the image: the shortcut "
            "carries it at full size."
        ),
        "as many": (
            "That would hold if the norm undid the change. It cannot: f(x) "
            "shrinks while the x beside it keeps its size."
        ),
        "nearly as many as from the image": (
            "All 32 blocks together then add about as much as the image "
            "already has, so its part stays large."
        ),
    }
    answer = "nearly as many as from the image"
    controls = {
        "halvings": Slider("halvings of W₂'s variance", -1, 6, 1, start=0),
        "depth": Slider("blocks before the head", 0, DEPTH, 4, start=DEPTH),
    }

    def state(self, halvings, depth):
        """Look up the median of three seeds for each variant."""
        return {
            "read": {
                variant: np.median(stored_probes()[variant, halvings], axis=0)[
                    : depth + 1
                ]
                for variant in FOUR
            }
        }

    def draw(self, figure):
        axes = draw_frame(figure, "Fresh blocks, median of three seeds")
        artists = {}
        for variant in FOUR:
            colour, line, marker = LOOKS[variant]
            artists[variant] = axes.plot(
                [], [], color=colour, ls=line, marker=marker, markevery=4,
                label=variant,
            )[0]  # fmt: skip
        axes.legend(loc="lower left", ncols=2, bbox_to_anchor=(0, 0.1))
        return artists

    def move(self, artists, now):
        for variant, read in now.read.items():
            artists[variant].set_data(range(len(read)), read)

    def sentence(self, now):
        factor = number(2 ** (-now.halvings / 2))
        ends = ", ".join(
            f"{variant} {number(100 * read[-1], 1)} %"
            for variant, read in now.read.items()
        )
        return (
            f"Halvings of W₂'s variance: {number(now.halvings, 0)}. It "
            f"starts at {factor} times He's. Behind {now.depth} fresh blocks "
            f"a fitted head reads: {ends}."
        )
