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
LAYER = f"""{TOKENS}
    r = 1 / np.sqrt(x.var(**at) + eps); c = x - x.mean(**at); h = c * r
    g = dy * gamma"""
SOFTMAX = """z = logits - logits.max(-1, keepdims=True)
    lp = z - np.log(np.exp(z).sum(-1, keepdims=True)); p = np.exp(lp)"""
GELU = "m = x @ W1 + b1\n    phi = {}\n    return {} @ W2 + b2"
FORWARD = "dx_so_far + dy + "

SLIPS = [
    *(("layer_norm", f"""k = dict(axis=-1, keepdims=True)
    return (x - x.mean(**k)) / np.sqrt(x.var(**k) + eps) {end}""", words)
      for end, words in [("+ beta", "You forgot to multiply by gamma"),
                         ("* gamma", "You forgot to add beta")]),
    ("layer_norm", """k = dict(axis=-2, keepdims=True)
    return gamma * (x - x.mean(**k)) / np.sqrt(x.var(**k) + eps) + beta""",
     "You averaged over the tokens"),
    ("mean_and_variance", """m = x.mean(axis)[..., None]
    return m, ((x - m)**2).mean(axis)[..., None]""", "at the end"),
    # along one axis this looks like a variance that lost its axis
    ("mean_and_variance", """m = x.mean(axis, keepdims=True)
    return m, ((x - m)**2).mean(0)""", "single number); expected is (1,)."),
    ("centre", """N = len(x)
    return x @ (np.eye(N) - np.ones((N, N)) / N)""", "Your N is the number"),
    ("residual_backward", "return dx_so_far + dy + dy.T @ W.T",
     "mixes shapes that do not fit"),
    *(("layer_norm", f"""{TOKENS}
    h = (x - x.mean(**at)) / np.sqrt(x.var(**at) + eps)
    return {made}""", words) for made, words in [
        ("gamma[:, None] * h + beta[:, None]", "gamma and beta go by token."),
        ("h @ gamma + beta", "weighted by gamma"),
    ]),
    ("rms_norm", "return gamma[:, None] * x / np.sqrt((x**2).mean(-1, "
     "keepdims=True) + eps)", "Your gamma goes by token."),
    ("refute_undo", "return beta - gamma - 1, beta + gamma + 1",
     "misses by exactly 1"),
    ("refute_w_for_x_hat", "return np.full(4, 2.0), np.ones(4)",
     "Their size comes from x_hat"),
    *(("residual_backward", f"return {made}", words) for made, words in [
        (f"{FORWARD} (W.T @ dy.T).T", "comes to dy @ W, not dy @ W.T"),
        (f"{FORWARD} W.T", "`W.T` stands alone; `dy @ W.T` was asked."),
        (f"{FORWARD} dy * W.T", "entry by entry"),
        (f"{FORWARD} dy * W", "entry by entry"),
        (f"({FORWARD} dy @ W.T) / 2", "with dy = 0, what came so far stays"),
    ]),
    ("encoder_block", """def f(z):
        return f(norm_1(z + attention(z)))
    return f(x)""", "calls itself without an end."),
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
     "Look at line 5: with one change there gamma is right. After that, beta "
     "is still to be mended."),
    ("encoder_block",
     "return norm_2(x + norm_1(attention(x)) + feed_forward(x))",
     "calls `feed_forward` with `x`, and ours with what `norm_1` returned."),
    ("judge", JUDGE,
     "difference and interval are right. Look at line 6: with one"),
    ("rms_norm", """r = (x * x).mean(-1, keepdims=True)
    return gamma * x / np.where(r == 0, eps, np.sqrt(r))""",
     "You took ε as the least root mean square."),
    ("rms_norm", "return gamma * (x + eps) / np.sqrt((x * x).mean(-1, "
     "keepdims=True))", "twice the x with four times the ε changes nothing"),
    ("layer_norm", """m = x.mean(-1, keepdims=True)
    v = (x ** 2).mean(-1, keepdims=True) - m
    return gamma * (x - m) / np.sqrt(v + eps) + beta""",
     "Look at line 3: with one change there it is right in the plain cases."),
    ("feed_forward", """m = x @ W1 + b1
    return np.clip(m, 0, 6) @ W2 + b2""",
     "wrong for large numbers, for a 4-D input, and right elsewhere."),
    ("jacobian_entry", """N, s = len(x), np.sqrt(x.var() + eps)
    h = (x - x.mean()) / s
    return (N * (i == j) - 1 - h[i - 1] * h[j - 1]) / (N * s)""",
     "Look at line 4: with one"),
    ("standardize", """z = np.array(x, dtype=np.float32)
    x = z - z.mean(-1, keepdims=True)
    return x / np.sqrt((x**2).mean(-1, keepdims=True))""",
     "Look at line 2, where only about 7 digits are kept: with one"),
    ("jacobian_entry", """s = np.sqrt(x.var() + eps)
    h = (x - x.mean()) / s
    if i == j: return (1 - 1 / len(x)) / s
    return (-1 / len(x) - h[i] * h[j] / len(x)) / s""",
     "You left out −x̂_i²/N on the diagonal."),
    ("layer_norm_backward", f"""{LAYER}
    dx = r * (g - g.mean(**at) - h * h * g.mean(**at) * 2)
    return dx, (dy * h).sum(t), g.sum(t)""",
     "You multiplied dbeta by γ."),
    ("training_step", """y = gamma * x_hat + beta
    output = y @ W
    doutput = 2 * (output - target) / output.size
    dW = y.T @ doutput
    n = W.shape[1]
    dy = n * doutput @ W.T
    return (gamma - lr * (dy * x_hat).sum(0), beta - lr * dy.sum(0),
            W - n * lr * dW)""",
     "line 7: with one change there gamma and beta are right."),
    ("jacobian_by_columns", """x = np.array(x, float); columns = []
    for e in h * np.eye(len(x)):
        columns.append((f(x + e) - f(x + e)) / (2 * h))
    return np.array(columns).T""", "One way there: both points are"),
    ("numerical_gradient", """g = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        b = np.zeros(x.shape); b[i] = h
        g[...] = (f(x + b) - f(x - b)) / 2 / h
    return g""", "the slopes of x · x are 2x"),
    ("gelu_feed_forward", GELU.format(
        "0.5 + 0.5 * np.tanh(m * 2**-0.5)", "(m * phi)"),
     "Your code never uses `erf`."),
    ("gradient_check", """s = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        e = np.zeros(x.shape)
        e[i] = h
        s[i] = dy[i] * (forward(x + e) - forward(x - e)).sum() / (2 * h)
    return s, backward(dy, x)""", "multiplied the slopes by dy."),
    ("standardize", "d = x - np.mean(x)\n    return d / np.std(d, -1)[..., "
     "None]", "Look at line 2, where all axes are taken at once: with one"),
    ("numerical_gradient", """g = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        e = np.zeros_like(x)
        e[i] = h
        g[i] = (f(x + e) - f(x - e)) / 2 / h
    return g""", "the fractions were cut off."),
    ("softmax_cross_entropy", f"""{SOFTMAX}
    return -(target * lp).sum() / len(p), (p - target) / p.size""",
     "loss is right. Look at line 4: with one change there it is right."),
    ("feed_forward", "first = np.maximum(x.clip(min=0) @ W1 + b1, 0)\n"
     "    return first @ W2 + b2", "Look at line 2: with one"),
    ("layer_norm_backward", """c = x - x.mean(-1, keepdims=True)
    rstd = 1 / np.sqrt((c * c).mean(-1, keepdims=True) + eps)
    x_hat = c * rstd; g = dy * gamma
    dx = rstd * (g - g.mean(-1, keepdims=True))
    return dx, (dy * x_hat).sum(0), dy.sum(0)""",
     "Your dx lacks x̂ times the mean of dx̂·x̂"),
    ("rms_norm", "s = (x * x).max(-1, keepdims=True)\n"
     "    return gamma * x / np.sqrt(s + eps)",
     "the mean square of every token is 1. Tried"),
    ("layer_norm_backward", """n = x.shape[-1]; A = x.reshape(-1, n)
    D = dy.reshape(-1, n); dx, dg = np.empty(A.shape), np.zeros(n)
    for t in range(len(A)):
        c = A[t] - A.mean()
        s = np.sqrt(c @ c / n + eps)
        h, g = c / s, D[t] * gamma
        dx[t] = (g - g.sum() / n - h * (g @ h) / n) / s
        dg += D[t] * h
    return dx.reshape(x.shape), dg, D.sum(0)""",
     "Look at line 5: with one"),
    ("training_step", """y = gamma * x_hat + beta
    d = 2 * (y @ W - target) / target.size; dy = d @ W.T
    return (gamma + lr * (dy * x_hat).sum(axis=0),
            beta - lr * dy.sum(0), W - lr * y.T @ d)""",
     "beta and W are right. Look at line 4: with one"),
    ("centre", """n = x.shape[-1]
    return x @ (np.eye(n) - np.ones((n, n), dtype=x.dtype) // n)""",
     "line 3, where `//` drops the fraction:"),
    ("feed_forward", "second = W2, b2; return np.maximum(x @ W1 + b1, 0)",
     "to `W2`; it should."),
    ("residual_backward", "return (dx_so_far + dy + dy @ W.T).sum(0)",
     "Look at line 2: with one"),
    ("refute_w_for_x_hat", "return np.full(4, 1e3), np.zeros(4)",
     "Your answer is the same in every case"),
    ("centre", """n = x.shape[-1]
    return x - x @ np.full((n, n), 1 / n, dtype=x.dtype)""",
     "the fractions were cut off."),
    ("numerical_gradient", """out = []
    for e in h * np.eye(x.size):
        e = e.reshape(x.shape)
        out.append((f(x + e) - f(x - e)) / 2 / h)
    return np.array(out)""", "Look at line 6: with one"),
    ("numerical_gradient", """out = np.empty(x.size)
    for i, e in enumerate(h * np.eye(x.size).reshape(-1, *x.shape)):
        out[i] = (f(x + e) - f(x - e)) / 2 / h
    return out.reshape(x.shape, order="F")""", "Look at line 5: with one"),
    ("jacobian_by_columns", """m = len(f(x)); J = np.zeros((m, len(x)))
    for j in range(m):
        e = np.zeros(len(x)); e[j] = h
        J[:, j] = (f(x + e) - f(x - e)) / (2 * h)
    return J""", "Look at line 3: with one"),
    ("jacobian_by_columns", """J = np.zeros((len(f(x)), len(x)))
    columns = np.eye(len(x))
    for j in range(len(x)):
        e = columns[j] + columns[2 * j]
        J[:, j] = f(x + e) ** 2
    return J""", "asks for index"),
    ("standardize", "return ((x.T - x.mean(-1)) / x.std(-1)).T",
     "`.T` turns all axes round"),
    ("rms_norm_backward", """s = (x * x).mean(-1, keepdims=True)
    r = 1 / np.sqrt(s + eps)
    g, h = gamma * dy, x * r
    d = r * (g - h * (g * h).mean(-1, keepdims=True))
    return d, np.einsum("...i,...i->i", dy, x * r)""", "sum over `...`"),
    ("inverse_std", """n = x.shape[-1]; c = x - x.mean(-1, keepdims=True)
    t = (c * c).sum(-1, keepdims=True)
    return np.sqrt((n + eps) / (t + eps))""",
     "twice the x with four times the ε halves the answer."),
    ("mean_and_variance", """m = np.array([[row.mean()] for row in x])
    return m, np.array([[row.var()] for row in x])""",
     "You took one and the same axis, whatever `axis` says."),
    ("residual_backward", """dx = dx_so_far[:]
    dx += dy + dy @ W.T
    return dx""", "`dx` is no copy of dx_so_far: both are the same numbers"),
    ("rms_norm", """v = (x * x).mean(-1, keepdims=True)
    return gamma * x / np.sqrt(np.clip(v, eps, None))""",
     "You took ε as the least root mean square."),
    ("sentence_vector", """mean = tokens[1:-1].sum(axis=0)
    return mean / np.sqrt(mean @ mean)""", "the first and the last token"),
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
