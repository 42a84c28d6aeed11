"""Runs code that may be wrong in any way, and comes back.

It is for slips, not for attacks: the code shares the kernel with all else.
"""

import builtins
import contextlib
import copy
import inspect
import io
import sys
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np

from course_lib.exercises.judging.errors import (
    AskedForInput,
    Stopped,
    describe,
    locate,
)
from course_lib.exercises.judging.time_limit import AGAIN, call, time_limit

SECONDS = 5.0
EXTRA_MEMORY = 2 << 30
PRINT_LIMIT = 1_000
_NUMPY = dict(vars(np))  # as it was imported


@dataclass
class Outcome:
    """What came of one call.

    ``trouble`` is the type of the exception, or None; ``line`` and ``code``
    say where in the caller's own code it was raised. If that line called
    one of the functions among the arguments, ``called`` holds the index of
    that argument and what it was passed.
    """

    value: object = None
    trouble: type | None = None
    message: str = ""
    line: int | None = None
    code: str = ""
    printed: str = ""
    changed: tuple = ()
    replaced: tuple = ()
    called: tuple | None = None
    seconds: float = 0.0


def run(function, args, *, read_only=False, seconds=SECONDS, watch=None):
    """Call ``function(*args)`` on copies of the arguments.

    Parameters
    ----------
    read_only : bool
        Whether the arrays refuse to be written to.
    seconds : float
        Time limit.
    watch : callable, optional
        Told of every call on the way, as by ``sys.setprofile``.

    Returns
    -------
    Outcome
    """
    outcome, given = Outcome(), copied(args, read_only)
    printed, start = _Printed(), time.monotonic()
    with _limits(printed):
        try:
            with time_limit(seconds) as limit:
                outcome.value = call(function, given, watch)
            if inspect.iscoroutine(outcome.value):
                outcome.value.close()
        except BaseException as error:
            describe(error, outcome, given)
    if limit.stopped_at:
        outcome.trouble = Stopped if limit.late else KeyboardInterrupt
        outcome.message = "" if limit.late else "it was interrupted"
        locate(outcome, *limit.stopped_at)
    outcome.seconds = time.monotonic() - start
    if outcome.seconds > seconds + AGAIN and not outcome.trouble:
        outcome.trouble = Stopped  # one long call, that met no interrupt
    outcome.printed, outcome.replaced = printed.text(), restore_numpy()
    outcome.changed = tuple(
        i for i, (a, b) in enumerate(zip(args, given)) if not _same(a, b)
    )
    return outcome


def copied(args, read_only=False):
    """Deep copies of arguments, which nobody else holds."""
    args = copy.deepcopy(args)
    for arg in args if read_only else ():
        if isinstance(arg, np.ndarray):
            arg.flags.writeable = False
    return args


def _same(before, after):
    if isinstance(before, (list, tuple)):
        return len(before) == len(after) and all(map(_same, before, after))
    return not isinstance(before, np.ndarray) or (
        (before.shape, before.dtype) == (after.shape, after.dtype)
        and before.tobytes() == after.tobytes()
    )


class _Printed(io.StringIO):
    """Stands in for stdout and stderr; closing it closes nothing."""

    length = 0

    def write(self, text):
        self.length += len(text)
        return super().write(text[: max(PRINT_LIMIT - self.tell(), 0)])

    def text(self):
        more = self.length - self.tell()
        return self.getvalue() + (
            f"… and {more:,} more characters" if more else ""
        )

    def close(self):
        pass


@contextlib.contextmanager
def _limits(printed):
    """No input, no exit, no warnings, bounded memory, the old depth."""

    def refuse(*args):
        raise AskedForInput

    def leave(*args):
        raise SystemExit

    depth = sys.getrecursionlimit()
    autocall = sys.modules.get("IPython.core.autocall")
    with contextlib.ExitStack() as stack:
        for name in ("ExitAutocall", "ZMQExitAutocall"):
            if hasattr(autocall, name):  # a bare exit() stops the kernel
                kind = getattr(autocall, name)
                stack.enter_context(patch.object(kind, "__call__", leave))
        stack.enter_context(patch.object(builtins, "input", refuse))
        stack.enter_context(patch.object(sys, "stdout", printed))
        stack.enter_context(patch.object(sys, "stderr", printed))
        stack.enter_context(warnings.catch_warnings())
        stack.enter_context(np.errstate(all="ignore"))
        stack.enter_context(_bounded_memory())
        stack.callback(sys.setrecursionlimit, depth)
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _bounded_memory():
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        before = resource.getrlimit(resource.RLIMIT_AS)
        limit = pages * resource.getpagesize() + EXTRA_MEMORY
        if before[1] != resource.RLIM_INFINITY:
            limit = min(limit, before[1])
        resource.setrlimit(resource.RLIMIT_AS, (limit, before[1]))
    except (ImportError, OSError, ValueError):  # no such limit here
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def restore_numpy():
    """Put back what was replaced in NumPy's namespace; return the names."""
    now = vars(np)
    replaced = [n for n, kept in _NUMPY.items() if now.get(n) is not kept]
    for name in replaced:
        setattr(np, name, _NUMPY[name])
    return tuple(replaced)
