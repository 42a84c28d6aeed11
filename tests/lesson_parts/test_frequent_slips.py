"""Frequent slips, as learners write them, and the words that name each.

A slip that comes to what a listed mistake does is not repeated here:
test_exercises.py judges every listed one.
"""

import sys

import pytest

from answer_check.exercise import find
from answer_check.judging import one_change
from answer_check.judging.judge import judge

JUDGE = """
    groups = np.array([*np.ndindex((2,) * len(a))])[1:]
    means = np.sort(groups @ (a - b) / groups.sum(axis=1))
    k, n = len(means) // 40, len(means) // 20
    low, high, l2, h2 = means[k - 1], means[-k], means[n - 1], means[-n]
    even = max(-l2, h2) - 0.03 <= 0.02
    v = 1 if low > 0 else -1 if high < 0 else 0 if even else 2
    return (a - b).mean(), [low, high], v"""
TOKENS = "at = dict(axis=-1, keepdims=True); t = tuple(range(x.ndim - 1))"
SOFTMAX = """z = logits - logits.max(-1, keepdims=True)
    lp = z - np.log(np.exp(z).sum(-1, keepdims=True)); p = np.exp(lp)"""
GELU = "m = x @ W1 + b1\n    phi = {}\n    return {} @ W2 + b2"
FORWARD = "dx_so_far + dy + "

SLIPS = [
    # along one axis this looks like a variance that lost its axis
    ("mean_and_variance", """m = x.mean(axis, keepdims=True)
    return m, ((x - m)**2).mean(0)""", "single number); expected is (1,)."),
    ("residual_backward", "return dx_so_far + dy + dy.T @ W.T",
     "mixes shapes that do not fit"),
    *(("layer_norm", f"""{TOKENS}
    h = (x - x.mean(**at)) / np.sqrt(x.var(**at) + eps)
    return {made}""", words) for made, words in [
        ("gamma[:, None] * h + beta[:, None]", "gamma and beta go by token."),
        ("h @ gamma + beta", "weighted by gamma"),
    ]),
    *(("residual_backward", f"return {made}", words) for made, words in [
        (f"{FORWARD} (W.T @ dy.T).T", "comes to dy @ W. "),
        (f"{FORWARD} W.T", "`W.T` stands alone."),
        (f"{FORWARD} dy * W.T", "entry by entry"),
        (f"{FORWARD} dy * W", "entry by entry"),
        (f"({FORWARD} dy @ W.T) / 2", "with dy = 0, what came so far stays"),
    ]),
    ("jacobian_by_columns", """J = np.zeros((len(x), len(f(x))))
    for j, e in enumerate(h * np.eye(len(x))):
        J[:, j] = (f(x + e) - f(x - e)) / (2 * h)
    return J""", "rows and columns are exchanged"),
    ("feed_forward", """m = np.dot(W1, x) + b1
    h = np.maximum(m, 0)
    return np.dot(W2, h) + b2""",
     "Look at lines 2 and 4: with one change in each of them it is right."),
    ("hidden_backward", """dm = dhidden * hidden.astype(int)
    return x.T @ dm, dm.sum(axis=0)""",
     "Look at line 2: with one change there it is right."),
    ("training_step", """output = (gamma * x_hat + beta) @ W
    doutput = 2 * (output - target) / output.size
    dy = doutput @ W.T
    grads = dy * x_hat, dy, (gamma * x_hat + beta).T @ doutput
    return tuple(p - lr * g for p, g in zip((gamma, beta, W), grads))""",
     "Look at line 5: with one change there gamma is right."),
    ("judge", JUDGE,
     "difference and interval are right. Look at line 6: with one"),
    ("softmax_cross_entropy", f"""{SOFTMAX}
    return -(target * lp).sum() / len(p), (p - target) / p.size""",
     "loss is right. Look at line 4: with one change there it is right."),
    ("standardize", "return ((x.T - x.mean(-1)) / x.std(-1)).T",
     "`.T` turns all axes round"),
    ("residual_backward", """dx = dx_so_far[:]
    dx += dy + dy @ W.T
    return dx""", "`dx` is no copy of dx_so_far: both are the same numbers"),
    ("gated_backward", """m, up = x @ W_gate, x @ W_up
    s = 1 / (1 + np.exp(-m)); gate = m * s; hidden = gate; hidden *= up
    d = dy @ W_down.T; dup = d * gate; dm = d * up * s * (1 + m * (1 - s))
    return (dm @ W_gate.T + dup @ W_up.T, x.T @ dm, x.T @ dup,
            hidden.T @ dy)""",
     "something is read whose numbers are changed later on"),
]  # fmt: skip


@pytest.mark.parametrize("name, body, words", SLIPS)
def test_a_frequent_slip_has_its_name(name, body, words, cell, monkeypatch):
    monkeypatch.setattr(
        one_change, "SECONDS", 60
    )  # a busy machine finds it, too
    arguments = ", ".join(find(name).parameters)
    text = f"def {name}({arguments}):\n    {body.strip()}\n"
    verdict = judge(cell(text)[name], find(name))
    assert not verdict.passed and words in verdict.text, verdict.text


def test_the_line_that_calls_itself_is_told(tmp_path):
    """However deep it may go, and wherever it ends."""
    file = tmp_path / "cell.py"
    file.write_text(
        "def average(numbers):\n"
        "    sys.setrecursionlimit(10**9)\n"
        "    return average([*numbers, 0])\n"
    )
    namespace = {"sys": sys}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    verdict = judge(namespace["average"], find("average"))
    assert "Line 3 (`return average(" in verdict.text, verdict.text
