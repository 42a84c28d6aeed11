"""Every exercise of the bank, by rules that a new file gets for free."""

import itertools
import re
from functools import partial
from itertools import starmap

import numpy as np
import pytest

from answer_check.exercise import every, find
from answer_check.judging.answers import close, ours
from answer_check.judging.judge import judge
from answer_check.judging.properties import Property
from answer_check.judging.verdict import NOT_STARTED, RIGHT
from answer_check.question import Question

QUESTIONS = [each for each in every() if isinstance(each, Question)]
TO_WRITE = [each.name for each in every() if each not in QUESTIONS]
of_each = pytest.mark.parametrize("name", TO_WRITE)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each.name)
def test_a_question_tells_each_answer_its_own_sentence(question):
    assert question.verdict(...).state == NOT_STARTED
    assert question.verdict(question.right).text == f"{RIGHT} {question.why}"
    for mistake in question.listed:
        text = question.verdict(mistake.function()).text
        assert text == f"Not yet. {mistake.text}"


@of_each
def test_the_reference_keeps_every_property(name):
    """And on some case it says something."""
    exercise = find(name)
    for rule in starmap(Property, exercise.properties.items()):
        spoken = [rule.holds(exercise.reference, case, exercise)
                  for case in exercise.standard if not case.rough]  # fmt: skip
        assert {*spoken} in ({True}, {True, None}), (
            f"the reference breaks the rule “{rule.rule}”, or no case can "
            f"show it: {spoken}"
        )


@of_each
def test_code_to_mend_is_told_untouched_and_its_bug_rewritten(name):
    exercise = find(name)
    if exercise.mend is None:
        return
    for given in (exercise.mend, exercise.source.made(exercise.starter)):
        verdict = judge(given, exercise)
        assert verdict.state == NOT_STARTED, verdict.text
    assert "raise NotImplementedError" not in exercise.starter
    assert exercise.mend in [m.function for m in exercise.listed], (
        "the bug to mend must be one of the listed mistakes"
    )


@of_each
def test_every_accepted_style_passes(name):
    exercise = find(name)
    assert exercise.accepted, "add a right answer in another style"
    for function in exercise.accepted:
        verdict = judge(function, exercise)
        assert verdict.passed, (
            f"{function.__name__} is accepted, and the check says: "
            f"{verdict.text}"
        )


@of_each
def test_right_answers_pass_on_any_numbers(name):
    exercise = find(name)
    if exercise.why_not or not callable(exercise.cases):
        return
    for seed, function in itertools.product(range(20), exercise.accepted):
        for case in exercise.make_cases(seed):
            with np.errstate(all="ignore"):
                expected = ours(exercise.reference, case)
                answer = ours(function, case)
            assert all(map(close, answer, expected)), (
                f"{function.__name__} is accepted, but differs from the "
                f"reference with seed {seed} on {case}"
            )


@of_each
def test_every_mistake_gets_its_own_message_and_no_other(name):
    exercise = find(name)
    for mistake in exercise.listed:
        if mistake.function is exercise.mend:
            continue  # untouched, it is told otherwise
        verdict = judge(mistake.function, exercise)
        others = [m.message for m in exercise.listed if m.text != mistake.text]
        said = [m.text for m in verdict.mistakes]
        assert said == [mistake.text], (
            f"the check says of this mistake: {verdict.text}\nand should say: "
            f"{mistake.text}"
        )
        # small after a colon
        assert mistake.message[1:] in verdict.text, verdict.text
        assert not any(message in verdict.text for message in others), (
            f"the check names another mistake as well: {verdict.text}"
        )


SMALL = {"sentence_vector"}  # nothing to cut off


@of_each
def test_a_clipped_or_rounded_answer_fails_in_sight(name):
    """On a case of the check, not on the learner's own numbers alone."""
    exercise = find(name)
    if exercise.why_not or name in SMALL:
        return
    cases = exercise.make_cases()
    with np.errstate(all="ignore"):
        right = [part for c in cases for part in ours(exercise.reference, c)]
    for cut in (
        *(
            partial(np.clip, a_min=-most, a_max=most)
            for most in (5, 20, 100)
            if (name, most) != ("standardize", 100)  # √N at most
        ),
        *(partial(np.round, decimals=digits) for digits in (4, 6)),
    ):
        assert not all(map(close, map(cut, right), right)), (
            f"who clips or rounds the answer is told “Right.” ({cut}): it "
            "needs a case with an answer above 100, and one with digits "
            "behind the sixth place. If it can have none, add the name to "
            "SMALL"
        )


PROMISED = {  # words of a statement, and what its promise has then
    "any number of leading axes": r"x\.ndim: \(1, 2, 3, 4\)",
    "any number of axes": r"x\.ndim: \(1, 2, 3, 4\)",
    "integers": "int64",
    "10[⁴-⁹]": r"\de[3-9].*: .*True",
    "several `eps`": "eps: ",
}


@of_each
def test_every_promise_is_kept_by_a_case(name):
    exercise = find(name)
    for words, values in exercise.promise.items():
        met = {
            eval(words, {"np": np}, dict(zip(exercise.parameters, case.args)))
            for case in exercise.standard
        }
        assert met == {*values}, (
            f"{words} is promised to be {values}, and the cases have {met}"
        )
    promise = "\n".join(f"{k}: {v}" for k, v in exercise.promise.items())
    for words, kept in PROMISED.items():
        if re.search(words, exercise.statement):
            assert re.search(kept, promise), (
                f"the statement says “{words}”: add a case that keeps it, "
                f"so that the promise has {kept!r}; it is now\n{promise}"
            )


@of_each
def test_cases_differ_in_numbers_and_say_what_arrays_they_have(name):
    exercise = find(name)
    if exercise.why_not:
        return
    for of_cases in zip(*(case.args for case in exercise.standard)):
        if isinstance(of_cases[0], (int, float)):
            assert len({*of_cases}) > 1, (
                f"a number is {of_cases[0]} in every case: let one case differ"
            )
    arrays = [n for n, a in zip(exercise.parameters, exercise.standard[0].args)
              if isinstance(a, np.ndarray)]  # fmt: skip
    promise = " ".join(exercise.promise)
    assert not arrays or ".ndim" in promise and ".dtype" in promise, (
        f"say in `promise` which .ndim and .dtype {arrays} may have"
    )


@pytest.mark.parametrize("exercise", every(), ids=lambda each: each.name)
def test_a_lesson_has_two_digits_and_an_exercise_three_hints(exercise):
    assert re.fullmatch(r"\d\d", exercise.lesson)
    assert len(exercise.hints) == 3
