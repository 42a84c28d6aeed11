"""Answers that pass in any form, and what is told of those that do not."""

from collections import namedtuple
from functools import partial, wraps

import numpy as np
import pytest

from answer_check.exercise import find
from answer_check.judging.judge import judge
from learner import of_exercises


def edited(name, *edits):
    """Make an answer of the reference, as the bank writes a mistake."""
    source = find(name).source
    return source.made(source.applied([e.split(" → ") for e in edits]))


def always(answer):
    """Return a function that answers so, whatever it is asked."""
    return lambda *asked: answer


# What passes


def average(numbers):
    return numbers.mean()


def layer_norm(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


class Layer:
    def __call__(self, x, gamma, beta, eps):
        return layer_norm(x, gamma, beta, eps)


def of_two(form):
    def mean_and_variance(x, axis):
        mean = x.mean(axis, keepdims=True)
        return form(mean, ((x - mean) ** 2).mean(axis, keepdims=True))

    return mean_and_variance


UP_DOWN = np.array([1.0, -1.0])
PASS = [
    ("average", lambda n: np.array(n.mean())),
    ("average", wraps(average)(lambda *n: average(*n))),
    ("centre", lambda x: x - np.tensordot(
        x, np.ones(x.shape[-1]) / x.shape[-1], 1)[..., None]),
    ("layer_norm", Layer()),
    ("layer_norm", lambda z, g, b, epsilon=1e-5, **more:
     layer_norm(z, g, b, epsilon)),
    ("residual_backward", lambda d, W, g: tuple(map(tuple, (
        d + d @ W.T + g).tolist()))),
    ("mean_and_variance", of_two(namedtuple("Pair", "mean variance"))),
    ("mean_and_variance", of_two(lambda *both: [*both])),
    *(("refute_printed_loss", partial(
        kind, [np.full(3, 1 / 3), np.array([0.1, 0.7, 0.2])]))
      for kind in (list, np.array)),
    # lists, and more units than are needed
    ("spoiling_weights", lambda d: (
        np.hstack([np.eye(d), -np.eye(d), np.ones((d, 2))]).tolist(),
        np.vstack([-np.eye(d), np.eye(d), np.zeros((2, d))]).tolist())),
    # constant, and one of two: no γ and β bring it back
    ("refute_undo", lambda g, b: np.full(2, 0.0 if abs(b) > 1 else 50.0)),
    # a flat tuple of numbers is a token
    ("refute_eps_outside", lambda eps, _: (0.0, eps**0.75)),
    ("refute_printed_jacobian", lambda: (0, 0.2)),
]  # fmt: skip


@pytest.mark.parametrize("name, function", of_exercises(PASS))
def test_an_unusual_answer_passes(name, function):
    verdict = judge(function, find(name))
    assert verdict.passed, verdict.text


# What is said of one that does not


def overwrites(x, function):
    x[...] = function(x)
    return x


def normalized(x, changed):
    mean, std = x.mean(-1, keepdims=True), x.std(-1, keepdims=True)
    return (x - mean) / changed(std)


def shifted(off, floor=0.0):
    """Return softmax cross entropy with `off(logits)` taken off first."""

    def softmax_cross_entropy(logits, target):
        e = np.exp(logits - off(logits))
        p = e / e.sum(-1, keepdims=True)
        loss = -(target * np.log(np.maximum(p, floor))).sum() / len(p)
        return loss, (p - target) / len(p)

    return softmax_cross_entropy


def of_row(function):
    return partial(function, axis=-1, keepdims=True)


EVERY = "a 0 and two equal numbers"
NO_TOKEN = "came is a tuple of 2"

TOLD = [
    ("spoiling_weights", lambda d: (np.eye(4), np.eye(4)),
     "W1 needs a row for each feature of x: 3."),
    ("spoiling_weights", lambda d: (np.tile(np.eye(d), 2), -np.tile(
        np.eye(d), (2, 1))),
     "With your W1 no W2 is right for every token"),
    ("refute_undo", always([1000.0, 2000.0]),
     "For gamma = 500 and beta = 1500 yours has just these"),
    ("refute_undo", lambda g, b: np.full(2, b + 1.0), "within 1 of β"),
    ("refute_undo", lambda g, b: 10 * g * UP_DOWN, "your token is missed by"),
    ("refute_eps_outside", lambda eps, _: (eps**0.75 * UP_DOWN).astype(int),
     "Your array holds integers"),
    ("refute_eps_outside", lambda eps, _: 1e12 + eps**0.75 * UP_DOWN,
     "Next to 1e+12 the numbers of the computer are 0.0001 apart"),
    ("refute_w_for_x_hat", lambda x_hat, dy: np.outer(
        [1, 0], 0 * dy[0].astype(int) + 1), "Your arrays hold integers"),
    *(("refute_eps_outside", lambda eps, _, t=t: t * UP_DOWN * np.sqrt(eps),
       words)
      for t, words in [
          (0.6, "is about √ε"), (3, "2 and 30 times √ε"),
          (21, "2 and 30 times √ε"), (100, "far above √ε")]),
    ("refute_printed_loss", lambda: np.eye(2), "2 answers are expected"),
    ("refute_w_for_x_hat", lambda x_hat, dy: np.full((2, len(dy[0])), 1e-3)
     + [[1], [0]], "The two sums differ most in feature ["),
    *((name, always(answer), words)
      for name in ("refute_eps_outside", "refute_undo")
      for answer, words in [
          ((np.ones(3), np.zeros(3)), NO_TOKEN),
          ((np.ones(1), 0.5), NO_TOKEN),
          (0.5, "You returned one value"),
          ([[1.0, 2.0]], "has more than one axis")]),
    *(("refute_printed_jacobian", always(answer), words)
      for answer, words in [
          (-3.0, "A single number has no off-diagonal"),
          ((np.zeros(2), np.eye(2)), NO_TOKEN),
          ([1.0, 2.0, 3.0], "a variance between 0.5 and 2"),
          ([0.6, -0.6] * 10, "is off by 0.1481 at most"),
          ([1e5 - 1, 1e5 + 1], "only x − μ comes in"),
          ([1.0, 5.0, 9.0], "divided by N·σ as well")]),
    *(("refute_printed_loss", always((worse, better)), words)
      for worse, better, words in [
          ([1.0, 0.0, 0.5], [0.0, 2.0, 0.5], "each must sum to 1"),
          ([0.4, 0.2, 0.4], [0.0, 0.7, 0.2], "each must sum to 1"),
          ([0.0, 0.4, 0.6], [0.1, 0.7, 0.2], "positive: ln 0"),
          ([0.4, 0.2, 0.4], [0.0, 0.7, 0.3], "positive: ln 0"),
          ([0.4, 0.2, 0.4], [-0.1, 0.7, 0.4], "a negative number has no ln"),
          ([0.1, 0.7, 0.2], [0.05, 0.8, 0.15], "overshoots"),
          ([0.25, 0.6, 0.15], [0.2, 0.795, 0.005], "it does not rise"),
          ([0.4, 0.2, 0.4], [0.3, 0.2, 0.5], "the third one, [2]")]),
    ("revealing_case", edited("revealing_case", "gamma, beta = rng.normal("
                              "size=(2, 3)) → gamma = 1 + 1e-8 * np.arange("
                              "3); beta = rng.normal(size=3)"),
     "dx without γ (γ is 1 within 2e-08, off by"),
    ("revealing_case", edited("revealing_case", "beta, dy → beta, 1e-9 * dy"),
     "On your case the right dx is"),
    ("average", lambda n: sum(set(n.tolist())) / len(set(n.tolist())), EVERY),
    ("centre", lambda x: x - x.mean(axis=-1, keepdims=True),
     "you used `mean`"),
    ("centre", partial(overwrites, function=find("centre").reference),
     "changes its input x."),
    ("centre",
     lambda x: x - np.add.reduce(x, -1, keepdims=True) / x.shape[-1],
     "do without"),
    ("feed_forward",
     lambda x, W1, b1, W2, b2: np.einsum("...i,ji->...j", x, W1) + b1,
     "meets shapes that do not fit: (2,2) and (2,3)."),
    ("standardize", lambda x: find("standardize").reference(
        x / x.max(axis=-1, keepdims=True)), "integers"),
    ("jacobian_by_columns",
     lambda f, x, h: find("jacobian_by_columns").reference(f, x, h).astype(
         f(x).dtype), "cuts fractions off"),
    ("standardize", partial(normalized, changed=lambda std: std + 1e-10),
     "a spread of 10⁻⁶"),
    *(("standardize", partial(
        normalized, changed=lambda std, low=low: np.where(std < low, 1, std)),
       "a spread of 10⁻²⁰") for low in (1e-8, 1e-12, 1e-15)),
    ("mean_and_variance",
     edited("mean_and_variance", "x.mean(axis → x.mean(dtype='f4', axis"),
     "agrees in about 7 digits only"),
    ("judge", edited("judge", "inner_low >= -0.02 and inner_high <= 0.02 → "
     "-0.02 < inner_low < inner_high < 0.02"), "wrong for the same scores"),
    ("softmax_cross_entropy",
     edited("softmax_cross_entropy",
            "return loss → return loss + 0 * np.sum(target * np.log(target))"),
     "It is wrong for one-hot targets, for one-hot targets and logits"),
    *(("softmax_cross_entropy", shifted(off, floor), f"Not yet. {words}")
      for off, floor, words in [
          (np.max, 0, "You took one number off for all rows"),
          (np.min, 0, "You took one number off for all rows"),
          (of_row(np.max), 1e-12, "You kept the logarithm away from 0 with"),
          (of_row(np.max), 1e-15, "You kept the logarithm away from 0 with"),
          (of_row(np.max), 1e-300,
           "It is wrong for logits of ±10⁴, for two equal and")]),
]  # fmt: skip


@pytest.mark.parametrize("name, function, words", of_exercises(TOLD))
def test_a_wrong_answer_is_told_for_what_it_is(name, function, words):
    verdict = judge(function, find(name))
    assert not verdict.passed and words in verdict.text, verdict.text
