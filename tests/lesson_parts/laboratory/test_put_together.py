"""The learner's own functions are found, shown, and really do the work."""

import numpy as np
import pytest
from lesson_parts.laboratory.digits_stack import VARIANTS, DigitsStack

from answer_check import progress
from answer_check.exercise import find
from course_lib.layers import softmax_cross_entropy
from lesson_parts.laboratory.put_together import (
    PARTS,
    describe_parts,
    own_parts,
    put_together,
)

RELU = """\
def feed_forward(x, W1, b1, W2, b2):
    return np.maximum(0, x @ W1 + b1) @ W2 + b2
"""
RNG = np.random.default_rng(3)
X, DIGIT = RNG.uniform(-1, 1, (6, 64)), RNG.integers(0, 10, 6)


def both(variant, functions):
    """Return the course's model, and one of equal weights put together."""
    ours, own = (
        DigitsStack(variant, 3, rng=5, dtype=np.float64) for _ in range(2)
    )
    return ours, put_together(own, functions)


def test_own_source_is_found_and_shown_if_it_is_right():
    ours = {name: find(name).reference for name in PARTS}
    progress.remember("feed_forward", RELU.replace("maximum", "minimum"))
    assert own_parts() == (ours, [])
    assert describe_parts().count("the course’s") == len(PARTS)
    progress.remember("feed_forward", RELU)
    functions, own = own_parts()
    mine = functions.pop("feed_forward")
    assert own == ["feed_forward"] == [mine.__name__]
    assert ours == functions | {"feed_forward": find("feed_forward").reference}
    said = describe_parts()
    assert said.count("the course’s") == 3 and said.count("yours") == 1
    assert said.endswith(RELU.rstrip())


def test_each_block_calls_each_function_of_the_learner():
    for name in PARTS:
        head, body = find(name).solution.split("\n", 1)
        counted = f"calls = []\n\n{head}\n    calls.append(1)\n{body}"
        progress.remember(name, counted)
    functions, own = own_parts()
    assert own == list(PARTS)
    _, model = both("post-norm", functions)
    calls = {n: f.__globals__["calls"] for n, f in functions.items()}
    for each in calls.values():
        each.clear()  # those of the check
    _, dlogits = softmax_cross_entropy(model.forward(X), DIGIT)
    forward = {name: len(each) for name, each in calls.items()}
    assert forward == {n: 0 if n.endswith("backward") else 3 for n in PARTS}
    model.backward_step(dlogits, 0.1)
    assert {len(each) for each in calls.values()} == {3}


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_agrees_with_the_course(variant):
    def same(own, ours):
        np.testing.assert_allclose(own, ours, rtol=1e-8, atol=1e-12)

    ours, own = both(variant, own_parts()[0])
    for _ in range(3):  # logits and gradients, and then the stepped weights
        expected = ours.forward(X)
        same(own.forward(X), expected)
        _, dlogits = softmax_cross_entropy(expected, DIGIT)
        same(*(m.backward_step(dlogits, 0.1) for m in (own, ours)))
    assert own.parameters().keys() == ours.parameters().keys()
    for name, p in ours.parameters().items():
        same(own.parameters()[name], p)


def test_without_a_forward_it_refuses_to_go_back():
    _, own = both("post-norm", own_parts()[0])
    with pytest.raises(RuntimeError, match="forward"):
        own.backward(np.zeros((6, 10)))
