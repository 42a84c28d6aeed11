"""Answers that once passed, or were told what was not so."""

import numpy as np
import pytest

from course_lib.exercises.exercise import find
from course_lib.exercises.judging.judge import judge


def told(name, function):
    """Judge a wrong answer and return what is said of it."""
    verdict = judge(function, find(name))
    assert not verdict.passed, verdict.text
    return verdict.text


# What must not pass

SPOILERS = {
    "the mean of all numbers is left": lambda x: x.mean() - x,
    "the largest of all numbers is left": lambda x: x.max() - x,
    "the sum of all numbers is left": lambda x: np.full_like(x, x.sum()) - x,
    "the largest number of each feature is left": lambda x: x.max(axis=0) - x,
    "token 0 is left": lambda x: x[0] - x,
    "one and the same is asked for every x": lambda x: x.std() - x,
    "The tokens do not come out the same": (
        lambda x: np.arange(len(x))[:, np.newaxis] - x
    ),
}


@pytest.mark.parametrize("words", SPOILERS)
def test_a_spoilt_output_may_not_depend_on_x(words):
    text = told("spoiling_sublayer", SPOILERS[words])
    assert words in text and "forgotten" not in text


@pytest.mark.parametrize(
    "constant", [7.5, 1e6, np.arange(4.0)[:, np.newaxis].T]
)
def test_any_constant_spoils_the_output(constant):
    def spoiling_sublayer(x):
        features = np.resize(constant, x.shape[-1])
        return features - x

    assert judge(spoiling_sublayer, find("spoiling_sublayer")).passed


@pytest.mark.parametrize(
    "token", [[1000.0, 2000.0], [-50.0, 50.0], [7.0, 3.0], [50.0, 50.0]]
)
def test_a_fixed_token_is_undone_by_its_own_statistics(token):
    text = told("refute_undo", lambda gamma, beta: np.array(token))
    spread = np.std(token) or 1
    assert "Your token stays the same when gamma and beta are set" in text
    assert f"with gamma = {spread:g} and beta = {np.mean(token):g}" in text


def test_a_token_that_is_fixed_in_part_passes():
    """It is constant, and one of two: no γ and β bring it back."""

    def refute_undo(gamma, beta):
        return np.zeros(2) if abs(beta) > 1 else np.full(2, 50.0)

    assert judge(refute_undo, find("refute_undo")).passed


@pytest.mark.parametrize(
    "token",
    [
        lambda gamma, beta: np.array([beta - gamma, beta + gamma]) + 1.0,
        lambda gamma, beta: np.array([beta - gamma, beta + gamma]) - 1.0,
        lambda gamma, beta: np.full(2, beta + 1.0),
        lambda gamma, beta: np.array([-10 * gamma, 10 * gamma]),
        lambda gamma, beta: beta + 5 * gamma * np.array([1.0, -1.0]),
    ],
)
def test_a_miss_of_1_or_less_is_not_enough(token):
    told("refute_undo", token)


def post_norm_in_place(x, sublayer, norm):
    y = sublayer(x)
    y += x
    return norm(y)


def post_norm_twice(x, sublayer, norm):
    if np.isfinite(sublayer(x)).all():
        return norm(sublayer(x) + x)


def stops_before_the_last_matrix(dy, x, W1, b1, W2, b2):
    right = find("feed_forward_backward").reference(dy, x, W1, b1, W2, b2)
    return (x @ W1 + b1 > 0) * (dy @ W2.T), *right[1:]


def overwrites_with_zeros(x):
    x *= 0
    return -x


def overwrites_with_the_answer(x):
    x[...] = find("centre").reference(x)
    return x


UP_DOWN = np.array([1.0, -1.0])
EVERY = "a 0 and two equal numbers"
SMALL = "You changed the spread, but too little"

