"""Say in one sentence whether the pinned packages know this Python.

The README's commands run this file first, before anything is downloaded. An
old Python must be able to read it, so it is written without newer syntax.
"""

import sys

OLDEST, NEWEST = (3, 11), (3, 14)  # for which tests/wheels.sh finds wheels

if not OLDEST <= sys.version_info[:2] <= NEWEST:
    sys.exit(
        "This course needs a Python from 3.11 to 3.14; this is Python "
        + sys.version.split()[0]
        + ". Get one from python.org and name it in the command, as "
        + "python3.13 or py -3.13. Nothing was installed."
    )
