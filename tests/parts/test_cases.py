"""Each case of each exercise brings something, and has what its note says.

``cases.py`` lists the cases of every exercise, the smallest first: the note
that learners read ("for a 3-D input") or, where a case has none, what is
special about it. ``SAYS`` has an expression for each note. It holds of the
case, and of another case of the exercise it does not hold.
"""

import runpy
from pathlib import Path

import numpy as np
import pytest

from course_lib.exercises.exercise import every

TABLES = runpy.run_path(Path(__file__).with_name("cases.py"))
CASES, SAYS = TABLES["CASES"], TABLES["SAYS"]


def has(exercise, case, words):
    """Whether a case has what the words say."""
    says = SAYS.get(f"{exercise.name}: {words}", SAYS.get(words, words))
    arrays = [arg for arg in case.args if isinstance(arg, np.ndarray)]
    names = {"x": arrays[0]} if arrays else {}
    names |= dict(zip(exercise.parameters, case.args))
    with np.errstate(all="ignore"):
        names["answer"] = exercise.reference(*case.args)
    return bool(eval(says, {"np": np, "arrays": arrays, **names}))


def can_have(exercise, case, words):
    """Whether a case has it; one of other shapes may not even be asked."""
    try:
        return has(exercise, case, words)
    except (IndexError, ValueError):
        return False


@pytest.mark.parametrize("exercise", every(), ids=lambda each: each.name)
def test_every_case_is_listed_and_brings_what_it_is_there_for(exercise):
    listed = CASES.get(exercise.name, [])
    notes = [words if words in SAYS else "" for words in listed]
    assert [case.note for case in exercise.standard] == notes, (
        "the cases of the exercise are not those of tests/parts/cases.py: "
        "add or take away a row there, and for a new note say in SAYS what "
        "its case has"
    )
    for case, words in zip(exercise.standard, listed):
        assert has(exercise, case, words), f"this case has not: {words}"
        if len(listed) > 1:
            cases = exercise.standard
            others = (can_have(exercise, each, words) for each in cases)
            assert not all(others), f"every case has it: {words}"


def test_nothing_is_listed_that_no_exercise_has():
    assert CASES.keys() == {exercise.name for exercise in every()}
    said = {words for listed in CASES.values() for words in listed}
    assert {words.split(": ")[-1] for words in SAYS} <= said
