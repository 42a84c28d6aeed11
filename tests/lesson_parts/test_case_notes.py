"""What a check says of a case ("right on 5 of 6 cases; wrong for ...") is so.

``SAYS`` has an expression for a note. In it `x` is the first array of a case
where no argument has this name, `answer` is the right answer, and `arrays` are
all arguments that are arrays.
"""

import numpy as np
import pytest

from answer_check.exercise import every
from answer_check.question import Question
from lesson_parts.laboratory.paired import interval

FAR = "np.median(np.ravel(abs(x - np.median(x)))) < 5 and np.ptp(x) > 9e4"
SQUARE = "len({*sum((a.shape for a in arrays), ())}) == 1"

SAYS = {
    "float32": "x.dtype == np.float32",
    "integers": "x.dtype.kind == 'i'",
    "a read-only array": "not x.flags.writeable",
    "read-only arrays": "not any(a.flags.writeable for a in arrays)",
    # shapes
    "a 3-D input": "x.ndim == 3",
    "a 4-D input": "x.ndim == 4",
    "four axes": "x.ndim == 4",
    "one axis": "x.ndim == 1",
    "axis 0": "x.ndim > 1 and axis == 0",
    "axis −2": "x.ndim == 2 and axis == -2",
    "the middle axis of three": "x.ndim == 3 and axis == 1",
    "a single token": "x.size == x.shape[-1]",
    "a single row": "x.size == x.shape[-1]",
    "a single vector": "x.ndim == 1",
    "as many tokens as features": "x.shape[-2] == x.shape[-1]",
    "as many rows as columns": "x.shape[-2] == x.shape[-1]",
    "as many rows as classes": "x.shape[-2] == x.shape[-1]",
    "as many batches as tokens": "x.ndim == 3 and len(x) == len(gamma)",
    "a batch of square inputs": "x.ndim == 3 and x.shape[1] == x.shape[2]",
    "square weights": SQUARE,
    "as many outputs as inputs": "answer.shape[0] == answer.shape[1]",
    "more inputs than outputs": "answer.shape[0] < answer.shape[1]",
    "as many of everything": SQUARE,
    "two rows": "x.shape == (2, 3)",
    "eight rows": "len(x) == 8",
    "axis −3": "x.ndim == 3 and axis == -3",
    "the last axis of three": "x.ndim == 3 and axis == 2",
    "a single number": "x.size == 1",
    "a sum of 0": "x.sum() == 0 and x.any()",
    "one token of one feature": "x.shape == (1, 1)",
    "one output": "answer.shape[0] == 1 < answer.shape[1]",
    "one input": "answer.shape[1] == 1 < answer.shape[0]",
    "arrays that are stored by columns":
        "any(a.ndim > 1 and not a.flags.c_contiguous for a in arrays)",
    # sizes
    "large numbers": "max(abs(a).max() for a in arrays) > 50",
    "large gradients": "abs(arrays[0]).max() > 300",
    "large targets": "abs(target).max() > 300",
    "large numbers with a small mean":
        "abs(x).max(axis).min() > 5e3 and 0 < abs(x.mean()) < 1",
    "a large gamma": "abs(gamma).max() > 300",
    "small numbers": "abs(x).max() < 0.05",
    "numbers near 500": "450 < x.mean() < 550",
    "quiet tokens": "max(np.ravel(x.std(-1))) < 0.1",
    "undo_two_tokens: quiet tokens": "max(first.std(), second.std()) < 0.1",
    "a quiet token": "x.std() < 0.1",
    "quiet rows": "x.std(-1).max() < 0.02",
    "a constant row": "0 in np.ptp(x, axis=-1)",
    "a quiet vector, small ε": "x.std() < 0.01 and eps < 1e-5",
    "quiet rows, a spread of 10⁻⁶": "1e-7 < x.std() < 1e-5",
    "a spread of 10⁻²⁰": "1e-21 < x.std() < 1e-19",
    "a mean of 20": "18 < x.mean() < 22",
    "a mean of 100": "98 < x.mean() < 102",
    "a mean of 1000": "990 < x.mean() < 1010",
    "a mean of 16384.001": "abs(x.mean() - 16384.001) < 0.01",
    "one row near 10⁶ and one near −10⁶":
        "np.allclose(x.mean(1), [1e6, -1e6], atol=10)",
    "a mean of 10⁸": "abs(x.mean() - 1e8) < 10",
    "a mean beyond 10⁸": "1e8 < x.mean() < 2e8",
    "one row near 10⁸ and one near −10⁸":
        "np.allclose(x.mean(1), [1e8, -1e8], atol=10)",
    "one number far from 2,499 others": f"x.size == 2_500 and {FAR}",
    "norms with a gamma near 300":
        "min(abs(norm_1(x)).max(), abs(norm_2(x)).max()) > 200",
    "steep slopes": "abs(answer).max() > 10",
    "u with a mean near 5": "4 < u.mean() < 6",
    # special numbers
    "a 0 and two equal numbers": "0 in x and len({*x}) < len(x)",
    "a backward pass of zeros": "not answer[1].any() and answer[0].any()",
    "a wrong backward pass": "not np.allclose(*answer)",
    "f(x) = x": "np.array_equal(f(x), x)",
    "the two tokens of the lesson, ε = 0": "eps == 0",
    "i ≠ j": "i != j and len({*x}) == len(x)",
    "i = j": "i == j and len({*x}) == len(x)",
    "two equal numbers at i ≠ j": "i != j and x[i] == x[j]",
    "a number that is in x twice, i = j":
        "i == j and list(x).count(x[i]) == 2",
    "an M of 0": "0 in x @ W1 + b1",
    # logits
    "one-hot targets": "{*np.ravel(target)} == {0, 1} and abs(x).max() < 99",
    "one-hot targets and logits of ±10³":
        "{*np.ravel(target)} == {0, 1} and 500 < abs(x).max() < 5e3",
    "logits of ±10⁴": "5e3 < abs(x).max() < 5e4 and x.min() < 0 < x.max()",
    "two equal and largest of ±10⁴":
        "not np.ptp(np.sort(x)[:, 2:], axis=1).any() and abs(x).max() > 9e3",
    "logits of ±50": "25 < abs(x).max() < 100 and x.min() < 0 < x.max()",
    "logits near 1000": "abs(x - 1000).max() < 20",
    "rows far apart": "np.ptp(x.mean(1)) > 500",
    "m of ±10⁴": "abs(x @ W_gate).max() > 5e3",
    # seeds: the interval is answer[1], the verdict answer[2]
    "six seeds": "len(a) == 6",
    "seven seeds": "len(a) == 7",
    "the same scores": "(a == b).all()",
    "ends near ±0.03":
        "np.allclose(interval(a - b, 0.9), [-0.03, 0.03], atol=0.005)",
    "an end close to 0.02":
        "min(abs(abs(np.array(interval(a - b, 0.9))) - 0.02)) < 0.004",
    "a very wide interval around 0":
        "answer[1][0] < -0.3 and answer[1][1] > 0.3",
    "more": "answer[2] == 1 and answer[0] > 0.02",
    "less": "answer[2] == -1 and answer[0] < -0.02",
    "no difference": "answer[2] == 0",
    "a wide interval around 0":
        "answer[1][0] < -0.05 and answer[1][1] > 0.05 and answer[0] < 1",
    "a small mean, and not sure": "0 < answer[0] < 0.02 and answer[2] == 2",
    "a little more, and not sure": "answer[0] > 0 == answer[2] < "
        "interval(a - b, 0.9)[0]",
    "a little less, and not sure": "answer[0] < 0 == answer[2] > "
        "interval(a - b, 0.9)[1]",
    "a small mean below 0": "-0.02 < answer[0] < 0 and answer[2] == 2",
    "between 90 and 95 percent": "answer[2] == 0 and answer[1][1] > 0.02",
    "nearly more": "answer[2] == 2 and -0.01 < answer[1][0] < 0",
    "scores beyond 1": "a.max() > 1",
    "a little more, and sure": "answer[2] == 1 and answer[0] < 0.02",
    "a little less, and sure": "answer[2] == -1 and answer[0] > -0.02",
}  # fmt: skip


def names(exercise, case):
    """Return what an expression may use."""
    arrays = [arg for arg in case.args if isinstance(arg, np.ndarray)]
    with np.errstate(all="ignore"):
        answer = exercise.reference(*case.args)
    known = {"np": np, "arrays": arrays, "answer": answer}
    known |= {"interval": interval}  # of the course's own comparisons
    known |= {"x": arrays[0]} if arrays else {}
    return known | dict(zip(exercise.parameters, case.args))


@pytest.mark.parametrize(
    "exercise",
    [each for each in every() if not isinstance(each, Question)],
    ids=lambda each: each.name,
)
def test_a_case_is_what_its_note_says(exercise):
    for case in (each for each in exercise.standard if each.note):
        key = f"{exercise.name}: {case.note}"
        assert {key, case.note} & {*SAYS}, f"SAYS needs {case.note!r}"
        expression = SAYS.get(key, SAYS.get(case.note))
        assert eval(expression, names(exercise, case)), (
            f"a learner of {exercise.name} is told “{case.note}”, and "
            f"{expression} is not true of that case: change the case or its "
            "note; if both are right, change SAYS in this file"
        )
