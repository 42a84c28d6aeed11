"""Slopes by the complex step: exact to rounding, for plain forward passes.

f(x + ih) = f(x) + ih f'(x) - h²/2 f''(x) - …, so the imaginary part over h is
f'(x), and nothing is subtracted. Source: Squire and Trapp, "Using Complex
Variables to Estimate Derivatives of Real Functions" (1998), SIAM Review 40.

It needs a function that takes complex numbers and treats them as numbers:
`course_lib.evidence.textbook` does, the layers refuse them. NumPy's std and
var do not: of complex numbers they are real. So one direction is compared
with a real step.
"""

import numpy as np

from course_lib.evidence.central_differences import STEP as REAL_STEP
from course_lib.evidence.central_differences import spread
from course_lib.layers.validate import as_floats

STEP = 1e-30  # its square is lost beside anything, so no error is left
CAUSES = (
    "Leave out what treats complex numbers in another way, such as std, var, "
    "abs, norm, vdot, real and comparisons: write a mean of squares."
)


def complex_step(f, x):
    """Return the derivative of f at x by the complex step.

    Parameters
    ----------
    f : callable
        Takes a complex array of x.shape; returns an array or a number.
    x : array_like
        Real.

    Returns
    -------
    ndarray of shape f(x).shape + x.shape
        The gradient where f returns a number, the Jacobian otherwise.

    Raises
    ------
    TypeError
        If f returns real numbers: it lost the imaginary part on the way.
    ValueError
        If the slopes are not those of f at real numbers.
    """
    x = as_floats("x", x).astype(np.complex128)
    entries = x.reshape(-1)
    slopes = []
    for i in range(x.size):
        entries[i] += 1j * STEP
        value = f(x)
        if not np.iscomplexobj(value):
            raise TypeError(
                "f must return complex numbers for complex x, but it returned "
                f"real ones. {CAUSES}"
            )
        slopes.append(np.imag(value) / STEP)
        entries[i] = entries[i].real
    if not slopes:
        return np.zeros(np.shape(f(x)) + x.shape)
    slopes = np.stack(slopes, axis=-1)
    compare_with_real_step(f, x, slopes)
    return slopes.reshape(*slopes.shape[:-1], *x.shape)


def compare_with_real_step(f, x, slopes):
    """Refuse slopes that are not those of f along one real direction.

    At a kink, anything between the slopes to both sides is accepted.
    """
    way = np.random.default_rng([2026, x.size]).standard_normal(x.size)
    expected = slopes @ way
    size = spread(x.real, alike=1e-15)
    step = REAL_STEP * size * way.reshape(x.shape)
    behind, here, ahead = (np.real(f(x + k * step)) for k in (-1, 0, 1))
    sides = np.array([here - behind, ahead - here]) / (REAL_STEP * size)

    # What the rule and rounding leave, each far below a slope of its own.
    eps = np.finfo(float).eps / REAL_STEP
    largest = max(abs(sides).max(initial=0), abs(expected).max(initial=0))
    allowed = largest * (1e-4 + 100 * eps * abs(x).max() / size)
    allowed += 100 * eps * abs(here).max(initial=0) / size
    low, high = sides.min(axis=0), sides.max(axis=0)
    beyond = np.maximum(low - expected, expected - high)
    if (beyond > allowed).any():
        k = np.unravel_index(np.argmax(beyond), beyond.shape)
        raise ValueError(
            "f must have the same slopes for complex x as for real x, but "
            f"along one direction they are {expected[k]:.3g} and "
            f"{sides.mean(axis=0)[k]:.3g}. {CAUSES}"
        )
