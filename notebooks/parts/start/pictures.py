"""Pictures of lesson 00: a block, what a norm does, and the lessons."""

import numpy as np

from course_lib.panels.boxes import arrow, box, middle
from course_lib.panels.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    ink,
    picture,
)

# Name, and the question it answers.
LESSONS = (
    ("01 statistics", "What does variance\nmeasure?"),
    ("02 vectors, matrices", "Why is a mean\na dot product?"),
    ("03 derivatives", "How do I know that\na gradient is right?"),
    ("04 the residual add", "What does the\nshortcut buy?"),
    ("05 LayerNorm", "What is kept,\nwhat is lost?"),
    ("06 its Jacobian", "How does one entry\nreach all the others?"),
    ("07 Add & Norm, back", "How does a gradient\nreturn in three lines?"),
    ("08 feed-forward", "How does a loss\nreach every weight?"),
    ("09 a stack, trained", "Which of the claims\nhold?"),
    ("10 today’s models", "What was changed,\nand does it help?"),
    ("11 a real model", "What runs in a model\nthat people use?"),
)
# The part of the course, its colour, and how many lessons it has.
PARTS = (
    ("01–03 foundations", DATA, 3),
    ("04–07 Add & Norm", RESIDUAL, 4),
    ("08–11 whole models", OUTPUT, 4),
)
COLUMNS = 3

# The parts of a block from its input to its output: name, colour, and what
# is said beside it.
BLOCK = (
    ("tokens in", DATA, "Each row is a token, for example a word."),
    (
        "attention",
        REFERENCE,
        "Each token takes up something from the others.\n"
        "Not taken apart in this course.",
    ),
    (
        "Add & Norm",
        RESIDUAL,
        "Add what went into the layer, then normalize\n"
        "each row. Lessons 04 to 07.",
    ),
    (
        "feed-forward",
        OUTPUT,
        "Two tables of weights, applied to each token\nby itself. Lesson 08.",
    ),
    ("Add & Norm", RESIDUAL, "The same once more."),
    ("tokens out", DATA, "As many rows as before. The next block follows."),
)
SKIPPED = (1, 3)  # a shortcut leads around these

# The captions of the pictures.
WORDS = {
    "block": (
        "One block of a Transformer, from top to bottom: tokens go in, "
        "through attention, Add & Norm, the feed-forward layer and a second "
        "Add & Norm, and come out. A shortcut leads around attention, and "
        "another one around the feed-forward layer, each to the Add & Norm "
        "after it. What this course takes apart is green and orange."
    ),
    "stacks": (
        "The 64 numbers of one token as 64 lines, over twelve blocks. "
        "Without a norm the lines fan out from between −2.3 and 2.0 to as "
        "far as 131.5. With a LayerNorm after each addition they stay between "
        "−2.3 and 3.0; an inset with a scale of its own enlarges them."
    ),
    "map": (
        "A map of lessons 01 to 11 in four rows. Foundations: statistics, "
        "vectors and matrices, derivatives. Add & Norm: the residual add, "
        "LayerNorm, its Jacobian, the backward pass. Whole models: the "
        "feed-forward layer, a trained stack, today’s models, and "
        "a real model that people use. Each leads to the next."
    ),
}


@picture((9.0, 6.2))
def block(figure):
    """Draw one block of a Transformer, and say what each part does."""
    axes = figure.subplots()
    axes.set(xlim=(-1.75, 7.0), ylim=(-5.45, 0.45))
    axes.set_axis_off()
    axes.set_title("One block of a Transformer")
    boxes = []
    for i, (name, colour, says) in enumerate(BLOCK):
        boxes.append(box(axes, (0, -i), name, color=colour, size=(1.9, 0.45)))
        axes.text(1.3, -i, says, va="center", color=TEXT)
    for start, end in zip(boxes, boxes[1:]):
        arrow(axes, start, end)
    for i in SKIPPED:
        left, top = -1.35, -i + 0.5
        axes.plot([0, left, left], [top, top, -i - 1], color=RESIDUAL, lw=2)
        arrow(axes, (left, -i - 1), boxes[i + 1], color=RESIDUAL)
        axes.text(left - 0.1, -i - 0.25, "shortcut", rotation=90, ha="right",
                  va="center", color=ink(RESIDUAL))  # fmt: skip


@picture("two")
def with_and_without(figure, stacks):
    """Draw one token's numbers, (depth + 1, d_model), by block and stack."""
    panels = figure.subplots(1, len(stacks), sharey=True)
    for axes, (name, numbers), colour in zip(
        panels, stacks.items(), (OUTPUT, RESIDUAL)
    ):
        axes.plot(numbers, color=colour, lw=0.8, alpha=0.7)
        axes.axhline(0, color=REFERENCE, lw=0.8)
        depth = len(numbers) - 1
        axes.set(xlabel="block (0 is the input)", title=name,
                 xticks=np.arange(0, depth + 1, 4))  # fmt: skip
    panels[0].set_ylabel("a number of the token")
    inset = axes.inset_axes([0.14, 0.66, 0.82, 0.3])
    inset.plot(numbers, color=colour, lw=0.8, alpha=0.7)
    top = np.ceil(abs(numbers).max())
    inset.set(xticks=[], ylim=(-1.1 * top, 1.1 * top), yticks=[-top, 0, top])
    axes.text(0.55, 0.64, "the same, enlarged", ha="center", va="top",
              color=TEXT, transform=axes.transAxes)  # fmt: skip


@picture((9.0, 6.3))
def course_map(figure):
    """Draw the lessons in the order in which they are read."""
    axes = figure.subplots()
    axes.set(xlim=(-0.47, 2.47), ylim=(-3.4, 0.45))
    axes.set_axis_off()
    axes.set_title("Each lesson builds on the one before")
    colours = [colour for _, colour, count in PARTS for _ in range(count)]
    boxes = [
        box(
            axes, (i % COLUMNS, -(i // COLUMNS)), question, title=name,
            color=colour, size=(0.76, 0.64),
        )
        for i, ((name, question), colour) in enumerate(zip(LESSONS, colours))
    ]  # fmt: skip
    for i, (start, end) in enumerate(zip(boxes, boxes[1:]), start=1):
        if i % COLUMNS:
            arrow(axes, start, end)
        else:  # down to the gap, back to the left, and into the next row
            (right, top), (left, _) = middle(start), middle(end)
            gap = top - 0.5
            axes.plot([right, right, left], [top - 0.37, gap, gap],
                      color=REFERENCE, lw=2)  # fmt: skip
            arrow(axes, (left, gap), end)
    for down, (name, colour, _) in enumerate(PARTS):  # beside the last box
        axes.text(1.64, -2.78 - 0.22 * down, name, color=ink(colour),
                  weight="bold", va="center")  # fmt: skip
