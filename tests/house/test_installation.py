"""What a learner is told when something is missing or too old."""

from importlib import metadata

import pytest

from course_lib import installation
from course_lib.installation import REPAIR, check_installation

FOUND = metadata.version
WISHES = ["numpy>=2.0", "sympy>=1.14", 'jupyterlab>=99; extra == "lab"']


def without_sympy(name):
    if name == "sympy":
        raise metadata.PackageNotFoundError(name)
    return FOUND(name)


@pytest.mark.parametrize(
    ("version", "line", "last"),
    [
        (FOUND, "sympy         fine", "Everything the course needs is here."),
        (without_sympy, "sympy         missing", REPAIR),
        (
            lambda name: "1.0",
            "numpy         1.0 is too old, >=2.0 is needed",
            REPAIR,
        ),
    ],
)
def test_what_a_learner_is_told(version, line, last, monkeypatch):
    monkeypatch.setattr(installation.metadata, "requires", lambda _: WISHES)
    monkeypatch.setattr(installation.metadata, "version", version)
    told = check_installation()
    assert line in told.splitlines()
    assert told.endswith(f"\n{last}")
    assert "-m pip install -r requirements.txt" in REPAIR
    assert "jupyterlab" not in told


def test_a_course_that_is_not_installed(monkeypatch):
    monkeypatch.setattr(installation, "DISTRIBUTION", "not-this-course")
    assert check_installation().startswith("The course itself is not")
