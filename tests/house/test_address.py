"""The address of the course is written wherever it is named, and taken out."""

import shutil
from pathlib import Path

import pytest

from course_site import address

TOP = Path(__file__).parents[2]
NAMES = "README.md", "CITATION.cff", "notebooks/00_start_here.ipynb"
HOST = "https://github.com/owner/course"


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "notebooks").mkdir()
    for name in NAMES:
        shutil.copy(TOP / name, tmp_path / name)
    monkeypatch.setattr(address, "TOP", tmp_path)
    monkeypatch.setattr(address, "FILE", tmp_path / "address.txt")
    address.write("")
    return tmp_path


def texts(folder):
    return [(folder / name).read_text("utf-8") for name in NAMES]


def test_an_address_is_written_everywhere_and_taken_out(files):
    before = texts(files)
    assert address.main([HOST]) == 0
    assert address.address() == HOST
    readme, cited, page = texts(files)
    assert f"git clone --depth 1 {HOST}\n" in readme
    assert "mybinder.org/v2/gh/owner/course/main" in readme
    assert f"repository-code: {HOST}\n" in cited
    assert f'ADDRESS = \\"{HOST}\\"' in page
    assert address.main([HOST]) == 0
    assert texts(files) == [readme, cited, page]
    assert address.main(["none"]) == 0
    assert texts(files) == before


@pytest.mark.parametrize("words", [[], ["no"], ["https://host"], ["a", "b"]])
def test_what_is_no_address_changes_nothing(words, files, capsys):
    before = texts(files)
    assert address.main(words) == 1
    assert "Nothing was changed." in capsys.readouterr().err
    assert texts(files) == before


def test_what_is_committed_names_the_address_that_is_kept():
    readme = (TOP / "README.md").read_text("utf-8")
    found = address.BLOCK.search(readme)
    assert found[0] == address.invitation(address.address())
