"""Is everything here that the course needs?"""

import sys
from importlib import metadata

from packaging.requirements import Requirement

DISTRIBUTION = "add-norm-course"
REPAIR = (
    "Run this in the top folder of the course, then restart the kernel:\n"
    f"{sys.executable} -m pip install -r requirements.txt"
)


def check_installation():
    """Compare what is installed with what the course asks for.

    Returns
    -------
    str
        One line a package, and what to do if one is missing or too old.
    """
    try:
        wishes = metadata.requires(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return f"The course itself is not installed here. {REPAIR}"
    lines, wrong = [], False
    for line in wishes:
        wanted = Requirement(line)
        verdict = _verdict(wanted)
        wrong = wrong or verdict != "fine"
        lines.append(f"{wanted.name:<14}{verdict}")
    lines.append(REPAIR if wrong else "Everything the course needs is here.")
    return "\n".join(lines)


def _verdict(wanted):
    try:
        found = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return "missing"
    if not wanted.specifier.contains(found, prereleases=True):
        return f"{found} is too old, {wanted.specifier} is needed"
    return "fine"
