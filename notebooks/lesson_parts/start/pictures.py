"""Pictures of lesson 00: a block, what a norm does, and the lessons."""

import numpy as np

from course_lib.sliders.boxes import arrow, box, middle
from course_lib.sliders.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    ink,
    picture,
)

# The question of each lesson after this one, and its place: row, column.
LESSONS = {
    "01": ("What do mean, variance\nand standard deviation\nmeasure?", 0, 0),
    "02": ("Why is a mean\na dot product?", 0, 1),
    "03": ("How do I know that\na gradient is right?", 0, 2),
    "04": ("What does the\nshortcut buy?", 1, 0),
    "05": ("What does LayerNorm\nkeep, and what does it\nthrow away?", 1, 1),
    "06": ("Where does the\nbackward pass\ncome from?", 1, 2),
    "07": (
        "How does a layer send\na gradient back without\nthe matrix?",
        2,
        0,
    ),
    "08": ("How does a loss\nreach every weight?", 2, 1),
    "09": ("What was changed\nsince 2017?", 2, 2),
    "10": ("What runs in a model\nthat people use?", 3, 0),
    "11": ("Do the claims hold?", 3, 1),
}
# The parts of the course, each with its lessons and its colour.
PARTS = {
    "01–03 foundations": (("01", "02", "03"), DATA),
    "04–07 Add & Norm": (("04", "05", "06", "07"), RESIDUAL),
    "08–10 whole models": (("08", "09", "10"), OUTPUT),
    "11 laboratory": (("11",), REFERENCE),
}

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
        "A map of lessons 01 to 11. The main line runs from the foundations, "
        "01 to 03, over Add & Norm, 04 to 07, to the feed-forward layer in "
        "08, today's layers in 09 and a model that people use in 10. The "
        "laboratory, 11, is optional and comes last."
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
    panels[0].set_ylabel("each of the 64 numbers")
    inset = axes.inset_axes([0.14, 0.66, 0.82, 0.3])
    inset.plot(numbers, color=colour, lw=0.8, alpha=0.7)
    top = np.ceil(abs(numbers).max())
    inset.set(xticks=[], ylim=(-1.1 * top, 1.1 * top), yticks=[-top, 0, top])
    axes.text(0.55, 0.64, "the same, enlarged", ha="center", va="top",
              color=TEXT, transform=axes.transAxes)  # fmt: skip


@picture((9.0, 6.7))
def course_map(figure):
    """Draw the lessons in the order in which they are read."""
    axes = figure.subplots()
    axes.set(xlim=(-0.47, 2.47), ylim=(-3.42, 0.42))
    axes.set_axis_off()
    axes.set_title("The main line, and a laboratory behind it")
    colours = {
        number: colour for names, colour in PARTS.values() for number in names
    }
    boxes = {
        number: box(
            axes, (column, -row), question, title=number,
            color=colours[number], size=(0.8, 0.7),
        )
        for number, (question, row, column) in LESSONS.items()
    }  # fmt: skip
    for first, then in zip(LESSONS, [*LESSONS][1:]):
        start, end = boxes[first], boxes[then]
        (right, top), (left, below) = middle(start), middle(end)
        if left >= right:
            arrow(axes, start, end)
        else:  # down to the gap, back to the left, and into the next row
            gap = (top + below) / 2
            axes.plot([right, right, left], [top - 0.4, gap, gap],
                      color=REFERENCE, lw=2)  # fmt: skip
            arrow(axes, (left, gap), end)
    for down, (name, (_, colour)) in enumerate(PARTS.items()):
        axes.text(1.62, -2.72 - 0.2 * down, name, color=ink(colour),
                  weight="bold", va="center")  # fmt: skip
