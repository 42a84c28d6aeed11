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
        One line for each package that is missing or too old, and what to do
        about it; a single line if there is none. Extras, such as
        JupyterLab, are not asked for: what shows this line to a learner may
        be another program.
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
    lines = [f"{name:<14}{wrong}" for name, wrong in verdicts.items() if wrong]
    if not lines:
        return "Everything the course needs is here."
    return "\n".join([*lines, REPAIR])


def _verdict(wanted):
    try:
        found = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return "missing"
    if not wanted.specifier.contains(found, prereleases=True):
        return f"{found} is too old, {wanted.specifier} is needed"
    return ""
