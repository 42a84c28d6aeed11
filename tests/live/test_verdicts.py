"""Each accepted style and listed mistake is judged in the browser as here."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from course_lib.live import packages, sources

pytestmark = pytest.mark.live
HERE = Path(__file__).parent
TOP = HERE.parents[1]


def judged(command):
    """Run `verdicts.py`; return what it says of each answer."""
    done = subprocess.run(
        [*command, HERE / "verdicts.py"],
        capture_output=True,
        text=True,
        env=os.environ | {"COURSE_PROGRESS": "off"},
        cwd=TOP,
    )
    assert done.returncode == 0, done.stderr
    rows = map(json.loads, done.stdout.splitlines())
    return {tuple(row[:2]): row[2:] for row in rows}


def test_the_same_verdicts_as_on_the_desktop(tmp_path, pyodide):
    if not (node := shutil.which("node")):
        skip_or_fail = pytest.fail if os.environ.get("CI") else pytest.skip
        skip_or_fail("install Node.js, which runs Pyodide without a browser")
    for name, data in pyodide.items():
        (tmp_path / name).write_bytes(data)
    wheels = {name: pyodide[name] for name in pyodide if ".whl" in name}
    lock = packages.lock(wheels, sources.PINNED["info"])
    (tmp_path / "pyodide-lock.json").write_text(lock)
    here = judged([sys.executable])
    there = judged([node, HERE / "pyodide.mjs", tmp_path, TOP])
    assert len(here) > 900
    different = {
        answer: (here[answer], there.get(answer))
        for answer in here
        if here[answer] != there.get(answer)
    }
    assert not different
