"""The numbers in the prose of lesson 07."""

import numpy as np

from course_lib.layers import LayerNorm
from parts.backward.wrong_backwards import SLIPS

CENTRED = np.array([-4.0, -1.0, 5.0])
X_HAT, RSTD = CENTRED / 4, 1 / 4
DX_HAT = np.array([1.0, 0.0, 0.0])
DX = (DX_HAT - DX_HAT.mean() - X_HAT * (DX_HAT * X_HAT).mean()) * RSTD
SUM = np.array([7, 2, 6])  # of a gradient along 1 and one across the ray
DX_OF_SUM = (SUM - SUM.mean() - X_HAT * (SUM * X_HAT).mean()) * RSTD
DRSTD = (DX_HAT * CENTRED).sum()
DVAR = -DRSTD * RSTD**3 / 2
VIA_VAR = DVAR * 2 * CENTRED / 3
DCENTRED = DX_HAT * RSTD + VIA_VAR
FACE = np.array([-1, -1, 1, 1])  # x̂ of (1, 1, 3, 3) at ε = 0


def handed(kind):
    """Return the dx of (1, 1, 3, 3) that a layer gives back."""
    layer = kind(4, eps=1e-12)
    layer.gamma = np.array([2.0, 1, 1, 2])
    layer.forward(np.array([1.0, 1, 3, 3]))
    return layer.backward(np.array([3.0, 2, 8, 2]))


A = handed(SLIPS["dx without the mean's term"])
B = handed(SLIPS["dx without the variance's term"])
C, D = handed(LayerNorm), handed(SLIPS["dx without γ"])

NUMBERS = [
    ("With 768 features J has {} entries", 768**2),
    (
        "divided by s = 4: ({}, {}, {}). And the sum",
        tuple(DX_OF_SUM),
    ),
    (
        "its mean is {}, and the mean of dx̂·x̂ is ({} − {} + {})/3 = 0.",
        (SUM.mean(), *(SUM * X_HAT * (1, -1, 1))),
    ),
    (
        "dβ₀ = 3 + 1 = {}, dγ₀ = 3·(−1) + 1·2 = {}, and",
        (3 + 1, 3 * -1 + 1 * 2),
    ),
    ("(2, 3, 4) are {} numbers.", 2 * 3 * 4),
    (
        "drstd = Σ dx̂·centred = {}. dvar = {} · (−1/2)(1/4)³ = 1/{}.",
        (DRSTD, DRSTD, 1 / DVAR),
    ),
    (
        "from x̂ is ({}/4, 0, 0), but var is made of all three entries, so "
        "it sends something to each: ({}, {}, {})/48.",
        (4 * RSTD, *(48 * VIA_VAR)),
    ),
    ("It takes the same 1/{} from every entry", 3 / DCENTRED.sum()),
    ("In the end dx is ({}, {}, {})/48, row 0", tuple(48 * DX)),
    ("- A = ({}, {}, {}, {}) -", tuple(A)),
    ("- B = ({}, {}, {}, {}) -", tuple(B)),
    ("- C = ({}, {}, {}, {}) -", tuple(C)),
    ("- D = ({}, {}, {}, {})", tuple(D)),
    ("A adds up to {}:", A.sum()),
    ("B has the dot product {}:", B @ FACE),
]
