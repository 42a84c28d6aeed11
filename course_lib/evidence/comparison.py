"""Two arrays side by side: first their shapes, then their values."""

from dataclasses import dataclass

import numpy as np

from course_lib.evidence.report import Report


@dataclass(frozen=True)
class Comparison:
    """One line of a report: an array by its name, and whether it agrees.

    Attributes
    ----------
    name : str
    shape : tuple of int or None
        Of the given array; None if there is none.
    passes : bool
    verdict : str
        Of an array that agrees it shows the tolerance and no digits of
        rounding, so it reads the same on every machine.
    error : float
        Largest difference over largest expected entry; NaN where shapes
        differ or nothing came.
    at_kink : bool
        There is no slope to compare with: neither right nor wrong.
    all_zero : bool
        It agrees, and nothing in it stands out from rounding.
    """

    name: str
    shape: tuple | None
    passes: bool
    verdict: str
    error: float = np.nan
    at_kink: bool = False
    all_zero: bool = False

    def __bool__(self):
        return self.passes


class GradientReport(Report):
    """Comparisons under a title; true when every gradient agrees."""

    @property
    def verdict(self):
        """Say how many gradients agree; "" if there are none."""
        n = len(self)
        wrong = [line.name for line in self if not (line or line.at_kink)]
        undecided = [line.name for line in self if line.at_kink]
        zero = [line.name for line in self if line.all_zero]
        found = {
            "wrong": wrong,
            "undecided, at a kink": undecided,
            "all 0, which says little": zero,
        }
        sentences = [
            f"{len(names)} of {n} {what}: {', '.join(names)}."
            for what, names in found.items()
            if names
        ]
        agree = n - len(zero)
        if agree and not (wrong or undecided):
            all_ = (
                f"All {n} gradients agree."
                if n > 1
                else ("The gradient agrees.")
            )
            some = f"{agree} of {n} gradients agree."
            sentences.insert(0, some if zero else all_)
        return "\n".join(sentences)

    def rows(self):
        """Return a row for each comparison, in columns."""
        shapes = ["" if c.shape is None else str(c.shape) for c in self]
        wide = max((len(line.name) for line in self), default=0)
        high = max(map(len, shapes), default=0)
        return [
            f"  {line.name:<{wide}}  {shape:<{high}}  {line.verdict}"
            for line, shape in zip(self, shapes)
        ]


def compare(
    name, given, expected, tolerance, *, floor=0.0, noise=0.0, entries=None
):
    """Compare the shape of two arrays, then their values.

    Parameters
    ----------
    name : str
    given : ndarray or None
    expected : ndarray
    tolerance : float
        Largest difference, as a share of the largest expected entry.
    floor : float
        Largest difference that is allowed besides.
    noise : float
        How well the expected values themselves are known. Where it exceeds
        the tolerance, it takes its place, and the verdict says so.
    entries : ndarray of int, optional
        Flat positions to compare; all of them by default.

    Returns
    -------
    Comparison
    """
    expected = np.asarray(expected)
    if given is None:
        return Comparison(name, None, False, "is missing: None came")
    given = np.asarray(given)
    if given.shape != expected.shape:
        verdict = f"has the wrong shape: must be {expected.shape}"
        return Comparison(name, given.shape, False, verdict)
    if expected.size == 0:
        verdict = "agrees: it has no entries"
        return Comparison(name, given.shape, True, verdict, 0.0)
    if entries is None:
        entries = np.arange(expected.size)
    found = compare_values(given, expected, tolerance, floor, noise, entries)
    return Comparison(name, given.shape, *found)


def compare_values(given, expected, tolerance, floor, noise, entries):
    """Return what a Comparison has behind its shape."""
    a, b = given.ravel()[entries], expected.ravel()[entries]

    def at(k):
        return place(entries[k], expected.shape)

    bad = ~(np.isfinite(a) & np.isfinite(b))
    if bad.any():
        k = bad.argmax()
        verdict = f"is not finite: {a[k]:.3g} at {at(k)}, must be {b[k]:.3g}"
        return False, verdict, np.nan

    gap, scale = abs(a - b), abs(b).max()
    # Of gaps that differ by rounding alone, the first: the same everywhere.
    k = (gap >= gap.max() * (1 - 1e-6)).argmax()
    error = float(gap[k] / scale) if scale else float(gap[k])
    if gap[k] > max(tolerance * scale + floor, noise):
        size = max(scale, abs(a).max())
        wrong, right = short(a[k], size), short(b[k], size)
        verdict = f"differs: {wrong} at {at(k)}, must be {right}"
        return False, verdict, error
    if scale <= max(floor, noise):
        verdict = "agrees, but all of it is 0 up to rounding"
        return True, verdict, error, False, True
    share = max(tolerance, noise / scale)
    verdict = f"agrees within {share:.0e}"
    if len(entries) < expected.size:
        verdict += f" at {len(entries)} of {expected.size} entries"
    if share >= 1.5 * tolerance:  # another digit is shown
        verdict += ", since forward rounds too coarsely for more"
    return True, verdict, error


def place(flat, shape):
    """Return a flat position as a tuple of plain numbers."""
    return tuple(int(i) for i in np.unravel_index(flat, shape))


def short(value, scale):
    """Write a value with three digits; rounding beside `scale` is 0."""
    return f"{0.0 if abs(value) < 1e-6 * scale else value:.3g}"
