"""How long does a learner wait for a check?

    python benchmarks/checks.py            half a minute
    python benchmarks/checks.py average    these exercises alone

Every named mistake of all exercises, and the right answer, is checked twice,
as a learner does it: what the check says is rendered, and the journal is
written, to a folder that goes again. The first round also makes the slips
that answers are compared with; it is told apart from the second.
"""

import os
import sys
import tempfile
import time
from contextlib import redirect_stdout
from io import StringIO
from statistics import median

from course_lib.exercises import check
from course_lib.exercises.exercise import every


def seconds(function, name):
    """Time one check."""
    start = time.perf_counter()
    with redirect_stdout(StringIO()):
        check(function, name)
    return time.perf_counter() - start


def tell(what, taken):
    """Print the median and the longest of ``(seconds, exercise)``."""
    middle, (worst, name) = median(each for each, _ in taken), max(taken)
    print(
        f"{what:<6} {len(taken):>5} checks, median {1000 * middle:5.1f} ms, "
        f"longest {1000 * worst:4.0f} ms ({name})"
    )


def main():
    """Check all answers twice, in a folder of their own."""
    first, later = [], []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COURSE_PROGRESS"] = os.path.join(folder, "progress.jsonl")
        for turn in (0, 1):
            for exercise in every():
                if sys.argv[1:] and exercise.name not in sys.argv[1:]:
                    continue
                name, source = exercise.name, exercise.source
                answers = [mistake.function for mistake in exercise.listed]
                answers.append(source.made(source.head + source.body))
                for answer in answers:
                    kept = later if turn else first
                    kept.append((seconds(answer, name), name))
    tell("first", first)
    tell("again", later)


if __name__ == "__main__":
    main()
