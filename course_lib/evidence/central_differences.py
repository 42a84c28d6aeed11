"""Slopes by central differences: the function alone, no formula for it."""

import numpy as np

from course_lib.layers.validate import as_floats

# Small enough for the error of the rule, which is about step²; large enough
# for rounding, which is divided by the step.
STEP = np.finfo(float).eps ** (1 / 3)
EPS32 = float(np.finfo(np.float32).eps)
COARSE_STEP = EPS32 ** (1 / 3)


def central_differences(f, x, *, step=None):
    """Return the derivative of f at x by central differences.

    The rule is (f(x + h) - f(x - h)) / 2h, entry by entry.

    Parameters
    ----------
    f : callable
        Takes an array of x.shape, returns an array or a number.
    x : array_like
        Becomes float64.
    step : float, optional
        h; by default 6e-6 times the spread of x, and 5e-3 times where f
        rounds more coarsely than float64, as float32 does.

    Returns
    -------
    ndarray of shape f(x).shape + x.shape
        The gradient where f returns a number, the Jacobian otherwise.
    """
    x = as_floats("x", x).astype(np.float64)

    def values():
        return np.asarray(f(x.copy()))

    if step is None:
        step = (COARSE_STEP if grain(values, x) else STEP) * spread(x)
    slopes = [slope(values, x, flat, step) for flat in range(x.size)]
    if not slopes:
        return np.zeros(np.shape(f(x)) + x.shape)
    return np.stack(slopes, axis=-1).reshape(slopes[0].shape + x.shape)


def slope(f, array, flat, step):
    """Return the slope of f() in one entry of `array`, moved in place.

    The difference is divided by the distance that the entry really moved:
    what float32 or float64 makes of x + h is not exactly x + h.
    """
    entries = array.flat
    here = entries[flat]
    try:
        entries[flat] = here + step
        right, f_right = float(entries[flat]), f()
        entries[flat] = here - step
        left, f_left = float(entries[flat]), f()
    finally:
        entries[flat] = here
    return (f_right - f_left) / (right - left)


def spread(x, alike=1e-9):
    """Return the size on which a function of x changes: its spread.

    For one number, or numbers all alike, their size; for zeros, 1. What is
    `alike` may differ by this share of the largest.
    """
    if x.size == 0:
        return 1.0
    largest = float(abs(x).max())
    std = float(x.std())
    return std if std > alike * largest else largest or 1.0


def grain(f, array):
    """Return how coarsely f() rounds when `array` moves; 0 for float64.

    Nudged by a billionth of their spread, numbers in float64 change nearly
    all that depends on them; rounded to float32 on the way, they change
    nothing. The grain is what a nudge of 1e-7 changes, at least half a unit
    in float32's last place.
    """
    if array.dtype != np.float64 or array.size == 0:
        return 0.0
    here, at_rest = array.copy(), f()
    if at_rest.dtype.kind not in "fiu":
        return 0.0
    way = spread(here) * np.cos(np.arange(here.size)).reshape(here.shape)

    def changes(share):
        array[...] = here + share * way
        try:
            return abs(f() - at_rest)
        finally:
            array[...] = here

    clear, size = changes(1e-3), abs(at_rest).max(initial=0)
    if not clear.max(initial=0) > 1e-8 * size:
        return 0.0  # f hardly depends on the array
    if 2 * np.count_nonzero(changes(1e-9)) >= np.count_nonzero(clear):
        return 0.0
    return float(max(changes(1e-7).max(), EPS32 / 2 * size))


def kink(f, array, flat, step, least):
    """Return the slopes of f().sum() to both sides of a kink; None elsewhere.

    At a kink, as of ReLU at 0, the two differ by more than `least` at every
    step. Where a curve bends they differ too, in proportion to the step.
    """
    at_rest, entries = f(), array.flat
    here = entries[flat]

    def sides(step):
        for move in (-step, step):
            try:
                entries[flat] = here + move
                yield float(((f() - at_rest) / move).sum())
            finally:
                entries[flat] = here

    left, right = sides(step)
    half, jump, double = (
        abs(np.subtract(*sides(step * width))) for width in (0.5, 1, 2)
    )
    bends = 1.7 * half < jump < 2.3 * half and 1.7 * jump < double < 2.3 * jump
    is_kink = jump > max(least, 0.01 * abs(left)) and not bends
    return (left, right) if is_kink else None
