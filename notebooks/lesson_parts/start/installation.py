"""Is everything here that the course needs, and is it this course?"""

import os
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from IPython import get_ipython

DISTRIBUTION = "add-norm-course"
TOP = Path(__file__).resolve().parents[3]  # what `notebooks` lies in
PACKAGES = "course_lib", "answer_check"
OLDEST_PYTHON = 3, 11
REPAIR = (
    "Run this in the top folder of the course, then restart the kernel:\n"
    f"{sys.executable} -m pip install -r requirements.txt"
)
CHOOSE = {
    "VS Code": (
        "Click on the kernel's name at the top right of the page, then on "
        "Select Another Kernel… and Python Environments, and take .venv in "
        "the course's folder (in Codespaces the one Python there is)."
    ),
    "Colab": (
        "Copy lesson 00's first cell here and run it: it fetches the course."
    ),
    "JupyterLab": (
        "Choose Kernel → Change Kernel… and take Python 3 (ipykernel). If "
        "that does not help, close JupyterLab and start it with the line in "
        "the course's README."
    ),
}


class NotTheCourse(ImportError):
    """A kernel cannot run a page; the message says what to do."""

    def _render_traceback_(self):
        return [str(self)]  # the lines of code tell a learner nothing


def find_the_course():
    """Make sure that a kernel has the course that this page belongs to.

    A page then asks what is due of what the learner missed earlier.

    Raises
    ------
    NotTheCourse
        If the kernel's Python is too old, if the course cannot be imported,
        or if it comes from another folder than the page's.
    """
    if sys.version_info < OLDEST_PYTHON:
        raise NotTheCourse(
            f"This kernel is Python {sys.version.split()[0]}; the course "
            f"needs 3.11 or newer. {CHOOSE[front_end()]}"
        )
    if not os.access(Path.home(), os.W_OK):  # Matplotlib would complain
        os.environ.setdefault("MPLCONFIGDIR", tempfile.mkdtemp())
    try:
        import answer_check
        import course_lib
    except ImportError as error:
        raise NotTheCourse(_why(error)) from None
    for module in (course_lib, answer_check):
        found = Path(module.__file__ or next(iter(module.__path__)))
        _check_place(module.__name__, found.resolve())
    if get_ipython():
        from answer_check.recall_card import ask

        ask()


def _why(error):
    if error.name and error.name.split(".")[0] not in PACKAGES:
        return f"The package {error.name} is missing. {REPAIR}"
    for name in PACKAGES:
        stray = TOP / "notebooks" / f"{name}.py"
        if stray.exists():
            return _hidden_by(stray)
    try:
        metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return (
            f"This kernel does not have the course ({error}). "
            f"{CHOOSE[front_end()]}"
        )
    return (
        "The course was installed from a folder that was moved or renamed "
        f"({error}). {REPAIR}"
    )


def _check_place(name, found):
    ours = TOP / name
    if not ours.is_dir() or found.is_relative_to(ours):
        return  # as installed, without its folder, or from it
    if found.is_relative_to(TOP / "notebooks"):
        raise NotTheCourse(
            _hidden_by(found.parent if found.stem == "__init__" else found)
        )
    owners = metadata.packages_distributions().get(name, [])
    for other in {*owners} - {DISTRIBUTION}:
        raise NotTheCourse(
            f"{name} is the package {other} here, which hides the course's. "
            "Run this, then restart the kernel:\n"
            f"{sys.executable} -m pip uninstall {other}"
        )
    raise NotTheCourse(
        f"{name} comes from {found.parent}, and this page belongs to the "
        f"course in {TOP}. {REPAIR}"
    )


def _hidden_by(stray):
    return (
        f"{stray} has the name of a part of the course and hides it. Rename "
        "it, and restart the kernel."
    )


def front_end():
    """Return the name of the program that shows the page."""
    if "google.colab" in sys.modules:
        return "Colab"
    names = getattr(get_ipython(), "user_ns", {})
    in_code = "__vsc_ipynb_file__" in names or "VSCODE_PID" in os.environ
    return "VS Code" if in_code else "JupyterLab"


def check_installation():
    """Compare what is installed with what the course asks for.

    Returns
    -------
    str
        One line for each package that is missing or too old, and what to do
        about it; a single line if there is none. Extras, such as
        JupyterLab, are not asked for: what shows this line to a learner may
        be another program. In Colab only what is missing is told: its own
        versions must stay, and the course runs on them.
    """
    from packaging.requirements import Requirement

    try:
        find_the_course()
        wishes = map(Requirement, metadata.requires(DISTRIBUTION))
    except NotTheCourse as problem:
        return str(problem)
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
    fits = wanted.specifier.contains(found, prereleases=True)
    if fits or front_end() == "Colab":
        return ""
    return f"{found} is too old, {wanted.specifier} is needed"
