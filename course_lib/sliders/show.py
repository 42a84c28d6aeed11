"""Put a picture on the page together with the words that say it.

JupyterLab drops alternative text from image outputs, so the picture travels
inside HTML, where ``<img alt>`` survives.
"""

import base64
import io
from html import escape

from PIL import Image

from answer_check.widgets.close_earlier import replace_earlier
from answer_check.widgets.look import FILTER
from course_lib.sliders.style import style

SHARPNESS = 2  # pixels of the file for each pixel on the page
LOOK = f"max-width:100%;height:auto;background:white;filter:{FILTER}"


def png_bytes(figure):
    """Render a figure to a PNG of few colours."""
    drawn, quick = io.BytesIO(), {"compress_level": 1}  # it is packed anew
    dpi = SHARPNESS * figure.dpi
    with style():
        figure.savefig(drawn, format="png", dpi=dpi, pil_kwargs=quick)
    return few_colours(drawn)


def few_colours(png):
    """Turn a PNG into one of 256 colours, a third of the bytes of all."""
    small = io.BytesIO()
    with Image.open(png) as picture:
        few = picture.convert("RGB").quantize(
            256, kmeans=1, dither=Image.Dither.NONE
        )
    few.save(small, format="png", optimize=True)
    return small.getvalue()


class Picture:
    """A figure and the sentence that says what it shows.

    When its cell runs again only the sentence is kept: IPython's ``Out``
    holds the pictures of all runs.
    """

    def __init__(self, figure, words):
        self.words = words
        self.png = png_bytes(figure)
        self._width = figure.get_figwidth() * figure.dpi
        replace_earlier(self)

    def close(self):
        """Let go of the picture."""
        self.png = b""

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self.png:
            return {"text/plain": self.words}
        data = base64.b64encode(self.png).decode("ascii")
        words = escape(self.words)
        html = (
            f'<img alt="{words}" width="{self._width:.0f}" '
            f'style="{LOOK}" src="data:image/png;base64,{data}">'
            f"<div>{words}</div>"
        )
        return {"text/plain": self.words, "text/html": html}


def show(figure, words=""):
    """Show a figure with the words that say what it shows.

    The words are one or two sentences that carry the point of the picture to
    someone who does not see it: its alternative text and its caption. A
    picture of the course may bring its own. Leave the `Picture` that comes
    back as the last expression of a cell.
    """
    words = words or getattr(figure, "words", "")
    if not isinstance(words, str) or not words.strip():
        raise ValueError(
            "every picture needs words: pass a sentence that says what it "
            f"shows; got {words!r}"
        )
    return Picture(figure, " ".join(words.split()))
