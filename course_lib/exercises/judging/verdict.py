"""What is said of an answer, part by part."""

from dataclasses import dataclass
from typing import NamedTuple

NOT_STARTED, NOT_YET, RIGHT = "Not started yet.", "Not yet.", "Right."


class Compared(NamedTuple):
    """What came beside what is expected, in words: a number or a shape."""

    what: str
    came: str
    expected: str

    @property
    def sentence(self):
        """Say it: ``dx has shape (2,), expected is (3,).``"""
        verb = "has shape" if self.came.startswith("(") else "is"
        return f"{self.what} {verb} {self.came}, expected is {self.expected}."


@dataclass(frozen=True)
class Verdict:
    """What is said about an answer.

    ``state`` says its kind; ``evidence`` tells of one case, ``remarks`` of
    what is beside the answer. ``compared`` are the pairs that these texts
    tell. ``mistakes`` are those that are named; ``printed`` is what the
    function printed on the case it is about.
    """

    state: str
    sentences: tuple = ()
    evidence: str = ""
    remarks: tuple = ()
    compared: tuple = ()
    mistakes: tuple = ()
    printed: str = ""

    @property
    def passed(self):
        """Whether the answer is right."""
        return self.state == RIGHT

    @property
    def text(self):
        """All of it but what was printed; the evidence begins a line."""
        said = " ".join(filter(None, [self.state, *self.sentences]))
        evidence = f"\n{self.evidence}" if self.evidence else ""
        return " ".join(filter(None, [said + evidence, *self.remarks]))
