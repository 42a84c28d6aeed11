"""What every test shares: a quiet environment and a time sheet by part."""

import os
import shutil
import tempfile
import time
from collections import Counter
from pathlib import Path

# Small matrix products are up to ten times slower on several BLAS threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Kernels inherit these: a RuntimeWarning in a notebook is an error, and
# nobody's own progress or settings are read or written by the tests.
_folder = tempfile.mkdtemp()
os.environ["PYTHONWARNINGS"] = "error::RuntimeWarning"
os.environ["COURSE_PROGRESS"] = os.path.join(_folder, "progress.json")
os.environ["IPYTHONDIR"] = os.path.join(_folder, "ipython")
os.environ.pop("COURSE_TEACHER", None)

# Seconds on two cores that each part may take; printed, never asserted.
BUDGETS = {
    "layers": 150,
    "evidence": 90,
    "plots": 60,
    "explorers": 240,
    "exercises": 150,
    "notebooks": 300,
    "lessons": 240,
    "browser": 240,
}
_seconds = Counter()
_started = time.perf_counter()


def part_of(nodeid):
    """Name the part of the course that a test belongs to."""
    folders = Path(nodeid.split("::")[0]).parts
    return next((name for name in folders if name in BUDGETS), "other")


def pytest_runtest_logreport(report):
    """Add up what each part took."""
    _seconds[part_of(report.nodeid)] += report.duration


def pytest_terminal_summary(terminalreporter, config):
    """Print the time sheet."""
    if hasattr(config, "workerinput"):
        return
    terminalreporter.section("seconds by part (budget)")
    for part, seconds in sorted(_seconds.items()):
        budget = BUDGETS.get(part)
        note = f"{seconds:7.1f}  ({budget})" if budget else f"{seconds:7.1f}"
        if budget and seconds > budget:
            note += "  over its budget"
        terminalreporter.write_line(f"{part:<10} {note}")
    total = time.perf_counter() - _started
    terminalreporter.write_line(f"{'wall clock':<10} {total:7.1f}")


def pytest_unconfigure():
    """Remove the folder that stood in for the learner's home."""
    shutil.rmtree(_folder, ignore_errors=True)
