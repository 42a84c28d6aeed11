"""One figure, drawn once: what stands still, and what moves over it.

The part that stands still becomes one sharp PNG. The few artists that move
are written as SVG, a few kilobytes of text a frame: the page shows them over
the PNG at any zoom, and nothing of the figure is drawn again.
"""

import io
import re
from contextlib import contextmanager
from functools import cached_property, lru_cache
from hashlib import sha256
from uuid import uuid4

from matplotlib.artist import Artist
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.cbook import flatten
from matplotlib.textpath import text_to_path

from course_lib.panels.style import PIXELS_PER_INCH, style

POINTS_PER_INCH = 72  # Matplotlib's SVG renderer counts in points
SHARPNESS = 200  # dots per inch of the part that stands still
NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
STYLE_FOR_ALL = re.compile("<style.*?</style>", re.DOTALL)
# Measuring a text is half of the time of drawing it.
text_size = lru_cache(1000)(text_to_path.get_text_width_height_descent)


class FrameRenderer(RendererSVG):
    """Matplotlib's SVG renderer, with cheaper text and without rcParams.

    Plain text stays text (a third of the bytes), formulas become paths (few
    machines have their fonts), and each text is measured only once. A slider
    may move while a cell draws, so no setting of Matplotlib is touched.
    ``salt`` makes the ids of a picture its own.
    """

    def __init__(self, width, height, buffer, salt):
        self._salt = salt
        super().__init__(width, height, buffer, metadata=NO_METADATA)

    def _make_id(self, kind, content):
        digest = sha256(f"{self._salt}{content}".encode()).hexdigest()
        return f"{kind}{digest[:10]}"

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        """Write a text or a formula."""
        write = self._draw_text_as_path if ismath else self._draw_text_as_text
        clip = self._get_clip_attrs(gc)
        if clip:
            self.writer.start("g", **clip)
        write(gc, x, y, s, prop, angle, ismath, mtext)
        if clip:
            self.writer.end("g")

    def get_text_width_height_descent(self, s, prop, ismath):
        """Return the size of a text in points."""
        return text_size(s, prop, ismath)


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

    @cached_property
    def background(self):
        """What stands still, as PNG bytes."""
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
        renderer = FrameRenderer(self.width, self.height, buffer, self.id)
        for artist in self.moving:
            artist.draw(renderer)
        renderer.finalize()
        svg = buffer.getvalue()
        # Inline, a style for * would reach every drawing of the page.
        svg = STYLE_FOR_ALL.sub("", svg[svg.index("<svg") :])
        svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana")
        return svg[svg.index(">") + 1 : svg.rindex("</svg>")]
