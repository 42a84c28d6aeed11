"""What a course tells the engine about itself."""

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path


@dataclass(kw_only=True)
class Course:
    """Where the exercises of a course lie, and what rules they keep.

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
    lesson, lesson_in_words : str
        A regular expression that the name of every lesson matches, and the
        same in words.
    hints : int, optional
        How many hints every exercise has.
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
    lesson: str = ".*"
    lesson_in_words: str = "any text"
    hints: int | None = None
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

    def load(self, module):
        """Import an exercise; ValueError if it breaks a rule of the course."""
        exercise = importlib.import_module(module).EXERCISE
        for rule, kept in {
            f"its lesson is {self.lesson_in_words}":
                re.fullmatch(self.lesson, exercise.lesson),
            f"it has {self.hints} hints":
                self.hints in (None, len(exercise.hints)),
        }.items():  # fmt: skip
            if not kept:
                raise ValueError(
                    f"exercise {exercise.name!r} breaks a rule of this "
                    f"course: {rule}. Mend it in {module}"
                )
        return exercise
