"""A page that is tested alone knows nothing of what its reader has solved."""

import re

from answer_check import progress
from answer_check.exercise import every
from fresh_python import ran
from learner import own_progress  # noqa: F401

PAGE = "notebooks/01_statistics.ipynb"


def test_a_page_alone_passes_for_whoever_has_solved_it(
    own_progress,  # noqa: F811
):
    for exercise in every("01"):
        progress.remember(exercise.name, exercise.solution)
    kept = own_progress.read_bytes()
    run = ran("-m", "pytest", PAGE, "-q", "-p", "no:cacheprovider")
    assert re.search(r"^\d+ passed", run.stdout, re.M), run.stdout
    assert own_progress.read_bytes() == kept
