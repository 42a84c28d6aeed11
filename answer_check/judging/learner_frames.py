"""Where the learner's code begins on the stack, and what time it takes."""

import sys
import time
import traceback

IDLE = 0.01  # of the time that passes: who works less only waits
SLOWEST = 20  # times the limit by a clock, for who works now and then
# In a browser Python cannot tell a thread's work from time that passes.
processor_time = getattr(time, "thread_time", time.monotonic)


def call(function, args):
    """Call a function; only what it calls may be stopped, nothing above."""
    return function(*args)


CALL = call.__code__


def inside(frame):
    """Return the frames of the learner's call, the innermost first."""
    frames = [each for each, _ in traceback.walk_stack(frame)]
    codes = [each.f_code for each in frames]
    return frames[: codes.index(CALL)] if CALL in codes else []


def profile_again(profiler):
    """Put a profiler back, but for one in C: Python 3.11 has no way to."""
    sys.setprofile(profiler if callable(profiler) else None)


def now():
    """Return a moment, for `spent`: the time, and the thread's work so far."""
    return time.monotonic(), processor_time()


def spent(since):
    """Return the seconds of work since a moment, or of waiting.

    What a busy machine makes the thread wait does not count.
    """
    # No function of builtins: the learner's code may have replaced them.
    passed, worked = time.monotonic() - since[0], processor_time() - since[1]
    if worked < IDLE * passed:
        return passed
    return worked if worked * SLOWEST > passed else passed / SLOWEST
