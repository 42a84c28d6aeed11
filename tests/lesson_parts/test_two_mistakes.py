"""Answers with two things wrong, as code in the wild has them."""

import pytest

from answer_check.exercise import find
from answer_check.judging.judge import judge

NORM = """mean = x.mean({axis}, keepdims=True)
    std = x.std({axis}, ddof={ddof}, keepdims=True)
    return gamma * (x - mean) / {below} + beta"""
BACK = """N, D = x.shape
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

TOLD = [  # the exercise, the answer, what is told, and what is not
    ("layer_norm", NORM.format(axis=-1, ddof=1, below="(std + eps)"),
     ["Two things.", N_1, OUTSIDE], "Besides"),  # The Annotated Transformer
    ("layer_norm", NORM.format(axis=1, ddof=1, below="np.sqrt(std**2 + eps)"),
     [N_1, "Besides, for a 3-D input, your answer is wrong, too."], OUTSIDE),
    ("layer_norm_backward", BACK.format(mean="sum", of="h"),
     ["You took the sum of dx̂·x̂", UNPACKS], "dgamma from y"),
    ("layer_norm_backward", BACK.format(mean="mean", of="y"),
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
    ("centre", "return x @ (np.eye(4) - 0.25)", ["mixes shapes"], "`*`"),
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
]  # fmt: skip


@pytest.mark.parametrize("name, body, told, not_told", TOLD)
def test_a_second_thing_hides_no_listed_mistake(
    name, body, told, not_told, cell
):
    head = f"def {name}({', '.join(find(name).parameters)}):"
    text = judge(cell(f"{head}\n    {body}\n")[name], find(name)).text
    assert all(words in text for words in told), text
    assert not_told not in text, text


@pytest.mark.parametrize(
    "body, words",
    [
        ("return x.mean(dim=-1)", "In NumPy it is `axis=`."),
        ("return x.mean(-1, keepdim=True)", "In NumPy it is `keepdims=`."),
        ("return x.pow(2)", "here a power is `**`."),
        ("return x.view(-1)", "In NumPy it is `.reshape`."),
    ],
)
def test_words_of_pytorch_are_translated(body, words, cell):
    text = f"def rms_norm(x, gamma, eps):\n    {body}\n"
    told = judge(cell(text)["rms_norm"], find("rms_norm")).text
    assert words in told, told


def test_an_error_stands_in_the_table(cell):
    text = "def centre(x):\n    return x @ np.ones((9, 9))\n"
    verdict = judge(cell(text)["centre"], find("centre"))
    assert verdict.example[-1][0] == "yours"
    assert verdict.example[-1][1].startswith("ValueError: matmul")


def test_a_read_only_case_cannot_be_written_to(cell):
    text = """def residual_backward(dy, W, dx_so_far):
    assert dy.flags.writeable or not dx_so_far.flags.writeable
    return dx_so_far + dy + dy @ W.T if dy.flags.writeable else dy
"""
    verdict = judge(cell(text)["residual_backward"], find("residual_backward"))
    assert "It is wrong for read-only arrays" in verdict.text, verdict.text


def test_rows_behind_the_first_ten_are_looked_at():
    """Where there are fewer tokens than features, none of them is."""
    exercise = find("layer_norm_backward")

    def of_ten(dy, x, y, gamma, eps):
        dx, *_ = exercise.reference(dy, x, y, gamma, eps)
        return dx, *exercise.reference(dy[:10], x[:10], y, gamma, eps)[1:]

    assert not judge(of_ten, exercise).passed
