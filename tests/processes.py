"""Programs that tests start: a Python of its own, and Git."""

import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[1]


def ran(*words, cwd=TOP, **environment):
    """Run this Python; return its code and what it printed."""
    return subprocess.run(
        [sys.executable, *words], cwd=cwd, env=os.environ | environment,
        capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip


def printed(*words, **more):
    """Run this Python, which must end well; return what it printed."""
    done = ran(*words, **more)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def git(folder, *words):
    """Run Git in a folder, as somebody who may commit; return its words."""
    who = "-c", "user.name=a", "-c", "user.email=a@b"
    return subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True,
        text=True,
    ).stdout  # fmt: skip
