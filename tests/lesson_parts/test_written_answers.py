"""Answers as learners write them, and what each of them is told.

An answer that comes to what a listed mistake does is not repeated here:
test_exercises.py judges every listed one.
"""

import inspect
import textwrap

import pytest

from answer_check.exercise import find
from answer_check.judging import one_change
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
NORM = """mean = x.mean({axis}, keepdims=True)
    std = x.std({axis}, ddof={ddof}, keepdims=True)
    return gamma * (x - mean) / {below} + beta"""
TWO_D = """N, D = x.shape
    rstd = 1 / np.sqrt(x.var(1, keepdims=True) + eps)
    h = (x - x.mean(1, keepdims=True)) * rstd; g = dy * gamma
    dx = g - g.mean(1, keepdims=True) - h * (g * h).{mean}(1, keepdims=True)
    return rstd * dx, (dy * {of}).sum(0), dy.sum(0)"""
SHARES = """e = np.exp(logits); p = e / e.sum(axis=1, keepdims=True)
    return {loss}, {slope}"""
LOSS = "-(target * np.log(p)).sum()"
UNPACKS = "unpacks more or fewer values than there are."
N_1, OUTSIDE = (
    "You divided by N − 1.",
    "You added ε to σ, outside of the root.",
)

JUDGE = """
    groups = np.array([*np.ndindex((2,) * len(a))])[1:]
    means = np.sort(groups @ (a - b) / groups.sum(axis=1))
    k, n = len(means) // 40, len(means) // 20
    low, high, l2, h2 = means[k - 1], means[-k], means[n - 1], means[-n]
    even = max(-l2, h2) - 0.03 <= 0.02
    v = 1 if low > 0 else -1 if high < 0 else 0 if even else 2
    return (a - b).mean(), [low, high], v"""
TOKENS = "at = dict(axis=-1, keepdims=True); t = tuple(range(x.ndim - 1))"
LOG_P = """z = logits - logits.max(-1, keepdims=True)
    lp = z - np.log(np.exp(z).sum(-1, keepdims=True)); p = np.exp(lp)"""
FORWARD = "dx_so_far + dy + "

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
    # words of PyTorch
    *(("rms_norm", f"return x.{call}", words) for call, words in [
        ("mean(dim=-1)", "In NumPy it is `axis=`."),
        ("mean(-1, keepdim=True)", "In NumPy it is `keepdims=`."),
        ("pow(2)", "here a power is `**`."),
        ("view(-1)", "In NumPy it is `.reshape`.")]),
]  # fmt: skip
NOT_SAID = (
    "Our formula", "places that do not", "Μ ", " X ", " Dy ", "as an array.",
    "off by nan", "that is RMSNorm's", "(x - mean) / std", "var / (var + eps)",
)  # fmt: skip

SLIPS = [
    # along one axis this looks like a variance that lost its axis
    ("mean_and_variance", """m = x.mean(axis, keepdims=True)
    return m, ((x - m)**2).mean(0)""",
     "(a single number); expected is (1,). mean is right."),
    ("residual_backward", "return dx_so_far + dy + dy.T @ W.T",
     "meets shapes that do not fit"),
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
     "Look at line 2: with one change there dW1 and db1 are right."),
    ("training_step", """output = (gamma * x_hat + beta) @ W
    doutput = 2 * (output - target) / output.size
    dy = doutput @ W.T
    grads = dy * x_hat, dy, (gamma * x_hat + beta).T @ doutput
    return tuple(p - lr * g for p, g in zip((gamma, beta, W), grads))""",
     "Look at line 5: with one change there gamma is right."),
    ("judge", JUDGE,
     "difference and interval are right. Look at line 6: with one"),
    ("softmax_cross_entropy", f"""{LOG_P}
    return -(target * lp).sum() / len(p), (p - target) / p.size""",
     "loss is right. Look at line 4: with one change there dlogits is right."),
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