TOLD = [
    *(("spoiling_sublayer", lambda x, size=size: np.full(x.shape, size),
       "Your sublayer adds the same to every token.")
      for size in (1e6, 1e15, 1e30)),
    ("refute_undo", lambda g, b: np.array([g - b, g + b]),
     "gamma and beta have changed places"),
    ("refute_undo", lambda g, b: b + (g + 0.9) * UP_DOWN, SMALL),
    ("refute_undo", lambda g, b: b + 1.2 * g * UP_DOWN, SMALL),
    *(("refute_eps_outside",
       lambda eps, _, t=t: t * UP_DOWN * np.sqrt(eps), words)
      for t, words in [
          (0.6, "is about √ε"), (1, "is about √ε"),
          (3, "2 and 30 times √ε"), (21, "2 and 30 times √ε"),
          (100, "far above √ε")]),
    ("average", lambda n: sum(set(n.tolist())) / len(set(n.tolist())), EVERY),
    ("average", lambda n: n.sum() / np.count_nonzero(n), EVERY),
    ("average", lambda n: n[n != 0].mean(), EVERY),
    ("centre", lambda x: x - x.mean(axis=-1, keepdims=True),
     "you used `mean`"),
    ("row_means_by_dot",
     lambda x: np.cumsum(x, axis=-1)[..., -1:] / x.shape[-1], "do without"),
    ("row_means_by_dot",
     lambda x: np.add.reduce(x, -1, keepdims=True) / x.shape[-1],
     "do without"),
    ("post_norm", post_norm_in_place, "changes its input x"),
    ("post_norm", post_norm_twice, "You called the sublayer twice."),
    ("spoiling_sublayer", overwrites_with_zeros,
     "spoiling_sublayer changes its input x."),  # before a mistake's name
    ("centre", overwrites_with_the_answer, "centre changes its input x."),
    ("accuracy", lambda z, digit: np.all(z.argmin(axis=-1) == digit),
     "expected is"),
    ("accuracy", lambda logits, digit: np.mean(logits.argmax(-1) == logits),
     "logits stands where another quantity belongs"),  # and so do three pairs
    ("feed_forward_backward", stops_before_the_last_matrix,
     "Not yet. In dx, a matrix is missing. That"),  # one of two words for it
    ("residual_backward", lambda d, W, g: (d + g) + (d + g) @ W.T,
     "through the sublayer as well"),
    ("residual_backward", lambda d, W, g: d + (d + g) @ W.T,
     "through the sublayer instead"),
]  # fmt: skip


@pytest.mark.parametrize("name, function, words", TOLD)
def test_a_wrong_answer_is_told_for_what_it_is(name, function, words):
    assert words in told(name, function)


def test_the_statement_says_what_is_ruled_out():
    assert "No `mean`, no `sum`" in find("centre").statement


def affine(x, gamma, beta):
    y = np.zeros_like(x)
    for t in range(len(gamma)):
        y[..., t, :] = gamma[t] * x[..., t, :] + beta[t]
    return y


def standardize(x):
    y = np.zeros_like(x)
    for row in np.ndindex(x.shape[:-1]):
        y[row] = (x[row] - x[row].mean()) / x[row].std()
    return y


def layer_norm(x, gamma, beta, eps):
    centred = x - x.mean(-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(-1, keepdims=True) + eps)
    return (gamma * centred * rstd + beta).astype(x.dtype)


