"""The finished runs of the grid, arranged for a picture or a table."""

from functools import cache

from course_lib.training.classifier import VARIANTS
from course_lib.training.grid import DEPTHS, load_grid


@cache
def finished_runs():
    """Return the stored runs: ``runs[variant, depth]`` lists one a seed."""
    runs = {(v, d): [] for v in VARIANTS for d in DEPTHS}
    for run in load_grid()["runs"]:
        runs[run["variant"], run["depth"]].append(run)
    return runs


def accuracies(part):
    """Return every run's last accuracy on one part.

    Parameters
    ----------
    part : {"validation", "test"}

    Returns
    -------
    dict of str to dict of int to list of float
        ``accuracies[variant][depth]``, one a seed; 0 for a run that
        diverged, which names no digit at all.
    """
    table = {variant: {} for variant in VARIANTS}
    for (variant, depth), runs in finished_runs().items():
        table[variant][depth] = [_last(run, part) for run in runs]
    return table


def _last(run, part):
    if run["diverged"]:
        return 0.0
    return run["test"] if part == "test" else run["validation"][-1]
