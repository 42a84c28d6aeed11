"""One form of report, for evidence in numbers and in letters."""

from dataclasses import dataclass


@dataclass(frozen=True, repr=False)
class Report:
    """Lines under a title; true when every line is.

    A kind of report says how its lines are shown, in ``rows``, and what
    follows from them, in ``verdict``.

    Parameters
    ----------
    title : str
    lines : tuple
        Each with a ``name``, and true or false.
    """

    title: str
    lines: tuple

    def __bool__(self):
        return all(self.lines)

    def __getitem__(self, name):
        """Return the line of this name."""
        return {line.name: line for line in self.lines}[name]

    def __iter__(self):
        return iter(self.lines)

    def __len__(self):
        return len(self.lines)

    def __repr__(self):
        parts = [self.title, *self.rows(), self.verdict]
        return "\n".join(part for part in parts if part)

    @property
    def wrong(self):
        """Names of the lines that are not true."""
        return [line.name for line in self.lines if not line]