TWO_THINGS = [  # the exercise, the answer, what is told, and what is not
    ("layer_norm", NORM.format(axis=-1, ddof=1, below="(std + eps)"),
     ["Two things.", N_1, OUTSIDE], "Besides"),  # The Annotated Transformer
    ("layer_norm", NORM.format(axis=1, ddof=1, below="np.sqrt(std**2 + eps)"),
     [N_1, "but for a 3-D input something else is wrong."], OUTSIDE),
    ("layer_norm_backward", TWO_D.format(mean="sum", of="h"),
     ["You took the sum of dx̂·x̂", UNPACKS], "dgamma from y"),
    ("layer_norm_backward", TWO_D.format(mean="mean", of="y"),
     ["You computed dgamma from y", UNPACKS], "dx̂·x̂"),
    ("softmax_cross_entropy", SHARES.format(
        loss=f"{LOSS} / p.size", slope="(p - target) / p.size"),
     ["number of entries instead of rows", "for logits of ±10⁴"], "Two"),
    ("softmax_cross_entropy", """p = np.exp(logits)
    p = p / p.sum(1, keepdims=True); n = np.arange(len(p))
    return -np.log(p[n, target]).mean(), p""",
     ["You took target for the numbers of the classes."], "Besides"),
    ("numerical_gradient", """g = np.zeros_like(x)
    for i in range(len(x)):
        b = x.copy(); b[i] += h
        g[i] = (f(b) - f(x)) / h
    return g""", ["You took the forward difference", "You stepped whole rows",
                  "Besides, for integers"], "Third"),
    # What coincides in one size alone is no mistake.
    ("centre", "return x @ (np.eye(4) - 0.25)", ["meets shapes"], "`*`"),
    ("standardize", """m = x.mean(0, keepdims=True)
    return (x - m) / x.std(0, ddof=1, keepdims=True)""",
     ["N − 1 inside", "along axis 0"], "length of the deviations"),
    ("feed_forward_backward", """m = x @ W1 + b1; h = np.maximum(m, 0)
    d = (m > 0) * (dy @ W2.T)
    return d @ W1.T, x.T @ d / len(x), d.sum(0), dy.T @ h, dy.sum(0)""",
     ["dW2 is transposed", "dW1 is wrong, too"], "dW1 and dW2"),
    ("training_step", """y = gamma * x_hat + beta; e = y @ W - target
    d = e / len(e); b = d @ W.T
    return (gamma - lr * (b * x_hat).sum(0), beta - lr * b.sum(0),
            W - lr * y.T @ d)""",
     ["another factor than 2", "number of tokens"], "Besides"),
    ("jacobian_entry", """s = x.std(ddof=1) + eps; h = (x - x.mean()) / s
    return ((i == j) - 1 / x.size - h[i] * h[j] / x.size) / s""",
     ["by N − 1", "added ε to σ"], "Besides"),
    # wrong in several special cases, so none of them is the place
    ("softmax_cross_entropy", SHARES.format(
        loss="-(target * np.log(p + 1e-9)).sum() / len(p)",
        slope="p - target"),
     ["dlogits is not divided", "Besides, loss is wrong, too."], "integers"),
    # of two that overlap one is made in the other's words
    ("encoder_block", """y = x + norm_2(attention(x))
    return y + norm_1(feed_forward(y))""",
     ["norms have changed places", "each branch before"], "Besides"),
    ("jacobian_entry", """h = (x - x.mean()) / np.sqrt(x.var() + eps)
    s = (x[0] - x.mean()) / h[0]
    return 1 / s if i == j else (h[i] * h[j] - 1) / s / x.size""",
     ["You added x̂_i x̂_j/N"], "put 1 for"),
    # what is said of dγ and dβ is true of both
    ("training_step", """y = gamma * x_hat + beta
    d = 2 * (y @ W - target) / len(target); dy = d @ W.T
    return (gamma - lr * (dy * x_hat).sum(0), beta - lr * dy.mean(0),
            W - lr * y.T @ d)""",
     ["number of tokens", "Besides, beta is wrong, too"], "averaged dγ"),
    # a case with tiny numbers bears nothing out
    ("rms_norm_backward", RMS.replace(" + eps", "").format(
        dx="(dh - h * (dh * h).mean(-1, keepdims=True) / n) / r"),
     ["You left `eps` out", "Besides, dx is wrong, too"], "elsewhere"),
    ("centre", """n = x.shape[-1]; part = np.zeros((n, n), x.dtype)
    part[...] = 1 / n
    return (x.reshape(-1, n) @ (np.eye(n, dtype=x.dtype) - part)).squeeze()""",
     ["Your answer has shape"], "numbers are right"),
]  # fmt: skip
RIGHT = [
    ("layer_norm_backward", BACK),
    ("rms_norm_backward", RMS.format(
        dx="dh / r - (dh * x).sum(-1, keepdims=True) / r**2 * x / (n * r)")),
    ("softmax_cross_entropy", SOFTMAX.format(MAX)),
    ("centre", "n = x.shape[-1]\nreturn x - x @ np.ones((n, n)) / n"),
    ("centre", "n = x.shape[-1]\n"
     'return x - np.einsum("...i,i->...", x, np.ones(n))[..., None] / n'),
]  # fmt: skip


@pytest.fixture
def verdict(cell, monkeypatch):
    """Judge a body under the exercise's own head."""
    monkeypatch.setattr(one_change, "SECONDS", 60)  # on a busy machine, too

    def judged(name, body):
        exercise = find(name)
        head = f"def {name}({', '.join(exercise.parameters)}):\n"
        body = textwrap.indent(inspect.cleandoc(body), "    ")
        return judge(cell(head + body)[name], exercise)

    return judged


@pytest.mark.parametrize("name, body, words", [*REFUSED, *TOLD, *SLIPS])
def test_a_wrong_answer_is_refused_and_told(name, body, words, verdict):
    told = verdict(name, body)
    assert not told.passed and words in told.text, told.text
    assert not any(each in told.text for each in NOT_SAID), told.text


@pytest.mark.parametrize("name, body, told, not_told", TWO_THINGS)
def test_a_second_thing_hides_no_listed_mistake(
    name, body, told, not_told, verdict
):
    text = verdict(name, body).text
    assert all(words in text for words in told), text
    assert not_told not in text, text


def test_rows_behind_the_first_ten_are_looked_at():
    """Where there are fewer tokens than features, none of them is."""
    exercise = find("layer_norm_backward")

    def of_ten(dy, x, y, gamma, eps):
        dx, *_ = exercise.reference(dy, x, y, gamma, eps)
        return dx, *exercise.reference(dy[:10], x[:10], y, gamma, eps)[1:]

    assert not judge(of_ten, exercise).passed


@pytest.mark.parametrize("name, body", RIGHT)
def test_a_right_answer_passes(name, body, verdict):
    told = verdict(name, body)
    assert told.passed, told.text
