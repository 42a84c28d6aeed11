"""The numbers in the prose of lesson 04."""

import numpy as np

from parts.residual_add.explorers import DepthAndGain
from parts.residual_add.pictures import ALIVE

explorer = DepthAndGain()
grown = explorer.at(depth=32, gain=1.0).norms["with shortcut"][0]
reached = {
    (kind, gain): norms[0]
    for gain in np.arange(1, 31) / 20
    for kind, norms in explorer.at(depth=32, gain=gain).norms.items()
}
ten = explorer.at(depth=10, gain=0.5).norms["with shortcut"][0]
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
    ("0.5¹⁰ is about {} and 1.5¹⁰ about {}.", (0.5**10, 1.5**10)),
    ("reaches the input as 0.001 or as {}.", 1.5**10),
    ("far less than the {} of the first chain", 1.5**10),
    ("where all {} paths pulled in one direction", 2**10),
    ("the grey band goes from {} to {}.", ALIVE),
    ("the second lets {} or {} through", (1.05**10, 0.95**10)),
    (
        "the rule says 1.25⁵ = {}, and these turns, whose angles are not "
        "quite right, give {}.",
        (1.25**5, ten),
    ),
    ("almost exactly 1: {}, {} or {} on the slider", tuple(gains("without"))),
    ("every gain up to {} keeps the gradient", max(gains("with shortcut"))),
    ("at gain 1 it grows {}-fold", round(grown, -4)),
    ("by the rule it would be 2¹⁶ = {}", 2**16),
    ("the rule gives 2¹⁰ = {} and 1.25¹⁰ = {}", (2**10, 1.25**10)),
    ("by about √2 = {}, and on the way", 2**0.5),
    ("√1.01 ≈ {}", 1.01**0.5),
    ("1.005³⁰ ≈ {}", 1.01**15),
]
