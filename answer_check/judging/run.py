"""Runs code that may be wrong in any way, and comes back.

It is for slips, not for attacks: the code shares the kernel with all else.
"""

import builtins
import contextlib
import copy
import io
import sys
import warnings
from unittest.mock import patch

import numpy as np
from IPython.core.displaypub import CapturingDisplayPublisher

from answer_check.judging.answers import Attempt
from answer_check.judging.errors import AskedForInput, CheckInside
from answer_check.judging.limits import (
    depth_limit,
    memory_limit,
    now,
    spent,
    time_limit,
)

SECONDS = 5.0
PRINT_LIMIT, PRINT_LINES = 1_000, 8  # characters and lines that are shown
_running = []


@contextlib.contextmanager
def alone():
    """Let one check run at a time, because each changes the whole kernel.

    A check within the function that is being checked ends that call.
    """
    if _running:
        raise CheckInside("Another check is running in this kernel.")
    _running.append(True)
    try:
        yield
    finally:
        _running.clear()


def run(function, args, *, judged=None, read_only=False, seconds=SECONDS):
    """Call a function on copies of the arguments; return the Attempt.

    With ``read_only`` the copies' arrays refuse to be written to. ``judged``,
    if given, is called with the Attempt once there is an answer, within the
    same limits of time and memory, because an answer may be an object whose
    methods never end.
    """
    attempt, given = Attempt(), copy.deepcopy(args)
    for arg, copied in zip(args, given):
        if isinstance(arg, np.ndarray) and (
            read_only or not arg.flags.writeable
        ):
            copied.flags.writeable = False  # which a copy forgets
    printed, since = _Printed(), now()
    try:
        with _limits(printed), time_limit(seconds) as called:
            with _put_back_after():  # before it judges anything
                attempt.value = function(*given)
            attempt.called = {*called}
            if judged:
                judged(attempt)
    except BaseException as error:
        attempt.error = error
        with contextlib.suppress(Exception):
            attempt.error_text = str(error)[:200]
    attempt.seconds = spent(since)
    attempt.printed = printed.shortened()
    attempt.changed = tuple(
        i for i, (a, b) in enumerate(zip(args, given)) if not _same(a, b)
    )
    return attempt


def _same(before, after):
    if isinstance(before, (list, tuple)):
        return len(before) == len(after) and all(map(_same, before, after))
    return not isinstance(before, np.ndarray) or (
        (before.shape, before.dtype) == (after.shape, after.dtype)
        and before.tobytes() == after.tobytes()
    )


class _Printed(io.StringIO):
    """Keeps the first of what an answer prints; it cannot be closed."""

    length = 0  # of all that was printed

    def write(self, text):
        self.length += len(text)
        return super().write(text[: max(PRINT_LIMIT - self.tell(), 0)])

    def close(self):
        pass

    def shortened(self):
        """Return the first lines, and how much more there was."""
        lines = self.getvalue().rstrip().split("\n")[:PRINT_LINES]
        shown = "\n".join(lines)
        more = self.length - len(shown) - 1  # the last line's end
        return f"{shown}\n… and {more:,} more characters" * (more > 0) or shown


@contextlib.contextmanager
def _put_back_after():
    """Put back what the block replaces among Python's and NumPy's names."""
    every = [vars(module) for module in (builtins, np, np.linalg)]
    kept = [dict(names) for names in every]
    try:
        yield
    finally:
        every[0].update(kept[0])  # before anything of it is called
        every[1].update(kept[1])
        every[2].update(kept[2])


@contextlib.contextmanager
def _limits(printed):
    """Run a block without input, exit or warnings, in bounded memory.

    What it prints goes to ``printed``, and what it displays nowhere.
    """

    def refuse(*args):
        raise AskedForInput

    def leave(*args):
        raise SystemExit

    shell = getattr(builtins, "get_ipython", lambda: None)()
    with (
        depth_limit(),
        patch.object(sys, "setrecursionlimit", lambda depth: None),
        patch.object(builtins, "input", refuse),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        warnings.catch_warnings(action="ignore"),
        np.errstate(all="ignore"),
        contextlib.ExitStack() as stack,
    ):
        if shell:  # a bare exit() stops the kernel, display shows at once
            ends = patch.object(shell, "ask_exit", leave, create=True)
            stack.enter_context(ends)  # a browser's shell has none
            silent = CapturingDisplayPublisher()
            stack.enter_context(patch.object(shell, "display_pub", silent))
        stack.callback(_close_figures, _figures())
        stack.enter_context(memory_limit())
        yield


def _figures():
    pyplot = sys.modules.get("matplotlib.pyplot")
    return {*pyplot.get_fignums()} if pyplot else set()


def _close_figures(before):
    """Close the figures that were drawn since, before the cell shows them."""
    for number in _figures() - before:
        sys.modules["matplotlib.pyplot"].close(number)
