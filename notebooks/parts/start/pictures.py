"""The course on one card: its lessons in the order in which they are read."""

from course_lib.panels.boxes import arrow, box, middle
from course_lib.panels.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
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
    ("09 a stack, trained", "Do the claims hold\non real digits?"),
    ("10 today’s models", "What was changed,\nand does it help?"),
)
# The part of the course, its colour, and how many lessons it has.
PARTS = (
    ("01–03 foundations", DATA, 3),
    ("04–07 Add & Norm", RESIDUAL, 4),
    ("08–10 feed-forward, training", OUTPUT, 3),
)
COLUMNS = 3


@picture((9.0, 6.3))
def course_map(figure):
    """Draw the lessons in the order in which they are read."""
    axes = figure.subplots()
    axes.set(xlim=(-0.47, 2.47), ylim=(-3.4, 0.45))
    axes.set_axis_off()
    axes.set_title("Ten lessons, each built on the one before")
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
        axes.text(0.62, -2.78 - 0.22 * down, name, color=ink(colour),
                  weight="bold", va="center")  # fmt: skip
