"""Every exercise of the bank, by rules that a new file gets for free."""

import inspect
import itertools
import re
from functools import partial

import numpy as np
import pytest

from course_lib.exercises.exercise import find, names
from course_lib.exercises.judging.answers import close, ours
from course_lib.exercises.judging.judge import NOT_STARTED, judge
from course_lib.exercises.judging.mistakes import pairs

pytestmark = pytest.mark.parametrize("name", names())


def run_cell(source, namespace):
    """Execute a cell as a notebook would."""
    exec(compile(source, "<cell>", "exec"), namespace)


def as_learners(exercise):
    """Return the reference as its source gives it below the starter."""
    namespace = {"np": np}
    run_cell(exercise.starter, namespace)
    run_cell(exercise.solution, namespace)
    return namespace[exercise.name]


def test_untouched_starter_is_not_started(name):
    exercise, namespace = find(name), {"np": np}
    run_cell(exercise.starter, namespace)
    verdict = judge(namespace[name], exercise)
    assert verdict.state == NOT_STARTED, verdict.text


def test_solution_passes_in_the_learners_place(name):
    exercise = find(name)
    verdict = judge(as_learners(exercise), exercise)
    assert verdict.passed, verdict.text


def test_every_accepted_style_passes(name):
    exercise = find(name)
    assert len(exercise.accepted) >= 2
    for function in exercise.accepted:
        verdict = judge(function, exercise)
        assert verdict.passed, (function.__name__, verdict.text)


def test_right_answers_pass_on_any_numbers(name):
    exercise = find(name)
    if exercise.verdict or not callable(exercise.cases):
        return
    for seed, function in itertools.product(range(20), exercise.accepted):
        for case in exercise.make_cases(seed):
            expected = ours(exercise.reference, case)
            answer = ours(function, case)
            assert all(map(close, answer, expected)), (
                seed,
                function.__name__,
                case,
            )


def test_every_mistake_gets_its_own_message_and_no_other(name):
    exercise = find(name)
    for mistake in exercise.mistakes:
        verdict = judge(mistake.function, exercise)
        others = [m.message for m in exercise.mistakes if m is not mistake]
        assert verdict.mistakes == (mistake,), (mistake, verdict.text)
        assert mistake.message in verdict.text
        assert not any(message in verdict.text for message in others)


SMALL = {"accuracy", "minibatch", "normalized_variance"}  # nothing to cut off


def test_a_clipped_or_rounded_answer_fails_in_sight(name):
    """On a case of the check, not on the learner's own numbers alone."""
    exercise = find(name)
    if exercise.verdict or name in SMALL:
        return
    cases = exercise.make_cases()
    right = [ours(exercise.reference, case) for case in cases]
    for cut in (
        *(partial(np.clip, a_min=-most, a_max=most) for most in (5, 20, 100)),
        *(partial(np.round, decimals=digits) for digits in (4, 6)),
    ):
        assert any(differ(map(cut, parts), parts) for parts in right), cut


def differ(a, b):
    """Whether two answers of ours differ: values, or kinds of exception."""
    if isinstance(a, type) or isinstance(b, type):
        return a is not b
    a, b = list(a), list(b)
    return len(a) != len(b) or not all(map(close, a, b))


def test_two_mistakes_together_are_never_taken_for_others(name):
    """They are named as the two, or as what is really the same function."""
    exercise = find(name)
    two = {
        frozenset(m.message for m in pair.both): pair.function
        for pair in pairs(exercise)[::5]
    }
    functions = two | {
        frozenset([m.message]): m.function for m in exercise.mistakes
    }
    for messages, together in two.items():
        verdict = judge(together, exercise)
        named = frozenset(m.message for m in verdict.mistakes)
        if named <= messages or named not in functions:
            continue  # nothing is said, or a slip that nobody listed
        for case in exercise.make_cases(seed=1):
            a = ours(functions[named], case)
            b = ours(together, case)
            assert case.rough or not differ(a, b), (messages, verdict.text)


def test_words_are_fit_to_read(name):
    exercise = find(name)
    said = [exercise.statement, *exercise.hints]
    for mistake in exercise.mistakes:
        said += [mistake.message, mistake.why]
    for text in said:
        assert text == text.strip() and "  " not in text
        assert text.endswith((".", "?", "`", "!")), text
    messages = [m.message for m in exercise.mistakes]
    assert len(set(messages)) == len(messages)
    for ruled_out in exercise.without[:2]:
        assert f"no `{ruled_out}`" in exercise.statement.lower()
    longest = max(map(len, inspect.getsource(exercise.reference).split("\n")))
    assert longest <= 79


def test_third_hint_is_not_the_solution(name):
    """It quotes no whole step: what stands behind a = or a return."""
    exercise = find(name)
    steps = re.split(r" = |return |\n", exercise.solution)
    quoted = re.findall(r"`([^`]+)`", exercise.hints[2])
    whole = {step.strip() for step in steps if not step.strip().isidentifier()}
    assert not whole & set(quoted)
