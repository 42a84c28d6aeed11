"""A Python of its own, as a command or a kernel starts one."""

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
