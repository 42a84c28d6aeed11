"""What an answer may take: time, depth and, on Linux, memory.

A timer looks at the clock where there is one. From Python 3.12 on, Python
itself calls back wherever the learner's code begins or jumps as well
(`sys.monitoring`), in a browser too. Once the time is over, both raise again
and again, so that no handler swallows it. Code in C is waited for, unless it
looks for signals.
"""

import contextlib
import signal
import sys
import threading
import time
import traceback

from answer_check.judging.errors import ENGINE, Stopped, is_own

EXTRA_MEMORY = 2 << 30
# Calls within calls. At 280 through C the stack of a browser is full.
DEEPEST = 200 if sys.platform == "emscripten" else 3_000
IDLE = 0.01  # of the time that passes: who works less only waits
SLOWEST = 20  # times the limit by a clock, for who works now and then
TICK = 0.02  # seconds between two looks at the clock
TOOLS = range(6)  # of `sys.monitoring`, as many as Python has
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


_blocks = []  # (beginning, seconds) of each time_limit, the inmost one last


@contextlib.contextmanager
def time_limit(seconds):
    """Limit the time that the learner's functions may take in this block.

    Yield a dict that fills with the code of all functions that are called,
    unless this block stands in another one.
    """
    called = {}  # each code, and whether it is the learner's
    _blocks.append((now(), seconds))
    try:
        with contextlib.ExitStack() as stack:
            if len(_blocks) == 1:
                timed = stack.enter_context(_by_timer())
                stack.enter_context(_WATCHING(called, timed))
            yield called
    finally:
        _blocks.pop()


def _is_over():
    clock = time.monotonic()  # work is never more, and takes longer to ask
    return any(
        clock - since[0] > seconds and spent(since) > seconds
        for since, seconds in _blocks
    )


@contextlib.contextmanager
def _by_monitoring(called, timed):
    """Raise wherever the learner's code begins, jumps or returns too late.

    The event LINE would not do: it never comes in `while True: pass`.
    """
    monitoring, events = sys.monitoring, sys.monitoring.events

    def began(code, *_):
        if code not in called:
            called[code] = is_own(code)
            if called[code]:
                late = events.JUMP | events.PY_RETURN
                monitoring.set_local_events(tool, code, late)
        return look() if called[code] else monitoring.DISABLE

    def look(*_):
        if _is_over():
            raise Stopped

    callbacks = {
        events.PY_START: began, events.JUMP: look, events.PY_RETURN: look
    }  # fmt: skip
    tool = next(i for i in TOOLS if monitoring.get_tool(i) is None)
    monitoring.use_tool_id(tool, "the time limit of a check")
    try:
        for event, callback in callbacks.items():
            monitoring.register_callback(tool, event, callback)
        monitoring.set_events(tool, events.PY_START)
        monitoring.restart_events()  # of what an earlier block disabled
        yield
    finally:
        monitoring.set_events(tool, 0)
        for code in called:
            monitoring.set_local_events(tool, code, 0)
        for event in callbacks:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)


@contextlib.contextmanager
def _by_tracing(called, timed):
    """Before Python 3.12 raise at late lines; a handler may swallow it."""
    before = sys.gettrace()

    def begin(frame, event, arg):
        code = frame.f_code
        if code not in called:
            called[code] = is_own(code)
        return _raise_when_over if called[code] and not timed else None

    sys.settrace(begin)
    try:
        yield
    finally:
        sys.settrace(before)


_WATCHING = _by_monitoring if hasattr(sys, "monitoring") else _by_tracing


@contextlib.contextmanager
def _by_timer():
    """Look at the clock often, also in code in C that looks for signals.

    On Windows, in a browser and outside of the main thread there is no timer.
    """
    in_main = threading.current_thread() is threading.main_thread()
    has_timer = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    if not (has_timer and in_main):
        yield False
        return
    with contextlib.ExitStack() as stack:
        stack.callback(sys.settrace, sys.gettrace())
        handler = signal.signal(signal.SIGALRM, _tick)
        stack.callback(signal.signal, signal.SIGALRM, handler)
        timer = signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        stack.callback(signal.setitimer, signal.ITIMER_REAL, *timer)
        yield True


def _tick(signum, frame):
    """Stop the learner's call if it is late, and what would handle that."""
    if not _is_over():
        return
    own = []
    for each, _ in traceback.walk_stack(frame):
        if each.f_code.co_filename.startswith(ENGINE):
            break
        own += [each] if is_own(each.f_code) else []
    if own:  # else it came between two lines of the engine
        for each in own:
            each.f_trace = _raise_when_over
        sys.settrace(lambda *_: None)
        raise Stopped


def _raise_when_over(frame, event, arg):
    if event == "line" and _is_over():  # after "exception" comes a handler
        raise Stopped
    return _raise_when_over


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
