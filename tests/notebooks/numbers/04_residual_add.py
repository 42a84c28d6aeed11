"""The numbers in the prose of lesson 04."""

import numpy as np

from parts.residual_add.explorers import DepthAndGain

explorer = DepthAndGain()
grown = explorer.at(depth=32, gain=1.0).norms["with shortcut"][0]
reached = {
    (kind, gain): norms[0]
    for gain in np.arange(1, 31) / 20
    for kind, norms in explorer.at(depth=32, gain=gain).norms.items()
}
explorer.close()


def gains(kind):
    """Return the slider's gains at which the input gets 0.1 to 10."""
    return [g for (k, g), norm in reached.items()
            if k == kind and 0.1 <= norm <= 10]  # fmt: skip


NUMBERS = [
    ("and 0.5 · (−0.2) = {}", 0.5 * -0.2),
    ("They add up to {}, and indeed", (1 + 0.5) * (1 - 0.2)),
    ("1 + a + b + ab = {} · {}", (1 + 0.5, 1 - 0.2)),
    ("so ten have 2¹⁰ = {}", 2**10),
    ("The rule says 1.25⁸ = {}", 1.25**8),
    ("almost exactly 1: {}, {} or {} on the slider", tuple(gains("without"))),
    ("has to be small, up to {}", max(gains("with shortcut"))),
    ("with a shortcut grows {}-fold", round(grown, -4)),
    ("by the rule it would be 2¹⁶ = {}", 2**16),
    ("The rule gives 2¹⁰ = {} and 1.25¹⁰ = {}", (2**10, 1.25**10)),
    ("√1.01 ≈ {}", 1.01**0.5),
    ("1.005³⁰ ≈ {}", 1.01**15),
]
