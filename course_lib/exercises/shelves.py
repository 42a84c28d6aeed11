"""Where exercises lie: packages, their lessons, a file an exercise.

A course of another subject appends the name of its package.
"""

import importlib
from pathlib import Path

# In PACKAGE/LESSON/exercises/NAME.py stands the exercise called NAME.
PACKAGES = ["parts"]
# Folders of code that answers the exercises: an answer may not call it.
ANSWERS = [Path(__file__).parents[1] / "layers"]


def folders():
    """Return the folders of the packages on the shelves."""
    packages = map(importlib.import_module, PACKAGES)
    return [Path(folder) for each in packages for folder in each.__path__]


def modules():
    """Return the modules of all exercises by the exercises' names."""
    return {
        path.stem: f"{folder.name}.{path.parts[-3]}.exercises.{path.stem}"
        for folder in folders()
        for path in sorted(folder.glob("*/exercises/[a-z]*.py"))
    }
