"""The pictures of lesson 00 show what stands beside them."""

from pathlib import Path

from course_site.book.cover import heading
from lesson_parts.start import pictures

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"


def test_the_map_asks_each_lesson_s_own_question():
    texts = [t.get_text() for t in pictures.course_map().axes[0].texts]
    shown = [" ".join(text.split()) for text in texts]
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))[1:]:
        number, question, _ = heading(path)
        assert shown[shown.index(number) + 1] == question, (
            f"write it into LESSONS of {pictures.__file__}, lesson {number}"
        )
