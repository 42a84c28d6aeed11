"""A page that is tested alone is tested as all pages are."""

import os
import re
import subprocess
import sys
from pathlib import Path

from answer_check import progress
from answer_check.exercise import every, find

TOP = Path(__file__).parents[2]
PAGE = "01_statistics.ipynb"


def test_a_page_alone_sees_a_broken_picture_and_no_progress(
    tmp_path, monkeypatch
):
    """The course is laid out anew, with one line of one picture moved."""
    for path in ("answer_check", "derivation_check", "course_lib",
                 "course_desk", "tests",
                 "conftest.py", "pyproject.toml", "constraints.txt",
                 "README.md"):  # fmt: skip
        if (TOP / path).exists():
            (tmp_path / path).symlink_to(TOP / path)
    parts, here = TOP / "notebooks" / "lesson_parts", tmp_path / "notebooks"
    (here / "lesson_parts" / "statistics").mkdir(parents=True)
    (here / PAGE).write_bytes((TOP / "notebooks" / PAGE).read_bytes())
    for path in (*parts.iterdir(), *(parts / "statistics").iterdir()):
        target = here / "lesson_parts" / path.relative_to(parts)
        if not target.exists():
            target.symlink_to(path)
    broken = here / "lesson_parts" / "statistics" / "pictures.py"
    text = broken.read_text("utf-8")
    broken.unlink()
    moved = text.replace("ax.plot(mean, -0.3,", "ax.plot(mean + 1, -0.3,")
    assert moved != text
    broken.write_text(moved, "utf-8")

    own = tmp_path / "progress.jsonl"
    monkeypatch.setenv("COURSE_PROGRESS", str(own))
    for exercise in every("01"):
        progress.remember(exercise.name, find(exercise.name).solution)
    kept = own.read_bytes()
    assert progress.done()
    search = [str(tmp_path), str(here)]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", here / PAGE, "-q", "-p",
         "no:cacheprovider", "--rootdir", tmp_path],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(search)},
    )  # fmt: skip
    assert "keeps another picture below these words" in run.stdout
    assert re.search(r"^1 failed, \d+ passed", run.stdout, re.M), run.stdout
    assert own.read_bytes() == kept
