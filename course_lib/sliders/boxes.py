"""Boxes and the arrows between them: graphs of a few operations."""

import numpy as np
from matplotlib.patches import FancyBboxPatch
from matplotlib.text import Text

from course_lib.sliders.style import CENTRE, REFERENCE, TEXT


def box(ax, at, text, *, title="", color=TEXT, size=(1.2, 0.52)):
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
        lines = 2 + text.count("\n")
        step = height / (lines + 0.4)
        ax.text(x, y + step * (lines - 1) / 2, title, weight="bold", **look)
        y -= step / 2
    ax.text(x, y, text, **look)
    return patch


def middle(patch):
    """Return the middle of a box."""
    return (
        patch.get_x() + patch.get_width() / 2,
        patch.get_y() + patch.get_height() / 2,
    )


def arrow(ax, start, end, zorder=3, aside=0, **look):
    """Draw an arrow from a box, a framed text or a point to another one.

    It may run aside of the line between them, to the right of its own way, so
    that there is room for an arrow back.
    """
    (tail, leaves), (head, enters) = _place(start), _place(end)
    way = np.subtract(head, tail)
    right = aside * np.array([way[1], -way[0]]) / np.hypot(*way)
    tail, head = tail + right, head + right
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
