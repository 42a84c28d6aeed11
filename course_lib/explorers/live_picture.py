"""One figure, drawn once: what stands still, and what moves over it.

The part that stands still becomes one sharp PNG. The few artists that move
are written as SVG, a few kilobytes of text a frame: the page shows them over
the PNG at any zoom, and nothing of the figure is drawn again.
"""

import io
import re

from matplotlib.artist import Artist
from matplotlib.backends.backend_svg import RendererSVG

from course_lib.plots.style import style

POINTS_PER_INCH = 72  # Matplotlib's SVG renderer counts in points
SHARPNESS = 200  # dots per inch of the part that stands still
NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))


def flatten(artists):
    """List the artists in a dict, list or container of artists."""
    if isinstance(artists, Artist):
        return [artists]
    if isinstance(artists, dict):
        artists = artists.values()
    return [each for group in artists for each in flatten(group)]


def lay_out(figure, moving):
    """Place the axes once; from now on nothing shifts. Movers lie on top."""
    figure.set_dpi(POINTS_PER_INCH)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for artist in moving:
        artist.set_zorder(100 + artist.get_zorder())


class LivePicture:
    """Renders a laid-out figure in two parts.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    moving : list of matplotlib.artist.Artist
    """

    def __init__(self, figure, moving):
        self.figure = figure
        self.moving = sorted(moving, key=Artist.get_zorder)
        self.width, self.height = figure.get_size_inches() * POINTS_PER_INCH

    def background(self):
        """Render what stands still as PNG bytes."""
        shown = [artist for artist in self.moving if artist.get_visible()]
        for artist in shown:
            artist.set_visible(False)
        buffer = io.BytesIO()
        with style():
            self.figure.savefig(buffer, format="png", dpi=SHARPNESS)
        for artist in shown:
            artist.set_visible(True)
        return buffer.getvalue()

    def frame(self):
        """Render what moves as SVG elements, without the outer tag."""
        buffer = io.StringIO()
        with style():
            renderer = RendererSVG(
                self.width, self.height, buffer, metadata=NO_METADATA
            )
            for artist in self.moving:
                artist.draw(renderer)
            renderer.finalize()
        svg = buffer.getvalue()
        svg = svg[svg.index("<svg") :]
        # Inline, a style for * would reach every drawing of the page.
        svg = re.sub(r"<style.*?</style>", "", svg, flags=re.S)
        return svg[svg.index(">") + 1 : svg.rindex("</svg>")]
