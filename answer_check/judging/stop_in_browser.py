"""Stops an answer where Python has no signals and no threads: in a browser.

Python itself calls back whenever the answer's code, or any function of the
learner's that it calls, begins, jumps or returns (`sys.monitoring`, from
Python 3.12 on). The callback looks at the clock and raises, again and again,
so that no handler swallows it. The event LINE would not do: it never comes in
`while True: pass`. Code in C is waited for, because no event comes there.
"""

import contextlib
import sys
import time

from answer_check.judging.errors import Stopped, is_own

DEEPEST = 200  # calls within calls; at 280 through C its stack is full
ROOM = 50  # calls more, for what ends a call that is as deep as it may be
TOOLS = range(6)  # as many as Python has


@contextlib.contextmanager
def time_limit(seconds, stop):
    """Limit the time that calls of `call` may take in this block.

    When it is over, ``stop(frame)`` is told, and returns the frames of the
    learner's that are to be left.
    """
    monitoring, events = sys.monitoring, sys.monitoring.events
    clock, end, watched = time.monotonic, time.monotonic() + seconds, {}

    def began(code, *_):
        if id(code) not in watched:
            if not is_own(code):
                return monitoring.DISABLE
            watched[id(code)] = code
            monitoring.set_local_events(
                tool, code, events.JUMP | events.PY_RETURN
            )
        return look()

    def look(*_):
        if clock() >= end and stop(sys._getframe(1)):
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
        for code in watched.values():
            monitoring.set_local_events(tool, code, 0)
        for event in callbacks:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)
