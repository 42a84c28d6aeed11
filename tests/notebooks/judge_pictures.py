"""In every kernel of the tests: a picture that cannot be read is an error.

So is one that is not the picture which a page keeps below the same words.

A startup file of IPython, which ``tests/conftest.py`` writes, imports this. So
the one run of a page that compares its outputs judges its pictures as well.
They keep all their colours: to choose few takes as long as to draw them, and
`test_pictures.py` holds that it changes nothing that one sees.
"""

import io
from base64 import b64decode

from kept_pictures import difference, stored
from picture_rules import problems

from course_lib.panels import show

render = show.png_bytes
make = show.Picture.__init__


def judged(figure):
    """Render a figure that reads from the back row, laid out once."""
    dpi, layout = figure.dpi, figure.get_layout_engine()
    figure.set_dpi(show.SHARPNESS * dpi)
    with show.style():
        found = problems(figure, show.SHARPNESS)
    assert not found, "\n".join(found)
    figure.set_dpi(dpi)
    figure.set_layout_engine(None)
    png = render(figure)
    figure.set_layout_engine(layout)
    return png


def made(picture, figure, words):
    """Make a picture that looks like those kept below its words."""
    make(picture, figure, words)
    for name, kept in stored().get(words, ()):
        where = difference(b64decode(kept), picture.png)
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
