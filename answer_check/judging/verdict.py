"""What is said of an answer, part by part."""

from dataclasses import dataclass

NOT_STARTED, NOT_YET, RIGHT = "Not started yet.", "Not yet.", "Right."
MARK = "→"  # before the entry that is furthest off


@dataclass(frozen=True)
class Verdict:
    """What is said about an answer.

    ``state`` says its kind. ``example`` shows one case: what introduces it,
    then the rows of a table, each a label and numbers in words. ``remarks``
    tell of what is beside the answer. ``mistakes`` are those that are named;
    ``printed`` is what the function printed on the case it is about.
    """

    state: str
    sentences: tuple = ()
    example: tuple = ()
    remarks: tuple = ()
    mistakes: tuple = ()
    printed: str = ""

    @property
    def passed(self):
        """Whether the answer is right."""
        return self.state == RIGHT

    @property
    def message(self):
        """The sentences, the remarks last, without the state."""
        return " ".join(filter(None, [*self.sentences, *self.remarks]))

    @property
    def text(self):
        """The whole verdict as text, without what the answer printed."""
        text = " ".join(filter(None, [self.state, self.message]))
        return "\n".join([text, *self.table()])

    def table(self):
        """Return the example as lines of text."""
        if not self.example:
            return []
        lead, *rows = self.example
        first = max(len(label) for label, *_ in rows)
        wide = max(
            (len(c) for _, *cells in rows for c in cells[1:]), default=0
        )
        return [lead] + [
            "  ".join([label.rjust(first), *(c.rjust(wide) for c in cells)])
            for label, *cells in rows
        ]
