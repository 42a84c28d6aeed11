"""Runs code that may be wrong in any way, and comes back.

The code runs in a thread of its own while the kernel waits. After the time
limit an exception is raised inside that thread, again and again, so that a
bare ``except`` does not swallow it. This works on every CPython with threads.
It is no protection against malice, and a single call into C that never
returns is given up, not ended; one that also keeps Python's global lock
(``sum(range(10**15))``) cannot be left at all. Memory is limited where the
system has RLIMIT_AS (Linux).
"""

import builtins
import contextlib
import copy
import ctypes
import inspect
import linecache
import sys
import sysconfig
import threading
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy import array as own_array
from numpy import ndarray

SECONDS = 5.0
GRACE = 1.0  # how long a thread may take to end when told to
EXTRA_MEMORY = 2 << 30
PRINT_LIMIT = 1_000
_COURSE = str(Path(__file__).parents[1])
_LAYERS = str(Path(_COURSE, "layers"))
_NUMPY = dict(vars(np))  # as it was imported
_LIBRARIES = tuple(
    {sysconfig.get_path(p) for p in ("stdlib", "purelib", "platlib")}
)


class TimeIsUp(BaseException):
    """Raised inside code that runs too long, on every further line."""

    def __init__(self, *args):
        super().__init__(*args)
        _raise_in(sys._getframe(1))


def _raise_in(frame):
    """Let every further line of these frames raise: handlers end as well."""
    while frame is not None:
        if frame.f_code.co_filename not in (__file__, threading.__file__):
            frame.f_trace = _raise_on_next_line
        frame = frame.f_back
    sys.settrace(lambda *_: None)


def _raise_on_next_line(frame, event, arg):
    if event == "line":
        raise TimeIsUp
    return _raise_on_next_line


class AskedForInput(BaseException):
    """The code waits for somebody at the keyboard."""


class CalledTheCourse(BaseException):
    """The code asks the course for the answer."""


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
    stuck: bool = False
    called: tuple | None = None


def run(
    function, args, *, read_only=False, seconds=SECONDS, forbidden=(),
    layers=True,
):  # fmt: skip
    """Call ``function(*args)`` on copies of the arguments.

    Parameters
    ----------
    read_only : bool
        Whether the arrays refuse to be written to.
    seconds : float
        Time limit.
    forbidden : collection of int
        Ids of the code objects that must not be called on the way.
    layers : bool
        Whether ``course_lib.layers`` may be called.

    Returns
    -------
    Outcome
    """
    outcome, given = Outcome(), copied(args, read_only)
    done, late, called = threading.Event(), threading.Event(), []

    def work():
        try:
            sys.setprofile(_watch(called, late, forbidden, layers))
            with np.errstate(all="ignore"):
                value = own_copy(function(*given))
            sys.setprofile(None)
            outcome.value = value
        except BaseException as error:
            sys.setprofile(None)
            sys.settrace(None)
            _describe(error, outcome, given)
        done.set()

    thread = threading.Thread(target=_quietly(work), daemon=True)
    with _own_streams(thread) as streams, _limits():
        try:
            thread.start()
        except RuntimeError:  # no threads in this Python: no time limit
            work()
        try:
            done.wait(seconds)
        finally:
            if not done.is_set():
                late.set()
                outcome = _stop(thread, done)
    if called:
        outcome.trouble, outcome.message = CalledTheCourse, called[0]
    outcome.printed = streams.text()
    outcome.changed = tuple(
        i for i, (a, b) in enumerate(zip(args, given)) if not _same(a, b)
    )
    return outcome


def copied(args, read_only=False):
    """Deep copies of arguments, which nobody else holds."""
    args = copy.deepcopy(args)
    if read_only:
        _lock(args)
    return args


def _lock(value):
    if isinstance(value, ndarray):
        value.flags.writeable = False
    elif isinstance(value, (tuple, list)):
        for each in value:
            _lock(each)


def own_copy(value):
    """Copy arrays out of the learner's reach, subclasses as plain arrays."""
    if issubclass(type(value), ndarray):  # what __class__ says may be a lie
        return own_array(value, subok=False)
    if type(value) in (tuple, list):
        return type(value)(own_copy(v) for v in value)
    if inspect.iscoroutine(value):
        value.close()
    return value


def _same(before, after):
    if isinstance(before, ndarray):
        return (
            before.shape == after.shape
            and before.dtype == after.dtype
            and before.tobytes() == after.tobytes()
        )
    if isinstance(before, (list, tuple)):
        return len(before) == len(after) and all(map(_same, before, after))
    return True


def _watch(called, late, forbidden, layers):
    def watch(frame, event, arg):
        if late.is_set():  # an exception that was swallowed comes again
            _raise_in(frame)
        elif event == "call":
            code = frame.f_code
            if id(code) in forbidden or (
                not layers and code.co_filename.startswith(_LAYERS)
            ):
                called.append(code.co_name)
                raise CalledTheCourse

    return watch