def layer_norm_any_axes(x, axes, eps):
    y = np.empty_like(x)
    var = x.var(axis=axes, keepdims=True)
    y[...] = (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(var + eps)
    return y


def mean_and_variance(x, axis):
    mean, var = x.mean(axis, keepdims=True), x.var(axis, keepdims=True)
    return mean.astype(x.dtype), var.astype(x.dtype)


def centre(x):
    n = x.shape[-1]
    return (x @ (np.eye(n) - 1 / n)).astype(x.dtype)


def row_means_by_dot(x):
    weights = np.zeros((x.shape[-1], 1), dtype=x.dtype)
    weights[:] = 1 / x.shape[-1]
    return x @ weights


def jacobian_by_columns(f, x, h):
    columns = []
    for j in range(len(x)):
        above, below = x.copy(), x.copy()
        above[j] = above[j] + h
        below[j] = below[j] - h
        columns.append((f(above) - f(below)) / (2 * h))
    return np.stack(columns, axis=1)


def matrix_product(A, B):
    C = np.zeros((len(A), B.shape[1]), dtype=A.dtype)
    for i, j in np.ndindex(C.shape):
        C[i, j] = A[i] @ B[:, j]
    return C


def softmax_cross_entropy(logits, target):
    right = find("softmax_cross_entropy").reference(logits, target)
    dlogits = np.zeros_like(logits)
    dlogits[...] = right[1]
    return right[0], dlogits


@pytest.mark.parametrize(
    "function",
    [affine, standardize, layer_norm, layer_norm_any_axes, mean_and_variance,
     centre, row_means_by_dot, jacobian_by_columns, matrix_product,
     softmax_cross_entropy],
)  # fmt: skip
def test_whole_numbers_are_tried(function):
    text = told(function.__name__, function)
    assert "integers" in text


def test_axes_are_tried_with_plain_numbers_first():
    def layer_norm_any_axes(x, axes, eps):
        between = tuple(range(axes[0], axes[-1] + 1))
        return find("layer_norm_any_axes").reference(x, between, eps)

    text = told("layer_norm_any_axes", layer_norm_any_axes)
    assert "the mean over batch, feature or a mean of 10⁶" in text
    assert "axes = (0, 2)" in text


def test_rows_far_apart_lose_digits():
    def mean_and_variance(x, axis):
        middle = x.mean()
        z = x - middle
        mean = z.mean(axis, keepdims=True)
        return mean + middle, (z * z).mean(axis, keepdims=True) - mean**2

    text = told("mean_and_variance", mean_and_variance)
    assert "You took one mean off everything" in text


@pytest.mark.parametrize(
    "added, words",
    [(1e-8, "You added 10⁻⁸"), (1e-10, "a spread of 10⁻⁶")],
)
def test_nothing_is_added_to_the_spread(added, words):
    def standardize(x):
        mean, std = x.mean(-1, keepdims=True), x.std(-1, keepdims=True)
        return (x - mean) / (std + added)

    assert words in told("standardize", standardize)


@pytest.mark.parametrize("low", [1e-8, 1e-12, 1e-15])
def test_no_row_is_taken_for_a_constant_one(low):
    def standardize(x):
        mean, std = x.mean(-1, keepdims=True), x.std(-1, keepdims=True)
        return (x - mean) / np.where(std < low, 1, std)

    assert "a spread of 10⁻²⁰" in told("standardize", standardize)


def test_a_gradient_is_there_where_nothing_is_wanted_too():
    def softmax_cross_entropy(logits, target):
        loss, d = find("softmax_cross_entropy").reference(logits, target)
        return loss, np.where(target > 0, d, 0)

    text = told("softmax_cross_entropy", softmax_cross_entropy)
    assert "dlogits is 0 where the target is 0." in text


def test_a_target_may_hold_zeros():
    def softmax_cross_entropy(logits, target):
        loss, d = find("softmax_cross_entropy").reference(logits, target)
        entropy = (target * np.log(target)).sum() / len(target)
        return loss + entropy - entropy, d

    text = told("softmax_cross_entropy", softmax_cross_entropy)
    assert "but not for one-hot targets" in text and "ln 0" in text


@pytest.mark.parametrize(
    "delta, words",
    [
        (lambda x, i, j: x[i] == x[j], "You compared the values"),
        (lambda x, i, j: i == list(x).index(x[j]), "by its value"),
    ],
)
def test_delta_compares_places(delta, words):
    def jacobian_entry(x, i, j, eps):
        right = find("jacobian_entry").reference(x, i, j, eps)
        off = float(delta(x, i, j)) - (i == j)
        return right + off / np.sqrt(x.var() + eps)

    assert words in told("jacobian_entry", jacobian_entry)


def test_f_may_return_its_own_input():
    def jacobian_by_columns(f, x, h):
        x, columns = np.array(x, float), []
        for j in range(len(x)):
            x[j] += h
            above = f(x)
            x[j] -= 2 * h
            columns.append((above - f(x)) / (2 * h))
            x[j] += h
        return np.stack(columns, axis=1)

    text = told("jacobian_by_columns", jacobian_by_columns)
    assert "after f had answered with it" in text


# What must not be said


def shifted(off, floor=0):
    """Return softmax cross entropy with `off(logits)` taken off first."""

    def softmax_cross_entropy(logits, target):
        e = np.exp(logits - off(logits))
        p = e / e.sum(-1, keepdims=True)
        loss = -(target * np.log(np.maximum(p, floor))).sum() / len(p)
        return loss, (p - target) / len(p)

    return softmax_cross_entropy


def row_maximum(logits):
    return logits.max(-1, keepdims=True)


def row_mean(logits):
    return logits.mean(-1, keepdims=True)


def row_minimum(logits):
    return logits.min(-1, keepdims=True)


@pytest.mark.parametrize(
    "off, floor, words",
    [
        (np.max, 0, "You took one number off for all rows"),
        (np.min, 0, "You took one number off for all rows"),
        (row_mean, 0, "right for plain input, but not for"),
        (row_minimum, 0, "right for plain input, but not for"),
        (lambda z: 0, 0, "without subtracting the largest logit"),
        (row_maximum, 0, "You took the logarithm of softmax(logits)"),
        (row_maximum, 1e-12, "away from 0 with a small number"),
        (row_maximum, 1e-15, "away from 0 with a small number"),
        (row_maximum, 1e-300, "right for plain input, but not for"),
    ],
)
def test_what_was_taken_off_the_logits(off, floor, words):
    text = told("softmax_cross_entropy", shifted(off, floor))
    others = ["without subtracting", "small number", "one number"]
    assert words in text
    assert not any(o in text for o in others if o not in words)


def slopes(f, x, h):
    """Return the slope of f by each entry of x, one after another."""
    for i in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[i] = h
        yield (f(x + step) - f(x - step)) / (2 * h)


def one_gradient_for_both(dy, x_hat, rstd, gamma, beta, lr):
    right = find("update_order").reference(dy, x_hat, rstd, gamma, beta, lr)
    return *right[:2], beta - lr * (dy * x_hat).sum(axis=0)


def rounded_mean(x, axis):
    mean = x.mean(axis, keepdims=True, dtype=np.float32)
    return mean, ((x - mean) ** 2).mean(axis, keepdims=True)


@pytest.mark.parametrize(
    "name, function, words, untrue",
    [
        ("accuracy",
         lambda z, digit: np.mean((z.argmax(1) == digit) & (z.max(1) > 0)),
         "is right on 1 of 5 cases", "You asked whether"),
        ("mean_and_variance", rounded_mean, "a mean of 2¹⁴ + 2⁻¹⁰",
         "before you centred"),
        ("update_order", one_gradient_for_both, "You moved β by ∂L/∂γ",
         "You moved γ"),
        ("numerical_gradient", lambda *args: sum(slopes(*args)),
         "into one number", "all entries at once"),
        ("jacobian_by_columns", lambda *args: sum(slopes(*args)),
         "You added the columns up", "all inputs at once"),
    ],
)  # fmt: skip
def test_no_half_truths(name, function, words, untrue):
    text = told(name, function)
    assert words in text and untrue not in text


def test_a_gradient_that_is_not_divided_was_not_summed():
    def softmax_cross_entropy(logits, target):
        loss, dlogits = find("softmax_cross_entropy").reference(logits, target)
        return loss, dlogits * len(logits)

    text = told("softmax_cross_entropy", softmax_cross_entropy)
    assert "dlogits is not divided" in text and "summed" not in text


@pytest.mark.parametrize(
    "answer, words",
    [
        ((np.ones(3), np.zeros(3)), "came is a tuple of 2"),
        ((np.ones(1), 0.5), "came is a tuple of 2"),
        (0.5, "You returned a single number"),
        ([[1.0, 2.0], [3.0, 5.0]], "You returned several rows"),
    ],
)
@pytest.mark.parametrize("name", ["refute_eps_outside", "refute_undo"])
def test_what_is_no_token(name, answer, words):
    assert words in told(name, lambda a, b: answer)


@pytest.mark.parametrize(
    "answer, words",
    [
        (-3.0, "A single number has no off-diagonal"),
        ([[0.1, 0.2]], "You returned several rows"),
        ((np.zeros(2), np.eye(2)), "came is a tuple of 2"),
        ([1.0, 2.0, 3.0, 4.0], "a variance between 0.5 and 2"),
        ([1.0, 2.0, 3.0], "a variance between 0.5 and 2"),
        ([-1.0, 1.0], "Your x has variance 1"),
        ([1.0, 5.0, 9.0], "Your x is spread wide"),
    ],
)
def test_what_does_not_refute_the_printed_jacobian(answer, words):
    assert words in told("refute_printed_jacobian", lambda: answer)


@pytest.mark.parametrize(
    "name, answer",
    [
        ("refute_eps_outside", lambda eps, _: (0.0, eps**0.75)),
        ("refute_undo", lambda gamma, beta: (beta + 10, np.float64(beta))),
        ("refute_printed_jacobian", lambda: (0, 0.2)),
    ],
)
def test_a_flat_tuple_of_numbers_is_a_token(name, answer):
    assert judge(answer, find(name)).passed


@pytest.mark.parametrize(
    "worse, better, words",
    [
        ([1.0, 0.0, 0.5], [0.0, 2.0, 0.5], "entries of each must sum to 1"),
        ([0.4, 0.2, 0.4], [0.0, 0.7, 0.2], "entries of each must sum to 1"),
        ([0.4, 0.2, 0.4], [0.0, 1.0, 0.0], "All the weight on one entry"),
        ([0.0, 0.4, 0.6], [0.1, 0.7, 0.2], "All entries must be positive"),
        ([0.4, 0.2, 0.4], [0.0, 0.7, 0.3], "All entries must be positive"),
        ([0.2, 0.6, 0.2], [0.005, 0.99, 0.005], "overshoots"),
        ([0.1, 0.7, 0.2], [0.05, 0.8, 0.15], "overshoots"),
        ([0.25, 0.6, 0.15], [0.2, 0.795, 0.005], "here it falls"),
    ],
)
def test_what_does_not_refute_the_printed_loss(worse, better, words):
    text = told("refute_printed_loss", lambda: (worse, better))
    others = ["sum to 1", "weight", "positive", "overshoots", "falls"]
    assert words in text
    assert not any(o in text for o in others if o not in words)


def test_one_feature_is_told_for_what_it_is():
    rng = np.random.default_rng(0)
    x, gamma, beta, dy = (rng.normal(size=s) for s in [(5, 1), 1, 1, (5, 1)])
    text = told("revealing_case", lambda: (x, gamma, beta, dy))
    assert "Your tokens have one feature." in text


def test_y_for_x_hat_in_both_answers_is_two_things():
    def layer_norm_backward(dy, x, y, gamma, eps):
        right = find("layer_norm_backward").reference
        g = dy * gamma
        rstd = 1 / np.sqrt(x.var(-1, keepdims=True) + eps)
        dx = g - g.mean(-1, keepdims=True)
        dx = rstd * (dx - y * (g * y).mean(-1, keepdims=True))
        tokens = tuple(range(x.ndim - 1))
        dbeta = right(dy, x, y, gamma, eps)[2]
        return dx, (dy * y).sum(tokens), dbeta

    text = told("layer_norm_backward", layer_norm_backward)
    assert "dx from y" in text and "dgamma from y" in text
