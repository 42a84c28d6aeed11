"""An answer that does what the third hint says, and no more, is right.

If an exercise or its third hint changes, do what the new hint says, with the
hints before it, and put that here.
"""

import numpy as np
import pytest

from course_lib.exercises.exercise import every, find
from course_lib.exercises.judging.judge import judge
from course_lib.exercises.question import Question

MEAN = "x.mean(axis=-1, keepdims=True)"
FILL = """
    s = np.zeros({shape})
    for {i} in {over}:
        up, down = x.astype(float), x.astype(float)
        up[{i}] += h
        down[{i}] -= h
        {slope}
    return {answer}"""
NORMED = """
    x_hat = (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(
        {var} + eps)"""
BACK = """
    def m(v):
        return v.mean(axis=-1, keepdims=True)
    {s}
    h, g, t = {h} / s, dy * gamma, tuple(range(x.ndim - 1))
    dx = (g {off} - h * m(g * h)) / s
    return dx, (dy * h).sum(axis=t){more}"""

ANSWERS = {
    "average": "return numbers.sum() / len(numbers)",
    "mean_and_variance": """
    mean = x.mean(axis=axis, keepdims=True)
    return mean, ((x - mean)**2).mean(axis=axis, keepdims=True)""",
    "standardize": f"return (x - {MEAN}) / {MEAN.replace('mean', 'std')}",
    "affine": "return gamma[:, np.newaxis] * x + beta[:, np.newaxis]",
    "centre": """
    N = x.shape[-1]
    ones = np.ones(N)
    return x @ (np.eye(N) - np.outer(ones, ones) / N)""",
    "jacobian_by_columns": """
    columns = []
    for j in range(len(x)):
        up, down = x.astype(float), x.astype(float)
        up[j] += h
        down[j] -= h
        columns.append((f(up) - f(down)) / (2 * h))
    return np.stack(columns, axis=1)""",
    "numerical_gradient": FILL.format(
        shape="x.shape", i="i", over="np.ndindex(x.shape)", answer="s",
        slope="s[i] = (f(up) - f(down)) / (2 * h)"),
    "gradient_check": FILL.format(
        shape="x.shape", i="i", over="np.ndindex(x.shape)",
        answer="s, backward(dy, x)",
        slope="s[i] = ((dy * forward(up)).sum() - (dy * forward(down)).sum()"
        ") / (2 * h)"),
    "residual_backward": "return dx_so_far + dy + dy @ W.T",
    "spoiling_weights": """
    one = np.eye(d_model)
    return np.hstack([one, -one]), np.vstack([-one, one])""",
    "layer_norm": NORMED.format(var="x.var(axis=-1, keepdims=True)")
    + "\n    return gamma * x_hat + beta",
    "layer_norm_any_axes": """
    mean = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)""",
    "inverse_std": f"""
    d_model = x.shape[-1]
    total = ((x - {MEAN})**2).sum(axis=-1, keepdims=True)
    return 1 / np.sqrt(total / d_model + eps)""",
    "refute_eps_outside": "return np.array([1, -1]) * eps ** 0.75",
    "refute_undo": "return beta + 2 + gamma * np.array([1, -1])",
    "undo_two_tokens": """
    def h(x):
        return (x - x.mean()) / np.sqrt(x.var() + eps)
    gamma = (first - second) / (h(first) - h(second))
    return gamma, first - gamma * h(first)""",
    "move_of_x_hat": """
    Cx, Cu, s = x - x.mean(), u - u.mean(), np.sqrt(x.var() + eps)
    along = Cx * (Cx @ u) / (Cx @ Cx)
    return along * eps / s**3 + (Cu - along) / s""",
    "jacobian_entry": """
    s, N = np.sqrt(x.var() + eps), x.size
    x_hat = (x - x.mean()) / s
    return ((i == j) - 1 / N - x_hat[i] * x_hat[j] / N) / s""",
    "refute_printed_jacobian": "return np.array([0.1, -0.1])",
    "layer_norm_backward": BACK.format(
        s="s = np.sqrt(x.var(axis=-1, keepdims=True) + eps)",
        h="(x - m(x))", off="- m(g)", more=", dy.sum(axis=t)"),
    "refute_w_for_x_hat":
        "return 1 + (dy * x_hat).sum(axis=0), dy.sum(axis=0)",
    "revealing_case": """
    rng = np.random.default_rng(1)
    x, dy = rng.normal(size=(2, 1, 2, 3))
    return x, *rng.normal(size=(2, 3)), dy""",
    "feed_forward": "return np.maximum(x @ W1 + b1, 0) @ W2 + b2",
    "hidden_backward": """
    d = dhidden * (hidden > 0)
    return x.T @ d, d.sum(axis=0)""",
    "feed_forward_backward": """
    M = x @ W1 + b1
    D = np.where(M > 0, dy @ W2.T, 0)
    dW2 = np.maximum(M, 0).T @ dy
    return D @ W1.T, x.T @ D, D.sum(axis=0), dW2, dy.sum(axis=0)""",
    "refute_printed_loss":
        "return np.array([0.3, 0.4, 0.3]), np.array([0.1, 0.7, 0.2])",
    "softmax_cross_entropy": """
    z = logits - logits.max(axis=-1, keepdims=True)
    ln_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    n = len(logits)
    return -(target * ln_p).sum() / n, (np.exp(ln_p) - target) / n""",
    "training_step": """
    y = gamma * x_hat + beta
    doutput = 2 * (y @ W - target) / target.size
    dy = doutput @ W.T
    return (gamma - lr * (dy * x_hat).sum(axis=0),
            beta - lr * dy.sum(axis=0), W - lr * y.T @ doutput)""",
    "judge": """
    groups = np.array([*np.ndindex((2,) * len(a))])[1:]
    means = np.sort(groups @ (a - b) / groups.sum(axis=1))
    k, n = len(means) // 40, len(means) // 20
    low, high, verdict = means[k - 1], means[-k], 2
    if low > 0:
        verdict = 1
    elif high < 0:
        verdict = -1
    elif means[n - 1] >= -0.02 and means[-n] <= 0.02:
        verdict = 0
    return (a - b).mean(), [low, high], verdict""",
    "rms_norm": f"""
    return gamma * x / np.sqrt({MEAN.replace('x.', '(x * x).')} + eps)""",
    "rms_norm_backward": BACK.format(
        s="s = np.sqrt(m(x * x) + eps)", h="x", off="", more=""),
    "gated_backward": """
    m, up = x @ W_gate, x @ W_up
    s = 1 / (1 + np.exp(-m))
    dhidden = dy @ W_down.T
    d = dhidden * up * (s + m * s * (1 - s))
    dup = dhidden * m * s
    dx = d @ W_gate.T + dup @ W_up.T
    return dx, x.T @ d, x.T @ dup, (m * s * up).T @ dy""",
    "gelu_feed_forward": """
    m = x @ W1 + b1
    return m * ((1 + erf(m / np.sqrt(2))) / 2) @ W2 + b2""",
    "encoder_block": """
    z = norm_1(x + attention(x))
    return norm_2(z + feed_forward(z))""",
    "sentence_vector": """
    mean = tokens.mean(axis=0)
    return mean / np.linalg.norm(mean)""",
    "step_in_bfloat16": 3e-3 * 2**5,
    "which_pair": "c",
}  # fmt: skip


@pytest.mark.parametrize("exercise", every(), ids=lambda each: each.name)
def test_who_does_what_the_third_hint_says_is_right(exercise):
    answer = ANSWERS[exercise.name]
    if isinstance(exercise, Question):
        verdict = exercise.verdict(answer)
    else:
        names, namespace = ", ".join(exercise.parameters), {"np": np}
        exec(f"def f({names}):\n    {answer.strip()}\n", namespace)
        verdict = judge(namespace["f"], find(exercise.name))
    assert verdict.passed, f"{exercise.hints[2]}\n{verdict.text}"
