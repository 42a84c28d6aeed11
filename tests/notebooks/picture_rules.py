"""What a picture must keep to be read from the back row."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from course_lib.sliders.style import POINTS

PAGE = 96  # pixels of the page in an inch
CONTRAST = 4.5
ALL_BUT_TEXT = "path markers path_collection quad_mesh gouraud_triangles image"
READABLE = 0.75  # share of the pixels below a text that keep the contrast


class Line(NamedTuple):
    """One line of a text as it is drawn."""

    words: str
    corners: np.ndarray  # (4, 2), in pixels from the top left
    points: float
    colour: np.ndarray  # (4,), with alpha


class Noting(RendererAgg):
    """Draws a figure whole, notes its text, and draws what lies below it."""

    def __init__(self, *size):
        super().__init__(*size)
        self.lines, self.below = [], RendererAgg(*size)
        for kind in ALL_BUT_TEXT.split():
            draw = f"draw_{kind}"
            both = getattr(self, draw), getattr(self.below, draw)
            setattr(
                self, draw, lambda *a, b=both, **k: [f(*a, **k) for f in b]
            )

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        """Draw a line of text, and note it down."""
        super().draw_text(gc, x, y, s, prop, angle, ismath, mtext)
        if not s.strip():
            return
        width, height, descent = self.get_text_width_height_descent(
            s, prop, ismath
        )
        box = np.array([(0, 0), (width, 0), (width, -height), (0, -height)])
        turn = Affine2D().translate(0, descent).rotate_deg(-angle)
        corners = turn.translate(x, y).transform(box)
        rgb, alpha = gc.get_rgb()[:3], gc.get_alpha()
        self.lines.append(
            Line(
                s, corners, prop.get_size_in_points(), np.array([*rgb, alpha])
            )
        )


def drawn(figure):
    """Lay a figure out and draw it, both by one renderer; return that."""
    canvas = FigureCanvasAgg(figure)
    renderer = Noting(*canvas.get_width_height(), figure.dpi)
    canvas.get_renderer = lambda: renderer  # for the layout
    figure.draw(renderer)
    FigureCanvasAgg(figure)  # what comes later may have another size
    return renderer


def problems(renderer, sharpness=1):
    """List what is wrong with a figure that was drawn.

    ``sharpness`` is how many of its pixels make one of the page.
    """
    lines = renderer.lines
    below = np.asarray(renderer.below.buffer_rgba())[..., :3]
    height, width = below.shape[:2]
    points = renderer.dpi / (
        PAGE * sharpness
    )  # of the page, in one of its own
    found = []
    for line in lines:
        x, y = line.corners.T
        if min(x.min(), y.min()) < -0.5 or (  # sizes are rounded
            x.max() > width + 0.5 or y.max() > height + 0.5
        ):
            found.append(f"{line.words!r} is cut at the edge")
            continue
        size = line.points * points
        if size < POINTS - 0.01:
            found.append(f"{line.words!r} has {size:.1f} points")
        share = readable(line, below)
        if share < READABLE:
            found.append(
                f"{line.words!r} has a contrast of {CONTRAST}:1 to "
                f"{share:.0%} of what lies below it"
            )
    boxes = [(line.words, Path(shrunk(line, sharpness))) for line in lines]
    found += [
        f"{words!r} lies over {others!r}"
        for (words, box), (others, other) in combinations(boxes, 2)
        if box.intersects_path(other)
    ]
    return found


def shrunk(line, pixels=1):
    """Pull the corners of a line's box in, as letters do not fill it."""
    middle = line.corners.mean(axis=0)
    out = line.corners - middle
    return middle + out * (1 - 2 * pixels / np.ptp(out, axis=0).clip(4))


def readable(line, below):
    """Return the share of the pixels below a text that it stands out from."""
    left, top = np.floor(line.corners.min(axis=0)).astype(int).clip(0)
    right, bottom = np.ceil(line.corners.max(axis=0)).astype(int)
    paper = below[top : bottom + 1, left : right + 1].reshape(-1, 3) / 255
    *colour, alpha = line.colour
    ink = alpha * np.array(colour) + (1 - alpha) * paper
    return np.mean(contrast(ink, paper) >= CONTRAST)


def contrast(one, other):
    """Return the contrast of colours, (..., 3), by WCAG 2: 1 to 21."""
    dark, light = np.sort([luminance(one), luminance(other)], axis=0)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    """Return the relative luminance of sRGB colours from 0 to 1."""
    colour = np.asarray(colour)
    linear = np.where(
        colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4
    )
    return linear @ [0.2126, 0.7152, 0.0722]
