"""A time limit in the main thread, for code that swallows exceptions too.

When the time is over, a second thread interrupts the first as Ctrl-C would,
again and again, and meanwhile every further line of the called code raises.
One long call into C is waited for. Outside of the main thread there is no
limit.
"""

import _thread
import contextlib
import signal
import sys
import threading

from course_lib.exercises.judging.errors import Stopped, is_own

AGAIN = 0.02  # seconds until the next interrupt


def call(function, args, watch):
    """Call a function; ``watch`` is told of calls as by ``sys.setprofile``."""
    if watch:
        sys.setprofile(watch)
    try:
        return function(*args)
    finally:
        if watch:
            sys.setprofile(None)


class _Limit:
    """Whether time is over, and the line at which the call was stopped."""

    late, stopped_at = False, None

    def interrupted(self, signum, frame):
        """Stop the call, if it is one that this interrupt meets."""
        frames = _inside(frame)
        if not frames:
            return  # between two lines of ours
        if not self.stopped_at:
            own = [f for f in frames if is_own(f.f_code)] or frames
            self.stopped_at = own[0].f_code.co_filename, own[0].f_lineno
        sys.setprofile(_insist)
        _insist(frame)
        raise Stopped


def _inside(frame):
    """Return the frames of the learner's call, the innermost first."""
    frames = []
    while frame is not None and frame.f_code is not call.__code__:
        frames.append(frame)
        frame = frame.f_back
    return frames if frame is not None else []


def _insist(frame, event="", arg=None):
    """Let every further line raise, so that handlers end as well."""
    frames = _inside(frame)
    for each in frames:
        each.f_trace = _raise_on_next_line
    if frames:
        sys.settrace(lambda *_: None)


def _raise_on_next_line(frame, event, arg):
    if event == "line":
        raise Stopped  # which ends the tracing; a return begins it again
    return _raise_on_next_line


@contextlib.contextmanager
def time_limit(seconds):
    """Limit the time that ``call`` may take in this block."""
    limit = _Limit()
    if threading.current_thread() is not threading.main_thread():
        yield limit
        return
    before, traced = signal.getsignal(signal.SIGINT), sys.gettrace()
    done = threading.Event()

    def clock():
        wait = seconds
        while not done.wait(wait):
            limit.late = limit.late or not limit.stopped_at
            _interrupt()
            wait = AGAIN

    second = threading.Thread(target=clock, daemon=True)
    signal.signal(signal.SIGINT, limit.interrupted)
    try:
        second.start()
        yield limit
    finally:
        done.set()
        second.join()
        sys.setprofile(None)
        sys.settrace(traced)
        signal.signal(signal.SIGINT, before)


def _interrupt():
    if hasattr(signal, "pthread_kill"):  # wakes a sleeping call as well
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    else:
        _thread.interrupt_main()
