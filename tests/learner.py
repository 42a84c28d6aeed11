"""Give each test a learner with nothing done."""

import html
import linecache
import re
from itertools import count

import numpy as np
import pytest

from answer_check.exercise import find, names

CELLS = count(1)


def plain(page, between=""):
    """Return what one reads of HTML, with something in place of its tags."""
    return html.unescape(re.sub(r"<[^>]+>", between, page))


def of_exercises(rows):
    """Return the rows of a table, which begin with exercises' names."""
    gone = {name for name, *_ in rows} - {*names()}
    assert not gone, f"no exercise is called {gone}: strike its rows here"
    return rows


@pytest.fixture(autouse=True)
def own_progress(tmp_path, monkeypatch):
    """Keep progress in a file of the test's own; no teacher is there."""
    file = tmp_path / "own" / "progress.json"
    monkeypatch.setenv("COURSE_PROGRESS", str(file))
    monkeypatch.setenv("COURSE_TEACHER", "")
    return file


@pytest.fixture
def cell():
    """Run text as a notebook's cell does: with a source, in its own space."""

    def run(text, **names):
        filename = f"<cell {next(CELLS)}>"
        lines = text.splitlines(True)
        linecache.cache[filename] = len(text), None, lines, filename
        namespace = {"__name__": "__main__", "np": np} | names
        exec(compile(text, filename, "exec"), namespace)
        return namespace

    return run


@pytest.fixture
def solved(cell):
    """Return a learner's right answer to an exercise."""
    return lambda name: cell(find(name).solution)[name]


@pytest.fixture
def said(capsys):
    """Call a function; return what it printed, on one line."""

    def call(function, *args, **more):
        capsys.readouterr()
        function(*args, **more)
        return " ".join(capsys.readouterr().out.split())

    return call
