"""What a learner is told when something is missing or too old."""

import os
import shutil
import sysconfig
from importlib import metadata

import pytest

from course_site.first_cell import FIND
from lesson_parts.start import installation
from lesson_parts.start.installation import REPAIR, check_installation
from processes import ran

FOUND = metadata.version
WISHES = ["numpy>=2.0", "sympy>=1.14", 'jupyterlab>=99; extra == "lab"']


def without_sympy(name):
    if name == "sympy":
        raise metadata.PackageNotFoundError(name)
    return FOUND(name)


@pytest.mark.parametrize(
    ("version", "lines"),
    [
        (FOUND, ["Everything the course needs is here."]),
        (lambda name: "99.0rc1", ["Everything the course needs is here."]),
        (without_sympy, ["sympy         missing", REPAIR]),
        (
            lambda name: "1.0",
            [
                "numpy         1.0 is too old, >=2.0 is needed",
                "sympy         1.0 is too old, >=1.14 is needed",
                REPAIR,
            ],
        ),
    ],
)
def test_what_a_learner_is_told(version, lines, monkeypatch):
    monkeypatch.setattr(installation.metadata, "requires", lambda _: WISHES)
    monkeypatch.setattr(installation.metadata, "version", version)
    assert check_installation() == "\n".join(lines)
    assert "-m pip install -r requirements.txt" in REPAIR


def test_a_course_that_is_not_installed(monkeypatch):
    monkeypatch.setattr(installation, "DISTRIBUTION", "not-this-course")
    assert check_installation().startswith("The course itself is not")


@pytest.mark.parametrize("name", ["course_lib.py", "course_lib/__init__.py"])
def test_a_file_that_hides_the_course_is_named(name, copied):
    stray = copied / "notebooks" / name
    stray.parent.mkdir(exist_ok=True)
    stray.touch()
    said = first_cell_says(copied, path=copied)
    hides = stray if stray.suffix and "/" not in name else stray.parent
    assert f"{hides} has the name of a part of the course" in said


@pytest.mark.parametrize(
    ("path", "moved", "words"),
    [
        (installation.TOP, False, "this page belongs to the course in "),
        (None, True, "from a folder that was moved or renamed"),
    ],
)
def test_a_course_of_another_folder_is_told(copied, path, moved, words):
    if moved:
        shutil.rmtree(copied / "course_lib")
    said = first_cell_says(copied, path=path or copied)
    assert words in said
    assert "-m pip install -r requirements.txt" in said


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ({}, "Kernel → Change Kernel…"),
        ({"VSCODE_PID": "1"}, "Select Another Kernel"),
    ],
)
def test_a_kernel_without_the_course_is_told(copied, program, words):
    shutil.rmtree(copied / "course_lib")
    said = first_cell_says(copied, installed=False, **program)
    assert "This kernel does not have the course" in said and words in said


def test_a_foreign_package_of_a_name_of_ours_is_told(copied):
    other = copied / "site"
    shutil.copytree(copied / "course_lib", other / "course_lib")
    info = other / "courses-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: courses\nVersion: 1\n")
    (info / "RECORD").write_text("course_lib/__init__.py,,\n")
    said = first_cell_says(copied, path=f"{other}{os.pathsep}{copied}")
    assert "course_lib is the package courses here" in said
    assert "-m pip uninstall courses" in said


def test_a_page_alone_is_told_where_it_belongs(tmp_path):
    (tmp_path / "notebooks").mkdir()
    assert "This page cannot find the course." in first_cell_says(tmp_path)


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """Copy what the first cell of a page looks at."""
    monkeypatch.delenv("VSCODE_PID", raising=False)
    there = tmp_path / "notebooks" / "lesson_parts" / "start"
    there.mkdir(parents=True)
    shutil.copy(installation.__file__, there)
    for name in installation.PACKAGES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    return tmp_path


def first_cell_says(course, path="", installed=True, **names):
    """Return what the first cell of a page says in a kernel's Python."""
    site = sysconfig.get_path("purelib")  # without what its .pth files name
    code = f"import sys\nsys.path.append({site!r})\n"
    if not installed:  # as it is, beside these tests
        code += "from lesson_parts.start import installation\n"
        code += "installation.DISTRIBUTION = 'not-this-course'\n"
    code += FIND
    names = {"PYTHONPATH": str(path)} | names
    return ran("-S", "-c", code, cwd=course / "notebooks", **names).stderr
