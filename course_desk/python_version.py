"""Say in one sentence whether this Python is too old for the course.

The README's commands run this file first, before anything is downloaded. An
old Python must be able to read it, so it is written without newer syntax.
"""

import sys

OLDEST = (3, 11)

if sys.version_info < OLDEST:
    sys.exit(
        "This course needs Python 3.11 or newer; this is Python "
        + sys.version.split()[0]
        + "."
    )
