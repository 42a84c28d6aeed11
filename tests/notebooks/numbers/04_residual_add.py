"""What lesson 04 says of its panel."""

import numpy as np

from course_lib.layers import Stack
from lesson_parts.residual_add.explorers import DepthAndGain
from lesson_parts.residual_add.pictures import ALIVE

panel = DepthAndGain()
GROWN = panel.at(depth=32, gain=1.0).norms["with shortcut"][0]
REACHED = {
    gain: panel.at(depth=32, gain=gain).norms for gain in np.arange(1, 31) / 20
}
panel.close()
pre_norm = Stack(64, 64, 128, rng=1, order="pre", final_norm=False)
pre_norm.forward(np.random.default_rng(2).normal(size=(8, 64)))
LENGTHS = [np.linalg.norm(x, axis=1).mean() for x in pre_norm.activations]


def gains(kind):
    """Return the slider's gains at which the gradient stays alive."""
    low, high = ALIVE
    return [g for g, norms in REACHED.items() if low <= norms[kind][0] <= high]


NUMBERS = {
    "explore": {"2.8": "norms", "3.6": "norms", "0.1 10": ALIVE},
    "real-stack-ask": {
        "17.9 33.0 64.5": 8 * np.sqrt([5, 17, 65]),
        "17 33 60": (LENGTHS[4], LENGTHS[16], LENGTHS[64]),
    },
    "as-good": {
        "0.95 1 1.05": tuple(gains("without")),
        "0.35": max(gains("with shortcut")),
        "34,000": round(GROWN, -3),
    },
}
