"""An outer time limit: nothing a test runs may hang the whole run."""

import faulthandler

import pytest

SECONDS = 120


@pytest.fixture(autouse=True)
def never_hang():
    """End the process, with a traceback, if one test takes too long."""
    faulthandler.dump_traceback_later(SECONDS, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture(autouse=True)
def own_progress(tmp_path, monkeypatch):
    """Give each test a learner with nothing done."""
    file = tmp_path / "progress.json"
    monkeypatch.setenv("COURSE_PROGRESS", str(file))
    return file
