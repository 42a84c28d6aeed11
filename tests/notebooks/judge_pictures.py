"""In every kernel of the tests: a picture that cannot be read is an error.

So is one that is not the picture which a page keeps below the same words.

A startup file of IPython, which ``conftest.py`` writes, imports this. So
the one run of a page that compares its outputs judges its pictures as well.
They keep all their colours: to choose few takes as long as to draw them, and
`test_pictures.py` holds that it changes nothing that one sees.
"""

import io
from base64 import b64decode

import numpy as np
from kept_pictures import difference, stored
from picture_rules import drawn, problems
from PIL import Image

from course_lib.sliders import show

make, render = show.Picture.__init__, show.png_bytes


def judged(figure):
    """Render a figure that reads from the back row; it is drawn once."""
    dpi = figure.dpi
    figure.set_dpi(show.SHARPNESS * dpi)
    with show.style():
        renderer = drawn(figure)
    figure.set_dpi(dpi)
    found = problems(renderer, show.SHARPNESS)
    assert not found, "\n".join(found)
    png = io.BytesIO()
    Image.fromarray(np.asarray(renderer.buffer_rgba())).save(
        png, "png", compress_level=1
    )
    return png.getvalue()


def made(picture, figure, words):
    """Make a picture that looks like those kept below its words."""
    make(picture, figure, words)
    for name, kept in stored().get(words, ()):
        kept = b64decode(kept)
        if difference(kept, picture.png):
            figure.set_layout_engine("none")  # some arrows lie as words lay
            picture.png = render(figure)
        where = difference(kept, picture.png)
        assert not where, (
            f"{name} keeps another picture below these words: {words}\nThey "
            f"differ in {where}. Is the new one right? A fault in what draws "
            "it is mended there. If it is meant, run the page, look at the "
            f"picture and keep it: .venv/bin/python tests/run_notebooks.py "
            f"{name}"
        )


show.few_colours = io.BytesIO.getvalue
show.png_bytes = judged
show.Picture.__init__ = made
