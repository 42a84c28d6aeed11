"""Runs code that may be wrong in any way, and comes back.

It is for slips, not for attacks: the code shares the kernel with all else.
"""

import _thread
import builtins
import contextlib
import copy
import inspect
import io
import itertools
import signal
import sys
import threading
import time
import traceback
import types
import warnings
from operator import is_, not_
from pathlib import Path
from types import TracebackType
from unittest.mock import patch

import numpy as np

from course_lib.exercises.judging.answers import Attempt
from course_lib.exercises.judging.errors import (
    AskedForInput,
    CheckInside,
    Stopped,
    is_own,
)

SECONDS = 5.0
AGAIN = 0.02  # seconds until the next interrupt
EXTRA_MEMORY = 2 << 30
DEEPEST = 3_000  # calls within calls, for which the stack surely has room
ROOM = 200  # more of them, for what ends a call that is as deep as it may be
PRINT_LIMIT = 1_000
BUSY = (
    "Another check is running in this kernel. Run this one again when that "
    "one has ended."
)
_PARTS = {"np.": np, "np.linalg.": np.linalg, "np.random.": np.random,
          "np.fft.": np.fft}  # fmt: skip
# Each with its names as they are now, and as they were imported.
_NUMPY = [(part, vars(m), dict(vars(m))) for part, m in _PARTS.items()]
_PYTHON = {
    name: each for name, each in vars(builtins).items()
    if isinstance(each, (type, types.BuiltinFunctionType))
    and not name.startswith("_") and name != "input"
}  # fmt: skip
_set_depth = sys.setrecursionlimit
_turn = {}


class Busy(RuntimeError):
    """Another check is running, in another thread."""


@contextlib.contextmanager
def alone():
    """Let one check run at a time, because each changes the whole kernel.

    A check within the function that is being checked ends that call; one in
    another thread raises Busy.
    """
    mine = [threading.get_ident()]
    try:
        first = _turn.setdefault("is", mine)
        if first is not mine:
            raise CheckInside if first == mine else Busy(BUSY)
        yield
    finally:
        if _turn["is"] is mine:  # no call, so no interrupt in between
            del _turn["is"]


def run(function, args, *, judged=None, read_only=False, seconds=SECONDS):
    """Return the Attempt of ``function(*args)``, on copies of the arguments.

    They refuse to be written to if ``read_only``. What came back is handed
    to ``judged`` within the same limits, as part of the Attempt.
    """
    attempt, given = Attempt(), copy.deepcopy(args)
    for arg in given:
        if read_only and isinstance(arg, np.ndarray):
            arg.flags.writeable = False
    printed, start = _Printed(), time.monotonic()
    with _time_limit(seconds, attempt), _limits(printed):
        try:
            attempt.value = _call(function, given)
            attempt.replaced += restore()  # before it judges anything
            if inspect.iscoroutine(attempt.value):
                attempt.value.close()
            if judged:
                _call(judged, [attempt])
        except BaseException as error:
            attempt.replaced += restore()
            attempt.error = attempt.error or error
            with contextlib.suppress(BaseException):
                attempt.said = _call(str, [attempt.error])[:200]
    attempt.seconds = time.monotonic() - start
    attempt.printed = printed.text()
    attempt.replaced += restore()
    attempt.changed = tuple(
        i for i, (a, b) in enumerate(zip(args, given)) if not _same(a, b)
    )
    return attempt


def _call(function, args):
    return function(*args)  # what is beyond this frame may be interrupted


_CALL = _call.__code__


def restore():
    """Put back what was replaced in Python and NumPy; return the names."""
    python, replaced = builtins.__dict__.copy(), []
    builtins.__dict__.update(_PYTHON)  # before any of it is called
    for part, now, kept in [("", python, _PYTHON), *_NUMPY]:
        same = [*map(is_, map(now.get, kept), kept.values())]
        for name in itertools.compress(kept, map(not_, same)):
            now[name] = kept[name]
            replaced.append(part + name)
    return tuple(replaced)


def _same(before, after):
    if isinstance(before, (list, tuple)):
        return len(before) == len(after) and all(map(_same, before, after))
    return not isinstance(before, np.ndarray) or (
        (before.shape, before.dtype) == (after.shape, after.dtype)
        and before.tobytes() == after.tobytes()
    )


class _Printed(io.StringIO):
    """Stands in for stdout and stderr; closing it closes nothing."""

    more = 0

    def write(self, text):
        kept = text[: max(PRINT_LIMIT - self.tell(), 0)]
        self.more += len(text) - len(kept)
        return super().write(kept)

    def text(self):
        more = f"… and {self.more:,} more characters" if self.more else ""
        return self.getvalue() + more

    def close(self):
        pass


