"""Code in the words about an exercise uses names that exist."""

import ast
import builtins
import inspect
import re

import numpy as np
import pytest

from answer_check.exercise import every
from answer_check.question import Question

WRITTEN = [each for each in every() if not isinstance(each, Question)]


def names_in(code):
    """Yield the names that code reads, those behind a dot and of arguments."""
    for node in ast.walk(ast.parse(code.strip())):
        yield from (
            getattr(node, kind, None) for kind in ("id", "attr", "arg")
        )


def names_of(exercise):
    """Yield the names in the answers to an exercise, right and wrong ones."""
    yield from (exercise.name, *exercise.parameters, *exercise.outputs)
    functions = [exercise.reference, *exercise.accepted]
    functions += [mistake.function for mistake in exercise.listed]
    for code in (f.__code__ for f in functions if inspect.isfunction(f)):
        yield from (*code.co_names, *code.co_varnames, *code.co_freevars)


KNOWN = {name for exercise in WRITTEN for name in names_of(exercise)}
KNOWN |= {"np", "axis", "keepdims", "ddof", *dir(np), *dir(np.ndarray)}
KNOWN |= {*dir(np.linalg), *dir(builtins)}


@pytest.mark.parametrize("exercise", WRITTEN, ids=lambda each: each.name)
def test_code_in_words_has_names_that_exist(exercise):
    texts = [exercise.statement, *exercise.hints]
    texts += [mistake.text for mistake in exercise.listed]
    for code in re.findall(r"`([^`]+)`", "\n".join(texts)):
        try:
            used = {name for name in names_in(code) if name and name[1:]}
        except SyntaxError:
            continue  # a piece of a line
        assert used <= KNOWN, (
            f"no answer to an exercise and no part of NumPy is called "
            f"{used - KNOWN}, as in `{code}`: mend the name"
        )
