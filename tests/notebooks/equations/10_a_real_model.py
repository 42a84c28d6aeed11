"""The equations of lesson 10."""

import math

from lesson_parts.real_model.erf import erf

m = -0.7
below = 0.5 + sum(  # the bell's area from 0 to m, in a thousand strips
    math.exp(-((m * (k + 0.5) / 1000) ** 2) / 2) * m / 1000
    for k in range(1000)
) / math.sqrt(2 * math.pi)
Phi = (1 + math.erf(m / math.sqrt(2))) / 2

EQUATIONS = {
    r"""\mathrm{GELU}(m) = m\,\Phi(m), \qquad
    \Phi(m) = \frac{1 + \mathrm{erf}\left(m / \sqrt{2}\right)}{2}""": [
        (m * below, m * Phi, m * (1 + float(erf(m / math.sqrt(2)))) / 2),
        (below, Phi),
    ],
}  # fmt: skip
