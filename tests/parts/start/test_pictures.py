"""The map of lesson 00 shows every lesson."""

from pathlib import Path

from parts.start import pictures

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"


def test_the_map_has_every_lesson_in_order():
    there = [path.stem[:2] for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))]
    found = pictures.course_map().axes[0].texts
    shown = [t.get_text()[:2] for t in found if t.get_weight() == "bold"]
    parts = len(pictures.PARTS)  # their names stand beside the last box
    assert shown[:-parts] == there[1:]
    counts = [count for *_, count in pictures.PARTS]
    assert sum(counts) == len(pictures.LESSONS)
