"""The character model: gradients, what it may see, and its stored runs."""

import numpy as np
import pytest

from course_lib.layers import softmax_cross_entropy
from lesson_parts.laboratory import char_model, char_runs
from lesson_parts.laboratory.char_model import BLOCKS_OF, CharModel
from lesson_parts.laboratory.own_parts import own_parts


@pytest.mark.parametrize("kind", BLOCKS_OF)
def test_gradients(kind):
    """Central differences, each parameter along a random direction."""
    model = CharModel(kind, 1, np.float64, blocks=2)
    rng = np.random.default_rng(0)
    numbers, target = rng.integers(60, size=(2, 2, 9))

    def loss():
        return softmax_cross_entropy(model.forward(numbers), target)

    model.backward(loss()[1])
    gradients = {n: dp.copy() for n, dp in model.gradients().items()}
    for name, p in model.parameters().items():
        along = rng.normal(size=p.shape)
        p += 1e-6 * along
        more = loss()[0]
        p -= 2e-6 * along
        numeric = (more - loss()[0]) / 2e-6
        p += 1e-6 * along
        analytic = (gradients[name] * along).sum()
        assert numeric == pytest.approx(analytic, rel=1e-5, abs=1e-8), name


@pytest.mark.parametrize("kind", BLOCKS_OF)
def test_it_does_not_look_ahead(kind):
    """What comes later changes no logits before it, and all behind it."""
    model = CharModel(kind, 1)
    numbers = np.arange(20)[None]
    before = model.forward(numbers)[0]
    numbers[0, 12] = 50
    after = model.forward(numbers)[0]
    np.testing.assert_array_equal(before[:12], after[:12])
    assert (before[12:] != after[12:]).any(axis=1).all()


def test_the_learners_functions_do_the_same():
    functions, _ = own_parts()
    numbers = np.arange(40).reshape(2, 20)
    for kind in BLOCKS_OF:
        model = CharModel(kind, 1)
        logits = model.forward(numbers)
        model.backward(logits)
        dp = {n: p.copy() for n, p in model.gradients().items()}
        own = char_model.with_functions(CharModel(kind, 1), functions)
        np.testing.assert_allclose(own.forward(numbers), logits, atol=1e-4)
        own.backward(logits)
        for name, gradient in own.gradients().items():
            scale = np.abs(dp[name]).max()
            np.testing.assert_allclose(gradient, dp[name], atol=1e-3 * scale)


def test_the_text_is_whole():
    letters, numbers = char_model.text()
    text = "".join(letters[numbers])
    assert text.startswith("CHAPTER I\nDown the Rabbit-Hole\nAlice was ")
    assert text.endswith("and the happy summer days.\n")
    assert len(text) == 142_211


@pytest.mark.parametrize("kind", BLOCKS_OF)
def test_a_stored_run_is_what_the_command_makes(kind):
    """Its first 50 steps; the rate hardly hangs on how many follow."""
    row = char_runs.best(kind)
    model = CharModel(kind, row["seed"])

    def first(steps):
        return (step for step in steps if step < char_runs.PART)

    losses = char_model.train(model, row["lr"], row["seed"], progress=first)
    assert np.mean(losses) == pytest.approx(row["losses"][0], abs=0.01)


def test_the_search_was_open_at_both_ends():
    for kind in BLOCKS_OF:
        rates = [row["lr"] for row in char_runs.rows(kind, "search")]
        assert min(rates) < char_runs.best(kind)["lr"] < max(rates)
        for row in char_runs.at_chosen_rate(kind)[1:]:
            assert row["lr"] == char_runs.best(kind)["lr"]
