"""What is installed is all that the course needs beside its notebooks."""

import sys
import zipfile
from pathlib import Path

import pytest

from course_site.live import packages
from processes import TOP, printed, ran

# The folders that are packed, and their names where they are installed.
PACKED = {name: name for name in packages.OURS}
PACKED["notebooks/lesson_parts"] = "lesson_parts"
# What Jupyter finds in an environment with the course.
JUPYTER = TOP / "course_tools" / "jupyter"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    printed("-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_both_packages_whole_and_what_jupyter_finds(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    here = {
        f"{called}/{path.relative_to(TOP / folder).as_posix()}"
        for folder, called in PACKED.items()
        for path in (TOP / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert not here - names, "pyproject.toml leaves these out of the wheel"
    others = {name for name in names - here if ".dist-info/" not in name}
    assert {name.partition(".data/data/")[2] for name in others} == {
        path.relative_to(JUPYTER).as_posix()
        for path in JUPYTER.rglob("*")
        if path.is_file()
    }
    for kind in (".css", ".js", ".json", "/note.md", ".png"):
        assert any(name.endswith(kind) for name in names), kind


def test_jupyter_finds_what_stands_here_now():
    """A browser's test would look at what was installed before."""
    for path in filter(Path.is_file, JUPYTER.rglob("*")):
        installed = Path(sys.prefix, path.relative_to(JUPYTER))
        assert installed.read_bytes() == path.read_bytes(), (
            f"{path.name} has changed: install the course again (pip install "
            "-e .), then run tests/browser and tests/house"
        )


ALONE = (
    "course_tools afresh 05",
    "course_site.address none",
    "course_site.book out",
    "course_site.live out",
)


@pytest.mark.thorough
def test_what_the_wheel_holds_works_by_itself(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        "import course_lib, lesson_parts; "
        "print(course_lib.__file__, lesson_parts.__file__);"
        "from answer_check.exercise import every; every();"
        "from lesson_parts.laboratory import findings;"
        "from lesson_parts.layernorm.explorers import GammaBeta; GammaBeta()"
    )

    alone = {"cwd": tmp_path, "PYTHONPATH": str(tmp_path)}
    for command in ALONE:
        told = ran("-m", *command.split(), **alone)
        assert told.returncode == 1, command
        assert "This needs the folder of the course" in told.stderr, command
    found = printed("-c", code, **alone).split()
    assert all(path.startswith(str(tmp_path)) for path in found)
