"""figures/ is what its builders draw, to the byte."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from parts import figures

HOUSE = Path(__file__).parents[2]


def pinned(package):
    """Every version of a package that requirements.txt pins."""
    text = (HOUSE / "requirements.txt").read_text(encoding="utf-8")
    return re.findall(rf"^{package}==([\w.]+)", text, flags=re.M)


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    return figures.build(tmp_path_factory.mktemp("rebuilt"))


def test_every_file_has_a_builder_and_every_builder_its_files(rebuilt):
    kept = {path.name for path in figures.FOLDER.iterdir()}
    assert kept == {path.name for path in rebuilt}


def test_the_kept_files_are_byte_identical(rebuilt):
    for package in ("matplotlib", "numpy"):
        if version(package) not in pinned(package):
            pytest.skip(
                f"{package} {version(package)} is not a pinned version; "
                "pixels may differ"
            )
    for path in rebuilt:
        kept = (figures.FOLDER / path.name).read_bytes()
        assert same(kept, path.read_bytes()), (
            f"{path.name}: rebuild with python -m parts.figures"
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


def test_nothing_dates_a_picture(rebuilt):
    for path in rebuilt:
        text = path.read_bytes()
        assert b"atplotlib" not in text.split(b"<defs>")[0][:2000], path.name
        assert b"<dc:date>" not in text, path.name


def test_an_unknown_name_writes_nothing(tmp_path):
    with pytest.raises(KeyError):
        figures.build(tmp_path, ["layer_norm_effect", "no_such_picture"])
    assert not list(tmp_path.iterdir())
