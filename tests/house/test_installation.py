"""What a learner is told when something is missing or too old."""

from importlib import metadata

from course_lib import installation
from course_lib.installation import check_installation


def test_here_everything_is_fine():
    assert check_installation().endswith(
        "Everything the course needs is here."
    )


def test_a_missing_package_is_named(monkeypatch):
    real = metadata.version

    def without_sympy(name):
        if name == "sympy":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(installation.metadata, "version", without_sympy)
    told = check_installation()
    assert "sympy         missing" in told
    assert "-m pip install -r requirements.txt" in told


def test_an_old_package_is_named(monkeypatch):
    monkeypatch.setattr(installation.metadata, "version", lambda name: "1.0")
    assert "1.0 is too old, >=2.0 is needed" in check_installation()


def test_a_course_that_is_not_installed(monkeypatch):
    monkeypatch.setattr(installation, "DISTRIBUTION", "not-this-course")
    assert check_installation().startswith("The course itself is not")
