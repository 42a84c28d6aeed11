"""Learner's code of every kind: one sentence each, and the kernel lives."""

import asyncio  # noqa: F401
import builtins
import cProfile
import operator  # noqa: F401
import os  # noqa: F401
import re
import sys
import textwrap
import threading
import time  # noqa: F401
from functools import partial  # noqa: F401
from types import SimpleNamespace

import matplotlib.pyplot as plt
import numpy as np
import pytest

from answer_check.exercise import find
from answer_check.judging import limits, run
from answer_check.judging.judge import NOT_YET, judge
from course_lib.layers import LayerNorm  # noqa: F401

LAYER_NORM = find("layer_norm")
SECONDS = 0.4
RIGHT = "return right(x, gamma, beta, eps)"


def right(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(var + eps) + beta


@pytest.fixture
def written(cell):
    """Define an exercise's function as a cell would, or take it as it is."""

    def define(body, name="layer_norm"):
        if callable(body):
            return body
        head = f"def {name}({', '.join(find(name).parameters)}):\n"
        text = head + textwrap.indent(body, "    ")
        return cell(text, **globals())[name]

    return define


def said_of(function, seconds=20, name="layer_norm"):
    """Judge a wrong answer; the text must stay short."""
    verdict = judge(function, find(name), seconds=seconds)
    assert verdict.state == NOT_YET, verdict.text
    assert len(verdict.message) < 600
    return verdict.text


def what_code_may_harm():
    """Read what every check leaves as it was."""
    memory = ()
    if sys.platform == "linux":
        import resource

        memory = resource.getrlimit(resource.RLIMIT_AS)
    return (
        builtins.input, sys.getrecursionlimit(), threading.active_count(),
        np.allclose, np.abs, np.sqrt, sys.stdout, sys.stderr, memory,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def unharmed():
    """See that a kernel outlives each answer."""
    before = what_code_may_harm()
    yield
    assert what_code_may_harm() == before


WRONG = [  # what is said, body or function, the exercise if it is another
    # What comes back
    ("returned None: does every way through it end", "pass"),
    ("prints but returns None", "print(x)"),
    ("came is a tuple of 2", "return 1, 2"),
    ("came is a function, not its answer", "return len"),
    ("dtype complex128", "return np.array([1j])"),
    ("a coroutine", "return asyncio.sleep(0)"),
    ("Look at line 3: with one change there it is right.",
     "y = right(x, gamma, beta, eps)\ny[..., 1] = np.nan\nreturn y"),
    ("Not yet. dW1 and db1 are made without the ReLU's mask",
     "m, dh = x @ W1 + b1, dy @ W2.T\nh = np.maximum(m, 0)\n"
     "dx = (dh * (m > 0)) @ W1.T\n"
     "return dx, x.T @ dh, dh.sum(0), h.T @ dy, dy.sum(0)",
     "feed_forward_backward"),
    # What explains an answer before any mistake or cause does
    ("Your answer is nan, not a number", "return np.nan",
     "jacobian_entry"),
    ("Your answer is all zeros.",
     "return 0 * (x @ W1 @ W2)", "feed_forward"),
    # What it does to its input, and what it remembers
    ("changes its input x", f"x -= x.mean(-1, keepdims=True)\n{RIGHT}"),
    ("Line 2 (`numbers.sort()`) changes its input numbers.",
     "numbers.sort()\nreturn sum(numbers) / len(numbers)", "average"),
    ("writes into its input", f"x[...] = x\n{RIGHT}"),
    ("from call to call",
     "known = vars(layer_norm)\nif str(x.shape) in known: return x\n"
     f"known[str(x.shape)] = True\n{RIGHT}"),
    ("right on the numbers of the check, but not on other numbers.",
     "known = [c.args for c in LAYER_NORM.make_cases()]\n"
     f"if any(np.array_equal(x, a[0]) for a in known): {RIGHT}\nreturn x"),
    ("changes its input x … array stays as it was.\n",
     "x -= x.mean(-1, keepdims=True)\nreturn x / x.std(-1, keepdims=True)",
     "standardize"),  # which raises where x holds integers
    # What is raised
    ("(`helper = lambda z: z / {}`) raised TypeError",
     "helper = lambda z: z / {}\nreturn helper(x)"),
    ("`keepdims=True` keeps it",
     "m = x.mean(axis)\nv = ((x - m) ** 2).mean(axis)\n"
     "return np.expand_dims(m, axis), np.expand_dims(v, axis)",
     "mean_and_variance"),
    ("Did you mean `.maximum`?", "return np.maximun(x, gamma)"),
    ("asks for an entry that is not there: index 9 is out of bounds for axis "
     "1 with size 4.", "return x[:, 9]"),
    ("in @, a row of 1 entries meets a column of 4.\n", "return x.T @ x.T"),
    ("turns all axes round: it makes shape (4, 3, 2) of (2, 3, 4). `np.swap",
     f"while x.ndim > 2: x @ x.T\n{RIGHT}"),
    ("layer_norm changes its input x and gamma. Work on",
     "x -= 1\ngamma -= 1\nreturn x"),
    ("(`dy *= 2`) … Besides, dx, dgamma and dbeta are not right yet.",
     "dy *= 2\nreturn 0 * x, 0 * gamma, 0 * gamma", "layer_norm_backward"),
    ("line 2, where an array of integers cuts the fractions off:",
     "x = x.copy()\nx -= x.mean(-1, keepdims=True)\n"
     "return x / x.std(-1, keepdims=True)", "standardize"),
    ("`meen`, which is not defined. Did you mean `mean`",
     "mean = x.mean(-1, keepdims=True)\nreturn x - meen + mean"),
    ("before it has a value", "if x.ndim > 7: y = x\nreturn y"),
    ("asks for input", "return float(input('x? '))"),
    ("(`return layer_norm(x, gamma, beta, eps)`) calls itself without",
     "x.mean(-1)\nreturn layer_norm(x, gamma, beta, eps)"),
    pytest.param(  # 50 GB piece by piece, untouched
        ("more memory", "y = [np.empty(2**26) for _ in range(100)]\nreturn x"),
        marks=pytest.mark.skipif(sys.platform != "linux", reason="no limit"),
    ),
    ("(`return x ^ 2`) uses `^`, which is no power in Python.",
     "return x ^ 2"),
    ("(`return max(0, x)`) asks whether a whole array is true",
     "return max(0, x)"),
    ("hands True over in the place of `dtype`", "return x.mean(-1, True)"),
    ("an axis that is not there: axis 7 is out of bounds for array of",
     "return x.mean(axis=7)"),
    ("puts several numbers into the place of one",
     "y = np.zeros(3)\ny[0] = gamma\nreturn y"),
    ("has an index that is no whole number", "return x[0, len(gamma) / 2]"),
    # What asks for the answer
    ("calls the course's own",
     "return find('layer_norm').reference(x, gamma, beta, eps)"),
    ("calls the course's own",
     "try: return LAYER_NORM.reference(x, gamma, beta, eps)\n"
     f"except BaseException: {RIGHT}"),
    # What takes other arguments
    ("with 4 arguments: layer_norm(x, gamma, beta, eps). Yours is layer_norm(",
     lambda x, gamma, beta, eps, more: 1),
]  # fmt: skip


@pytest.mark.parametrize("row", WRONG)
def test_what_is_said_of_a_wrong_answer(row, written):
    words, body, *name = row
    text = said_of(written(body, *name), 20, *name)
    assert all(part in f"{text}\n" for part in words.split(" … ")), text
    assert ".." not in text.replace("...", ""), text


def test_a_figure_that_an_answer_draws_is_closed(written):
    plt.figure()
    before = plt.get_fignums()
    assert judge(written(f"plt.figure()\n{RIGHT}"), LAYER_NORM).passed
    assert plt.get_fignums() == before
    plt.close()


def test_what_an_answer_replaces_is_put_back_before_it_is_judged(written):
    body = "np.allclose = np.isclose = np.array_equal = lambda *a, **k: True\n"
    text = said_of(written(f"{body}np.abs = np.zeros_like\nreturn 0 * x"), 5)
    assert "all zeros" in text and np.abs(-1) == 1


@pytest.mark.parametrize(
    "words, row",
    [
        ("It agrees", ["sys.setrecursionlimit(sys.getrecursionlimit() + 9)\n"
         + RIGHT]),
        ("It agrees", [f"sys.stdout = sys.stderr = None\n{RIGHT}"]),
        ("For float32 the dtype of your answer is float64",
         [f"{RIGHT}.astype(float)"]),
        ("It agrees", [f"{RIGHT}.tolist()"]),
        ("It agrees", ["return tuple(map(tuple, "
         "(dy + dy @ W.T + dx_so_far).tolist()))", "residual_backward"]),
        ("For float32 the dtype of db1 is float64",
         ["m = dhidden * (hidden > 0)\n"
          "return x.T @ m, m.sum(0, dtype=float)", "hidden_backward"]),
    ],
)  # fmt: skip
def test_what_is_said_of_a_right_answer(words, row, written):
    before = sys.stdout, sys.stderr  # pytest puts them back after a test
    verdict = judge(written(*row), find([*row, "layer_norm"][1]))
    assert (sys.stdout, sys.stderr) == before
    assert verdict.passed and words in verdict.text, verdict.text


@pytest.mark.parametrize("helper", ["mean", "sum"])
def test_a_helper_may_have_the_name_of_what_is_to_be_avoided(helper, cell):
    text = (
        "def {0}(x):\n    return {1}\ndef centre(x):\n    return x - {0}(x)\n"
    )
    own = "(x @ np.full(x.shape[-1], 1 / x.shape[-1]))[..., None]"
    right = cell(text.format(helper, own))["centre"]
    assert judge(right, find("centre")).passed
    taken = "np.add.reduce(x, -1, keepdims=True) / x.shape[-1]"
    if helper == "mean":
        taken = "np.mean(x, -1, keepdims=True)"
    wrong = cell(text.format(helper, taken))["centre"]
    assert "do without" in said_of(wrong, name="centre")


ENDLESS = [
    ("while True: pass",),
    ("while True:\n    pass",),
    ("while True:\n    f(x)", "numerical_gradient"),
    ("while True:\n    try:\n        while True:\n            pass\n"
     "    except:\n        pass",),
    ("for _ in range(10**9):\n    try:\n        for _ in range(10**9):\n"
     "            pass\n    except:\n        continue",),
    pytest.param(
        ("def inner():\n    while True:\n        try:\n            while True:"
         " pass\n        except:\n            pass\nwhile True:\n    try:\n"
         "        inner()\n    except BaseException:\n        time.sleep(0)",),
        marks=pytest.mark.skipif(
            sys.version_info < (3, 12), reason="no sys.monitoring"
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ENDLESS)
def test_endless_code_is_stopped_in_a_line_of_its_own(row, written):
    body, *name = row
    text = said_of(written(body, *name), SECONDS, *name)
    line = re.search(r"still running after 0.4 s in line \d+ \(`(.*)`\)", text)
    # On a machine that waits, its first line is already too late.
    assert line[1].startswith("def ") or line[1] in body
    assert "or does that line take so long?" in text
    assert judge(right, LAYER_NORM).passed


# One call in C, a second of work without a line.
WORK = (
    "end, work = time.thread_time() + 1, iter(time.thread_time, None)\n"
    "return next(filter(partial(operator.lt, end), work))"
)


def test_one_long_call_into_c_is_waited_for_and_told(written):
    text = said_of(written(WORK), 0.1)
    assert "still running after 0.1 s" in text
    assert "check(…, seconds=0.4)" in text


def test_a_busy_machine_refuses_nobody(written, monkeypatch):
    """However long it takes by the clock, the work counts."""
    slow = SimpleNamespace(monotonic=lambda: 1e3 * time.monotonic())
    monkeypatch.setattr(limits, "time", slow)
    monkeypatch.setattr(limits, "IDLE", 0)
    monkeypatch.setattr(limits, "SLOWEST", 1e9)
    work = "end = time.thread_time() + 0.03\n"
    work += "while time.thread_time() < end: pass\n"
    assert judge(written(work + RIGHT), LAYER_NORM, seconds=3).passed


def test_an_answer_shows_nothing_and_ends_no_shell(written, monkeypatch):
    shown = SimpleNamespace(publish=pytest.fail)
    shell = SimpleNamespace(display_pub=shown, ask_exit=pytest.fail)
    monkeypatch.setattr(builtins, "get_ipython", lambda: shell, raising=False)
    body = "get_ipython().display_pub.publish({})\nget_ipython().ask_exit()"
    assert "would end the notebook" in said_of(written(body))


def test_flood_of_prints_is_bounded(capsys, written):
    body = "for i in range(1000):\n"
    body += "    print(i, file=sys.stderr if i % 2 else sys.stdout)\n"
    verdict = judge(written(body + RIGHT), LAYER_NORM)
    assert verdict.passed
    assert verdict.printed.startswith("0\n1\n2\n")
    assert len(verdict.printed) < run.PRINT_LIMIT + 50
    assert "… and 3,8" in verdict.printed
    long = judge(written(f"print('x' * 3_000)\n{RIGHT}"), LAYER_NORM).printed
    assert long == f"{'x' * 1_000}\n… and 2,000 more characters"
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("body", ["return x", RIGHT, ENDLESS[0][0]])
def test_what_traces_and_profiles_outlives_every_check(body, written):
    def watch(frame, event, arg):
        pass

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(watch)
    sys.setprofile(watch)
    try:
        judge(written(body), LAYER_NORM, seconds=SECONDS)
        after = sys.gettrace(), sys.getprofile()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    assert after == (watch, watch)


def test_a_profiler_in_c_does_no_harm():
    with cProfile.Profile():
        assert judge(right, LAYER_NORM).passed


def test_the_time_of_all_calls_adds_up(written):
    """Each call of this right answer is short; together they are not."""
    now = "time.thread_time()"  # works, and does not wait
    busy = f"end = {now} + 0.3\nwhile {now} < end: pass\n"
    text = said_of(written(busy + RIGHT), 1)
    assert "still running after 1 s" in text
