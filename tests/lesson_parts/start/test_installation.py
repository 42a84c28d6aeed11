"""What a learner is told when something is missing or too old."""

from importlib import metadata

import pytest

from lesson_parts.start import installation
from lesson_parts.start.installation import REPAIR, check_installation

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
