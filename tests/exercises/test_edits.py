"""A mistake is the reference with a few words changed."""

import numpy as np
import pytest

from course_lib.exercises.exercise import Exercise
from course_lib.exercises.judging.mistakes import Source, pairs


def spread(x, eps):
    """Return the root of the mean of x² plus eps, no root of eps."""
    square = x * x
    mean = square.mean(axis=-1)
    return np.sqrt(mean + eps)


def made(mistakes, reference=spread):
    return Exercise(
        lesson="01",
        statement="Write it.",
        reference=reference,
        mistakes=mistakes,
        hints=["a.", "b.", "c."],
        cases=[(np.array([3.0, 4.0]), 0.5)],
    )


def test_starter_is_the_head_of_the_reference():
    assert made({"+ eps → ": "No ε."}).starter == (
        "def spread(x, eps):\n"
        '    """Return the root of the mean of x² plus eps, no root of eps."""'
        "\n    raise NotImplementedError\n"
    )


def test_reference_without_a_docstring_makes_no_starter():
    exercise = made({"lesson → x": "You slipped."}, made)
    with pytest.raises(ValueError, match="no docstring"):
        assert exercise.starter


def test_edits_change_the_body_alone_and_every_occurrence():
    source, x = Source(spread), np.array([3.0, 4.0])

    def edited(*edits):
        return source.made(source.applied(edits))

    assert edited(("* x", "+ x"), ("np.sqrt", ""))(x, 1) == 8
    assert edited(("x", "(2 * x)"))(x, 1) == np.sqrt(51)  # not in axis


@pytest.mark.parametrize(
    "edits, words",
    [
        ("", "write 'old → new; old → new', not ''"),
        ("eps → 1 → 2", "not 'eps → 1 → 2'"),
        (("mean", "x"), r"not \('mean', 'x'\)"),
        ("root → ", "'root' does not occur in the body of spread"),
        ("mean + eps → ; + eps → ", r"two edits change '\+ eps'"),
        ("mean → x; mean → y", "two edits change 'mean'"),
        (" → x", "'' does not occur"),
        ("is → x", "'is' does not occur"),  # but in axis
    ],
)
def test_edits_that_cannot_be_made_are_refused(edits, words):
    with pytest.raises(ValueError, match=f"“You slipped.”: .*{words}"):
        made({edits: "You slipped."})


def test_mistakes_in_other_words_make_a_pair():
    exercise = made(
        {
            "mean + eps → mean": "No ε.",
            "np.sqrt → ": "No root. It was forgotten.",
            "+ eps → + 2 * eps": "ε twice.",
            lambda x, eps: x: "Nothing.",
        }
    )
    a, b, c, d = exercise.mistakes
    assert (b.message, b.why) == ("No root.", "It was forgotten.")
    made_both = {pair.both: pair.function for pair in pairs(exercise)}
    assert set(made_both) == {(a, b), (b, c)}
    assert made_both[b, c](np.array([3.0, 4.0]), 0.5) == 13.5


def test_an_edit_may_be_made_in_words_that_another_put_in():
    source = Source(spread)
    absolute = (("mean + eps", "abs(mean + eps)"),)
    no_eps = (("+ eps", "- eps"),)
    both = source.together(absolute, no_eps)
    assert both(np.array([3.0, 4.0]), 20.0) == np.sqrt(7.5)
    other = (("mean + eps", "mean * eps"),)
    assert source.together(other, no_eps) is None  # nothing left to change
    either = (("mean", "mean + mean"),)
    assert source.together(either, (("mean", "2 * mean"),)) is None
