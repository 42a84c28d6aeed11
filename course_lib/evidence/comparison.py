"""Two arrays side by side: first their shapes, then their values."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Comparison:
    """One line of a report: an array by its name, and whether it agrees.

    Attributes
    ----------
    name : str
    shape : tuple of int or None
        Of the array that came; None if nothing came.
    passes : bool
    words : str
        The verdict. Of an array that agrees it shows the tolerance and no
        digits of rounding, so it reads the same on every machine.
    error : float
        Largest difference over largest expected entry; NaN where shapes
        differ or nothing came.
    at_kink : bool
        There is no slope to compare with: neither right nor wrong.
    """

    name: str
    shape: tuple | None
    passes: bool
    words: str
    error: float = np.nan
    at_kink: bool = False

    def __bool__(self):
        return self.passes


@dataclass(frozen=True)
class Report:
    """Lines of comparisons under a title; true when every line passes."""

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

    @property
    def wrong(self):
        """Names of the lines that do not pass."""
        return [line.name for line in self.lines if not line]

    def __repr__(self):
        cells = [
            (line.name, "" if line.shape is None else str(line.shape))
            for line in self.lines
        ]
        wide = max((len(name) for name, _ in cells), default=0)
        high = max((len(shape) for _, shape in cells), default=0)
        rows = [
            f"  {name:<{wide}}  {shape:<{high}}  {line.words}"
            for (name, shape), line in zip(cells, self.lines)
        ]
        return "\n".join([self.title, *rows, *self.verdict()])

    def verdict(self):
        """Return one sentence that says how many lines pass."""
        n = len(self.lines)
        wrong = [name for name in self.wrong if not self[name].at_kink]
        open_ = [line.name for line in self.lines if line.at_kink]
        said = []
        if wrong:
            said.append(f"{len(wrong)} of {n} wrong: {', '.join(wrong)}.")
        if open_:
            said.append(
                f"{len(open_)} of {n} undecided, at a kink: "
                f"{', '.join(open_)}."
            )
        if said or n == 0:
            return said
        if n == 1:
            return ["The gradient agrees."]
        return [f"All {n} gradients agree."]


def compare(name, came, expected, tolerance, *, floor=0.0, entries=None):
    """Compare the shape of two arrays, then their values.

    Parameters
    ----------
    name : str
    came : ndarray or None
    expected : ndarray
    tolerance : float
        Largest difference, as a share of the largest expected entry.
    floor : float
        Largest difference that is allowed besides, where the expected values
        themselves are known no better.
    entries : ndarray of int, optional
        Flat positions to compare; all of them by default.

    Returns
    -------
    Comparison
    """
    expected = np.asarray(expected)
    if came is None:
        return Comparison(name, None, False, "is missing: None came")
    came = np.asarray(came)
    if came.shape != expected.shape:
        words = f"has the wrong shape: must be {expected.shape}"
        return Comparison(name, came.shape, False, words)
    if expected.size == 0:
        words = "agrees: it has no entries"
        return Comparison(name, came.shape, True, words, 0.0)
    if entries is None:
        entries = np.arange(expected.size)
    a, b = came.ravel()[entries], expected.ravel()[entries]

    bad = ~(np.isfinite(a) & np.isfinite(b))
    if bad.any():
        at = place(entries[bad.argmax()], expected.shape)
        words = (
            f"is not finite: {a[bad][0]:.3g} at {at}, must be {b[bad][0]:.3g}"
        )
        return Comparison(name, came.shape, False, words)

    gap, scale = abs(a - b), abs(b).max()
    # Of gaps that differ by rounding alone, the first: the same everywhere.
    worst = (gap >= gap.max() * (1 - 1e-6)).argmax()
    error = float(gap[worst] / scale) if scale else float(gap[worst])
    if gap[worst] > tolerance * scale + floor:
        size = max(scale, abs(a).max())
        words = (
            f"differs: {short(a[worst], size)} "
            f"at {place(entries[worst], expected.shape)}, "
            f"must be {short(b[worst], size)}"
        )
        return Comparison(name, came.shape, False, words, error)
    words = f"agrees within {tolerance:.0e}"
    if scale <= floor:
        words = "agrees, but all of it is 0, which says little"
    elif len(entries) < expected.size:
        words += f" at {len(entries)} of {expected.size} entries"
    return Comparison(name, came.shape, True, words, error)


def place(flat, shape):
    """Return a flat position as a tuple of plain numbers."""
    return tuple(int(i) for i in np.unravel_index(flat, shape))


def short(value, scale):
    """Write a value with three digits; rounding beside `scale` is 0."""
    return f"{0.0 if abs(value) < 1e-6 * scale else value:.3g}"
