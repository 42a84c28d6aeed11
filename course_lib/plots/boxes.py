"""Boxes and the arrows between them: graphs of a few operations."""

from matplotlib.patches import FancyBboxPatch

from course_lib.plots.style import REFERENCE, TEXT


def box(ax, at, words, *, title="", color=TEXT, size=(1.2, 0.52)):
    """Draw a box with words in it and return it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    at : (float, float)
        The middle of the box.
    words : str
    title : str
        A line in bold above the words.
    color : str
        Of the frame.
    size : (float, float)
        Width and height.

    Returns
    -------
    matplotlib.patches.FancyBboxPatch
    """
    (x, y), (width, height) = at, size
    patch = FancyBboxPatch(
        (x - width / 2, y - height / 2), width, height,
        boxstyle="round,pad=0.05", facecolor="white", edgecolor=color,
        linewidth=2,
    )  # fmt: skip
    ax.add_patch(patch)
    middle = {"ha": "center", "va": "center", "linespacing": 1.15}
    if title:
        lines = 2 + words.count("\n")
        step = height / (lines + 0.4)
        ax.text(x, y + step * (lines - 1) / 2, title, weight="bold", **middle)
        y -= step / 2
    ax.text(x, y, words, **middle)
    return patch


def middle(patch):
    """Return the middle of a box."""
    return (
        patch.get_x() + patch.get_width() / 2,
        patch.get_y() + patch.get_height() / 2,
    )


def arrow(ax, start, end, *, color=REFERENCE, bend=0.0, dash="-"):
    """Draw an arrow from the edge of one box to the edge of another.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    start, end : matplotlib.patches.FancyBboxPatch or (float, float)
        Boxes, or bare points.
    color, dash : str
    bend : float
        0 is straight; 0.5 is a half circle, clockwise if positive.
    """
    boxes = [each if hasattr(each, "get_x") else None for each in (start, end)]
    tail, head = (
        middle(each) if is_box else each
        for each, is_box in zip((start, end), boxes)
    )
    looks = {
        "arrowstyle": "-|>", "color": color, "lw": 2,
        "linestyle": dash, "mutation_scale": 16,
        "patchA": boxes[0], "patchB": boxes[1], "shrinkA": 0, "shrinkB": 1,
        "connectionstyle": f"arc3,rad={bend}",
    }  # fmt: skip
    ax.annotate("", head, tail, arrowprops=looks)
