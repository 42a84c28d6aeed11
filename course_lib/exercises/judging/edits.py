"""A function with a few of its words changed."""

import ast
import contextlib
import inspect
import re
import textwrap
import warnings


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
        self._made = {}  # body: the function it makes

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

    def spans(self, edits, body=None):
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
        body, found = body or self.body, []
        for edit in edits:
            if not isinstance(edit, tuple) or [*map(type, edit)] != [str, str]:
                raise ValueError(
                    f"an edit is a pair of texts, (old, new); what came is "
                    f"{edit!r}."
                )
            old, new = edit
            at = [m.span() for m in _whole_words(old).finditer(body)]
            if not old or not at:
                raise ValueError(
                    f"{old!r} does not occur in the body of "
                    f"{self.function.__name__}. Copy the words as they stand."
                )
            found += [(*span, new) for span in at]
        found.sort()
        for (_, end, _), (start, *_) in zip(found, found[1:]):
            if start < end:
                raise ValueError(f"two edits change {body[start:end]!r}.")
        return found

    def edited(self, edits):
        """Return the function with these edits made."""
        return self._function(self._applied(edits))

    def together(self, a, b):
        """Return the function with the edits of two mistakes, or None.

        Where they overlap, those of one are made within the words that the
        other has put in, if that is possible in one order alone.
        """
        bodies = set()
        try:
            bodies.add(self._applied((*a, *b)))
        except ValueError:
            for first, second in ((a, b), (b, a)):
                with contextlib.suppress(ValueError):
                    body = self._applied(first)
                    bodies.add(self._applied(second, body))
        if len(bodies) != 1:
            return None
        try:
            return self._function(*bodies)
        except SyntaxError:
            return None

    def _applied(self, edits, body=None):
        body = body or self.body
        parts, after = [], 0
        for start, end, new in self.spans(edits, body):
            parts += [body[after:start], new]
            after = end
        return "".join([*parts, body[after:]])

    def _function(self, body):
        if body not in self._made:
            namespace = dict(self.function.__globals__)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # two edits may look odd
                exec(self.head + body, namespace)
            self._made[body] = namespace[self.function.__name__]
        return self._made[body]


def _whole_words(text):
    """Match a text, but not within a longer name: no ``x`` in ``axis``."""
    before = r"\b" if re.match(r"\w", text) else ""
    after = r"\b" if re.search(r"\w$", text) else ""
    return re.compile(before + re.escape(text) + after)
