"""A kernel in which no line has been judged yet, and an empty journal."""

import pytest

from derivation_check import show


@pytest.fixture(autouse=True)
def fresh_kernel(monkeypatch, tmp_path):
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "journal"))
    show._runs.clear()
