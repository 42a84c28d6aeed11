"""A function with a few of its words changed."""

import ast
import inspect
import re
import textwrap


class Source:
    """The text of a function: its head, its docstring, and a body to edit."""

    def __init__(self, function):
        self.function = function
        text = textwrap.dedent(inspect.getsource(function))
        first, *rest = ast.parse(text).body[0].body
        lines = text.splitlines(keepends=True)
        self.documented = isinstance(first, ast.Expr) and bool(rest)
        start = rest[0].lineno if self.documented else first.lineno
        self.head = "".join(lines[: start - 1])
        self.body = "".join(lines[start - 1 :])
        self._made = {}  # edits: the function they make

    @property
    def starter(self):
        """What a learner starts from.

        Raises
        ------
        ValueError
            If the function has no docstring to say what to write.
        """
        if not self.documented:
            raise ValueError(
                f"{self.function.__name__} has no docstring, and the starter "
                "shows one: write one line after `def`."
            )
        return f"{self.head.rstrip()}\n    raise NotImplementedError\n"

    def spans(self, edits):
        """Find where edits apply.

        Parameters
        ----------
        edits : sequence of (str, str)
            Whole words of the body, and what stands in their place.

        Returns
        -------
        list of (start, end, str)
            In the order of the body.

        Raises
        ------
        ValueError
            If there are none, words do not occur, or two edits overlap.
        """
        if not edits:
            raise ValueError("it has neither edits nor a function.")
        found = []
        for edit in edits:
            if not isinstance(edit, tuple) or [*map(type, edit)] != [str, str]:
                raise ValueError(
                    f"an edit is a pair of texts, (old, new); what came is "
                    f"{edit!r}."
                )
            old, new = edit
            at = [m.span() for m in _whole_words(old).finditer(self.body)]
            if not old or not at:
                raise ValueError(
                    f"{old!r} does not occur in the body of "
                    f"{self.function.__name__}. Copy the words as they stand."
                )
            found += [(*span, new) for span in at]
        found.sort()
        for (_, end, _), (start, *_) in zip(found, found[1:]):
            if start < end:
                raise ValueError(f"two edits change {self.body[start:end]!r}.")
        return found

    def fit(self, edits):
        """Whether edits can be made together."""
        try:
            return bool(self.spans(edits))
        except ValueError:
            return False

    def edited(self, edits):
        """Return the function with these edits made."""
        if edits not in self._made:
            body, after = [], 0
            for start, end, new in self.spans(edits):
                body += [self.body[after:start], new]
                after = end
            text = "".join([self.head, *body, self.body[after:]])
            namespace = dict(self.function.__globals__)
            exec(text, namespace)
            self._made[edits] = namespace[self.function.__name__]
        return self._made[edits]


def _whole_words(text):
    """Match a text, but not within a longer name: no ``x`` in ``axis``."""
    before = r"\b" if re.match(r"\w", text) else ""
    after = r"\b" if re.search(r"\w$", text) else ""
    return re.compile(before + re.escape(text) + after)
