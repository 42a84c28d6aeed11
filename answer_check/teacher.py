"""A teacher's switch: sliders without a prediction, solutions shown or hidden.

It is the environment variable COURSE_TEACHER: ``1`` unlocks all sliders,
``show`` opens all solutions as well. ``hide`` is for learners: it takes away
the solutions and the last hint, and nothing else.
"""

import os


def switch(to="1"):
    """Set the switch for this kernel: "1", "show", "hide" or "off".

    Panels made afterwards follow it. Any other word raises ValueError.
    """
    if to not in ("1", "show", "hide", "off"):
        raise ValueError(f"the switch is '1', 'show', 'hide' or 'off': {to!r}")
    os.environ["COURSE_TEACHER"] = "" if to == "off" else to


def unlocked():
    """Whether sliders start unlocked: the switch stands on 1 or show."""
    return os.environ.get("COURSE_TEACHER", "") in ("1", "show")


def hints(of):
    """Return how many of an exercise's hints there are for the asking."""
    return max(0, of - 1) if solutions() == "hide" else of


def solutions():
    """Return how solutions stand: "ask" (a button), "show" or "hide"."""
    setting = os.environ.get("COURSE_TEACHER", "")
    return setting if setting in ("show", "hide") else "ask"
