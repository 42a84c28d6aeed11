"""Answers as learners write them, and what each of them is told."""

import textwrap

import pytest

from course_lib.exercises.exercise import find
from course_lib.exercises.judging.judge import judge

NORMED = (
    "h = (x - x.mean(-1, keepdims=True)) "
    "/ np.sqrt(x.var(-1, keepdims=True) + eps)\n"
)
BACK = (
    "h = (x - x.mean(-1, keepdims=True)) / s\n"
    "dh = dy * gamma\n"
    "dx = (dh - dh.mean(-1, keepdims=True) - {share}) / s\n"
    "axes = tuple(range(x.ndim - 1))\n"
    "return dx, {dgamma}, {dbeta}"
)
SPREAD = "s = np.sqrt(x.var(-1, keepdims=True) + eps)\n"
SHARE = "h * (dh * h).mean(-1, keepdims=True)"
DGAMMA, DBETA = "(dy * h).sum(axis=axes)", "dy.sum(axis=axes)"


def backward(spread=SPREAD, share=SHARE, dgamma=DGAMMA, dbeta=DBETA):
    return spread + BACK.format(share=share, dgamma=dgamma, dbeta=dbeta)


RMS = (
    "r = np.sqrt((x * x).mean(-1, keepdims=True) + eps)\n"
    "h, dh = x / r, dy * gamma\n"
    "n = x.shape[-1]\n"
    "return {dx}, (dy * h).sum(axis=tuple(range(x.ndim - 1)))"
)
GATED = (
    "m, u = x @ W_gate, x @ W_up\n"
    "s = 1 / (1 + np.exp(-m))\n"
    "g = m * s\n"
    "dh = dy @ W_down.T\n"
    "dm, du = dh * u * (s + m * s * (1 - s)), dh * g\n"
    "return dm @ W_gate.T + du @ W_up.T, x.T @ dm, x.T @ du, (g * u).T @ dy"
)
HATS = "".join(
    f"{hat} = ({token} - {token}.mean()) / np.sqrt({token}.var() + eps)\n"
    for hat, token in (("a", "first"), ("b", "second"))
)
SOFTMAX = (
    "z = logits - {shift}\n"
    "p = np.exp(z) / np.exp(z).sum(-1, keepdims=True)\n"
    "log_p = z - np.log(np.exp(z).sum(-1, keepdims=True))\n"
    "return {loss}, {slope}"
)
LOSS = "-(target * log_p).sum() / len(logits)"
SLOPE = "(p - target) / len(logits)"
MAX = "logits.max(-1, keepdims=True)"


def softmax(shift=MAX, loss=LOSS, slope=SLOPE):
    return SOFTMAX.format(shift=shift, loss=loss, slope=slope)


UNDO = (
    "def h(x):\n    return (x - x.mean()) / np.sqrt(x.var() + eps)\n"
    "gamma = {gamma}\n"
    "return gamma, {beta}"
)
GAMMA = "(first - second) / (h(first) - h(second))"


def undo(gamma=GAMMA, beta="first - gamma * h(first)"):
    return UNDO.format(gamma=gamma, beta=beta)


LOOP = (
    "m = x @ W1 + b1\nH = np.maximum(m, 0)\n"
    "dm = (m > 0) * (dy @ W2.T)\n"
    "for t in range(len(x)):\n"
    "    dW1, db1 = np.outer(x[t], dm[t]), dm[t]\n"
    "    dW2, db2 = np.outer(H[t], dy[t]), dy[t]\n"
    "return dm @ W1.T, dW1, db1, dW2, db2"
)
FF = (
    "m = x @ W1 + b1\nH = np.maximum(m, 0)\n"
    "dm = ({mask}) * (dy @ W2.T)\n"
    "return dm @ W1.T, {dW1}, dm.sum(0), H.T @ dy, dy.sum(0)"
)
COLUMNS = (
    "columns = []\n"
    "for j in range(len(x)):\n"
    "    e = np.zeros({like})\n    e[j] = {step}\n"
    "    columns.append(({rise}) / ({run}))\n"
    "return np.array(columns).T"
)


def columns(like="len(x)", step="h", rise="f(x + e) - f(x - e)", run="2 * h"):
    return COLUMNS.format(like=like, step=step, rise=rise, run=run)


