"""Pictures of lesson 10: the model, who finds whom, and one loud row."""

import numpy as np
from matplotlib.patches import Rectangle

from course_lib.sliders.boxes import arrow, box
from course_lib.sliders.style import (
    CENTRE,
    DATA,
    GRADIENT,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    note,
    picture,
)
from lesson_parts.real_model.results import FLOORS, found


@picture(
    (9.0, 3.8),
    "From left to right: a sentence is split into word pieces; each piece "
    "becomes a vector of 384 numbers, to which the vector of its position "
    "is added, and the sum is normalized. Six blocks follow. In each of "
    "them stand attention, Add & Norm, a feed-forward layer with GELU, "
    "and Add & Norm again. At the end comes the mean over the tokens, "
    "divided by its length.",
)
def the_model(figure):
    """Draw the whole encoder, its block once."""
    axes = figure.subplots()
    axes.set(xlim=(-0.7, 12.1), ylim=(-1.75, 1.45))
    axes.set_axis_off()
    axes.set_title("Six times the same block")
    steps = [
        (0, "word\npieces", TEXT, 1.2),
        (2, "vectors +\npositions,\nNorm", RESIDUAL, 1.5),
        (4.45, "attention", TEXT, 1.5),
        (6.3, "Add &\nNorm", RESIDUAL, 1.0),
        (8.3, "feed-\nforward,\nGELU", OUTPUT, 1.3),
        (10.05, "Add &\nNorm", RESIDUAL, 1.0),
    ]
    drawn = [
        box(axes, (x, 0), words, color=colour, size=(width, 1.15))
        for x, words, colour, width in steps
    ]
    for start, end in zip(drawn, drawn[1:]):
        arrow(axes, start, end)
    last = box(
        axes, (11.4, -1.3), "mean,\nlength 1", color=DATA, size=(1.2, 0.75)
    )
    axes.plot([10.6, 11.4], [0, 0], color=REFERENCE, lw=2)
    arrow(axes, (11.4, 0), last)
    for left, right in ((3.3, 6.3), (7.15, 10.05)):
        axes.plot([left, left, right], [0, 1, 1], color=REFERENCE, lw=2)
        arrow(axes, (right, 1), (right, 0.64))
    axes.plot(
        [3.1, 3.1, 10.75, 10.75, 3.1], [-0.8, 1.25, 1.25, -0.8, -0.8],
        color=TEXT, lw=1.2, ls="--",
    )  # fmt: skip
    axes.text(6.9, -1.3, "× 6", ha="center", weight="bold")


@picture(
    (6.4, 5.6),
    "A table of ten rows and ten columns, one for each sentence. The "
    "brighter a field, the more similar the two sentences. Along the "
    "diagonal stand ones. A frame in each row marks the most similar "
    "other sentence, and it is the partner every time. For 4a that is "
    "4b, at 0.61; 5a follows at 0.52. Numbers below 0.2 are not written.",
)
def who_finds_whom(figure, alike, names):
    """Draw similarities, and in each row a frame at the nearest other."""
    axes = figure.subplots()
    count = len(alike)
    axes.pcolormesh(alike, cmap="cividis", vmin=0, vmax=1)
    for (row, column), value in np.ndenumerate(alike):
        if value >= 0.2:
            axes.text(
                column + 0.5, row + 0.5, f"{value:.2f}",
                color="black" if value > 0.45 else "white", **CENTRE,
            )  # fmt: skip
    others = np.where(np.eye(count, dtype=bool), -1, alike)
    for row, nearest in enumerate(others.argmax(1)):
        axes.add_patch(
            Rectangle(
                (nearest + 0.04, row + 0.04), 0.92, 0.92,
                fill=False, color=OUTPUT, lw=3,
            )
        )  # fmt: skip
    name_sentences(axes, names)
    axes.set_title("Each sentence is nearest to its partner")


def name_sentences(axes, names):
    """Name the rows and the columns of a table of similarities."""
    places = np.arange(len(names)) + 0.5
    axes.set_xticks(places, names)
    axes.set_yticks(places, names)
    axes.set(ylim=(len(names), 0), xlabel="and this", ylabel="this sentence")
    axes.tick_params(length=0)


LOOKS = {
    "sublayer": (DATA, "--", "s"),
    "shortcut": (OUTPUT, "-", "o"),
    "norm": (RESIDUAL, "none", "D"),  # in no order, so no line
}


