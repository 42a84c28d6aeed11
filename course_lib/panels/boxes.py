"""Boxes and the arrows between them: graphs of a few operations."""

from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Text

from course_lib.panels.style import CENTRE, REFERENCE, TEXT


def box(ax, at, words, *, title="", color=TEXT, size=(1.2, 0.52)):
    """Draw a box around a place, with words in it, and return it.

    The title is a line in bold above the words, the colour that of the frame.
    """
    (x, y), (width, height) = at, size
    patch = FancyBboxPatch(
        (x - width / 2, y - height / 2), width, height,
        boxstyle="round,pad=0.05", facecolor="white", edgecolor=color,
        linewidth=2,
    )  # fmt: skip
    ax.add_patch(patch)
    look = CENTRE | {"linespacing": 1.15}
    if title:
        lines = 2 + words.count("\n")
        step = height / (lines + 0.4)
        ax.text(x, y + step * (lines - 1) / 2, title, weight="bold", **look)
        y -= step / 2
    ax.text(x, y, words, **look)
    return patch


def middle(patch):
    """Return the middle of a box."""
    return (
        patch.get_x() + patch.get_width() / 2,
        patch.get_y() + patch.get_height() / 2,
    )


def arrow(ax, start, end, zorder=3, **look):
    """Draw an arrow from a box, a framed text or a point to another one."""
    (tail, leaves), (head, enters) = _place(start), _place(end)
    look = {
        "arrowstyle": "-|>", "color": REFERENCE, "lw": 2,
        "mutation_scale": 16, "shrinkA": 0, "shrinkB": 1,
        "patchA": leaves, "patchB": enters,
    } | look  # fmt: skip
    ax.annotate("", head, tail, arrowprops=look, zorder=zorder)


def _place(end):
    """Return where an arrow points to, and the frame at which it stops."""
    if isinstance(end, FancyBboxPatch):
        return middle(end), end
    if isinstance(end, Text):
        return end.get_position(), end.get_bbox_patch()
    return end, None
