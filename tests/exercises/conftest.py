"""Give each test a learner with nothing done."""

import pytest


@pytest.fixture(autouse=True)
def own_progress(tmp_path, monkeypatch):
    """Keep progress in a folder of the test's own."""
    file = tmp_path / "progress.json"
    monkeypatch.setenv("COURSE_PROGRESS", str(file))
    return file
