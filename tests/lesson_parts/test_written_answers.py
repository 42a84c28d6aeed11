"""Answers as learners write them, and what each of them is told.

An answer that comes to what a listed mistake does is not repeated here:
test_exercises.py judges every listed one.
"""

import textwrap

import pytest

from answer_check.exercise import find
from answer_check.judging.judge import judge

SUMS = "(dy * h).sum(axis=axes), dy.sum(axis=axes)"
BACK = (
    "s = np.sqrt(x.var(-1, keepdims=True) + eps)\n"
    "h = (x - x.mean(-1, keepdims=True)) / s\n"
    "dh = dy * gamma\n"
    "along = h * (dh * h).mean(-1, keepdims=True)\n"
    "dx = (dh - dh.mean(-1, keepdims=True) - along) / s\n"
    "axes = tuple(range(x.ndim - 1))\n"
    f"return dx, {SUMS}"
)
RMS = (
    "r = np.sqrt((x * x).mean(-1, keepdims=True) + eps)\n"
    "h, dh = x / r, dy * gamma\n"
    "n = x.shape[-1]\n"
    "return {dx}, (dy * h).sum(axis=tuple(range(x.ndim - 1)))"
)
HATS = "".join(
    f"{hat} = ({token} - {token}.mean()) / np.sqrt({token}.var() + eps)\n"
    for hat, token in (("a", "first"), ("b", "second"))
)
SOFTMAX = (
    "z = logits - {}\n"
    "log_p = z - np.log(np.exp(z).sum(-1, keepdims=True))\n"
    "loss = -(target * log_p).sum() / len(logits)\n"
    "return loss, (np.exp(log_p) - target) / len(logits)"
)
MAX = "logits.max(-1, keepdims=True)"
REFUSED = [
    ("rms_norm", "h = np.float32(x)\n"
     "mean = (h * h).mean(-1, keepdims=True)\n"
     "return gamma * (h / np.sqrt(mean + np.float32(eps)))", "float32"),
    ("centre", "total = 0\nfor k in range(x.shape[-1]):\n"
     "    total = total + x[..., k]\n"
     "return x - total[..., None] / x.shape[-1]", "without weights"),
]  # fmt: skip
TOLD = [
    # a slip that matches by inf and nan alone
    *(("softmax_cross_entropy", SOFTMAX.format(off), "not the row's largest")
      for off in ("logits.mean(-1, keepdims=True)", "logits[:, :1]",
                  "np.median(logits, -1, keepdims=True)", MAX + " / 2")),
    ("layer_norm_backward",
     BACK.replace("(x - x.mean(-1, keepdims=True)) / s", "x / s")
     .replace(" - dh.mean(-1, keepdims=True)", ""), "dbeta is right."),
    *(("mean_and_variance", f"mean = {mean}\n"
       "return mean, ((x - mean) ** 2).mean(axis)", "The axis is lost")
      for mean in ("x.mean(axis=axis)", "np.mean(x, axis)")),
    *(("undo_two_tokens", HATS + f"gamma = (first {above} second) "
       f"/ (a {below} b)\nreturn gamma, first - gamma * a", words)
      for above, below, words in (
          ("-", "+", "Look at line 4: with one"),
          ("+", "-", "Look at line 4: with one"),
          ("+", "+", "sum over sum, or mean over mean"))),
]  # fmt: skip
NOT_SAID = (
    "Our formula", "places that do not", "Μ ", " X ", " Dy ", "as an array.",
    "off by nan", "that is RMSNorm's", "(x - mean) / std", "var / (var + eps)",
)  # fmt: skip


@pytest.fixture
def verdict(cell):
    """Judge a body under the exercise's own head."""

    def judged(name, body):
        exercise = find(name)
        head = f"def {name}({', '.join(exercise.parameters)}):\n"
        answer = cell(head + textwrap.indent(body, "    "))[name]
        return judge(answer, exercise)

    return judged


@pytest.mark.parametrize("name, body, words", [*REFUSED, *TOLD])
def test_a_wrong_answer_is_refused_and_told(name, body, words, verdict):
    told = verdict(name, body)
    assert not told.passed and words in told.text, told.text
    assert not any(each in told.text for each in NOT_SAID), told.text


RIGHT = [
    ("layer_norm_backward", BACK),
    ("rms_norm_backward", RMS.format(
        dx="dh / r - (dh * x).sum(-1, keepdims=True) / r**2 * x / (n * r)")),
    ("softmax_cross_entropy", SOFTMAX.format(MAX)),
    ("centre", "n = x.shape[-1]\nreturn x - x @ np.ones((n, n)) / n"),
    ("centre", "n = x.shape[-1]\n"
     'return x - np.einsum("...i,i->...", x, np.ones(n))[..., None] / n'),
]  # fmt: skip


@pytest.mark.parametrize("name, body", RIGHT)
def test_a_right_answer_passes(name, body, verdict):
    told = verdict(name, body)
    assert told.passed, told.text
