"""One case of an exercise, answered: what came beside what is right."""

from dataclasses import dataclass

import numpy as np

from course_lib.exercises.compare import close
from course_lib.exercises.sandbox import Outcome


@dataclass
class Attempt:
    """A case, the right parts of its answer, and what came of the call."""

    case: object
    expected: list
    outcome: Outcome
    parts: list | None = None
    complaint: str = ""
    problem: str = ""  # of an exercise with a verdict

    @property
    def answer(self):
        """The answer as a `verdict` and a `when` are given it."""
        value = self.outcome.value
        if self.parts is None:
            return value
        if isinstance(value, tuple) or len(self.parts) > 1:
            return tuple(self.parts)
        return self.parts[0] if isinstance(value, (list, np.ndarray)) else (
            value
        )  # fmt: skip

    @property
    def has_numbers(self):
        """Whether the answer is numbers, none of them infinite or NaN."""
        if self.parts is None:
            return not isinstance(self.outcome.value, (str, bytes, dict))
        return all(
            p.dtype.kind not in "fc" or np.isfinite(p).all()
            for p in self.parts
        )

    @property
    def failed_parts(self):
        if self.parts is None:
            return list(range(len(self.expected)))
        return [
            k
            for k, (a, e) in enumerate(zip(self.parts, self.expected))
            if not close(a, e)
        ]

    @property
    def misshapen(self):
        return [
            k
            for k, (a, e) in enumerate(zip(self.parts, self.expected))
            if a.shape != e.shape
        ]

    @property
    def is_none(self):
        """Whether the call came to its end and returned nothing."""
        return self.outcome.trouble is None and self.outcome.value is None

    def answers_like(self, other):
        """Whether another call with the same arguments ended like this one."""
        if self.parts is None or other.parts is None:
            return (self.complaint, self.outcome.trouble) == (
                other.complaint,
                other.outcome.trouble,
            )
        return all(map(close, self.parts, other.parts))

    @property
    def failed(self):
        return bool(self.problem or self.parts is None or self._differs)

    @property
    def _differs(self):
        return self.problem is None and self.failed_parts


def parts_of(value):
    """Take an answer of ours apart into arrays."""
    return (
        [np.asarray(v) for v in value]
        if isinstance(value, tuple)
        else [np.asarray(value)]
    )
