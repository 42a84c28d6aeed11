"""Frequent slips, as learners write them, and the words that name each."""

import sys

import pytest

from course_lib.exercises.exercise import find
from course_lib.exercises.judging.judge import judge

JUDGE = """
    groups = np.array([*np.ndindex((2,) * len(a))])[1:]
    means = np.sort(groups @ (a - b) / groups.sum(axis=1))
    k, n = len(means) // 40, len(means) // 20
    low, high, l2, h2 = means[k - 1], means[-k], means[n - 1], means[-n]
    {}
    return (a - b).mean(), [low, high], v"""
ORDER = "v = 1 if low > 0 else -1 if high < 0 else 0 if {} else 2"
SMALL = "l2 >= -0.02 and h2 <= 0.02"
WHOLE = ORDER.format(SMALL)
ZERO_FIRST = f"v = 0 if {SMALL} else 1 if low > 0 else -1 if high < 0 else 2"
MU = "m = x.mean(-1, keepdims=True)\n    v = x.var(-1, keepdims=True)"
TOKENS = "at = dict(axis=-1, keepdims=True); t = tuple(range(x.ndim - 1))"
LAYER = f"""{TOKENS}
    r = 1 / np.sqrt(x.var(**at) + eps); c = x - x.mean(**at); h = c * r
    g = dy * gamma"""
SOFTMAX = """z = logits - logits.max(-1, keepdims=True)
    lp = z - np.log(np.exp(z).sum(-1, keepdims=True)); p = np.exp(lp)"""
GELU = "m = x @ W1 + b1\n    phi = {}\n    return {} @ W2 + b2"
HATS = """h1 = (first - first.mean()) / np.sqrt(first.var() + eps)
    h2 = (second - second.mean()) / np.sqrt(second.var() + eps)"""
ENTRY = """c = x - x.mean(); r = 1 / np.sqrt(x.var() + eps); n = len(x)
    return r * ((i == j) - {})"""
FORWARD = "dx_so_far + dy + "

