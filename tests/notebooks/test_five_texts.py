"""What the five texts say, right or wrong, is where five_texts.md says."""

import re
from pathlib import Path

import pytest
from course_pages import cells, outputs

HERE = Path(__file__).parent
ROWS = [
    [column.strip() for column in line.strip("|").split(" | ")]
    for line in (HERE / "five_texts.md").read_text("utf-8").splitlines()
    if re.match(r"\| [RF]\d|\| [A-E] (formula|picture|exercise|claim)", line)
]
# How many each text has, in its own order.
COUNTS = {
    "A formula": 12, "B formula": 10, "C formula": 3, "D formula": 5,
    "E formula": 5, "D picture": 6, "D exercise": 4, "C claim": 2,
}  # fmt: skip


def joined(text):
    return " ".join(text.split())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[3]}")
def test_a_finding_is_shown_where_the_table_says(row):
    number, statement, page, name, words = row
    assert name in cells(page), (
        f"{number} ({statement}) was shown in {page}, cell {name}, which is "
        "gone: show it elsewhere and say where in five_texts.md"
    )
    wanted = re.findall("`(.+?)`", words)
    assert wanted, f"{number}: name words that must stand in the cell"
    seen = joined(
        " ".join([cells(page)[name].source, *outputs(cells(page)[name])])
    )
    for each in wanted:
        assert joined(each) in seen, (
            f"{number} ({statement}): {each!r} no longer stands in {page}, "
            f"cell {name}. If it is still shown, change the row."
        )


def test_no_finding_is_lost():
    numbers = {row[0] for row in ROWS}
    wanted = {f"R{n}" for n in range(1, 11)} | {f"F{n}" for n in range(1, 21)}
    for what, count in COUNTS.items():
        wanted |= {f"{what} {n}" for n in range(1, count + 1)}
    assert numbers == wanted, (
        f"five_texts.md has no row for {wanted - numbers}, or a row too many, "
        f"{numbers - wanted}: it keeps one for each finding, and for each "
        "formula, picture and exercise"
    )
