"""Slopes by central differences: the function alone, no formula for it."""

import numpy as np

# Small enough for the error of the rule, which is about step²; large enough
# for rounding, which is divided by the step.
STEP = np.finfo(float).eps ** (1 / 3)


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
        h; by default 6e-6 times the spread of x.

    Returns
    -------
    ndarray of shape f(x).shape + x.shape
        The gradient where f returns a number, the Jacobian otherwise.
    """
    x = np.array(x, dtype=np.float64)
    step = STEP * spread(x) if step is None else step
    slopes = [
        slope(lambda: np.asarray(f(x.copy())), x, flat, step)
        for flat in range(x.size)
    ]
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


def spread(x):
    """Return the size on which a function of x changes: its spread.

    For one number, or numbers all alike, their size; for zeros, 1.
    """
    if x.size == 0:
        return 1.0
    largest = float(abs(x).max())
    std = float(x.std())
    return std if std > 1e-9 * largest else largest or 1.0