SLIPS = [
    *(("judge", JUDGE.format(way), words) for way, words in [
        (ZERO_FIRST, "You asked for 0 first."),
        (ZERO_FIRST.replace("l2", "low").replace("h2", "high"),
         "You asked for 0 first."),
        (ORDER.format("abs(l2) <= 0.02"), "only the lower end"),
        (ORDER.format("h2 <= 0.02"), "only the upper end"),
        (f"v = 1 if l2 > 0 else -1 if h2 < 0 else 0 if {SMALL} else 2",
         "You asked the narrower interval whether it lies above"),
    ]),
    ("judge", JUDGE.format(WHOLE).replace(" / groups.sum(axis=1)", ""),
     "You did not divide the sums of the groups"),
    ("judge", JUDGE.format(WHOLE).replace("np.sort", ""),
     "at the 25th place, or at any other"),
    ("judge", JUDGE.format(WHOLE.replace("0.02", "2")),
     "Accuracies are shares of 1 here"),
    ("judge", JUDGE.format(WHOLE).replace("groups.sum(axis=1)", "len(a)"),
     "by the number of all seeds"),
    ("judge", JUDGE.format(ORDER.format("True")), "wherever the interval"),
    ("judge", JUDGE.format(
        "v = 1 if low > 0 else -1 if high < 0 else 2"), "You never say 0."),
    *(("training_step", f"""y = gamma * x_hat + beta
    d = 2 * (y @ W - target) / target.size
    dy, k = d @ W.T, dict(axis=0)
    return {made}, W - lr * y.T @ d""", words) for made, words in [
        ("gamma - lr * (dy * x_hat).sum(**k), beta", "β still comes out"),
        ("gamma + lr * (dy * x_hat).sum(**k), beta + lr * dy.sum(**k)",
         "You stepped up the gradients"),
        ("gamma - lr * (dy * x_hat).mean(**k), beta - lr * dy.mean(**k)",
         "You averaged dγ and dβ"),
        ("gamma - lr * (dy * y).sum(**k), beta - lr * dy.sum(**k)",
         "You took y for x̂"),
    ]),
    *(("gradient_check", f"""s = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        e = np.zeros(x.shape)
        e[i] = h
        s[i] = ({rise}) / (2 * h)
    return s, backward({asked}, x)""", words) for rise, asked, words in [
        ("forward(x + e).sum() - forward(x - e).sum()",
         "np.ones(dy.shape)", "Your loss is still the plain sum"),
        ("forward(x + e).sum() - forward(x - e).sum()", "dy",
         "still measured the plain sum"),
        ("np.sum(dy * (forward(x + e) - forward(x - e)))", "dy * 0 + 1",
         "asked `backward` about the plain sum"),
    ]),
    *(("inverse_std", f"""c = x - x.mean(-1, keepdims=True)
    t, n = (c * c).sum(-1, keepdims=True), x.shape[-1]
    return {made}""", words) for made, words in [
        ("1 / (np.sqrt(t / n) + eps)", "outside the root"),
        ("(t / (n + eps)) ** -0.5", "still added to N"),
        ("((t + eps) / n) ** -0.5", "ε/N"),
        ("1 / np.sqrt(t / n)", "You took ε out"),
    ]),
    *(("hidden_backward", f"d = {made}\n    return x.T @ d, d.sum(0)", words)
      for made, words in [
          ("dhidden * (hidden > -1)", "Every gradient still gets through"),
          ("dhidden * (dhidden > 0)", "You applied the ReLU to the gradient"),
          ("dhidden * hidden", "You multiplied by `hidden` itself")]),
    *(("average", f"return {made}", words) for made, words in [
        ("np.sum(numbers ** 2) / len(numbers)", "You squared the numbers"),
        ("(sum(n * n for n in numbers) / len(numbers)) ** 0.5",
         "the root of the mean of the squares"),
        ("sum(abs(numbers)) / len(numbers)", "without their signs"),
        ("sorted(numbers)[len(numbers) // 2]", "one of the numbers"),
    ]),
    *(("layer_norm", body, words) for body, words in [
        ("""f = x.reshape(-1, x.shape[-1])
    m, v = f.mean(0), f.var(0)
    return gamma * (x - m) / np.sqrt(v + eps) + beta""",
         "You averaged over the tokens"),
        ("""k = dict(axis=-2, keepdims=True)
    return gamma * (x - x.mean(**k)) / np.sqrt(x.var(**k) + eps) + beta""",
         "You averaged over the tokens"),
        ("""x = gamma * x; k = dict(axis=-1, keepdims=True)
    return (x - x.mean(**k)) / np.sqrt(x.var(**k) + eps) + beta""",
         "before you normalized"),
        ("""eps, gamma, beta = gamma, beta, eps
    k = dict(axis=-1, keepdims=True)
    return gamma * (x - x.mean(**k)) / np.sqrt(x.var(**k) + eps) + beta""",
         "order of the arguments"),
    ]),
    ("layer_norm_backward", f"""{LAYER}
    n = x.shape[-1]
    dx = r / n * (g - g.sum(**at) - h * (g * h).sum(**at))
    return dx, (dy * h).sum(t), dy.sum(t)""", "has lost its N"),
    ("layer_norm_backward", f"""{LAYER}
    dx = r**2 * (g - g.mean(**at) - h * (g * h).mean(**at))
    return dx, (dy * h).sum(t), dy.sum(t)""", "You multiplied dx by rstd²."),
    ("affine", "return (1 + gamma[:, None]) * x + beta[:, None]", "1 + gamma"),
    *(("mean_and_variance", body, words) for body, words in [
        ("""n = x.shape[-1]; m = x.sum(axis, keepdims=True) / n
    return m, ((x - m)**2).sum(axis, keepdims=True) / n""",
         "the length of the last axis"),
        ("""m = sum(x) / len(x)
    return m, sum((x - m)**2) / len(x)""", "do not follow `axis`"),
        ("""m = x.mean(axis)[..., None]
    return m, ((x - m)**2).mean(axis)[..., None]""", "at the end"),
    ]),
    ("numerical_gradient", """g = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        g[i] = (f(x[i] + h) - f(x[i] - h)) / (2 * h)
    return g""", "the single number x[i] + h"),
    ("standardize", """y = np.zeros_like(x)
    for i in range(len(x)):
        y[i] = (x[i] - x[i].mean()) / x[i].std()
    return y""", "Your loop runs over axis 0."),
    ("centre", """N = len(x)
    return x @ (np.eye(N) - np.ones((N, N)) / N)""", "You took N = `len(x)`"),
    *(("jacobian_entry", ENTRY.format(rest), words) for rest, words in [
        ("1 / n - (c[i] * r) ** 2 / n", "You took x̂_i twice"),
        ("1 / n - c[i] * c[j] * r**-1 / n / x.std()**3", "a power of σ"),
    ]),
    ("residual_backward", "return dx_so_far + dy + W.T @ dy",
     "Your dy stands on the right"),
    ("undo_two_tokens", "return np.ones(len(first)), np.zeros(len(first))",
     "You returned γ = 1 and β = 0"),
    ("average", """total = 0
    for n in numbers:
        total = (total + n) / len(numbers)
    return total""", "You divided in every round"),
    ("average", """m = numbers[0]
    for n in numbers[1:]:
        m = (m + n) / 2
    return m""", "the middle between the mean so far"),
    ("affine", "return gamma[0] * x + beta[0]", "of token 0"),
    ("affine", """y = gamma[:, None] * x + beta[:, None]
    y[..., 0, :] = gamma[0] * x[..., 0, :] + beta[0]
    y[..., 1, :] += 0.5
    return y""", "1, :] += 0.5`), the whole line is too much."),
    *(("layer_norm", f"{MU}\n    return {made}", words) for made, words in [
        ("gamma * x - m / np.sqrt(v + eps) + beta", "the mean alone"),
        ("gamma * (x - m) / ((v + eps)**1/2) + beta", "by half of"),
        ("gamma[:, None] * (x - m) / np.sqrt(v + eps) + beta[:, None]",
         "Your gamma and beta go by token."),
        ("(x - m) / np.sqrt(v + eps) @ gamma + beta", "gamma with @"),
    ]),
    *(("rms_norm", f"return {made}", words) for made, words in [
        ("gamma * x / np.sqrt(abs(x).mean(-1, keepdims=True) + eps)",
         "the mean of |x| under the root"),
        ("gamma[:, None] * x / np.sqrt((x**2).mean(-1, keepdims=True) + eps)",
         "Your gamma goes by token."),
        ("x / np.sqrt((x**2).mean(-1, keepdims=True) + eps) @ gamma",
         "gamma with @"),
    ]),
    ("undo_two_tokens", f"{HATS}\n    g = (first - second) / (h1 - h2)\n"
     "    return -g, first - g * h1", "Not yet. Your gamma has the wrong"),
    ("undo_two_tokens", f"{HATS}\n"
     "    return first / h1, second - first / h1 * h2", "were no β"),
    ("undo_two_tokens", "one = np.ones(len(first))\n"
     "    return one * first.std(), one * first.mean()",
     "Not yet. Your gamma and beta bring back the first token alone."),
    ("refute_undo", "return beta - gamma - 1, beta + gamma + 1",
     "misses by exactly 1"),
    *(("jacobian_entry", ENTRY.format(rest), words) for rest, words in [
        ("1 / (n - 1) - c[i] * c[j] * r**2 / (n - 1)", "N − 1"),
        ("1 / (n - 1) - c[i] * c[j] * r**2 / n", "N − 1"),
        ("1 / n - x[i] * x[j] * r**2 / n", "You did not take the mean off"),
    ]),
    *(("layer_norm_backward", f"""{LAYER}
    dx = r * (g - g.mean(**at) - {last})
    return dx, (dy * h).sum(t), dy.sum(t)""", words) for last, words in [
        ("h * g.mean(**at) * h", "You took x̂² times the mean of dx̂."),
        ("c * (g * c).mean(**at)", "in both places"),
    ]),
    ("rms_norm_backward", f"""{LAYER}
    dx = r * (g - h * (g * h).mean(**at))
    return dx, (dy * h).sum(t)""", "You took LayerNorm's x̂."),
    ("refute_w_for_x_hat", "return 1 - dy.sum(0), (dy * x_hat).sum(0)",
     "the two sums do not differ."),
    ("refute_w_for_x_hat", "return np.full(4, 2.0), np.ones(4)",
     "Their size comes from x_hat"),
    *(("residual_backward", f"return {made}", words) for made, words in [
        ("dx_so_far - (dy + dy @ W.T)", "You subtracted what comes from y"),
        (f"{FORWARD} (W.T @ dy.T).T", "by W, not by its transpose"),
        (f"{FORWARD} W.T", "`W.T` stands alone; `dy @ W.T` was asked."),
        (f"{FORWARD} dy * W.T", "entry by entry"),
        (f"{FORWARD} dy * W", "entry by entry"),
        (f"({FORWARD} dy @ W.T) / 2", "a division is too much."),
    ]),
    *(("gelu_feed_forward", GELU.format(phi, "(m * phi)"), words)
      for phi, words in [
          ("1 / 2 + erf(m / np.sqrt(2))", "You halved the 1 alone."),
          ("(1 - erf(m / np.sqrt(2))) / 2", "You subtracted erf."),
          ("(1 + erf(m * np.sqrt(2))) / 2", "You multiplied m by √2"),
          ("erf(m / np.sqrt(2)) / 2", "The 1 is missing")]),
    ("gelu_feed_forward", "m = (x @ W1 + b1) @ W2 + b2\n"
     "    return m * (1 + erf(m / np.sqrt(2))) / 2", "GELU on the output"),
    ("encoder_block", "a = x + attention(x)\n"
     "    return norm_2(a + feed_forward(norm_1(a)))",
     "Your second shortcut carries the sum from before norm_1."),
    ("encoder_block", "a = x + norm_1(attention(x))\n"
     "    return norm_2(a + feed_forward(a))",
     "Your first norm takes attention's answer alone."),
    ("encoder_block", """def f(z):
        return f(norm_1(z + attention(z)))
    return f(x)""", "calls itself without an end."),
    ("sentence_vector", "m = tokens.mean(0)\n    return m / len(m)",
     "which counts the features"),
    ("softmax_cross_entropy", f"""{SOFTMAX}
    loss = -(target * lp).sum() / len(p)
    return loss, (p - target) * p * (1 - p) / len(p)""",
     "You multiplied p − target by p(1 − p)."),
    ("softmax_cross_entropy", f"""{SOFTMAX}
    lp = z - np.log(np.exp(z)).sum(-1, keepdims=True)
    return -(target * lp).sum() / len(p), (np.exp(lp) - target) / len(p)""",
     "The logarithm is taken of their sum"),
    ("softmax_cross_entropy", f"""{SOFTMAX}
    loss = ((p - target)**2).sum(-1).mean()
    return loss, 2 * (p - target) / len(p)""", "the squared error of"),
    ("judge", JUDGE.format(ORDER.format("max(-l2, h2) - 0.03 <= 0.02")),
     "a term is too much."),
    ("rms_norm", """r = (x * x).mean(-1, keepdims=True)
    return gamma * x / np.where(r == 0, eps, np.sqrt(r))""",
     "the term `eps` is missing"),
    ("rms_norm", "return gamma * (x + eps) / np.sqrt((x * x).mean(-1, "
     "keepdims=True))", "With `eps` = 0 your answer is right."),
    ("layer_norm", """m = x.mean(-1, keepdims=True)
    v = (x ** 2).mean(-1, keepdims=True) - m
    return gamma * (x - m) / np.sqrt(v + eps) + beta""",
     "stands where `x.var(axis=-1, keepdims=True)` belongs. Change that"),
    ("feed_forward", """m = x @ W1 + b1
    return np.clip(m, 0, 6) @ W2 + b2""",
     "`np.clip(m, 0, 6)` stands where `m * (m > 0)` belongs. Change that"),
    ("jacobian_entry", """s = np.sqrt(x.var() + eps)
    h = (x - x.mean()) / s
    if i == j: return (1 - 1 / len(x)) / s
    return (-1 / len(x) - h[i] * h[j] / len(x)) / s""",
     "stands where `(i == j) - 1 / x.size - h[i] * h[j] / x.size` belongs"),
    ("layer_norm_backward", f"""{LAYER}
    dx = r * (g - g.mean(**at) - h * h * g.mean(**at) * 2)
    return dx, (dy * h).sum(t), g.sum(t)""",
     "and dbeta is right. In line 5, `h * h * g.mean(**at) * 2` stands where"),
    ("training_step", """y = gamma * x_hat + beta
    output = y @ W
    doutput = 2 * (output - target) / output.size
    dW = y.T @ doutput
    n = W.shape[1]
    dy = n * doutput @ W.T
    return (gamma - lr * (dy * x_hat).sum(0), beta - lr * dy.sum(0),
            W - n * lr * dW)""", "In line 7"),
    ("jacobian_by_columns", """x = np.array(x, float); columns = []
    for e in h * np.eye(len(x)):
        columns.append((f(x + e) - f(x + e)) / (2 * h))
    return np.array(columns).T""", "One way there: both points are"),
    ("numerical_gradient", """g = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        b = np.zeros(x.shape); b[i] = h
        g[...] = (f(x + b) - f(x - b)) / 2 / h
    return g""", "the slopes of x · x are 2x"),
    ("training_step", """y = gamma * x_hat + beta; output = y @ W
    doutput = 2 * (output - target) / output.size
    gamma = gamma - lr * ((doutput @ W.T) * x_hat).sum(0)
    y = gamma * x_hat + beta
    dW = y.T @ doutput; dy = doutput @ W.T
    steps = [(beta, dy.sum(0)), (W, dW)]
    return gamma, *(p - lr * g for p, g in steps)""",
     "the value is not the one that is needed"),
    ("gelu_feed_forward", GELU.format(
        "0.5 + 0.5 * np.tanh(m * 2**-0.5)", "(m * phi)"),
     "the value is not the one that is needed"),
    ("judge", JUDGE.format(
        f"v = 1 if low > 0 else -1 if high < 0 else 2 if {SMALL} else 2"),
     "You never say 0."),
    ("judge", JUDGE.format(ORDER.format("l2 < 0 < h2")), "holds 0. A wide"),
    *(("judge", JUDGE.format(WHOLE).replace(old, new), "You changed the inter")
      for old, new in [
          ("[low, high]", "[l2, h2]"),
          ("means[k - 1], means[-k]", "means[k], means[-k - 1]")]),
    ("gradient_check", """s = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        e = np.zeros(x.shape)
        e[i] = h
        s[i] = dy[i] * (forward(x + e) - forward(x - e)).sum() / (2 * h)
    return s, backward(dy, x)""", "multiplied its slopes by dy."),
    ("standardize", "d = x - np.mean(x)\n    return d / np.std(d, -1)[..., "
     "None]", "`axis=-1, keepdims=True` is missing"),
    ("numerical_gradient", """g = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        e = np.zeros_like(x)
        e[i] = h
        g[i] = (f(x + e) - f(x - e)) / 2 / h
    return g""", "`np.zeros(x.shape)` is float.\nHere is an example"),
    ("move_of_x_hat", """hat = lambda z: (z - z.mean()) / (z.var() + eps)**0.5
    return (hat(x + 1e-5 * u) - hat(x - 1e-5 * u)) / 2e-5""",
     "You took a difference of two nearby x̂."),
    ("softmax_cross_entropy", f"""{SOFTMAX}
    return -(target * lp).sum() / len(p), (p - target) / p.size""",
     "`p.size` stands where `len(p)` belongs"),
    ("feed_forward", "first = np.maximum(x.clip(min=0) @ W1 + b1, 0)\n"
     "    return first @ W2 + b2", "`.clip` is too much. Take it out"),
    ("rms_norm", "s = (x * x).max(-1, keepdims=True)\n"
     "    return gamma * x / np.sqrt(s + eps)", "max` stands where"),
    *(("layer_norm_backward", f"""n = x.shape[-1]; A = x.reshape(-1, n)
    D = dy.reshape(-1, n); dx, dg = np.empty(A.shape), np.zeros(n)
    for t in range(len(A)):
        c = A[t] - {mean}.mean()
        s = np.sqrt(c @ c / n + eps)
        h, g = c / s, D[t] * gamma
        dx[t] = (g - g.sum() / n - h * (g @ h){last}) / s
        dg += D[t] * h
    return dx.reshape(x.shape), dg, D.sum(0)""", words)
      for mean, last, words in [
          ("A", " / n", "`A` stands where `A[t]` belongs"),
          ("A[t]", "", "a division by `n` is missing")]),
    ("training_step", """y = gamma * x_hat + beta
    d = 2 * (y @ W - target) / target.size; dy = d @ W.T
    return (gamma + lr * (dy * x_hat).sum(axis=0),
            beta - lr * dy.sum(0), W - lr * y.T @ d)""",
     "`gamma + …` stands where `gamma - …` belongs"),
    ("centre", """n = x.shape[-1]
    return x @ (np.eye(n) - np.ones((n, n), dtype=x.dtype) // n)""",
     "`… // n` stands where `… / n` belongs"),
    ("feed_forward", "second = W2, b2; return np.maximum(x @ W1 + b1, 0)",
     "is (2, 2), that of `x`. Your answer is a value on the way"),
    ("residual_backward", "return (dx_so_far + dy + dy @ W.T).sum(0)",
     "`.sum` is too much."),
    ("refute_w_for_x_hat", "return np.full(4, 1e3), np.zeros(4)",
     "It is right on 2 of"),
    ("inverse_std", """n = x.shape[-1]; c = x - x.mean(-1, keepdims=True)
    t = (c * c).sum(-1, keepdims=True)
    return np.sqrt((n + eps) / (t + eps))""",
     "`c` and `t` are steps of our solution as well: look at what you"),
    ("softmax_cross_entropy", """losses = []; g = []
    for z, t in zip(logits - logits.max(-1, keepdims=True), target):
        lse = np.log(np.exp(z).sum())
        losses.append((t * (lse - z)).sum())
        g.append((np.exp(z - lse) - t) / len(logits))
    return losses[-1], np.array(g)""", "loss does not change with `"),
]  # fmt: skip


@pytest.mark.parametrize("name, body, words", SLIPS)
def test_a_frequent_slip_has_its_name(name, body, words, cell):
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
