"""What a course tells the engine about itself."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path


@dataclass(kw_only=True)
class Course:
    """Where the exercises of a course lie, and what answers may not call.

    Parameters
    ----------
    packages : sequence of str
        ``PACKAGE/LESSON/exercises/NAME.py`` holds the exercise called NAME,
        as its ``EXERCISE``.
    answers : sequence of str or Path
        Folders of code that answers the exercises: an answer that calls it
        is told to do without.
    library : sequence of str or Path
        Folders of other code that is not the learner's own.
    folder : str
        The folder in the user's data in which the progress is kept.
    recall : mapping
        ``{"panel": f}`` where the journal has wrong answers to other things
        than exercises, called ``"panel NAME"``: ``f(NAME, mistake)`` returns
        the `Question` that comes back, or None, or raises LookupError.
    """

    packages: Sequence[str] = ()
    answers: Sequence[str | PathLike] = ()
    library: Sequence[str | PathLike] = ()
    folder: str = "answer_check"
    recall: Mapping[str, Callable] = field(default_factory=dict)

    def __post_init__(self):
        if isinstance(self.packages, str):
            raise TypeError(
                "`packages` is a list of names, as in "
                f"Course(packages=[{self.packages!r}])"
            )
        # Text at once: an answer may have replaced `map` when it is asked for.
        self.answers = tuple(str(each) for each in self.answers)
        self.library = tuple(str(each) for each in self.library)

    @cached_property
    def folders(self):
        """The folders of the packages, as text."""
        found = [importlib.import_module(name) for name in self.packages]
        return tuple(folder for each in found for folder in each.__path__)

    def modules(self):
        """Return the modules of all exercises by the exercises' names."""
        return {
            path.stem: f"{name}.{path.parts[-3]}.exercises.{path.stem}"
            for name in self.packages
            for folder in importlib.import_module(name).__path__
            for path in sorted(Path(folder).glob("*/exercises/[a-z]*.py"))
        }
