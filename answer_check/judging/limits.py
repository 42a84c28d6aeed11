"""What an answer may take: time, depth and, on Linux, memory.

Nothing here needs signals or threads, which a browser does not have. Python
calls back at each call and each line of the learner's code, and the callback
raises once the time is over. Code in C is waited for: it has no lines.
"""

import contextlib
import sys
import time

from answer_check.judging.errors import Stopped, is_own

EXTRA_MEMORY = 2 << 30
# Calls within calls. At 280 through C the stack of a browser is full.
DEEPEST = 200 if sys.platform == "emscripten" else 3_000
IDLE = 0.01  # of the time that passes: who works less only waits
SLOWEST = 20  # times the limit by a clock, for who works now and then
# In a browser Python cannot tell a thread's work from time that passes.
_work = getattr(time, "thread_time", time.monotonic)


def now():
    """Return a moment, for `spent`: the time, and the thread's work so far."""
    return time.monotonic(), _work()


def spent(since):
    """Return the seconds of work since a moment, or of waiting.

    What a busy machine makes the thread wait does not count.
    """
    passed, worked = time.monotonic() - since[0], _work() - since[1]
    if worked < IDLE * passed:
        return passed
    return max(worked, passed / SLOWEST)


@contextlib.contextmanager
def time_limit(seconds):
    """Limit the time that the learner's functions may take in this block.

    A handler that takes every exception can swallow the one that stops it.
    Yield a dict that fills with the code of all functions that are called.
    """
    since, before = now(), sys.gettrace()
    called = {}  # each code, and whether it is the learner's
    end = since[0] + seconds

    def look(frame, event, arg):
        if time.monotonic() > end and spent(since) > seconds:
            raise Stopped
        return look

    def begin(frame, event, arg):
        code = frame.f_code
        if code not in called:
            called[code] = is_own(code)
        return look(frame, event, arg) if called[code] else None

    sys.settrace(begin)
    try:
        yield called
    finally:
        sys.settrace(before)


@contextlib.contextmanager
def depth_limit():
    """Limit how deep calls within calls may go in this block."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(min(before, DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextlib.contextmanager
def memory_limit():
    """Limit the memory that this block may take, on Linux; else do nothing."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError, ValueError):
            import resource

            with open("/proc/self/statm") as sizes:  # quicker than a Path
                pages = int(sizes.read().split()[0])
            limit = pages * resource.getpagesize() + EXTRA_MEMORY
            before = resource.getrlimit(resource.RLIMIT_AS)
            if before[1] != resource.RLIM_INFINITY:
                limit = min(limit, before[1])
            resource.setrlimit(resource.RLIMIT_AS, (limit, before[1]))
            stack.callback(resource.setrlimit, resource.RLIMIT_AS, before)
        yield
