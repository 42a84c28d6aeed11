"""Judges every accepted style and listed mistake; prints a line for each.

Run by CPython and by the Python of a live page, whose lines are compared.
Digits are left out, since the last ones differ between processors.
"""

import json
import re

from answer_check.exercise import every
from answer_check.judging.judge import judge
from answer_check.question import Question


def answers(exercise):
    """Yield each answer of an exercise under a name."""
    if isinstance(exercise, Question):
        wrong = [mistake.function() for mistake in exercise.listed]
        for answer in [exercise.right, *wrong]:
            yield str(answer), answer
        return
    yield "the reference", exercise.reference
    for number, function in enumerate(exercise.accepted):
        yield f"style {number}", function
    for number, mistake in enumerate(exercise.listed):
        yield f"mistake {number}", mistake.function


def main():
    """Print what is said of all answers."""
    for exercise in every():
        for name, answer in answers(exercise):
            if isinstance(exercise, Question):
                verdict = exercise.verdict(answer)
            else:
                verdict = judge(answer, exercise)
            said = re.sub(r"[\d.]+(e[+-]\d+)?", "#", verdict.message)
            named = [mistake.message for mistake in verdict.mistakes]
            row = exercise.name, name, verdict.state, named, said
            print(json.dumps(row), flush=True)


main()
