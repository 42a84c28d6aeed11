"""What every test shares: a quiet environment, and one browser."""

import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import lab as jupyterlab
import nbval.kernel
import pytest
from run_again import pytest_collection_modifyitems  # noqa: F401
from xdist.scheduler import LoadFileScheduling

# Small matrix products are up to ten times slower on several BLAS threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Kernels inherit these: a RuntimeWarning in a notebook is an error, and
# nobody's own progress or settings are read or written by the tests.
_folder = tempfile.mkdtemp()
os.environ["PYTHONWARNINGS"] = "error::RuntimeWarning"
os.environ["COURSE_PROGRESS"] = os.path.join(_folder, "progress.json")
os.environ["IPYTHONDIR"] = os.path.join(_folder, "ipython")
os.environ["JUPYTER_CONFIG_DIR"] = os.path.join(_folder, "jupyter")
os.environ["JUPYTER_DATA_DIR"] = os.path.join(_folder, "jupyter", "data")
# Kernels judge the pictures of the pages that they run.
HERE = Path(__file__).parent
_startup = Path(_folder, "ipython", "profile_default", "startup")
_startup.mkdir(parents=True)
(_startup / "start.py").write_text("import judge_pictures\ndel judge_pictures")
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(HERE / "notebooks"), os.environ.get("PYTHONPATH")])
)
os.environ.pop("COURSE_TEACHER", None)
# A hundred processes are started: each module is compiled for the first only.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

nbval.kernel.pformat = repr  # of each message, which nobody logs
# Folders and files of tests that go to one worker together.
SHARED = {
    "tests/browser": "JupyterLab",
    "tests/book": "book",
    "tests/book/test_classroom.py": "explorers",
    "tests/book/test_recordings.py": "explorers",
    "tests/lesson_parts/test_answers_of_explorers.py": "explorers",
    "tests/lesson_parts/test_every_explorer.py": "explorers",
    "tests/lesson_parts/test_tasks_and_answers.py": "explorers",
}
_without_a_browser = Counter()  # tests skipped, by reason


@pytest.fixture(scope="session")
def chromium():
    """Start one browser for all; without it, skip tests, but never in CI."""
    if not jupyterlab.CHROMIUM:
        skip_or_fail = pytest.fail if os.environ.get("CI") else pytest.skip
        skip_or_fail(jupyterlab.INSTALL)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = jupyterlab.launch(playwright)
        yield browser
        browser.close()


class OneOfEach(LoadFileScheduling):
    """Hands out files, and those that share what takes long together."""

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        return SHARED.get(file, SHARED.get(str(Path(file).parent), file))


def pytest_xdist_make_scheduler(config, log):
    """Let one worker start JupyterLab, build the book, draw each explorer."""
    return OneOfEach(config, log)


def pytest_runtest_logreport(report):
    """Collect what did not run for want of a browser."""
    if report.skipped and report.nodeid.startswith("tests/browser"):
        _without_a_browser[report.longrepr[2].removeprefix("Skipped: ")] += 1


def pytest_unconfigure(config):
    """Say last what was skipped; remove what stood in for a home."""
    shutil.rmtree(_folder, ignore_errors=True)
    if not hasattr(config, "workerinput"):
        for reason, count in _without_a_browser.items():
            print(
                f"Skipped for want of a browser: {count} of the tests that "
                f"drive JupyterLab ({reason})."
            )
