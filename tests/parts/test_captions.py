"""The numbers in the captions of pictures are computed."""

import re

import pytest
from numbers_in_captions import (
    CAPTIONS,
    CENTRED,
    NO_NUMBER,
    NUMBERS,
    ONE_PASS,
    TWO_PASSES,
)
from test_numbers import NUMBER, places, says


@pytest.mark.parametrize("room", CAPTIONS)
def test_numbers_in_captions_are_right(room):
    for words, value in NUMBERS[room]:
        values = value if isinstance(value, tuple) else (value,)
        assert len(values) == words.count("{}") > 0, words
        found = places(words, CAPTIONS[room])
        assert found, f"no longer in a caption: {words}"
        for each in found:
            each = each if isinstance(each, tuple) else (each,)
            wrong = [w for w, v in zip(each, values) if not says(w, v)]
            assert not wrong, f"{words}: {wrong} should be {values}"


@pytest.mark.parametrize("room", CAPTIONS)
def test_every_number_of_these_captions_is_compared(room):
    text = CAPTIONS[room]
    for words, _ in NUMBERS[room]:
        parts = map(re.escape, words.split("{}"))
        text = re.sub(NUMBER.join(f"(?:{p})" for p in parts), " … ", text)
    for words in NO_NUMBER:
        text = text.replace(words, " … ")
    left = [
        text[max(0, m.start() - 40) : m.end() + 20]
        for m in re.finditer(NUMBER, text)
    ]
    assert not left, f"add to tests/parts/numbers_in_captions.py: {left}"


def test_what_the_caption_of_the_errors_reads_off():
    """One pass loses two digits a step, two passes late, three never."""
    growth = (ONE_PASS[-1] / ONE_PASS[1]) ** (1 / 5)
    assert 40 < growth < 200
    assert max(TWO_PASSES[1:4]) < 1e-5 < 1e-4 < TWO_PASSES[-1]
    assert max(CENTRED) < 1e-6
