"""What the captions of pictures say is computed a second time.

``captions/<page>.py`` has ``CAPTIONS``: by the cell that shows a picture, rows
of ``(words, *values)``. The words stand in the caption, with {} for a number.
Of the values a number is what belongs at the next {}, a bool is whether the
words are true, and a text is the reason why nothing is computed. Every number
of a caption and every word of order (`ORDER`) stands in a row.
"""

import re
import runpy
from functools import cache
from importlib import import_module
from pathlib import Path

import nbformat
import numpy as np
import pytest
from test_numbers import NOTEBOOKS, NUMBER, joined, says

import parts
from course_lib.book.in_order import explorers

TABLES = Path(__file__).with_name("captions")
IN_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen
"""
COUNTED = {word: k for k, word in enumerate(IN_WORDS.split()) if k != 1}
COUNTED |= {"twice": 2, "twenty": 20, "hundredfold": 100, "half": 1 / 2}
COUNTED |= {"eighth": 1 / 8, "¼": 1 / 4, "½": 1 / 2, "¾": 3 / 4}
POWER = rf"{NUMBER}e[-+−]?\d+"
FIGURE = rf"(?:\+?{POWER}|\+?{NUMBER}|\b(?i:{'|'.join(COUNTED)})\b|−?[¼½¾])"
ORDER = (
    r"\b(?i:left|right|above|below|top|bottom|upper|lower|first|second|third|"
    r"last|before|after|inside|outside|more|less|most|least|larger|smaller|"
    r"largest|smallest|longer|shorter|higher|steeper|flat|rises?|rising|falls?|"
    r"grows?|shrinks?|climbs|never|always|only|none|nothing|same|opposite|"
    r"upwards|downwards|farther|nearer|steeply|slowly|rise|fall|horizontal|"
    r"upright|positive|negative|thick|thin|wide|narrow|filled|empty|brighter|"
    r"darker|across|along|grey|black|green|dashed|dotted)\b"
)


def captions():
    """Return the words below every picture, by page and cell."""
    found = {}
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            for output in cell.get("outputs", ()):
                data = output.get("data", {})
                if "<img alt=" in data.get("text/html", ""):
                    found[path.stem, cell.id] = cell.source, data["text/plain"]
    return found


def is_explorer(source):
    """Tell a panel, whose sentence test_every_explorer compares."""
    name = re.fullmatch(r"(\w+)\(\)", source.splitlines()[-1])
    return name and name[1] in (*explorers(), "Classroom")


CAPTIONS = {
    place: words
    for place, (source, words) in captions().items()
    if not is_explorer(source)
}


@cache
def table(page):
    """Return what a page's captions say, by cell."""
    path = TABLES / f"{page}.py"
    return runpy.run_path(path)["CAPTIONS"] if path.exists() else {}


def pattern(words, figure=FIGURE):
    parts = map(re.escape, joined(words).split("{}"))
    return figure.join(f"(?:{part})" for part in parts)


def is_right(written, value):
    """Whether a number is the value, be it in digits or in letters."""
    word = written.lower().lstrip("−")
    if word in COUNTED:
        sign = -1 if word != written.lower() else 1
        return abs(sign * COUNTED[word] - value) < 1e-9
    figure, power, exponent = written.lstrip("+").partition("e")
    return says(figure, value / 10.0 ** int(exponent or 0))


def wrong(caption, row):
    """Say what is wrong with a row, or nothing."""
    words, *values = row
    claims = [each for each in values if isinstance(each, (bool, np.bool_))]
    numbers = [
        each for each in values if not isinstance(each, (str, bool, np.bool_))
    ]
    if not values or len(numbers) != words.count("{}"):
        return f"{words!r} needs a value for each {{}}, a claim or a reason"
    found = re.findall(pattern(words, f"({FIGURE})"), caption)
    if not found:
        return f"no longer in the caption: {words!r}"
    if not all(claims):
        return f"not true: {words!r}"
    for each in found if numbers else ():
        each = each if isinstance(each, tuple) else (each,)
        if not all(map(is_right, each, numbers)):
            return f"{words!r}: {each} should be {numbers}"
    return ""


def left_over(caption, rows):
    """List the numbers and the words of order that no row has."""
    held = [
        place.span()
        for words, *_ in rows
        for place in re.finditer(pattern(words), caption)
    ]
    return [
        caption[max(0, each.start() - 40) : each.end() + 20]
        for each in re.finditer(f"{FIGURE}|{ORDER}", caption)
        if not any(a <= each.start() and each.end() <= b for a, b in held)
    ]


@pytest.mark.parametrize("page, cell", CAPTIONS)
def test_a_caption_says_what_is_computed(page, cell):
    caption, rows = CAPTIONS[page, cell], table(page).get(cell, [])
    found = [*filter(None, (wrong(caption, row) for row in rows))]
    assert not found, "\n".join(found)
    left = left_over(caption, rows)
    assert not left, f"add to captions/{page}.py, {cell!r}: {left}"


def test_every_row_belongs_to_a_picture():
    pages = [path.stem for path in TABLES.glob("*.py")]
    there = {(page, cell) for page in pages for cell in table(page)}
    assert there <= CAPTIONS.keys(), there - CAPTIONS.keys()


def test_the_words_of_every_package_stand_below_a_picture():
    folder = Path(parts.__file__).parent
    shown = set(CAPTIONS.values())
    for path in folder.rglob("*.py"):
        name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        if re.search(r"^WORDS\b", path.read_text(encoding="utf-8"), re.M):
            words = import_module(name).WORDS
            words = words.values() if isinstance(words, dict) else [words]
            for each in words:
                assert each in shown, (
                    "these words stand below no picture: run the page that "
                    f"shows them, or delete them from WORDS: {each}"
                )


CAPTION = "The first of four bars, 2.50 high, falls to 1e-3."
GOOD = [("first of {} bars, {} high", 4, 2.499), ("falls to {}", 0.001, True)]


def test_a_good_row_is_not_blamed():
    assert not any(wrong(CAPTION, row) for row in GOOD)
    assert not left_over(CAPTION, GOOD)
    assert not wrong(CAPTION, ("falls to 1e-3", "a reason"))


@pytest.mark.parametrize(
    "row",
    [
        ("of {} bars", 5), ("bars, {} high", 2.51), ("to {}", 0.01),
        ("falls to {}", 0.001, False), ("rises to {}", 0.001), ("falls",),
        ("of {} bars", True), ("of {} bars, {} high", 4),
        ("of {} bars", "a reason"),
    ],
)  # fmt: skip
def test_a_bad_row_is_blamed(row):
    assert wrong(CAPTION, row)


@pytest.mark.parametrize("k", [0, 1])
def test_what_no_row_has_is_listed(k):
    assert len(left_over(CAPTION, [GOOD[k]])) == [2, 3][k]
