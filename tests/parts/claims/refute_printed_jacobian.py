"""What `refute_printed_jacobian` claims: the vector is `wrong`."""

import numpy as np


def printed(x):
    """Return the printed entry off the diagonal, here in row 0, column 1."""
    away = x - x.mean()
    return -(1 + away[0] * away[1]) / x.var() / (x.size * x.std())


def true(x):
    """Return the entry by a complex step: no formula, and all digits."""
    z = x.astype(complex)
    z[1] += 1e-30j
    away = z - z.mean()
    return (away / np.sqrt((away**2).mean()))[0].imag / 1e-30


def off(x):
    return abs(printed(x) - true(x))


FEW = np.array([1.0, 2, 6])

CLAIMS = {
    "the Jacobian here is that of one token": "np.ndim(right) == 1",
    "Return a vector `x` (two or more numbers) for which the printed "
    "off-diagonal entry, −(1 + (x_i − μ)(x_j − μ))/σ² divided by N·σ, is off "
    "by more than 0.5 from the right one, at ε = 0":
        "off(right) > 0.5",
    "What is left is 1 − 1/σ², over N·σ. Where is it 0?":
        "same(printed(FEW) - true(FEW), (1 - 1 / FEW.var()) / (3 * "
        "FEW.std()))",
    "On one side of σ = 1 it stays small; on the other it grows without "
    "bound. On which side is 1/σ² the large one?":
        "off(1e-3 * FEW) > 1e6 and off(1e3 * FEW) < 1e-3",
    "Your x has variance 1, and there the two forms are equal":
        "same(wrong.var(), 1) and off(wrong) < 1e-9",
    "dividing by σ² = 1 hides where the bracket stands": "off(wrong) < 1e-9",
    "σ is 0, and neither form has a value": "wrong.std() == 0",
    "Your x has a variance between 0.5 and 2, too near to 1, where the two "
    "forms are equal":
        "0.5 < wrong.var() < 2 and off(FEW / FEW.std()) < 1e-9",
    "there the printed form is never off by more than 0.2":
        "wrong.var() > 2 and max(off(k * FEW) for k in range(1, 99)) < 0.2",
    "You returned several rows; one vector is one row": "np.ndim(wrong) == 2",
}  # fmt: skip
