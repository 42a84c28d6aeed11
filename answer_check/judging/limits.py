"""What an answer may take: time, depth and, on Linux, memory.

The rest of the course asks here and does not know on what it runs.
"""

import contextlib
import sys

if sys.platform == "emscripten":  # Python in a browser
    from answer_check.judging import stop_in_browser as by
else:
    from answer_check.judging import stop_by_signal as by

DEEPEST, ROOM, time_limit = by.DEEPEST, by.ROOM, by.time_limit
EXTRA_MEMORY = 2 << 30


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
