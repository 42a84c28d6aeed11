"""Put a picture on the page together with the words that say it.

JupyterLab drops alternative text from image outputs, so the picture travels
inside HTML, where ``<img alt>`` survives.
"""

import base64
import io
from html import escape

from course_lib.plots.style import style

SHARPNESS = 2  # pixels of the file for each pixel on the page
# JupyterLab's dark theme sets this number to 32, its light one to 0, and no
# other page knows it. There a picture turns dark and keeps its hues: white
# becomes #121212 on a page of #111111. (No single colour of text could do for
# both pages: 4.5:1 to each asks for 20.25:1 between them, and they have 18.9.)
_DARK = "min(1, var(--jp-shadow-base-lightness, 0))"
LOOK = (
    "max-width:100%;height:auto;background:white;"
    f"filter:invert(calc(0.93 * {_DARK})) hue-rotate(calc(180deg * {_DARK}))"
)


def png_bytes(figure):
    """Render a figure to PNG without dates or versions inside.

    Parameters
    ----------
    figure : matplotlib.figure.Figure

    Returns
    -------
    bytes
    """
    buffer = io.BytesIO()
    with style():
        figure.savefig(
            buffer,
            format="png",
            dpi=SHARPNESS * figure.dpi,
            metadata={"Software": None},
        )
    return buffer.getvalue()


def picture_html(png, words, width):
    """Return the HTML of a picture, its alternative text and its caption."""
    data = base64.b64encode(png).decode("ascii")
    return (
        # The one line that JupyterLab shows of an output that is folded.
        "<!-- a picture: run this cell to see it -->\n"
        f'<img alt="{escape(words, quote=True)}" width="{width:.0f}" '
        f'style="{LOOK}" src="data:image/png;base64,{data}">'
        f"<div>{escape(words)}</div>"
    )


class Picture:
    """A figure and the sentence that says what it shows."""

    def __init__(self, figure, words):
        self.words = words
        self.png = png_bytes(figure)
        self._width = figure.get_figwidth() * figure.dpi

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {
            "text/plain": self.words,
            "text/html": picture_html(self.png, self.words, self._width),
        }


def show(figure, words):
    """Show a figure with the words that say what it shows.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    words : str
        One or two sentences that carry the point of the picture to someone
        who does not see it. They are its alternative text and its caption.

    Returns
    -------
    Picture
        Leave it as the last expression of a cell.

    Raises
    ------
    ValueError
        If there are no words.
    """
    if not isinstance(words, str) or not words.strip():
        raise ValueError(
            "every picture needs words: pass a sentence that says what it "
            f"shows; got {words!r}"
        )
    return Picture(figure, " ".join(words.split()))
