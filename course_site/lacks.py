"""What a command says where a package is not installed that it needs."""

import sys


def lacks(error, file):
    """Say which package is missing and what installs it.

    Parameters
    ----------
    error : ImportError
    file : str
        The list of packages that has it, seen from the course's folder.
    """
    return (
        f"The package {error.name} is missing. Run this in the folder of the "
        f"course, and then this command again: {sys.executable} -m pip "
        f"install -r {file}"
    )
