"""The numbers in the prose of lesson 07."""

import numpy as np

from course_lib.layers import LayerNorm
from parts.backward.wrong_backwards import SLIPS

CENTRED = np.array([-4.0, -1.0, 5.0])
X_HAT, RSTD = CENTRED / 4, 1 / 4
DX_HAT = np.array([1.0, 0.0, 0.0])


def three_lines(dx_hat):
    """Return dx of the token by the three lines."""
    return (dx_hat - dx_hat.mean() - X_HAT * (dx_hat * X_HAT).mean()) * RSTD


DX = three_lines(DX_HAT)
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
        "divided by s = 4: ({}, {}, {}). And",
        tuple(three_lines(np.array([2, -3, 1]))),
    ),
    (
        "= 2/64 = 1/32, which makes ({}/8, {}/32, {}/32).",
        tuple(three_lines(CENTRED) * (8, 32, 32)),
    ),
    (
        "dβ₀ = 3 + 1 = {}, dγ₀ = 3·(−1) + 1·2 = {}, and",
        (3 + 1, 3 * -1 + 1 * 2),
    ),
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
    ("A − C = ({}, {}, {}, {}), but", tuple(A - C)),
    ("A − D = ({}, {}, {}, {}). C", tuple(A - D)),
    ("B − C = ({}, {}, {}, {}) is", tuple(B - C)),
]
