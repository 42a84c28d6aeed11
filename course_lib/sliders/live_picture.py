"""One figure, drawn once: what stands still, and what moves over it.

The part that stands still becomes one sharp PNG, and its words SVG, which is
sharp in any size. The few artists that move are SVG as well, a few kilobytes
of text a frame: the page shows them over the PNG at any zoom, and nothing of
the figure is drawn again.
"""

import io
import re
from contextlib import contextmanager
from functools import cached_property
from uuid import uuid4

from matplotlib.artist import Artist
from matplotlib.cbook import flatten
from matplotlib.text import Text

from course_lib.sliders.style import PIXELS_PER_INCH, style
from course_lib.sliders.svg_renderer import FrameRenderer, WordsAlone

POINTS_PER_INCH = 72  # Matplotlib's SVG renderer counts in points
SHARPNESS = 200  # dots per inch of the part that stands still
STYLE_FOR_ALL = re.compile("<style.*?</style>", re.DOTALL)


class LivePicture:
    """Lays a figure out, once, and renders it in two parts.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    artists : dict
        What moves, by name: artists, or lists and containers of them. They
        come to lie on top.
    """

    def __init__(self, figure, artists):
        self.figure, self.artists = figure, artists
        self.id = uuid4().hex[:8]
        figure.set_dpi(POINTS_PER_INCH)
        figure.get_layout_engine().execute(figure)
        figure.set_layout_engine("none")  # from now on nothing shifts
        self.moving = sorted(flatten(artists.values()), key=Artist.get_zorder)
        for artist in self.moving:
            artist.set_zorder(100 + artist.get_zorder())
        self.width, self.height = figure.get_size_inches() * POINTS_PER_INCH
        self.rem = self.width / 12  # on the page, 16 pixels each

    @cached_property
    def windows(self):
        """Where the parts of the picture lie that can be stacked, in points.

        One part, or two if the figure is wide and has an empty strip near its
        middle. A colour bar stays with what it explains.
        """
        if self.figure.get_figwidth() <= 7:
            return [(0, self.width)]
        taken = {axes: axes.get_tightbbox() for axes in self.figure.axes}
        starts = sorted(
            box.x0
            for axes, box in taken.items()
            if axes.get_label() != "<colorbar>"
        )
        gaps = [
            (max(box.x1 for box in taken.values() if box.x0 < start), start)
            for start in starts[1:]
        ]
        middles = [sum(gap) / 2 for gap in gaps if gap[0] < gap[1]]
        cuts = [x for x in middles if 0.3 < x / self.width < 0.7]
        ends = [0, *cuts[:1], self.width]
        return list(zip(ends, ends[1:]))

    @contextmanager
    def at_page_size(self):
        """Lend the figure in its natural size, to be rendered whole."""
        self.figure.set_dpi(PIXELS_PER_INCH)
        try:
            yield self.figure
        finally:
            self.figure.set_dpi(POINTS_PER_INCH)

    @contextmanager
    def _standing_still(self):
        """Lend the figure without what moves."""
        shown = [artist for artist in self.moving if artist.get_visible()]
        for artist in shown:
            artist.set_visible(False)
        yield
        for artist in shown:
            artist.set_visible(True)

    @cached_property
    def background(self):
        """What stands still, but for its words, as PNG bytes."""
        words = [each for each in self.figure.findobj(Text)
                 if each not in self.moving]  # fmt: skip
        inks = [each.get_alpha() for each in words]
        buffer = io.BytesIO()
        for each in words:
            each.set_alpha(0)
        with self._standing_still(), style():
            self.figure.savefig(buffer, format="png", dpi=SHARPNESS)
        for each, ink in zip(words, inks):
            each.set_alpha(ink)
        return buffer.getvalue()

    @cached_property
    def words(self):
        """The words that stand still, as SVG elements."""
        with self._standing_still(), style():
            return self._rendered(WordsAlone, self.figure)

    def frame(self):
        """Render what moves as SVG elements, without the outer tag."""
        return self._rendered(FrameRenderer, *self.moving)

    def _rendered(self, kind, *artists):
        buffer = io.StringIO()
        renderer = kind(self.width, self.height, buffer, self.id)
        for artist in artists:
            artist.draw(renderer)
        renderer.finalize()
        svg = buffer.getvalue()
        # Inline, a style for * would reach every drawing of the page.
        svg = STYLE_FOR_ALL.sub("", svg[svg.index("<svg") :])
        svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana")
        return svg[svg.index(">") + 1 : svg.rindex("</svg>")]
