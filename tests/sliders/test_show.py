"""Every picture carries its words."""

import base64

import pytest

from course_lib.sliders.show import show
from course_lib.sliders.style import new_figure


def test_a_picture_carries_alt_caption_and_png():
    figure = new_figure()
    figure.subplots()
    bundle = show(figure, 'A "line" <rising>\n from 1.')._repr_mimebundle_()
    assert bundle["text/plain"] == 'A "line" <rising> from 1.'
    page = bundle["text/html"]
    words = "A &quot;line&quot; &lt;rising&gt; from 1."
    assert f'alt="{words}"' in page and f"<div>{words}</div>" in page
    data = page.split("base64,")[1].split('"')[0]
    assert base64.b64decode(data).startswith(b"\x89PNG")


@pytest.mark.parametrize("words", ["", "  ", None])
def test_a_picture_without_words_is_refused(words):
    with pytest.raises(ValueError, match="every picture needs words"):
        show(new_figure(), words)
