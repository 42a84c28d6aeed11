"""figures/ is what its builders draw, to the byte."""

import re

import pytest
from kept_pictures import difference, unpinned

from course_site.book.recordings import changed
from lesson_parts import figures


def test_the_kept_files_are_byte_identical(tmp_path):
    if unpinned():
        pytest.skip(f"{unpinned()}: not as pinned, pixels may differ")
    for path in figures.build(tmp_path):
        say = difference if path.suffix == ".png" else changed
        kept = (figures.FOLDER / path.name).read_bytes()
        made = path.read_bytes()
        assert same(kept, made), (
            f"{path.name} is drawn otherwise than it was kept: "
            f"{say(kept, made)}. Is the new picture right? A fault in "
            "what draws it is mended there. If it is meant, look at it and "
            f"keep it: .venv/bin/python -m lesson_parts.figures {path.stem}"
        )


def same(kept, made):
    """Compare bytes; in an SVG, last digits hang on the processor.

    So do the names of clip paths, which are hashes of such digits.
    """
    if kept == made or not made.startswith(b"<?xml"):
        return kept == made
    number = rb"-?\d+\.\d+"
    name = rb"\bp[0-9a-f]{10}\b"
    kept, made = (re.sub(name, b"clip", each) for each in (kept, made))
    if re.split(number, kept) != re.split(number, made):
        return False
    pairs = zip(re.findall(number, kept), re.findall(number, made))
    return all(abs(float(a) - float(b)) < 1e-4 for a, b in pairs)
