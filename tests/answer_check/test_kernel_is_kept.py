"""Answers that once ended a kernel, hung it, or left it changed.

Each runs in a process of its own, which prints what the check said, whether
all is as it was before, and how much memory that took.
"""

import re
import sys
import textwrap
from pathlib import Path

import pytest

import answer_check
from answer_check.judging import limits, run
from processes import ran

ALONE = """
import builtins, re, resource, signal, sys, threading, time
import numpy as np
from answer_check import check, grade

def state():
    return (builtins.input, sys.stdout, sys.stderr, np.geterr(),
            sys.getrecursionlimit(), resource.getrlimit(resource.RLIMIT_AS),
            signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGALRM),
            signal.getitimer(signal.ITIMER_REAL), threading.active_count(),
            np.sqrt, np.linalg.norm, sys.getprofile(), sys.gettrace(),
            len, str, zip, isinstance)

for code in sys.argv[1:]:
    before = state()
    exec(compile(code, "cell", "exec"), dict(globals()))
    sys.stdout.flush()
    print("AS BEFORE" if state() == before else [*zip(state(), before)])
print("MIB", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)
"""
pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="limits as Linux has them"
)


def afresh(*codes):
    """Run codes as cells in a process of their own; return what is printed."""
    done = ran("-c", ALONE, *codes)
    assert not done.stderr, done.stderr
    assert done.stdout.count("\nAS BEFORE\n") == len(codes), done.stdout
    return " ".join(done.stdout.split())


def answer(body, name="average", given="numbers", more=""):
    head = f"def {name}({given}):\n"
    return head + textwrap.indent(body, "    ") + f"\ncheck({name}{more})\n"


INSIDE = """
def rms_norm(x, gamma, eps):
    y = gamma * x / np.sqrt((x**2).mean(-1, keepdims=True) + eps)
    check(rms_norm)
    return y
"""
SAYS = "Line 4 calls check inside a function that is being checked."


def test_a_check_inside_its_own_function_is_told():
    said = afresh(INSIDE + "check(rms_norm)\n" * 4)
    assert said.count(SAYS) == 4 and said.count("Not yet.") == 4


TOO_LARGE = [
    ("A NumPy array is expected; what came is far larger, of shape (4000, ",
     answer("return np.ones((4000, 4000))", "layer_norm",
            "x, gamma, beta, eps")),
    ("A number is expected; what came is far larger, of shape (1000000, ",
     answer("return np.broadcast_to(1.0, (10**6, 10**6))")),
    ("what came is a list",
     answer("return [np.zeros(10**7 + i) for i in range(4)]")),
]  # fmt: skip


@pytest.mark.parametrize("words, code", TOO_LARGE)
def test_a_shape_is_looked_at_before_the_numbers(words, code):
    said = afresh(code)
    assert words in said
    assert int(said.split("MIB ")[1]) < 900


ODD = [  # a pattern of what is said, and code
    # A depth that the interpreter has no room for
    ("calls itself without an end", answer(
        "sys.setrecursionlimit(10**8)\nreturn average(numbers)")),
    ("calls itself without an end",
     "sys.setrecursionlimit(10**8)\n"
     + answer("return list(map(average, [numbers]))")
     + "sys.setrecursionlimit(1000)\n"),
    # What is asked of an answer when it is judged
    ("would end the notebook", answer(
        "class Odd:\n    def __array__(self, *a, **k): raise SystemExit\n"
        "return Odd()")),
]  # fmt: skip


def test_what_once_was_lost_comes_back_in_words():
    """In one kernel, one after the other, as a learner tries them."""
    told = afresh(*(code for _, code in ODD)).split("AS BEFORE")
    for (words, code), said in zip(ODD, told):
        assert re.search(words, said), f"{said}\nis said of\n{code}"


def test_a_time_that_is_none_is_told():
    times = "float('nan')", "'a'", "-1", "0"
    said = afresh(*(answer("return 3", more=f", seconds={t}") for t in times))
    assert said.count("Give seconds as a number above 0") == len(times)


def test_the_limits_that_are_printed_are_those_that_hold():
    page = (
        Path(answer_check.__file__).with_name("README.md").read_text("utf-8")
    )
    assert f"After {run.SECONDS:g} s it is interrupted" in page
    memory = limits.EXTRA_MEMORY / 2**30
    assert f"limited to {memory:g} GB more than the kernel has" in page
    assert f"go {limits.DEEPEST:,} deep at most" in page
