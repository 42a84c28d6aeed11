"""The course on one card: nine lessons in three rows."""

from matplotlib.patches import FancyBboxPatch

from course_lib.plots.style import (
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    new_figure,
    style,
)

# (row, column): number, name, the question it answers
LESSONS = {
    (0, 0): ("01", "statistics", "What does variance\nmeasure?"),
    (0, 1): ("02", "vectors and matrices", "Why is a mean\na dot product?"),
    (0, 2): ("03", "derivatives", "How do I know that\na gradient is right?"),
    (1, 0): ("04", "the residual add", "What does the\nshortcut buy?"),
    (1, 1): ("05", "LayerNorm", "What is kept,\nwhat is lost?"),
    (1, 2): ("06", "its Jacobian", "Where does the\nbackward come from?"),
    (2, 0): (
        "08",
        "the feed-forward layer",
        "How does a loss\nreach every weight?",
    ),
    (2, 1): ("09", "a stack, trained", "Do the claims hold\non real digits?"),
}
ROWS = (
    ("foundations", DATA),
    ("Add & Norm", RESIDUAL),
    ("feed-forward\nand training", OUTPUT),
)
WIDTH, HEIGHT = 2.3, 1.1
STEP_X, STEP_Y = 2.75, 1.65


@style()
def course_map():
    """Draw the lessons in the order in which they are read.

    Returns
    -------
    matplotlib.figure.Figure
    """
    figure = new_figure((9.0, 4.1))
    axes = figure.subplots()
    axes.set_axis_off()
    axes.set(xlim=(-1.75, 8.0), ylim=(-3.45, 1.35))
    axes.set_title("Eight lessons, each built on the one before")
    for row, (name, colour) in enumerate(ROWS):
        axes.text(-1.7, HEIGHT / 2 - row * STEP_Y, name, va="center",
                  color=colour, weight="bold")  # fmt: skip
    for (row, column), lesson in LESSONS.items():
        _box(axes, column * STEP_X, -row * STEP_Y, lesson, ROWS[row][1])
    places = sorted(LESSONS)
    for start, end in zip(places, places[1:], strict=False):
        _arrow(axes, start, end)
    return figure


def _box(axes, x, y, lesson, colour):
    number, name, question = lesson
    axes.add_patch(
        FancyBboxPatch(
            (x, y), WIDTH, HEIGHT, boxstyle="round,pad=0.06",
            facecolor="white", edgecolor=colour, linewidth=1.8,
        )
    )  # fmt: skip
    axes.text(x + 0.04, y + 0.9, f"{number}  {name}", va="center",
              weight="bold", fontsize=9.5)  # fmt: skip
    axes.text(x + 0.04, y + 0.37, question, va="center", fontsize=9.5)


def _arrow(axes, start, end):
    (row, column), (next_row, next_column) = start, end
    if row == next_row:
        tail = column * STEP_X + WIDTH + 0.08, HEIGHT / 2 - row * STEP_Y
        head = next_column * STEP_X - 0.08, tail[1]
    else:
        tail = column * STEP_X + WIDTH / 2, -row * STEP_Y - 0.08
        head = WIDTH / 2, HEIGHT - next_row * STEP_Y + 0.08
    axes.annotate(
        "", head, tail,
        arrowprops={"arrowstyle": "-|>", "color": REFERENCE, "lw": 1.6},
    )  # fmt: skip
