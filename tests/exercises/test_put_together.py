"""The learner's own functions are found, shown, and really do the work."""

import inspect

import numpy as np
import pytest

from course_lib.exercises import progress
from course_lib.exercises.exercise import find
from course_lib.exercises.put_together import (
    PARTS,
    describe_parts,
    own_parts,
    put_together,
)
from course_lib.layers import softmax_cross_entropy
from course_lib.training.classifier import VARIANTS, Classifier

RELU = """\
calls = []

def feed_forward(x, W1, b1, W2, b2):
    calls.append(x.shape)
    return np.maximum(0, x @ W1 + b1) @ W2 + b2
"""


def counting(name):
    """Return the solution's source, with a list of its calls."""
    source = inspect.getsource(find(name).reference)
    head, body = source.split("\n", 1)
    return f"calls = []\n\n{head}\n    calls.append(1)\n{body}"


def batch():
    rng = np.random.default_rng(3)
    return rng.uniform(-1, 1, (6, 64)), rng.integers(0, 10, 6)


def both(variant, functions):
    """Return the course's model, and one of equal weights put together."""
    ours, own = (
        Classifier(variant, 3, rng=5, dtype=np.float64) for _ in range(2)
    )
    return ours, put_together(own, functions)


def test_with_nothing_done_the_course_stands_in():
    functions, own = own_parts()
    assert own == []
    assert functions == {name: find(name).reference for name in PARTS}
    assert describe_parts().count("the course’s") == len(PARTS)


def test_own_source_is_found_and_shown():
    progress.remember("feed_forward", RELU)
    functions, own = own_parts()
    assert own == ["feed_forward"]
    assert functions["feed_forward"] is not find("feed_forward").reference
    said = describe_parts()
    assert said.count("the course’s") == 3 and said.count("yours") == 1
    assert said.endswith(RELU.rstrip())


@pytest.mark.parametrize(
    "wrong",
    [
        RELU.replace("np.maximum(0, x @ W1 + b1)", "np.abs(x @ W1 + b1)"),
        "def feed_forward(x, W1, b1, W2, b2):\n    return 1 / 0\n",
        "def feed_forward(",
    ],
)
def test_wrong_source_is_not_trusted(wrong):
    progress.remember("feed_forward", wrong)
    functions, own = own_parts()
    assert own == []
    assert functions["feed_forward"] is find("feed_forward").reference
    assert "yours" not in describe_parts()


def test_each_block_calls_each_function_of_the_learner():
    for name in PARTS:
        progress.remember(name, counting(name))
    functions, own = own_parts()
    assert own == list(PARTS)
    _, model = both("post-norm", functions)
    calls = {n: f.__globals__["calls"] for n, f in functions.items()}
    for each in calls.values():
        each.clear()  # those of the check
    x, digit = batch()
    _, dlogits = softmax_cross_entropy(model.forward(x), digit)
    forward = {name: len(each) for name, each in calls.items()}
    assert forward == {n: 0 if n.endswith("backward") else 3 for n in PARTS}
    model.backward_step(dlogits, 0.1)
    assert {len(each) for each in calls.values()} == {3}


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_agrees_with_the_course(variant):
    ours, own = both(variant, own_parts()[0])
    x, digit = batch()
    for _ in range(3):  # logits and gradients, and then the stepped weights
        expected = ours.forward(x)
        logits = own.forward(x)
        np.testing.assert_allclose(logits, expected, rtol=1e-9, atol=1e-12)
        _, dlogits = softmax_cross_entropy(expected, digit)
        np.testing.assert_allclose(
            own.backward_step(dlogits, 0.1),
            ours.backward_step(dlogits, 0.1),
            rtol=1e-8,
            atol=1e-12,
        )
    for name, p in ours.parameters().items():
        np.testing.assert_allclose(
            own.parameters()[name], p, rtol=1e-8, atol=1e-12, err_msg=name
        )


def test_another_function_gives_other_logits():
    """So that agreement above is not that of two unused functions."""
    functions = own_parts()[0] | {
        "feed_forward": lambda x, W1, b1, W2, b2: 2 * x
    }
    ours, own = both("no norm", functions)
    x, _ = batch()
    expected = ours.head.forward(27 * x)  # x + 2 x, three times
    np.testing.assert_allclose(own.forward(x), expected, rtol=1e-12)


def test_without_a_forward_it_refuses_to_go_back():
    _, own = both("post-norm", own_parts()[0])
    with pytest.raises(RuntimeError, match="forward"):
        own.backward(np.zeros((6, 10)))
