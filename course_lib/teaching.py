"""A teacher's switch: sliders that need no prediction first."""

import os


def unlocked():
    """Whether sliders start unlocked: environment COURSE_TEACHER is set."""
    return os.environ.get("COURSE_TEACHER", "") not in ("", "0")
