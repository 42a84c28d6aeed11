"""Runs code that may be wrong in any way, and comes back.

It is for slips, not for attacks: the code shares the kernel with all else.
"""

import _thread
import builtins
import contextlib
import copy
import inspect
import io
import signal
import sys
import threading
import time
import traceback
import warnings
from pathlib import Path
from types import TracebackType
from unittest.mock import patch

import numpy as np

from course_lib.exercises.judging.answers import Attempt
from course_lib.exercises.judging.errors import AskedForInput, Stopped, is_own

SECONDS = 5.0
AGAIN = 0.02  # seconds until the next interrupt
EXTRA_MEMORY = 2 << 30
PRINT_LIMIT = 1_000
_NUMPY = dict(vars(np))  # as it was imported


def run(function, args, *, read_only=False, seconds=SECONDS):
    """Return the Attempt of ``function(*args)``, on copies of the arguments.

    They refuse to be written to if ``read_only``.
    """
    attempt, given = Attempt(), copy.deepcopy(args)
    for arg in given:
        if read_only and isinstance(arg, np.ndarray):
            arg.flags.writeable = False
    printed, start = _Printed(), time.monotonic()
    with _limits(printed):
        try:
            with _time_limit(seconds, attempt):
                attempt.value = _call(function, given)
            if inspect.iscoroutine(attempt.value):
                attempt.value.close()
        except BaseException as error:
            attempt.error = attempt.error or error
    attempt.seconds = time.monotonic() - start
    attempt.printed, attempt.replaced = printed.text(), restore_numpy()
    attempt.changed = tuple(
        i for i, (a, b) in enumerate(zip(args, given)) if not _same(a, b)
    )
    return attempt


def _call(function, args):
    return function(*args)  # what is beyond this frame is the learner's


def restore_numpy():
    """Put back what was replaced in NumPy's namespace; return the names."""
    now = vars(np)
    replaced = [n for n, kept in _NUMPY.items() if now.get(n) is not kept]
    for name in replaced:
        setattr(np, name, _NUMPY[name])
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
    """No input, no exit, no warnings, bounded memory, the old depth."""

    def refuse(*args):
        raise AskedForInput

    def leave(*args):
        raise SystemExit

    shell = getattr(builtins, "get_ipython", lambda: None)()
    with contextlib.ExitStack() as stack:
        if shell:  # a bare exit() stops the kernel
            stack.enter_context(patch.object(shell, "ask_exit", leave))
        stack.enter_context(patch.object(builtins, "input", refuse))
        stack.enter_context(contextlib.redirect_stdout(printed))
        stack.enter_context(contextlib.redirect_stderr(printed))
        stack.enter_context(warnings.catch_warnings())
        stack.enter_context(np.errstate(all="ignore"))
        stack.callback(sys.setrecursionlimit, sys.getrecursionlimit())
        _bound_memory(stack)
        warnings.simplefilter("ignore")
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
    """Limit the time that ``_call`` may take in this block.

    When it is over, a second thread interrupts the first as Ctrl-C would,
    again and again, for code that swallows exceptions too. One long call
    into C is waited for. Outside of the main thread there is no limit.
    """
    main, done = threading.main_thread(), threading.Event()
    if threading.current_thread() is not main:
        yield
        return

    def clock():
        wait = seconds
        while not done.wait(wait):
            attempt.error = attempt.error or Stopped()
            if hasattr(signal, "pthread_kill"):  # wakes a sleeping call, too
                signal.pthread_kill(main.ident, signal.SIGINT)
            else:
                _thread.interrupt_main()
            wait = AGAIN

    def interrupted(signum, frame):
        inside = _inside(frame)
        if not inside:
            return  # between two lines of ours
        interrupt = KeyboardInterrupt("it was interrupted")
        attempt.error = attempt.error or interrupt
        own = next((f for f in inside if is_own(f.f_code)), None)
        if own and not attempt.error.__traceback__:  # the first interrupt
            at = TracebackType(None, own, own.f_lasti, own.f_lineno)
            attempt.error.__traceback__ = at
        sys.setprofile(_insist)
        _insist(frame)
        raise Stopped

    before, traced = signal.getsignal(signal.SIGINT), sys.gettrace()
    profiler = sys.getprofile()
    second = threading.Thread(target=clock, daemon=True)
    signal.signal(signal.SIGINT, interrupted)
    try:
        second.start()
        yield
    finally:
        done.set()
        second.join()
        if sys.getprofile() is _insist:
            profile_again(profiler)
        sys.settrace(traced)
        signal.signal(signal.SIGINT, before)


def profile_again(profiler):
    """Put a profiler back, but for one in C: Python 3.11 has no way to."""
    sys.setprofile(profiler if callable(profiler) else None)


def _inside(frame):
    """Return the frames of the learner's call, the innermost first."""
    frames = [each for each, _ in traceback.walk_stack(frame)]
    codes = [each.f_code for each in frames]
    own = _call.__code__ in codes
    return frames[: codes.index(_call.__code__)] if own else []


def _insist(frame, event="", arg=None):
    """Let every further line raise, so that handlers end as well."""
    for each in _inside(frame):
        each.f_trace = _raise_on_next_line
        sys.settrace(lambda *_: None)


def _raise_on_next_line(frame, event, arg):
    if event == "line":
        raise Stopped  # which ends the tracing; a return begins it again
    return _raise_on_next_line
