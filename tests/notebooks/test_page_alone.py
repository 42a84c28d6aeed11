"""A page that is tested alone knows nothing of what its reader has solved."""

import re

from answer_check import progress
from answer_check.exercise import every
from processes import ran

PAGE = "notebooks/01_statistics.ipynb"


def test_a_page_alone_passes_for_whoever_has_solved_it(own_progress):
    for exercise in every("01"):
        progress.remember(exercise.name, exercise.solution)
    kept = own_progress.read_bytes()
    run = ran("-m", "pytest", PAGE, "-q", "-p", "no:cacheprovider")
    assert re.search(r"^\d+ passed", run.stdout, re.M), run.stdout
    assert own_progress.read_bytes() == kept