@contextlib.contextmanager
def _limits(printed):
    """No input, no exit, no warnings; bounded memory and depth."""

    def refuse(*args):
        raise AskedForInput

    def leave(*args):
        raise SystemExit

    def bound(depth):
        _set_depth(min(depth, DEEPEST))

    depth = sys.getrecursionlimit()
    shell = getattr(builtins, "get_ipython", lambda: None)()
    with (
        patch.object(builtins, "input", refuse),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        warnings.catch_warnings(action="ignore"),
        np.errstate(all="ignore"),
        patch.object(sys, "setrecursionlimit", bound),
        contextlib.ExitStack() as stack,
    ):
        if shell:  # a bare exit() stops the kernel
            stack.enter_context(patch.object(shell, "ask_exit", leave))
        stack.callback(_set_depth, depth)
        bound(depth)
        _bound_memory(stack)
        yield


def _bound_memory(stack):
    """Limit memory until a stack of contexts ends, where there is a way."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        limit = pages * resource.getpagesize() + EXTRA_MEMORY
        before = resource.getrlimit(resource.RLIMIT_AS)
        if before[1] != resource.RLIM_INFINITY:
            limit = min(limit, before[1])
        resource.setrlimit(resource.RLIMIT_AS, (limit, before[1]))
        stack.callback(resource.setrlimit, resource.RLIMIT_AS, before)


@contextlib.contextmanager
def _time_limit(seconds, attempt):
    """Limit the time that calls of ``_call`` may take in this block.

    When it is over, they are interrupted as Ctrl-C would, again and again,
    for code that swallows exceptions too. Code in C that does not look for
    interrupts is waited for. Outside of the main thread there is no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    end = time.monotonic() + seconds

    def interrupted(signum, frame):
        _set_depth(DEEPEST + ROOM)
        attempt.replaced += restore()
        inside = _inside(frame)
        if not inside or {f.f_code for f in inside[:3]} & _INSISTING:
            return  # between two lines of ours, or they end it already
        pressed = KeyboardInterrupt("it was interrupted")
        late = time.monotonic() >= end
        stopped = Stopped(len(inside)) if late else pressed
        attempt.error = attempt.error or stopped
        own = next((f for f in inside if is_own(f.f_code)), None)
        if own and not attempt.error.__traceback__:  # the first interrupt
            at = TracebackType(None, own, own.f_lasti, own.f_lineno)
            attempt.error.__traceback__ = at
        sys.setprofile(_insist)
        _insist(frame)
        raise Stopped

    def leave_no_trace():
        if sys.getprofile() is _insist:
            profile_again(profiler)
        sys.settrace(traced)

    traced, profiler = sys.gettrace(), sys.getprofile()
    with contextlib.ExitStack() as stack:
        stack.callback(_set_depth, sys.getrecursionlimit())
        signals = [signal.SIGINT]
        if hasattr(signal, "setitimer"):
            signals.append(signal.SIGALRM)
        for number in signals:
            before = signal.signal(number, interrupted)
            stack.callback(signal.signal, number, before)
        stack.callback(leave_no_trace)
        _set_alarm(seconds, stack)
        yield


def _set_alarm(seconds, stack):
    """Interrupt the main thread after some seconds, and from then on often."""
    if hasattr(signal, "setitimer"):  # reaches code in C that keeps the lock
        before = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        stack.callback(signal.setitimer, signal.ITIMER_REAL, *before)
        return
    done = threading.Event()

    def clock():
        wait = seconds
        while not done.wait(wait):
            _thread.interrupt_main()
            wait = AGAIN

    second = threading.Thread(target=clock, daemon=True)
    second.start()
    stack.callback(second.join)
    stack.callback(done.set)


def profile_again(profiler):
    """Put a profiler back, but for one in C: Python 3.11 has no way to."""
    sys.setprofile(profiler if callable(profiler) else None)


def _inside(frame):
    """Return the frames of the learner's call, the innermost first."""
    frames = [each for each, _ in traceback.walk_stack(frame)]
    codes = [each.f_code for each in frames]
    return frames[: codes.index(_CALL)] if _CALL in codes else []


def _insist(frame, event="", arg=None):
    """Let every further line raise, so that handlers end as well."""
    unset = []
    for each, _ in traceback.walk_stack(frame):
        if each.f_trace is _raise_on_next_line or each.f_code is _CALL:
            break
        unset.append(each)
    else:
        return  # no call of the learner's
    for each in unset:
        each.f_trace = _raise_on_next_line
    sys.settrace(lambda *_: None)


def _raise_on_next_line(frame, event, arg):
    if event == "line":
        raise Stopped  # which ends the tracing; a return begins it again
    return _raise_on_next_line


_INSISTING = {_insist.__code__, _raise_on_next_line.__code__}
