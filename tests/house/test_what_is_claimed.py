"""Licences are those of the files."""

import re
from pathlib import Path

import nbformat
import pytest

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text("utf-8")
DIGITS = (TOP / "notebooks/parts/training/DIGITS.md").read_text("utf-8")


def joined(text):
    return " ".join(text.split())


@pytest.mark.parametrize(
    "page",
    ["README.md", "notebooks/parts/training/digits.py",
     "notebooks/parts/training/DIGITS.md", "notebooks/09_train_a_stack.ipynb"],
)  # fmt: skip
def test_the_digits_have_one_licence(page):
    """That of the data set, wherever they are spoken of."""
    licence = re.search(r"^- Licence: .+\((.+)\)\.$", DIGITS, re.M)[1]
    assert licence == "CC BY 4.0"  # so says the collection's own page
    text = (TOP / page).read_text("utf-8")
    if page.endswith(".ipynb"):
        cells = nbformat.reads(text, as_version=4).cells
        text = "\n".join(c.source for c in cells)
    assert licence in text
    assert not re.search(r"public.domain|CC0|CC[ -]BY(?! 4\.0)", text, re.I)


def test_the_course_has_the_licence_of_its_file():
    name = (TOP / "LICENSE").read_text("utf-8").splitlines()[0]
    assert name == "MIT License"
    assert "The course is under the MIT licence." in joined(README)
    assert '\nlicense = "MIT"\n' in (TOP / "pyproject.toml").read_text()
