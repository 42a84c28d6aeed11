"""Runs code that may be wrong in any way, and comes back.

It is for slips, not for attacks: the code shares the kernel with all else.
"""

import builtins
import contextlib
import copy
import inspect
import io
import sys
import types
import warnings
from functools import partial
from operator import is_
from types import TracebackType
from unittest.mock import patch

import numpy as np
from IPython.core.displaypub import CapturingDisplayPublisher

from answer_check.judging.answers import Attempt
from answer_check.judging.errors import (
    AskedForInput,
    CheckInside,
    Stopped,
    is_own,
)
from answer_check.judging.learner_frames import (
    call,
    inside,
    now,
    processor_time,
    spent,
)
from answer_check.judging.limits import (
    DEEPEST,
    ROOM,
    memory_limit,
    time_limit,
)

SECONDS = 5.0
PRINT_LIMIT, PRINT_LINES = 1_000, 8  # characters and lines that are shown
_PARTS = {"np.": np, "np.linalg.": np.linalg, "np.random.": np.random,
          "np.fft.": np.fft}  # fmt: skip
# Each with its names as they are now, and as they were imported.
_NUMPY = [(part, vars(m), dict(vars(m))) for part, m in _PARTS.items()]
_PYTHON = {
    name: each for name, each in vars(builtins).items()
    if isinstance(each, (type, types.BuiltinFunctionType))
    and (name == "__import__" or name[0] != "_") and name != "input"
}  # fmt: skip
_set_depth = sys.setrecursionlimit
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
    attempt.worked = -processor_time()
    limit = time_limit(seconds, partial(_stop, attempt))
    with _same_depth(), limit, _limits(printed):
        try:
            attempt.value = call(function, given)
            attempt.replaced += restore()  # before it judges anything
            if inspect.iscoroutine(attempt.value):
                attempt.value.close()
            if judged:
                call(judged, [attempt])
        except BaseException as error:
            attempt.replaced += restore()
            attempt.error = attempt.error or error
            with contextlib.suppress(BaseException):
                attempt.error_text = call(str, [attempt.error])[:200]
    attempt.seconds = spent(since)
    attempt.printed = printed.text()
    attempt.replaced += restore()
    attempt.changed = tuple(
        i for i, (a, b) in enumerate(zip(args, given)) if not _same(a, b)
    )
    return attempt


def restore():
    """Put back what was replaced in Python and NumPy; return the names."""
    python, replaced = builtins.__dict__.copy(), []
    builtins.__dict__.update(_PYTHON)  # before any of it is called
    for part, there, kept in [("", python, _PYTHON), *_NUMPY]:
        if all(map(is_, map(there.get, kept), kept.values())):
            continue  # as it nearly always is
        for name, value in kept.items():
            if there.get(name) is not value:
                there[name] = value
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
    """Takes what an answer prints, in place of stdout and stderr."""

    characters = lines = 0  # of all that was printed, kept or not

    def write(self, text):
        self.characters += len(text)
        self.lines += text.count("\n")
        return super().write(text[: max(PRINT_LIMIT - self.tell(), 0)])

    def text(self):
        """Return the first lines, and how much more there was."""
        kept = self.getvalue().rstrip()
        shown = kept.split("\n")[:PRINT_LINES]
        if kept and (more := self.lines - len(shown)) > 0:
            shown.append(f"… and {more:,} more line{'s' * (more > 1)}")
        elif self.characters > PRINT_LIMIT:
            more = self.characters - PRINT_LIMIT
            shown.append(f"… and {more:,} more characters")
        return "\n".join(shown)

    def close(self):
        pass


@contextlib.contextmanager
def _limits(printed):
    """Run a block without input, exit or warnings, in bounded memory.

    What it prints goes to ``printed``.
    """

    def refuse(*args):
        raise AskedForInput

    def leave(*args):
        raise SystemExit

    def bound(depth):
        _set_depth(min(depth, DEEPEST))

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
        if shell:  # a bare exit() stops the kernel, display shows at once
            ends = patch.object(shell, "ask_exit", leave, create=True)
            stack.enter_context(ends)  # a browser's shell has none
            silent = CapturingDisplayPublisher()
            stack.enter_context(patch.object(shell, "display_pub", silent))
        stack.callback(_close_figures, _figures())
        bound(sys.getrecursionlimit())
        stack.enter_context(memory_limit())
        yield


def _figures():
    pyplot = sys.modules.get("matplotlib.pyplot")
    return pyplot.get_fignums() if pyplot else []


def _close_figures(before):
    """Close the figures that were drawn since, before the cell shows them."""
    for number in {*_figures()} - {*before}:
        sys.modules["matplotlib.pyplot"].close(number)


@contextlib.contextmanager
def _same_depth():
    """Put Python's limit of recursion back after the block."""
    before = sys.getrecursionlimit()
    try:
        yield
    finally:
        _set_depth(before)


def _stop(attempt, frame, late=True):
    """Note in the attempt why and where the answer is stopped.

    Return the frames of the answer that are running, the innermost first; none
    if the interrupt came between two calls.
    """
    _set_depth(DEEPEST + ROOM)
    attempt.replaced += restore()
    frames = inside(frame)
    if frames:
        pressed = KeyboardInterrupt("it was interrupted")
        stopped = Stopped(len(frames)) if late else pressed
        if not attempt.error:
            attempt.worked += processor_time()
            attempt.error = stopped
    own = next((f for f in frames if is_own(f.f_code)), None)
    if own and not attempt.error.__traceback__:  # the first time
        at = TracebackType(None, own, own.f_lasti, own.f_lineno)
        attempt.error.__traceback__ = at
    return frames
