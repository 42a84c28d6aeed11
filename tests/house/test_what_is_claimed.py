"""Licences are those of the files, and pictures show what is said of them."""

import re
from pathlib import Path

import nbformat
import pytest

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text("utf-8")
PAGES = sorted(TOP.glob("course_lib/book/pages/*.md"))
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


def alternatives(text):
    """Return the words that stand for each picture of a page, by file."""
    marked = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text)
    directives = re.findall(r"\{image\} (\S+)\n:alt: (.+)", text)
    pairs = [*marked, *((alt, name) for name, alt in directives)]
    return {Path(name).name: joined(alt) for alt, name in pairs}


# A picture of a page, and words without which its description is another's.
SHOWN = {
    "page.png": [
        "cover", "book", "sliders", "LayerNorm", "four vectors",
        "three numbers", "plane", "circle", "sphere",
    ],
    "standardized_sphere.png": [
        "circle", "sphere", "√3", "plane", "(1, 1, 1)", "γ", "β",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "page", ["README.md", *PAGES], ids=lambda page: Path(page).name
)
def test_a_picture_is_named_by_what_it_shows(page):
    for name, alt in alternatives((TOP / page).read_text("utf-8")).items():
        assert name in SHOWN, f"say in SHOWN what {name} must be named by"
        missing = [word for word in SHOWN[name] if word not in alt]
        assert not missing, f"{name} is named without {missing}: {alt!r}"