IN_PLACE = (
    "p, columns = x.astype(float), []\n"
    "for j in range(len(x)):\n"
    "    p[j] += h\n    up = f(p){copy}\n"
    "    p[j] -= 2 * h\n    down = f(p){copy}\n"
    "    {back}\n"
    "    columns.append((up - down) / (2 * h))\n"
    "return np.array(columns).T"
)
GRADIENT = (
    "g = np.zeros(x.shape)\n"
    "for i in np.ndindex(x.shape):\n"
    "    z = x.astype(complex)\n    z[i] += 1j * h\n"
    "    g[i] = f(z).imag / h\n"
    "return g"
)
FIXED_STEP = (
    "g, h = np.zeros(x.shape), 1e-6\n"
    "for i in np.ndindex(x.shape):\n"
    "    up, down = x.astype(float), x.astype(float)\n"
    "    up[i] += h\n    down[i] -= h\n"
    "    g[i] = (f(up) - f(down)) / (2 * h)\n"
    "return g"
)
DIFFERENCE = (
    "def x_hat(x):\n    return (x[i] - x.mean()) / np.sqrt(x.var() + eps)\n"
    "up, down = x.copy(), x.copy()\n"
    "up[j] += {h}\n    down[j] -= {h}\n"
).replace("    down", "down") + "return (x_hat(up) - x_hat(down)) / (2 * {h})"
LITERAL = {
    "layer_norm": NORMED.replace("eps", "0.1") + "return gamma * h + beta",
    "layer_norm_backward": backward(SPREAD.replace("eps", "0.1")),
    "rms_norm": "return gamma * x / np.sqrt("
    "(x * x).mean(-1, keepdims=True) + 0.1)",
    "rms_norm_backward":
        RMS.format(
            dx="(dh - h * (dh * h).mean(-1, keepdims=True)) / r"
        ).replace("eps", "0.1"),
}  # fmt: skip
BY_RANK = "a = 1 if x.ndim == 2 else 2\n"
SUMMED_TWICE = (
    "dg, db = (dy * h).sum(0), dy.sum(0)\n"
    "if dg.ndim == 2:\n    dg, db = dg.sum(0), db.sum(0)\n"
)
RANKS = {  # right for two and three axes alone
    "layer_norm": BY_RANK + "m, v = x.mean(a, keepdims=True), x.var(a, "
    "keepdims=True)\nreturn gamma * (x - m) / np.sqrt(v + eps) + beta",
    "rms_norm": BY_RANK
    + "return gamma * x / np.sqrt((x * x).mean(a, keepdims=True) + eps)",
    "layer_norm_backward": backward(
        dgamma="dg", dbeta="db"
    ).replace("return", SUMMED_TWICE + "return"),
    "rms_norm_backward": RMS.format(
        dx="(dh - h * (dh * h).mean(-1, keepdims=True)) / r"
    ).replace("return", "dg = (dy * h).sum(0)\nif dg.ndim == 2:\n"
              "    dg = dg.sum(0)\nreturn")
    .replace("(dy * h).sum(axis=tuple(range(x.ndim - 1)))", "dg"),
    "centre": "n = x.shape[-1]\nC = np.eye(n) - np.ones((n, n)) / n\n"
    "if x.ndim == 2:\n    return np.array([row @ C for row in x])\n"
    "return np.array([[row @ C for row in block] for block in x])",
    "feed_forward": "def one(x):\n"
    "    return np.array([np.maximum(t @ W1 + b1, 0) @ W2 + b2 for t in x])\n"
    "return one(x) if x.ndim == 2 else np.array([one(b) for b in x])",
    "standardize": "if x.ndim == 1:\n    return (x - x.mean()) / x.std()\n"
    "a = x.ndim - 1 if x.ndim < 4 else 0\n"
    "return (x - x.mean(a, keepdims=True)) / x.std(a, keepdims=True)",
    "affine": "if x.ndim == 2:\n"
    "    return gamma[:, None] * x + beta[:, None]\n"
    "return np.array([gamma[:, None] * b + beta[:, None] for b in x[:]]) "
    "if x.ndim == 3 else gamma * x",
}  # fmt: skip
REFUSED = [
    *((name, body, "own in place of `eps`") for name, body in LITERAL.items()),
    *((name, body, "") for name, body in RANKS.items()),
    ("centre", "total = 0\nfor k in range(x.shape[-1]):\n"
     "    total = total + x[..., k]\n"
     "return x - total[..., None] / x.shape[-1]", "without weights"),
    ("centre", 'return x - np.einsum("...i->...", x)[..., None] '
     "/ x.shape[-1]", "without weights"),
]  # fmt: skip
TOLD = [
    # a quantity that is 0 everywhere
    ("layer_norm", "m = x.mean(-1, keepdims=True)\nc = x - m\n"
     "return gamma * c / np.sqrt(c.mean(-1, keepdims=True) + eps) + beta",
     "not of their squares"),
    # a slip that matches by inf and nan alone
    *(("softmax_cross_entropy", softmax(shift), "not the row's largest logit")
      for shift in ("logits.mean(-1, keepdims=True)", "logits[:, :1]",
                    "np.median(logits, -1, keepdims=True)", MAX + " / 2")),
    # one slip, told once
    *(("undo_two_tokens", undo(gamma), "in opposite directions")
      for gamma in ("(first - second) / (h(second) - h(first))",
                    "(second - first) / (h(first) - h(second))")),
    ("layer_norm_backward", backward(share="h * (dh * h).mean(-1, "
     "keepdims=True)").replace("(x - x.mean(-1, keepdims=True)) / s", "x / s")
     .replace(" - dh.mean(-1, keepdims=True)", ""), "dbeta is right."),
    # an output that is right is not accused
    # named, and not by a capital variable
    ("numerical_gradient", GRADIENT, "you took the complex step."),
    ("numerical_gradient", FIXED_STEP, "a number of your own"),
    *(("jacobian_entry", DIFFERENCE.format(h=h), "a difference quotient")
      for h in ("1e-4", "1e-5")),
    *((name, body, "equal only at ε = 0") for name, body in [
        ("rms_norm_backward", RMS.format(
            dx="(dh - x * (dh * x).sum(-1, keepdims=True) "
            "/ (x * x).sum(-1, keepdims=True)) / r")),
        ("layer_norm_backward", backward(
            share="h * (dh * h).sum(-1, keepdims=True) "
            "/ (h * h).sum(-1, keepdims=True)")),
    ]),
    ("layer_norm_backward", "r = np.sqrt((x * x).mean(-1, keepdims=True) + "
     "eps)\nh, dh = x / r, dy * gamma\naxes = tuple(range(x.ndim - 1))\n"
     "return ((dh - h * (dh * h).mean(-1, keepdims=True)) / r, "
     "(dy * h).sum(axes), dy.sum(axes))", "RMSNorm's backward pass"),
    ("rms_norm", "return gamma * x / (np.sqrt((x * x).sum(-1, keepdims=True) "
     "+ eps) / np.sqrt(x.shape[-1]))", "ε to the sum of the squares"),
    ("rms_norm", "return gamma * x / (np.sqrt((x * x).sum(-1, "
     "keepdims=True)) + eps)", "the token's length plus ε"),
    ("feed_forward_backward", LOOP, "Only the last token counts"),
    ("rms_norm_backward", "r = np.sqrt((x * x).mean(-1, keepdims=True) + "
     "eps)\nh, dh = x / r, dy * gamma\n"
     "for t in np.ndindex(x.shape[:-1]):\n    dgamma = dy[t] * h[t]\n"
     "return (dh - h * (dh * h).mean(-1, keepdims=True)) / r, dgamma",
     "Only the last token counts"),
    ("softmax_cross_entropy", "z = logits - logits.max()\n"
     "log_p = z - np.log(np.exp(z).sum())\n"
     "return (-(target * log_p).sum() / len(z), "
     "(np.exp(log_p) - target) / len(z))", "among the whole table"),
    *(("mean_and_variance", f"mean = {mean}\n"
       "return mean, ((x - mean) ** 2).mean(axis)", "The axis is lost")
      for mean in ("x.mean(axis=axis)", "np.mean(x, axis)")),
    ("average", "return complex(sum(numbers) / len(numbers))",
     "a complex number"),
    ("standardize", "c = x - x.mean(-1, keepdims=True)\n"
     "return c / np.sqrt((c * c).mean(-1, keepdims=True) + 1e-5)",
     "makes what you divide by larger"),
    *(("undo_two_tokens", HATS + f"gamma = (first {above} second) "
       f"/ (a {below} b)\nreturn gamma, first - gamma * a", words)
      for above, below, words in (
          ("-", "+", "`a + b` stands where `a - b` belongs"),
          ("+", "-", "stands where `first - second` belongs"),
          ("+", "+", "added the two equations"))),
    ("layer_norm", "return np.array([x, gamma], dtype=object)",
     "an array of dtype object"),
    ("refute_printed_jacobian", "return np.array([1e-200, -1e-200])",
     "takes their variance for 0"),
]  # fmt: skip
HAT = "s = np.sqrt(x.var() + eps)\nh = (x - x.mean()) / s\nn = len(x)\n"
AFTER = "z = norm_1(x + attention(x))\nreturn "
OFTEN = [  # the exercise, what learners write, what they are told
    *(("jacobian_entry", f"{HAT}return {entry}", words)
      for entry, words in (
          ("((i == j) - 1 - h[i] * h[j]) / s", "divided neither the 1 nor"),
          ("((i == j) + (1 + h[i] * h[j]) / n) / s", "added all three terms"),
          ("((i != j) - (1 + h[i] * h[j]) / n) / s", "the wrong way round"),
          ("(1 - (1 + h[i] ** 2) / n) / s", "the entry on the diagonal"),
          ("(np.eye(n) - (1 + np.outer(h, h)) / n) / s", "whole Jacobian"))),
    *(("move_of_x_hat", f"{HAT}return (u - u.mean() {rest}", words)
      for rest, words in (
          ("- h * (h @ u)) / s", "the sum of x̂·u where its mean"),
          ("+ h * (h @ u) / n) / s", "instead of subtracting it"),
          ("- h * (h @ u) / n) / s**2", "by s once too often"),
          ("- h * u.mean()) / s", "x̂ by the mean of u"))),
    ("move_of_x_hat", f"{HAT}return (u + u.mean() + h * (h @ u) / n) / s",
     "added the two means"),
    ("layer_norm", NORMED + "return (1 + gamma) * h + beta", "by 1 + gamma"),
    ("layer_norm", NORMED.replace("np.sqrt(", "(").replace(
        "+ eps)", "+ eps) ** 1 / 2") + "return gamma * h + beta",
     "The power comes first: `** 1 / 2` is"),
    ("encoder_block", "z = norm_1(x) + norm_1(attention(x))\n"
     "return norm_2(z) + norm_2(feed_forward(z))", "normalized both terms"),
    ("encoder_block", "z = x + norm_1(attention(x))\n"
     "return z + norm_2(feed_forward(z))", "each branch before you added"),
    ("encoder_block", AFTER + "z", "You stopped after attention."),
    ("encoder_block", AFTER + "norm_2(z)", "you normalized z again"),
    ("average", "total = 0\nfor n in numbers:\n    total = n\n"
     "return total / len(numbers)", "`total = n` replaces the sum so far"),
    ("average", "return sum(numbers) / 2", "Not yet. You divided by 2,"),
    ("affine", "return gamma @ x + beta", "Not yet. You multiplied by gamma"),
    ("layer_norm_backward", backward().replace(", dy.sum(axis=axes)", ""),
     "You returned dx and dgamma; dbeta is missing."),
    ("gelu_feed_forward", "m = x @ W1 + b1\n"
     "return (m * 0.5 * 1 + erf(m / np.sqrt(2))) @ W2 + b2",
     "the brackets around 1 + erf"),
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


@pytest.mark.parametrize("name, body, words", [*REFUSED, *TOLD, *OFTEN])
def test_a_wrong_answer_is_refused_and_told(name, body, words, verdict):
    told = verdict(name, body)
    assert not told.passed and words in told.text, told.text
    assert not any(each in told.text for each in NOT_SAID), told.text


RIGHT = [
    ("layer_norm", NORMED + "return gamma * h + beta"),
    ("layer_norm_backward", backward()),
    ("rms_norm_backward", RMS.format(
        dx="dh / r - (dh * x).sum(-1, keepdims=True) / r**2 * x / (n * r)")),
    ("gated_backward", GATED),
    ("softmax_cross_entropy", softmax()),
    ("undo_two_tokens", undo()),
    ("feed_forward_backward", FF.format(mask="m > 0", dW1="x.T @ dm")),
    ("jacobian_by_columns", columns()),
    ("jacobian_by_columns",
     IN_PLACE.format(copy=".copy()", back="p[j] += h").replace(
         "p[j] -= 2 * h", "p[j] = x[j] - h").replace(
         "p[j] += h\n    columns", "p[j] = x[j]\n    columns")),
    ("centre", "n = x.shape[-1]\nreturn x - x @ np.ones((n, n)) / n"),
    ("centre", "n = x.shape[-1]\n"
     'return x - np.einsum("...i,i->...", x, np.ones(n))[..., None] / n'),
]  # fmt: skip


@pytest.mark.parametrize("name, body", RIGHT)
def test_a_right_answer_passes(name, body, verdict):
    told = verdict(name, body)
    assert told.passed, told.text
