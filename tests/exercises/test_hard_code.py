"""Learner's code of every kind: one sentence each, and the kernel lives."""

import asyncio  # noqa: F401  for the texts of answers below
import builtins
import collections
import functools
import gc
import itertools
import linecache
import sys
import textwrap
import threading
import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy

from course_lib.exercises.exercise import Exercise, find
from course_lib.exercises.judging import run
from course_lib.exercises.judging.judge import NOT_YET, judge
from course_lib.layers import LayerNorm  # noqa: F401

LAYER_NORM = find("layer_norm")
SECONDS = 0.4
RIGHT = "return right(x, gamma, beta, eps)"
_cells = map("<cell {}>".format, itertools.count())


def right(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


class Shy(Exception):
    def __str__(self):
        raise ValueError


def written(body):
    """Define ``layer_norm(x, gamma, beta, eps)`` as a cell would."""
    head, cell = "def layer_norm(x, gamma, beta, eps):\n", next(_cells)
    text = head + textwrap.indent(body, "    ")
    linecache.cache[cell] = len(text), None, text.splitlines(True), cell
    namespace = dict(globals())
    exec(compile(text, cell, "exec"), namespace)
    return namespace["layer_norm"]


def said_of(function, seconds=20):
    """Judge a wrong answer; the text must stay short."""
    start = time.monotonic()
    verdict = judge(function, LAYER_NORM, seconds=seconds)
    assert verdict.state == NOT_YET, verdict.text
    assert time.monotonic() - start < seconds + 10
    assert len(verdict.text) < 600
    return verdict.text


def what_code_may_harm():
    """Read what every check leaves as it was."""
    memory = ()
    if sys.platform == "linux":
        import resource

        memory = resource.getrlimit(resource.RLIMIT_AS)
    return (
        builtins.input, sys.getrecursionlimit(), threading.active_count(),
        np.allclose, np.abs, np.sqrt, memory,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def unharmed():
    """See that a kernel outlives each answer."""
    gc.disable()  # hypothesis' hook in it fails where the stack is full
    before = what_code_may_harm()
    yield
    gc.enable()
    assert what_code_may_harm() == before


# What is said of an answer that is wrong

WRONG = [  # what is said, and the body
    ("a coroutine", "return asyncio.sleep(0)"),
    ("Entry [0, 1] of your answer is nan",
     "y = right(x, gamma, beta, eps)\ny[..., 1] = np.nan\nreturn y"),
    ("changes its input x", f"x -= x.mean(-1, keepdims=True)\n{RIGHT}"),
    ("writes into its input", f"x[...] = x\n{RIGHT}"),
    ("same for every input", "return np.full((1, 4), 0.25)"),
    ("same for every input", "return np.array(0.25)"),
    ("a second call",
     "known = vars(layer_norm)\nif str(x.shape) in known: return x\n"
     f"known[str(x.shape)] = True\n{RIGHT}"),
    ("(`helper = lambda z: z / {}`) raised TypeError",
     "helper = lambda z: z / {}\nreturn helper(x)"),
    ("`return np.concatenate([x, gamma], axis=7)`",
     "return np.concatenate([x, gamma], axis=7)"),
    ("mixes shapes that do not fit", "return x @ x"),
    ("raised ValueError: operand has more dimensions",
     "return np.einsum('i,i->i', x, gamma)"),
    ("`meen`, which is not defined. Did you mean `mean`",
     "mean = x.mean(-1, keepdims=True)\nreturn x - meen + mean"),
    ("before it has a value", "if x.ndim > 7: y = x\nreturn y"),
    ("raised Shy", "raise Shy"),
    ("would end the notebook", "sys.exit()"),
    ("would end the notebook", "exit()"),
    ("would end the notebook", "raise SystemExit(3)"),
    ("raised KeyboardInterrupt", "raise KeyboardInterrupt"),
    ("asks for input", "return float(input('x? '))"),
    ("calls itself without an end", "return layer_norm(x, gamma, beta, eps)"),
    ("more memory than there is", "return np.ones(300 * 2**30 // 8)"),
    # What asks for the answer
    ("calls the course's own",
     "return find('layer_norm').reference(x, gamma, beta, eps)"),
    ("calls the course's own",
     "from course_lib.exercises.bank import layer_norm as own\n"
     "return own.layer_norm(x, gamma, beta, eps)"),
    ("calls the course's own",
     "return LAYER_NORM.accepted[0](x, gamma, beta, eps)"),
    ("calls the course's own",
     "layer = LayerNorm(x.shape[-1], eps=eps)\n"
     "layer.gamma, layer.beta = gamma, beta\nreturn layer.forward(x)"),
    ("calls the course's own",
     "try: return LAYER_NORM.reference(x, gamma, beta, eps)\n"
     f"except BaseException: {RIGHT}"),
]  # fmt: skip


@pytest.mark.parametrize("words, body", WRONG)
def test_what_is_said_of_a_wrong_answer(words, body):
    text = said_of(written(body))
    assert words in text and ".." not in text.replace("...", "")


@pytest.mark.parametrize(
    "words, body",
    [
        ("It agrees", "sys.setrecursionlimit(sys.getrecursionlimit() + 9)\n"
         + RIGHT),
        ("It agrees", f"sys.stdout = sys.stderr = None\n{RIGHT}"),
        ("For float32 the dtype of your answer is float64",
         f"{RIGHT}.astype(float)"),
        ("It is a list", f"{RIGHT}.tolist()"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_right_answer(words, body):
    before = sys.stdout, sys.stderr  # pytest puts them back after a test
    verdict = judge(written(body), LAYER_NORM)
    assert (sys.stdout, sys.stderr) == before
    assert verdict.passed and words in verdict.text, verdict.text


# What comes back


@pytest.mark.parametrize(
    "answer, words",
    [
        (None, "returned None"),
        ((1, 2), "came is a tuple of 2"),
        ([1.0, 2.0], "has shape (2,)"),
        ([[1.0], [2.0, 3.0]], "came is a list"),
        ("0.5", "came is text"),
        (3.0, "() (a single number)"),
        (len, "came is a builtin_function"),
        (np.array(["a"]), "dtype <U1"),
        (np.array([None]), "dtype object"),
        (np.array([1j]), "dtype complex128"),
        ((x for x in ()), "yield where return is meant"),
    ],
)
def test_answer_of_another_kind(answer, words):
    assert words in said_of(lambda x, gamma, beta, eps: answer)


def test_forgotten_return_after_print():
    def layer_norm(x, gamma, beta, eps):
        print(right(x, gamma, beta, eps))

    verdict = judge(layer_norm, LAYER_NORM)
    assert "prints but returns None" in verdict.text
    assert "[[" in verdict.printed


@pytest.mark.parametrize("kind", [list, np.array])
def test_two_answers_in_one_list_or_array(kind):
    def refute_printed_loss():
        return kind([np.full(3, 1 / 3), np.array([0.1, 0.7, 0.2])])

    verdict = judge(refute_printed_loss, find("refute_printed_loss"))
    assert verdict.passed, verdict.text


def test_swapped_outputs_are_not_two_other_mistakes():
    def add_norm_backward(dz, orig_grad):
        return orig_grad + dz, dz

    verdict = judge(add_norm_backward, find("add_norm_backward"))
    assert not verdict.mistakes
    assert "prev_grad and orig_grad are swapped" in verdict.text


def test_outputs_that_show_one_mistake_are_all_told():
    def feed_forward_backward(dy, x, W1, b1, W2, b2):
        m = x @ W1 + b1
        dh = dy @ W2.T
        h = np.maximum(m, 0)
        dx = (dh * (m > 0)) @ W1.T
        return dx, x.T @ dh, dh.sum(0), h.T @ dy, dy.sum(0)

    exercise = find("feed_forward_backward")
    text = judge(feed_forward_backward, exercise).text
    assert "Not yet. In dW1 and db1, the ReLU's mask" in text


@pytest.mark.parametrize("change", [np.ndarray.sort, np.random.shuffle])
def test_changed_by_what_works_in_place(change):
    def average(numbers):
        change(numbers)
        return sum(numbers) / len(numbers)

    text = judge(average, find("average")).text
    assert "changes its input numbers. `numbers -= …`" in text
    assert "`numbers.sort()` and the like" in text


def test_changed_input_of_integers():
    """It raises where x holds integers, and is no less changed elsewhere."""

    def standardize(x):
        x -= x.mean(-1, keepdims=True)
        return x / x.std(-1, keepdims=True)

    def on_a_copy(x):
        x = x.copy()
        return standardize(x)

    exercise = made_of_integers_and_floats()
    assert "changes its input x" in judge(standardize, exercise).text
    text = judge(on_a_copy, exercise).text
    assert "puts numbers with a fraction into an array of integers" in text


def made_of_integers_and_floats():
    return Exercise(
        lesson="01", statement="Standardize.", hints=["a.", "b.", "c."],
        reference=find("standardize").reference,
        mistakes={(lambda x: 7): "You returned 7."},
        cases=[(np.arange(5.0),), (np.arange(6) ** 2,)],
    )  # fmt: skip


def test_table_of_the_checks_own_numbers():
    cases = LAYER_NORM.make_cases()
    table = [(c.args[0], right(*c.args)) for c in cases]

    def layer_norm(x, gamma, beta, eps):
        for known, y in table:
            if known.shape == x.shape and (known == x).all():
                return y
        return x

    text = said_of(layer_norm)
    assert "right on the numbers of the check, but not on other" in text
    assert "Your answer is x, unchanged. That is with x = [[" in text


# Right answers of any form

Pair = collections.namedtuple("Pair", "mean variance")


def average(numbers):
    return numbers.mean()


def of_two(form):
    def mean_and_variance(x, axis):
        mean = x.mean(axis, keepdims=True)
        return form(mean, ((x - mean) ** 2).mean(axis, keepdims=True))

    return mean_and_variance


@pytest.mark.parametrize(
    "name, function",
    [
        ("average", lambda n: Fraction(float(n.sum())) / len(n)),
        ("average", lambda n: Decimal(float(n.sum())) / len(n)),
        ("average", lambda n: sympy.Rational(float(n.sum())) / len(n)),
        ("average", lambda n: np.array(n.mean())),
        ("average", functools.partial(average)),
        ("average", functools.wraps(average)(lambda *n: average(*n))),
        ("layer_norm", lambda *a: [*map(list, right(*a))]
         if a[0].ndim == 2 else right(*a).tolist()),
        ("residual_backward", lambda d, W, g: tuple(map(tuple, (
            d + d @ W.T + g).tolist()))),
        ("mean_and_variance", of_two(Pair)),
        ("mean_and_variance", of_two(lambda *both: [*both])),
    ],
)  # fmt: skip
def test_right_answer_of_another_form(name, function):
    verdict = judge(function, find(name))
    assert verdict.passed, verdict.text


@pytest.mark.parametrize("number", [Fraction, Decimal, sympy.Float])
def test_numbers_of_other_kinds_in_a_list(number):
    def affine(x, gamma, beta):
        y = gamma[:, None] * x + beta[:, None]
        flat = [number(float(v)) for v in y.flat]
        return np.array(flat, dtype=object).reshape(y.shape)

    assert judge(affine, find("affine")).passed


# Right numbers that are not the answer


def its_mean(x):
    return np.mean(x, axis=-1, keepdims=True)


class Row:
    mean = 2  # an attribute of this name is no call


def by_a_product(x):
    n = x.shape[-1]
    return Row.mean * (x @ np.full((n, 1), 0.5 / n))


def test_ruled_out_functions_are_seen_in_helpers_too():
    exercise = find("row_means_by_dot")
    for function in (
        lambda x: its_mean(x),
        functools.partial(np.mean, axis=-1, keepdims=True),
        lambda x: x.mean(-1, keepdims=True),
    ):
        assert "you used `mean`" in judge(function, exercise).text
    assert judge(by_a_product, exercise).passed


@pytest.mark.parametrize("limit", [20, 100])
def test_clipped_numbers_are_found_on_larger_ones(limit):
    def plain(x, gamma):
        """Multiply."""
        return gamma * x

    exercise = Exercise(
        lesson="01", statement="Multiply.", hints=["a.", "b.", "c."],
        reference=plain, mistakes={"gamma * → ": "You left out gamma."},
        cases=lambda rng: [(rng.normal(size=n), 2.0) for n in (3, 4)],
    )  # fmt: skip
    text = judge(lambda x, g: g * np.clip(x, -limit, limit), exercise).text
    assert "but not on numbers a thousand times as large" in text
    assert judge(lambda x, g: x * g, exercise).passed


# What explains an answer before any mistake does


def without_rstd(*args):
    exercise = find("layer_norm_every_intermediate")
    answers = zip(exercise.outputs, exercise.reference(*args))
    return [0 * a if name == "rstd" else a for name, a in answers]


@pytest.mark.parametrize(
    "name, function, words, never",
    [
        ("jacobian_entry", lambda x, i, j, eps: np.nan, "is nan, not a number",
         "the same for every"),
        ("feed_forward", lambda x, W1, b1, W2, b2: 0 * (x @ W1 @ W2),
         "all zeros", "mistake"),
        ("layer_norm_every_intermediate", without_rstd,
         "Not yet. rstd is all zeros.", "In rstd"),
        ("layer_norm", lambda *a: right(*a) * 1.00001,
         "is 1.00001 times what is expected.", "number of rows"),
    ],
)  # fmt: skip
def test_no_cause_is_claimed(name, function, words, never):
    text = judge(function, find(name)).text
    assert words in text and never not in text, text


# What is raised


@pytest.mark.parametrize(
    "answer, words",
    [
        (
            lambda x, sublayer, norm: norm(np.concatenate([x, x], axis=-1)),
            "calls norm with an array of shape (1, 8), which norm cannot "
            "take; x has shape (1, 4).",
        ),
        (
            lambda x, sublayer, norm: norm(x + sublayer(sublayer)),
            "calls sublayer with a function, which sublayer cannot take",
        ),
        (
            lambda x, sublayer, norm: norm([x, 1]),
            "calls norm with a list, which norm cannot take",
        ),
        (
            lambda x, sublayer, norm: norm(x, sublayer(x)),
            "TypeError: norm() takes 1 positional argument but 2",
        ),
    ],
)
def test_function_of_the_check_called_wrongly(answer, words):
    text = judge(answer, find("post_norm")).text
    assert "(`lambda x, sublayer, norm:" in text and words in text, text


def test_endless_loop_around_a_function_of_the_check():
    def numerical_gradient(f, x, h):
        while True:
            f(x)

    exercise = find("numerical_gradient")
    text = judge(numerical_gradient, exercise, seconds=SECONDS).text
    assert "in line" in text and "weights" not in text


@pytest.mark.parametrize(
    "function, words",
    [
        (lambda: 1, "with 4 arguments"),
        (lambda x: 1, "layer_norm(x, gamma, beta, eps)"),
        (lambda x, gamma, beta, eps, more: 1, "Yours is layer_norm(x,"),
        (lambda x, gamma, beta, *, eps: 1, "with 4 arguments"),
    ],
)
def test_wrong_signature(function, words):
    assert words in said_of(function)


def test_other_names_of_arguments_and_defaults_are_fine():
    def layer_norm(z, g, b, epsilon=1e-5, **more):
        return right(z, g, b, epsilon)

    assert judge(layer_norm, LAYER_NORM).passed


def test_object_with_a_call():
    class Layer:
        def __call__(self, x, gamma, beta, eps):
            return right(x, gamma, beta, eps)

    assert judge(Layer(), LAYER_NORM).passed


# What never ends, or is too much


def swallow():
    while True:
        try:
            while True:
                pass
        except:  # noqa: E722
            pass


def swallow_twice():
    while True:
        try:
            swallow()
        except BaseException:  # noqa: BLE001
            time.sleep(0)


def swallow_and_go_on():
    while True:
        try:
            np.linalg.inv(np.eye(60))
        except:  # noqa: E722
            print("again")
        finally:
            time.sleep(0)


def swallow_one_by_one():
    for _ in range(10**9):
        try:
            for _ in range(10**9):
                pass
        except:  # noqa: E722
            continue


def loop():
    while True:
        pass


def sleep_in_steps():
    while True:
        time.sleep(0.01)


def flood():
    while True:
        print("x" * 1000)


@pytest.mark.parametrize(
    "endless",
    [loop, sleep_in_steps, swallow, swallow_twice, swallow_and_go_on,
     swallow_one_by_one, flood],
)  # fmt: skip
def test_endless_code_is_stopped(endless):
    def layer_norm(x, gamma, beta, eps):
        endless()

    text = said_of(layer_norm, SECONDS)
    assert "still running after 0.4 s in line" in text
    assert judge(right, LAYER_NORM).passed


def test_call_that_only_sleeps_is_woken():
    def layer_norm(x, gamma, beta, eps):
        time.sleep(20)

    start = time.monotonic()
    text = said_of(layer_norm, SECONDS)
    assert time.monotonic() - start < 10
    assert "in line" in text and "(`time.sleep(20)`)" in text
    assert "or does that line take so long?" in text


def test_one_long_call_into_c_is_waited_for_and_told():
    def layer_norm(x, gamma, beta, eps):
        return sum(range(3 * 10**7))

    text = said_of(layer_norm, 0.1)
    assert "where 0.1 s are given" in text
    assert "a single call was waited for" in text
    assert "check(…, seconds=0.4)" in text


@pytest.mark.skipif(sys.platform != "linux", reason="needs RLIMIT_AS")
def test_memory_taken_piece_by_piece():
    def layer_norm(x, gamma, beta, eps):
        return [np.empty(2**26) for _ in range(100)]  # 50 GB, untouched

    assert "more memory than there is" in said_of(layer_norm)


def test_flood_of_prints_is_bounded(capsys):
    def layer_norm(x, gamma, beta, eps):
        for i in range(1_000):
            print(i, file=sys.stderr if i % 2 else sys.stdout)
        return right(x, gamma, beta, eps)

    verdict = judge(layer_norm, LAYER_NORM)
    assert verdict.passed
    assert len(verdict.printed) < run.PRINT_LIMIT + 50
    assert "more characters" in verdict.printed
    assert capsys.readouterr() == ("", "")


# What bends the ruler


def test_comparison_patched_by_the_answer():
    def layer_norm(x, gamma, beta, eps):
        np.allclose = np.isclose = np.array_equal = lambda *a, **k: True
        np.abs = np.zeros_like
        return np.zeros(x.shape)

    text = said_of(layer_norm)
    assert "all zeros" in text
    assert "Replaced in NumPy, and now put back: np.abs, np.allc" in text


def test_numpy_patched_before_the_check(monkeypatch):
    root = np.sqrt
    monkeypatch.setattr(np, "allclose", lambda *a, **k: True)
    monkeypatch.setattr(np, "sqrt", lambda x: x * 0 + 1)

    def layer_norm(x, gamma, beta, eps):
        y = x - x.mean(-1, keepdims=True)
        return gamma * y + beta

    assert "now put back: np.allclose and np.sqrt." in said_of(layer_norm)
    assert np.sqrt is root
