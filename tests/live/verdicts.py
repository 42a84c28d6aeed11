"""Judges every accepted style and listed mistake; prints a line for each.

Run by CPython and by Pyodide (`pyodide.mjs`), whose lines are compared. Digits
are left out, since the last ones differ between processors.
"""

import json
import re
import sys

from course_lib.exercises.exercise import every
from course_lib.exercises.judging.judge import judge
from course_lib.exercises.question import Question


def answers(exercise):
    """Yield each answer of an exercise under a name."""
    if isinstance(exercise, Question):
        for answer in [exercise.right, *exercise.wrong]:
            yield str(answer), answer
        return
    yield "the reference", exercise.reference
    for number, function in enumerate(exercise.accepted):
        yield f"style {number}", function
    for number, mistake in enumerate(exercise.listed):
        yield f"mistake {number}", mistake.function


def main(wanted):
    """Print what is said of all answers of some exercises, or of all."""
    for exercise in every():
        if wanted and exercise.name not in wanted:
            continue
        for name, answer in answers(exercise):
            if isinstance(exercise, Question):
                verdict = exercise.verdict(answer)
            else:
                verdict = judge(answer, exercise)
            said = re.sub(r"[\d.]+(e[+-]\d+)?", "#", verdict.said)
            named = [mistake.message for mistake in verdict.mistakes]
            row = exercise.name, name, verdict.state, named, said
            print(json.dumps(row), flush=True)


main(sys.argv[1:])
