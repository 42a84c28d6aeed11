"""What every test and every page shares: an environment that is nobody's own.

It stands above the notebooks too, so that
``pytest notebooks/01_statistics.ipynb`` judges a page as all tests do. It
needs nothing that requirements.txt does not bring.
"""

import os
import shutil
import tempfile
from pathlib import Path

import nbval.kernel
import pytest
from run_again import pytest_collection_modifyitems  # noqa: F401

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
# What a page trains live ends early: its numbers are not compared.
os.environ["COURSE_TRAINING_STEPS"] = "40"
# Kernels judge the pictures of the pages that they run.
HERE = Path(__file__).parent
_startup = Path(_folder, "ipython", "profile_default", "startup")
_startup.mkdir(parents=True)
(_startup / "start.py").write_text("import judge_pictures\ndel judge_pictures")
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(
        None,
        [str(HERE / "tests" / "notebooks"), os.environ.get("PYTHONPATH")],
    )
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
}


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Let one worker start JupyterLab, build the book, draw each explorer."""
    from xdist.scheduler import LoadFileScheduling

    class OneOfEach(LoadFileScheduling):
        """Hands out files, and those that share what takes long together."""

        def _split_scope(self, nodeid):
            file = super()._split_scope(nodeid)
            return SHARED.get(file, SHARED.get(str(Path(file).parent), file))

    # The longest come first: pages, book and browser; no worker waits for one.
    config.option.loadscopereorder = False
    return OneOfEach(config, log)


def pytest_unconfigure():
    """Remove what stood in for a home."""
    shutil.rmtree(_folder, ignore_errors=True)
