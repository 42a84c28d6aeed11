"""What is pinned is whole, and what is tested is what the course promises."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[2]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
JOBS = yaml.safe_load((TOP / ".github/workflows/course.yml").read_text())[
    "jobs"
]
# What stands first in requirements.txt: the packages that the course is about.
FIRST = ["jupyterlab", "numpy", "matplotlib", "ipywidgets", "sympy", "nbval"]
# The extras of the course that an environment has, and what else.
STARTS = {
    "requirements.txt": (["lab"], []),
    "tests/requirements.txt": (["lab", "book"], ["tests/requirements.in"]),
}


def wishes(lines):
    """Read requirements, without comments."""
    lines = (line.partition("#")[0].strip() for line in lines)
    return [Requirement(line) for line in lines if line]


def applies(wish, extras):
    """Whether a requirement holds here, given the extras asked for."""
    return wish.marker is None or any(
        wish.marker.evaluate({"extra": extra}) for extra in (*extras, "")
    )


def asked_for(name):
    """Return what an environment of a file starts from and needs here."""
    extras, more = STARTS[name]
    optional = PROJECT["optional-dependencies"]
    lines = sum((optional[each] for each in extras), PROJECT["dependencies"])
    for path in more:
        lines = lines + (TOP / path).read_text("utf-8").splitlines()
    return [wish for wish in wishes(lines) if applies(wish, ())]


def needed(name):
    """Return all that is needed here, of the installed packages' own words."""
    waiting, seen = asked_for(name), set()
    while waiting:
        wish = waiting.pop()
        asked = canonicalize_name(wish.name), frozenset(wish.extras)
        if asked not in seen:
            seen.add(asked)
            own = wishes(metadata.requires(wish.name) or ())
            waiting += [each for each in own if applies(each, wish.extras)]
    return {name for name, _ in seen}


def pins():
    """Return the versions that are pinned here, by package."""
    found = {}
    for wish in wishes((TOP / "constraints.txt").read_text().splitlines()):
        if applies(wish, ()):
            (version,) = wish.specifier
            found[canonicalize_name(wish.name)] = version.version
    return found


@pytest.mark.parametrize("name", STARTS)
def test_every_package_that_is_needed_is_pinned(name):
    missing = needed(name) - {*pins()}
    assert not missing, f"sh tests/lock.sh pins {missing}"


def test_what_is_pinned_is_not_older_than_what_is_asked_for():
    for wish in asked_for("tests/requirements.txt"):
        version = pins()[canonicalize_name(wish.name)]
        assert wish.specifier.contains(version), (
            f"constraints.txt pins {version}, and {wish} is asked for: "
            "sh tests/lock.sh pins anew"
        )


def test_requirements_name_what_is_asked_for_each_with_a_word():
    lines = (TOP / "requirements.txt").read_text("utf-8").splitlines()
    assert "-c constraints.txt" in lines
    rows = [line.split("#") for line in lines if line and line[0] not in "#-"]
    names = [canonicalize_name(row[0].strip()) for row in rows]
    assert names[: len(FIRST)] == FIRST
    wanted = {canonicalize_name(w.name) for w in asked_for("requirements.txt")}
    assert {*names} == wanted, (
        f"requirements.txt: add {wanted - {*names}}, delete "
        f"{ {*names} - wanted }, as pyproject.toml has them"
    )
    for name, row in zip(names, rows):
        assert len(row) == 2, f"requirements.txt: say what {name} is for"


def test_the_workflow_runs_the_oldest_python_and_those_that_are_used():
    tested = JOBS["test"]["strategy"]["matrix"]["python"]
    oldest = re.search(r">=([\d.]+)", PROJECT["requires-python"])[1]
    steps = [s["with"] for s in JOBS["book"]["steps"] if "with" in s]
    (used,) = {s["python-version"] for s in steps if "python-version" in s}
    assert {oldest, used} <= {*tested} and tested[0] == oldest
    elsewhere = JOBS["elsewhere"]["strategy"]["matrix"]
    assert elsewhere["python"] == [oldest, tested[-1]]
    systems = {job["runs-on"] for job in JOBS.values()} | {
        *elsewhere["system"]
    }
    assert {s for s in systems if "{" not in s} == {
        "ubuntu-latest", "macos-latest", "windows-latest",
    }  # fmt: skip


def test_the_workflow_runs_the_commands_that_are_printed():
    run = [s.get("run", "") for job in JOBS.values() for s in job["steps"]]
    pages = [(TOP / p).read_text() for p in ("README.md", "CONTRIBUTING.md")]
    script = (TOP / ".ci" / "run").read_text("utf-8")
    assert "sudo bash .ci/run" in run and "'^python3 .*pytest'" in script
    (oldest,) = re.findall(r"`(uv venv .+?)`", pages[1])
    assert oldest in run
    assert any(line and line in pages[0] for line in run)
    assert any("sh tests/wheels.sh" in line for line in run)
    wheels = (TOP / "tests" / "wheels.sh").read_text("utf-8")
    for job in JOBS.values():
        tried = job.get("strategy", {}).get("matrix", {}).get("python", ())
        assert all(f" {version}" in wheels for version in tried)