@picture(
    (9.0, 4.6),
    "Two panels, attention and feed-forward, with a mark over each of "
    "the six blocks for each part that is left out there. Without the "
    "sublayer the marks stay near the whole model. Without the shortcut "
    "they are near 0.2 in block 0 and reach 0.7 or 0.8 in block 5. "
    "Without the norm behind attention something is lost in block 0 only; "
    "without the norm behind the feed-forward layer next to nothing is "
    "found in block 0, half is lost in blocks 1 and 2, and nothing in "
    "block 3.",
)
def parts_left_out(figure, found, floors):
    """Draw the share found without one part, block by block.

    Parameters
    ----------
    found : dict of (str, str) to list of (float, float)
        ``found[sublayer, part]``: share and standard error, block by block.
    floors : dict of str to float
        Shares to compare with, by their names.
    """
    both = figure.subplots(1, 2, sharey=True)
    titles = {"attention": "Attention", "feed_forward": "Feed-forward"}
    for axes, (sublayer, title) in zip(both, titles.items()):
        for name, share in floors.items():
            axes.axhline(share, color=REFERENCE, lw=1, ls="--")
            if axes is both[-1]:
                note(axes, name, (5.35, share), (4, 0), va="center")
        for shift, (part, (colour, line, marker)) in enumerate(LOOKS.items()):
            share, error = np.transpose(found[sublayer, part])
            blocks = np.arange(len(share)) + 0.08 * (shift - 1)
            axes.errorbar(
                blocks, share, error, color=colour, ls=line, marker=marker,
                label=f"without the {part}", lw=2, elinewidth=1.5,
            )  # fmt: skip
        axes.set(
            xlim=(-0.35, 5.35), ylim=(-0.03, 1.03), title=title,
            xticks=range(6), xlabel="block in which it is left out",
        )  # fmt: skip
    both[0].set_ylabel("sentences found, share")
    handles, labels = both[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3)


NORMS_CHANGED = {  # its words, and the stored change
    "nothing is changed": "whole",
    "the mean is left in": "RMSNorm",
    "mean in, β at 0": "RMSNorm, beta 0",
    "β back at 0": "all beta 0",
    "one γ for each norm": "all gamma flat",
    "γ shuffled": "all gamma shuffled",
    "γ back at 1": "all gamma 1",
    "γ at 1, β at 0": "all both at start",
}


def norms_in_words():
    """Say what is found after each change of the thirteen norms."""
    said = [f"{w}, {found(n)[0]:.2f}" for w, n in NORMS_CHANGED.items()]
    return (
        "The share of sentences found, with twice its error on either side, "
        f"when all thirteen norms are changed: {'; '.join(said)}. Dashed "
        "lines mark the whole model and random vectors."
    )


@picture((9.0, 4.4), norms_in_words)
def norms_changed(figure):
    """Draw the share found after each change of all thirteen norms."""
    axes = figure.subplots()
    for floor in ("whole", FLOORS[0]):
        axes.axvline(found(floor)[0], color=REFERENCE, lw=1, ls="--")
    for y, name in enumerate(NORMS_CHANGED.values()):
        share, error = found(name)
        axes.errorbar(
            share, y, xerr=2 * error, fmt="o", color=OUTPUT, ms=9, lw=2
        )
    axes.set_yticks(range(len(NORMS_CHANGED)), NORMS_CHANGED)
    axes.set_ylim(len(NORMS_CHANGED) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.set(xlim=(-0.02, 1), xlabel="sentences found, share")
    axes.set_title("Only the mean can be left alone")


@picture(
    (9.0, 4.2),
    "Left, a dot for each token of one sentence: the spread of its row is "
    "0.7 to 1 for all tokens but [CLS], whose row has 11.4. Right, the "
    "384 numbers of [CLS]'s row: all lie near 0 but one, feature 99, "
    "which is about 223.",
)
def rows_of_tokens(figure, tokens, z):
    """Draw the spread of each token's row, and the row of the first one."""
    left, right = figure.subplots(1, 2, width_ratios=[1, 1.3])
    spread = z.std(-1)
    places = np.arange(len(tokens))
    left.plot(spread[1:], places[1:], "o", color=DATA)
    left.plot(spread[:1], places[:1], "D", color=GRADIENT)
    left.set_yticks(places, tokens)
    left.set(
        ylim=(len(tokens) - 0.5, -0.5), xlim=(0, 12.5),
        xlabel="σ of the token's row", title="One row is loud",
    )  # fmt: skip
    right.plot(z[0], ".", color=GRADIENT, ms=8)
    most = int(np.abs(z[0]).argmax())
    note(right, f"feature {most}", (most, z[0, most]), (8, 0), va="center")
    right.set(
        xlabel="feature of [CLS]", ylabel="value",
        title="One number makes it loud",
    )  # fmt: skip
