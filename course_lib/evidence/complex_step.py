"""Slopes by the complex step: exact to rounding, for plain forward passes.

f(x + ih) = f(x) + ih f'(x) - h²/2 f''(x) - …, so the imaginary part over h is
f'(x), and nothing is subtracted. Source: Squire and Trapp, "Using Complex
Variables to Estimate Derivatives of Real Functions" (1998), SIAM Review 40.

It needs a function that takes complex numbers and treats them as numbers:
`course_lib.evidence.textbook` does, the layers refuse them.
"""

import numpy as np

STEP = 1e-30  # its square is lost beside anything, so no error is left


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
    """
    x = np.array(x, dtype=np.complex128)
    entries = x.reshape(-1)
    slopes = []
    for i in range(x.size):
        entries[i] += 1j * STEP
        value = f(x)
        if not np.iscomplexobj(value):
            raise TypeError(
                "f must return complex numbers for complex x, but it returned "
                "real ones. Leave out what drops the imaginary part, such as "
                "abs, float or a comparison with np.maximum."
            )
        slopes.append(np.imag(value) / STEP)
        entries[i] = entries[i].real
    if not slopes:
        return np.zeros(np.shape(f(x)) + x.shape)
    return np.stack(slopes, axis=-1).reshape(np.shape(slopes[0]) + x.shape)
