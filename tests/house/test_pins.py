"""What is pinned is whole, and what is tested is what the course promises."""

import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[2]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
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
    for wish in asked_for(name):
        version = pins()[canonicalize_name(wish.name)]
        assert wish.specifier.contains(version), (
            f"constraints.txt pins {version}, and {wish} is asked for: "
            "sh tests/lock.sh pins anew"
        )


def test_requirements_name_what_is_asked_for():
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
