"""Where the learner's code begins on the stack, and who watches it."""

import sys
import traceback


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
