"""A figure in two parts: together they are the figure."""

import io
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from course_lib.sliders.live_picture import LivePicture
from course_lib.sliders.picture_html import parts_html
from course_lib.sliders.style import new_figure, style

RED, BLUE = (255, 0, 0), (0, 0, 255)


def drawn():
    """Draw a blue square that stands and a red one, behind it, that moves."""
    with style():
        figure = new_figure((4.6, 4.6))
        axes = figure.add_subplot(xlim=(0, 10), ylim=(0, 10))
        axes.axis("off")
        axes.fill([2, 8, 8, 2], [2, 2, 8, 8], color="blue", zorder=3)
        movers = axes.fill([4, 6, 6, 4], [4, 4, 6, 6], color="red", zorder=1)
        return LivePicture(figure, {"square": [movers], "none": []})


@pytest.fixture
def picture():
    return drawn()


def centre(png):
    """Return the colour in the middle of a picture."""
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
    return tuple(pixels[pixels.shape[0] // 2, pixels.shape[1] // 2])


def test_the_background_is_without_what_moves(picture):
    assert centre(picture.background) == BLUE
    assert [each.get_visible() for each in picture.moving] == [True]


def test_what_moves_lies_on_top_in_the_whole_too(picture):
    """As on the page, where it is drawn over the background."""
    buffer = io.BytesIO()
    with picture.at_page_size() as figure:
        figure.savefig(buffer, format="png")
    assert centre(buffer.getvalue()) == RED


def test_a_frame_holds_what_moves_alone_and_is_safe_inside_a_page(picture):
    """No style that reaches the rest of the page, no ids shared."""
    frame = picture.frame()
    assert "#ff0000" in frame
    for other in ("#0000ff", "<style", "<svg"):
        assert other not in frame
    assert picture.frame() == frame
    ids = clip_ids(frame)
    assert ids and ids.isdisjoint(clip_ids(drawn().frame()))


def clip_ids(frame):
    """List the clip paths that a frame defines."""
    return {part.split('"')[0] for part in frame.split('<clipPath id="')[1:]}


def test_a_wide_figure_is_cut_between_its_axes():
    with style():
        figure = new_figure((9, 3))
        left, right = figure.subplots(1, 2)
        picture = LivePicture(figure, {})
    (start, cut), (again, end) = picture.windows
    assert (start, again, end) == (0, cut, 9 * 72)
    assert left.get_tightbbox().x1 < cut < right.get_tightbbox().x0
    assert drawn().windows == [(0, pytest.approx(4.6 * 72))]
    whole = ElementTree.fromstring(parts_html("still", "", picture, ""))
    one, other = whole.findall("svg")
    for part, (x0, x1) in ((one, (0, cut)), (other, (cut, end))):
        box = [float(each) for each in part.get("viewBox").split()]
        assert box == pytest.approx([x0, 0, x1 - x0, 3 * 72], abs=0.1)
        assert f"flex:{x1 - x0:.1f};" in part.get("style")
    assert other.find("use").get("href") == f"#{one.find('g').get('id')}"
