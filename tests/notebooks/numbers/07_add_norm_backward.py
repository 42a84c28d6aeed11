"""The numbers in the prose of lesson 07."""

import numpy as np

CENTRED = np.array([-4.0, -1.0, 5.0])
X_HAT, RSTD = CENTRED / 4, 1 / 4
DX_HAT = np.array([1.0, 0.0, 0.0])
MEAN, SHARE = DX_HAT.mean(), (DX_HAT * X_HAT).mean()
DX = (DX_HAT - MEAN - X_HAT * SHARE) * RSTD
DRSTD = (DX_HAT * CENTRED).sum()
DVAR = -DRSTD * RSTD**3 / 2
VIA_VAR = DVAR * 2 * CENTRED / 3

NUMBERS = [
    ("The means are {}/3 and {}/3, so dx =", (3 * MEAN, 3 * SHARE)),
    ("−1/3 + 5/12)/4 = ({}, {}, {})/48. That is row 0", tuple(48 * DX)),
    (
        "drstd = Σ dx̂·centred = {}. dvar = {} · (−1/2)(1/4)³ = 1/{}.",
        (DRSTD, DRSTD, 1 / DVAR),
    ),
    ("dx is ({}, {}, {})/48 again.", tuple(48 * DX)),
    (
        "dβ₀ = 3 + 1 = {}, dγ₀ = 3·(−1) + 1·2 = {}, and",
        (3 + 1, 3 * -1 + 1 * 2),
    ),
    (
        "centred receives ({}/4, 0, 0) from x̂ and ({}, {}, {})/48 from var, "
        "and x receives ({}, {}, {})/48 from centred and {}/12 in every",
        (
            4 * RSTD,
            *(48 * VIA_VAR),
            *(48 * (DX_HAT * RSTD + VIA_VAR)),
            -12 * (DX_HAT * RSTD + VIA_VAR).sum() / 3,
        ),
    ),
]
