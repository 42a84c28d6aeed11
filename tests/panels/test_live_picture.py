"""A figure in two parts: together they are the figure."""

import io

import numpy as np
import pytest
from PIL import Image

from course_lib.panels.live_picture import LivePicture
from course_lib.panels.style import new_figure, style

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
        (start, cut), (again, end) = LivePicture(figure, {}).windows
    assert (start, again, end) == (0, cut, 9 * 72)
    assert left.get_tightbbox().x1 < cut < right.get_tightbbox().x0
    assert drawn().windows == [(0, pytest.approx(4.6 * 72))]


def test_a_colour_bar_stays_with_its_picture():
    with style():
        figure = new_figure((9, 3))
        left, right = figure.subplots(1, 2)
        bar = figure.colorbar(left.pcolormesh([[0, 1]]), ax=left)
        right.set_ylabel("what stands close to the colour bar")
        (_, cut), _ = LivePicture(figure, {}).windows
    assert bar.ax.get_tightbbox().x1 < cut < right.get_tightbbox().x0


def test_text_stays_text_and_formulas_become_paths():
    with style():
        figure = new_figure()
        axes = figure.add_subplot()
        words = axes.text(0.1, 0.5, "mean <μ> & 1.88")
        formula = axes.text(0.5, 0.5, r"$\hat{x}$")
        picture = LivePicture(figure, {"words": words, "formula": formula})
    frame = picture.frame()
    assert ">mean &lt;μ&gt; &amp; 1.88</text>" in frame
    assert frame.count("<text") == 1
    assert "font-family: 'DejaVu Sans', Verdana" in frame
    assert "<use" in frame  # the glyphs of the formula


def test_words_that_stand_still_are_svg_and_not_in_the_background():
    def drawn(words):
        with style():
            figure = new_figure()
            figure.add_subplot().axis("off")
            figure.text(0.5, 0.5, words, alpha=0.8)
            return LivePicture(figure, {})

    picture = drawn("mean")
    assert ">mean</text>" in picture.words and "<path" not in picture.words
    assert picture.background == drawn("").background
    (words,) = picture.figure.texts
    assert words.get_alpha() == 0.8
