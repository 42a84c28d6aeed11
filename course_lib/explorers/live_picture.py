"""One figure, drawn once: what stands still, and what moves over it.

The part that stands still becomes one sharp PNG. The few artists that move
are written as SVG, a few kilobytes of text a frame: the page shows them over
the PNG at any zoom, and nothing of the figure is drawn again.
"""

import io
import re
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from uuid import uuid4

from matplotlib.artist import Artist
from matplotlib.backends.backend_svg import RendererSVG

from course_lib.plots.style import PIXELS_PER_INCH, style

POINTS_PER_INCH = 72  # Matplotlib's SVG renderer counts in points
SHARPNESS = 200  # dots per inch of the part that stands still
NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
STYLE_FOR_ALL = re.compile("<style.*?</style>", re.DOTALL)


class FrameRenderer(RendererSVG):
    """Matplotlib's SVG renderer, with cheaper text and without rcParams.

    Plain text stays text (a third of the bytes), formulas become paths (few
    machines have their fonts), and each text is measured only once. A slider
    may move while a cell draws, so no setting of Matplotlib is touched.

    Parameters
    ----------
    width, height : float
        In points.
    buffer : io.StringIO
    salt : str
        What makes the ids of this picture its own.
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


@lru_cache(maxsize=1000)
def text_size(s, prop, ismath):
    """Measure a text; half of the time of drawing it, so it is kept."""
    ruler = RendererSVG(1, 1, io.StringIO())
    return ruler.get_text_width_height_descent(s, prop, ismath)


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
    figure.get_layout_engine().execute(figure)
    figure.set_layout_engine("none")
    for artist in moving:
        artist.set_zorder(100 + artist.get_zorder())


def windows(figure):
    """Say where a wide figure may be cut, so that its halves can be stacked.

    Returns
    -------
    list of (float, float)
        Left and right end of each part, in points; one part for a figure
        that is not wide, or has no empty strip near its middle.
    """
    width = figure.get_figwidth() * POINTS_PER_INCH
    if figure.get_figwidth() <= 7:
        return [(0, width)]
    taken = [each.get_tightbbox() for each in figure.axes]
    gaps = [
        (max(box.x1 for box in taken if box.x0 < start), start)
        for start in sorted(box.x0 for box in taken)[1:]
    ]
    cuts = [
        (left + right) / 2
        for left, right in gaps
        if left < right and 0.3 < (left + right) / 2 / width < 0.7
    ]
    ends = [0, *cuts[:1], width]
    return list(zip(ends, ends[1:]))


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
        self.id = uuid4().hex[:8]
        self.windows = windows(figure)
        self.width, self.height = figure.get_size_inches() * POINTS_PER_INCH

    @property
    def pixels(self):
        """The width on the page at its natural size."""
        return self.figure.get_figwidth() * PIXELS_PER_INCH

    @contextmanager
    def at_page_size(self):
        """Lend the figure in its natural size, to be rendered whole."""
        self.figure.set_dpi(PIXELS_PER_INCH)
        try:
            yield self.figure
        finally:
            self.figure.set_dpi(POINTS_PER_INCH)

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
        renderer = FrameRenderer(self.width, self.height, buffer, self.id)
        for artist in self.moving:
            artist.draw(renderer)
        renderer.finalize()
        svg = buffer.getvalue()
        # Inline, a style for * would reach every drawing of the page.
        svg = STYLE_FOR_ALL.sub("", svg[svg.index("<svg") :])
        svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana")
        return svg[svg.index(">") + 1 : svg.rindex("</svg>")]
