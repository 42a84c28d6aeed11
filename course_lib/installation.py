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
        Extras, such as JupyterLab, are not asked for: what shows this line
        to a learner may be another program.
    """
    try:
        wishes = map(Requirement, metadata.requires(DISTRIBUTION))
    except metadata.PackageNotFoundError:
        return f"The course itself is not installed here. {REPAIR}"
    verdicts = {
        wanted.name: _verdict(wanted)
        for wanted in wishes
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""})
    }
    lines = [f"{name:<14}{verdict}" for name, verdict in verdicts.items()]
    fine = set(verdicts.values()) == {"fine"}
    return "\n".join(
        [*lines, "Everything the course needs is here." if fine else REPAIR]
    )


def _verdict(wanted):
    try:
        found = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return "missing"
    if not wanted.specifier.contains(found, prereleases=True):
        return f"{found} is too old, {wanted.specifier} is needed"
    return "fine"
