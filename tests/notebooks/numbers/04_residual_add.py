"""What lesson 04 says of its panel."""

import numpy as np

from parts.residual_add.explorers import DepthAndGain, turns_and_dy
from parts.residual_add.pictures import ALIVE

panel = DepthAndGain()
GROWN = panel.at(depth=32, gain=1.0).norms["with shortcut"][0]
TEN = panel.at(depth=10, gain=0.5).norms["with shortcut"][0]
turns, token = turns_and_dy()
for Q in turns[:10]:
    token = token + 0.5 * token @ Q
FORTH = np.linalg.norm(token)
REACHED = {
    gain: panel.at(depth=32, gain=gain).norms for gain in np.arange(1, 31) / 20
}
panel.close()


def gains(kind):
    """Return the slider's gains at which the gradient stays alive."""
    low, high = ALIVE
    return [g for g, norms in REACHED.items() if low <= norms[kind][0] <= high]


NUMBERS = {
    "explore": {"2.8 3.6": (FORTH, TEN), "0.1 10": ALIVE},
    "as-good": {
        "0.95 1 1.05": tuple(gains("without")),
        "0.35": max(gains("with shortcut")),
        "30,000": round(GROWN, -4),
    },
}
