"""Matplotlib's SVG renderer, for frames: the one place with private methods.

Matplotlib has no public way to choose for each text whether it is written as
text or as paths, nor to give the ids of one picture a prefix, except settings
that hold for the whole process. Tried with Matplotlib 3.8.4 to 3.11.2;
`tests/house/test_private_interfaces.py` says which method has changed.
"""

from functools import lru_cache
from hashlib import sha256

from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.textpath import text_to_path

NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
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


class WordsAlone(FrameRenderer):
    """Draws no line, no area and no mark: words alone."""

    def _nothing(self, *args, **kwargs):
        pass

    draw_path = draw_markers = draw_path_collection = _nothing
    draw_quad_mesh = draw_image = draw_gouraud_triangles = _nothing
    open_group = close_group = _nothing  # each would have a name
