"""Stops an answer as Ctrl-C would, and again until its handlers end too.

Where there is a timer, as on Linux and macOS, it reaches code in C that looks
for signals; elsewhere, as on Windows, a second thread presses Ctrl-C.
"""

import _thread
import contextlib
import signal
import sys
import threading
import traceback

from answer_check.judging.errors import Stopped
from answer_check.judging.learner_frames import CALL, now, profile_again, spent

AGAIN = 0.02  # seconds until the next interrupt
DEEPEST = 3_000  # calls within calls, for which the stack surely has room
ROOM = 200  # calls more, for what ends a call that is as deep as it may be


@contextlib.contextmanager
def time_limit(seconds, stop):
    """Limit the processor time that calls of `call` may take in this block.

    However busy the machine is, it does not count; what only waits is limited
    by a clock. When the time is over, or when somebody presses Ctrl-C before,
    ``stop(frame, late)`` is told, and returns the frames of the learner's
    that are to be left. Code in C that does not look for interrupts is waited
    for. Outside of the main thread there is no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    begun, ticked = now(), []  # no lock: a handler may be interrupted

    def interrupted(signum, frame):
        late = signum != signal.SIGINT or bool(ticked)
        ticked.clear()
        if late and spent(begun) < seconds:
            return
        inside = stop(frame, late)
        if not inside or {f.f_code for f in inside[:3]} & _INSISTING:
            return  # between two lines of ours, or they end it already
        sys.setprofile(_insist)
        _insist(frame)
        raise Stopped

    def leave_no_trace():
        if sys.getprofile() is _insist:
            profile_again(profiler)
        sys.settrace(traced)

    traced, profiler = sys.gettrace(), sys.getprofile()
    with contextlib.ExitStack() as stack:
        signals = [signal.SIGINT]
        if hasattr(signal, "setitimer"):
            signals.append(signal.SIGALRM)
        for number in signals:
            before = signal.signal(number, interrupted)
            stack.callback(signal.signal, number, before)
        stack.callback(leave_no_trace)
        _set_alarm(seconds, ticked, stack)
        yield


def _set_alarm(seconds, ticked, stack):
    """Interrupt the main thread after some seconds, and from then on often."""
    if hasattr(signal, "setitimer"):  # reaches code in C that keeps the lock
        before = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        stack.callback(signal.setitimer, signal.ITIMER_REAL, *before)
        return
    done = threading.Event()

    def clock():
        wait = seconds
        while not done.wait(wait):
            ticked.append(True)
            _thread.interrupt_main()
            wait = AGAIN

    second = threading.Thread(target=clock, daemon=True)
    second.start()
    stack.callback(second.join)
    stack.callback(done.set)


def _insist(frame, event="", arg=None):
    """Let every further line raise, so that handlers end as well."""
    unset = []
    for each, _ in traceback.walk_stack(frame):
        if each.f_trace is _raise_on_next_line or each.f_code is CALL:
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
