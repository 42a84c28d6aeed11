"""The text of a function, and the functions that it turns into by edits."""

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

    def applied(self, *steps):
        """Return the text with other words in its body, step after step."""
        body = self.body
        for edits in steps:
            body = self._edited(edits, body)
        return self.head + body

    def _edited(self, edits, body):
        """Return a body with other words, wherever these occur in it.

        A ValueError says which of them do not, or overlap.
        """
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
        return re.sub(pattern, lambda m: new[m[0]], body)

    def made(self, text):
        """Return the function that a changed text defines."""
        namespace = dict(self.function.__globals__)
        with warnings.catch_warnings(action="ignore"):
            exec(text, namespace)  # two edits may look odd
        return namespace[self.function.__name__]


def _whole_words(text):
    """Match a text, but not within a longer name: no ``x`` in ``axis``."""
    return rf"(?:\b|(?=\W)){re.escape(text)}(?:\b|(?<=\W))"


def written(answer):
    """Return the function that is written out within an answer.

    That is, within a partial, a method, a cache, a decorator that wraps, an
    object that is called or `np.vectorize`.
    """
    while not inspect.isclass(answer):
        for name in ("func", "__func__", "pyfunc", "py_func", "__wrapped__"):
            inner = getattr(answer, name, None)
            if callable(inner) and inner is not answer:
                break
        else:
            called = inspect.getattr_static(answer, "__call__", None)
            if not inspect.isfunction(called):
                break
            inner = called
        answer = inner
    return answer


def uncommented(line):
    """Return a line of code without the comment at its end."""
    return line.split("  #")[0].strip()
