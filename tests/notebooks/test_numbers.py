"""Numbers in prose are computed.

``numbers/<page>.py`` holds pairs: words of the page with ``{}`` where the
number stands, and an expression for it; more than one ``{}`` take a tuple.
``python tests/notebooks/test_numbers.py 05`` lists what is not covered.
"""

import re
import runpy
import sys
from pathlib import Path

import nbformat
import pytest

HERE = Path(__file__).parent
NOTEBOOKS = HERE.parents[1] / "notebooks"
TABLES = sorted((HERE / "numbers").glob("*.py"))
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
POWER = r"10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
PLAIN = r"[−-]?\d+(?:,\d{3})*(?:\.\d+)?"
NUMBER = rf"(?<![\w.,])(?:{PLAIN} ?[·×] ?{POWER}|[−-]?{POWER}|{PLAIN})"


def prose(page):
    """Return the words of a page, each white space a single space."""
    notebook = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4)
    cells = [c.source for c in notebook.cells if c.cell_type == "markdown"]
    return joined(re.sub(r"^> ?", "", "\n\n".join(cells), flags=re.M))


def joined(words):
    return " ".join(words.split())


def places(words, text):
    """Return the numbers that stand at the {} of words, a tuple a place."""
    parts = map(re.escape, joined(words).split("{}"))
    return re.findall(f"({NUMBER})".join(f"(?:{p})" for p in parts), text)


def says(written, value):
    """Whether a written number is the value, to the digits it is given in."""
    figure, _, power = re.fullmatch(
        rf"({PLAIN})?( ?[·×] ?)?([−-]?{POWER})?", written
    ).groups()
    figure = (figure or "1").translate(RAISED).replace(",", "")
    if power:
        figure += "e" + power.lstrip("−-")[2:].translate(RAISED)
    digits, _, exponent = figure.partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
    sign = -1 if power and power.startswith(("-", "−")) else 1
    return abs(sign * float(figure) - value) <= unit * 0.5000001


@pytest.mark.parametrize("table", TABLES, ids=lambda path: path.stem)
def test_numbers_in_prose_are_right(table):
    text = prose(table.stem)
    for words, value in runpy.run_path(table)["NUMBERS"]:
        values = value if isinstance(value, tuple) else (value,)
        found = places(words, text)
        assert len(values) == words.count("{}") > 0, words
        assert found, (
            f"change the row of numbers/{table.name} with these words, which "
            f"are no longer on the page: {words}"
        )
        for each in found:
            each = each if isinstance(each, tuple) else (each,)
            wrong = [w for w, v in zip(each, values) if not says(w, v)]
            assert not wrong, f"{words}: {wrong} should be {values}"


@pytest.mark.parametrize(
    "written, value, right",
    [
        ("0.71", 0.7143, True), ("0.72", 0.7143, False),
        ("−1.22", -1.2247, True), ("1.22", -1.2247, False),
        ("1,000", 1000, True), ("10⁻⁵", 1.2e-5, True),
        ("10⁻⁵", 1e-4, False), ("3.1 × 10⁻¹⁶", 3.06e-16, True),
        ("3.1 · 10⁸", 3.2e8, False), ("−10²", -100, True), ("2", 2.6, False),
        ("2 · 10⁻¹⁰", 2.3e-10, True),
    ],
)  # fmt: skip
def test_a_number_is_right_to_its_digits(written, value, right):
    assert re.fullmatch(NUMBER, written)
    assert says(written, value) == right


def uncovered(page):
    """List the numbers of a page's prose that no pair covers, with words."""
    text = re.sub(
        r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$]*\$|\]\([^)]*\)|<[^>]+>",
        " ",
        prose(page),
    )
    table = HERE / "numbers" / f"{page}.py"
    pairs = runpy.run_path(table)["NUMBERS"] if table.exists() else []
    for words, _ in pairs:
        parts = map(re.escape, joined(words).split("{}"))
        text = re.sub(NUMBER.join(f"(?:{p})" for p in parts), " ", text)
    return [
        text[max(0, each.start() - 40) : each.end() + 20]
        for each in re.finditer(NUMBER, text)
    ]


if __name__ == "__main__":
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        left = uncovered(path.stem)
        print(f"{path.stem}: {len(left)} numbers that no pair covers")
        if path.stem.startswith(tuple(sys.argv[1:])):
            print(*(f"    {words}" for words in left), sep="\n")