def _quietly(work):
    def run_to_the_end():
        with contextlib.suppress(BaseException):  # a late TimeIsUp
            work()

    return run_to_the_end


def _stop(thread, done):
    outcome = Outcome(trouble=TimeIsUp)
    frame = sys._current_frames().get(thread.ident)
    while frame is not None and not _is_own(frame.f_code.co_filename):
        frame = frame.f_back
    if frame is not None:
        _locate(outcome, frame.f_code.co_filename, frame.f_lineno)
    end = time.monotonic() + GRACE
    while thread.is_alive() and time.monotonic() < end:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident), ctypes.py_object(TimeIsUp)
        )
        done.wait(0.02)
        thread.join(0.02)
    outcome.stuck = thread.is_alive()
    return outcome


def _describe(error, outcome, given):
    outcome.trouble = type(error)
    try:
        outcome.message = str(error)[:200]
    except Exception:
        outcome.message = ""
    steps = []
    step = error.__traceback__
    while step is not None:
        steps.append((step.tb_frame, step.tb_lineno))
        step = step.tb_next
    files = [frame.f_code.co_filename for frame, _ in steps]
    own = [i for i, file in enumerate(files) if _is_own(file)]
    if own:
        _locate(outcome, files[own[-1]], steps[own[-1]][1])
        beyond = [frame for frame, _ in steps[own[-1] + 1 :]]
        outcome.called = _called(beyond, given) if beyond else None


def _called(frames, given):
    """Find the argument that was called, and what it was passed."""
    code = frames[0].f_code
    for i, argument in enumerate(given):
        if getattr(argument, "__code__", None) is code:
            names = code.co_varnames[: code.co_argcount]
            passed = tuple(frames[0].f_locals[name] for name in names)
            return i, own_copy(passed)
    return None


def _locate(outcome, filename, line):
    outcome.line = line
    outcome.code = linecache.getline(filename, line).strip()


def _is_own(filename):
    """Whether a file is the learner's: no library's, not the course's."""
    return not filename.startswith((*_LIBRARIES, "<frozen", _COURSE))


class _Streams:
    """Stands in for stdout and stderr: keeps what one thread prints."""

    def __init__(self, thread, behind):
        self._thread, self._behind = thread, behind
        self._kept, self._length = [], 0

    def write(self, text):
        if threading.current_thread() is not self._thread:
            return self._behind.write(text)
        if self._length < PRINT_LIMIT:
            self._kept.append(str(text)[:PRINT_LIMIT])
        self._length += len(text)
        return len(text)

    def text(self):
        kept = "".join(self._kept)[:PRINT_LIMIT]
        more = self._length - len(kept)
        return kept + (f"… and {more:,} more characters" if more else "")

    def __getattr__(self, name):
        return getattr(self._behind, name)


@contextlib.contextmanager
def _own_streams(thread):
    before = sys.stdout, sys.stderr
    streams = _Streams(thread, sys.stdout)
    sys.stdout = sys.stderr = streams
    try:
        yield streams
    finally:
        sys.stdout, sys.stderr = before


@contextlib.contextmanager
def _limits():
    """No input, no warnings, bounded memory, the old recursion limit."""

    def refuse(*args):
        raise AskedForInput

    depth = sys.getrecursionlimit()
    with (
        patch.object(builtins, "input", refuse),
        _exit_as_exception(),
        warnings.catch_warnings(),
        _bounded_memory(),
    ):
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            sys.setrecursionlimit(depth)


@contextlib.contextmanager
def _exit_as_exception():
    """In IPython a bare ``exit()`` stops the kernel; here it only raises."""

    def leave(*args):
        raise SystemExit

    autocall = sys.modules.get("IPython.core.autocall")
    with contextlib.ExitStack() as stack:
        for name in ("ExitAutocall", "ZMQExitAutocall"):
            kind = getattr(autocall, name, None)
            if kind is not None:
                stack.enter_context(patch.object(kind, "__call__", leave))
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
    except (ImportError, OSError, ValueError):
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextlib.contextmanager
def numpy_kept():
    """Put back what is replaced in NumPy's namespace; yield the names."""
    before, replaced = dict(vars(np)), []
    try:
        yield replaced
    finally:
        replaced += _put_back(before)


@contextlib.contextmanager
def numpy_as_imported():
    """Lend the course's own functions NumPy as it was, whatever is patched."""
    with numpy_kept(), np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _put_back(_NUMPY)
        yield


def _put_back(before):
    now = vars(np)
    replaced = [n for n, v in before.items() if now.get(n) is not v]
    for name in replaced:
        setattr(np, name, before[name])
    return replaced
