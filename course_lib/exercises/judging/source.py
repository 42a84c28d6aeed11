"""The text of a function, and the functions that it turns into by edits."""

import contextlib
import inspect
import re
import textwrap
import warnings
from collections import Counter


class Source:
    """The text of a function: its head, its docstring, and a body to edit."""

    def __init__(self, function):
        self.function = function
        text = textwrap.dedent(inspect.getsource(function))
        form = r'(.*?:\n(?:\s+""".*?"""\n)?)(.*)'
        self.head, self.body = re.match(form, text, re.DOTALL).groups()

    def applied(self, edits, text=None):
        """Return the text with other words in its body, wherever these occur.

        A ValueError says which of them do not, or overlap.
        """
        body = text[len(self.head) :] if text else self.body
        words = {old: _whole_words(old) for old, _ in edits}
        pattern, new = "|".join(words.values()), dict(edits)
        met = Counter(m[0] for m in re.finditer(pattern, body))
        for old, alone in words.items():
            times = len(re.findall(alone, body)) if old else 0
            if not times:
                raise ValueError(
                    f"{old!r} does not occur in the body of "
                    f"{self.function.__name__}. Copy the words as they stand."
                )
            if met[old] < times or len(words) < len(edits):
                raise ValueError(f"two edits change {old!r}.")
        return self.head + re.sub(pattern, lambda m: new[m[0]], body)

    def together(self, a, b):
        """Return the function with the edits of two mistakes, or None.

        Where they overlap, those of one are made within the words that the
        other has put in, if that is possible in one order alone. Two that
        change the same words are two ways to go wrong there.
        """
        if {old for old, _ in a} == {old for old, _ in b}:
            return None
        try:
            texts = {self.applied([*a, *b])}
        except ValueError:
            texts = set()
            for first, second in ((a, b), (b, a)):
                with contextlib.suppress(ValueError):
                    texts.add(self.applied(second, self.applied(first)))
        with contextlib.suppress(SyntaxError):
            return self.made(texts.pop()) if len(texts) == 1 else None

    def made(self, text):
        """Return the function that a changed text defines."""
        namespace = dict(self.function.__globals__)
        with warnings.catch_warnings(action="ignore"):
            exec(text, namespace)  # two edits may look odd
        return namespace[self.function.__name__]


def _whole_words(text):
    """Match a text, but not within a longer name: no ``x`` in ``axis``."""
    before = r"\b" if re.match(r"\w", text) else ""
    after = r"\b" if re.search(r"\w$", text) else ""
    return before + re.escape(text) + after
