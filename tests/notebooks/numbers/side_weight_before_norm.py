"""What the side page on a weight before a norm says of runs and proofs."""

from functools import cache

import numpy as np

from parts.training.plan_settings import BOTH
from parts.trials.cells import DECAYED, SMALL_NET, TIMES_16
from parts.trials.findings import answered, mean
from parts.trials.weight_watch import settled_angle, watch

GD, ADAM = BOTH
C = answered("C")


def read(variant, optimizer, start=""):
    return 100 * mean(variant, optimizer, start, 1)


@cache
def angle(optimizer, rate, decay, beta):
    """Return the angle of a step, found and predicted."""
    seen = watch(
        optimizer, rate, decay=decay, eps=1e-5, steps=4000, dtype=np.float32
    )
    told = settled_angle(rate, decay, beta)
    return float(seen.angles[-1000:].mean()) / told


NUMBERS = {
    "decay": {"168": (1 - 1.28 * 0.002) ** -2000},
    "angle-answer": {
        "0.036": settled_angle(0.32, 0.002),
        "2": np.degrees(settled_angle(0.32, 0.002)),
        "44": np.pi / 2 / settled_angle(0.32, 0.002),
    },
    "judged-answer": {
        "16 52": (16, read(SMALL_NET, GD, TIMES_16)),
        "70": read(DECAYED, GD, TIMES_16),
        "18": 100 * C["C2"][1].mean,
        "71": read(SMALL_NET, GD),
        "0.3 −0.2 0.8": (
            100 * C["C1"][1].mean, *(100 * end for end in C["C1"][1].wide)
        ),
        "69 66": (read(SMALL_NET, ADAM), read(SMALL_NET, ADAM, TIMES_16)),
        "64": read(DECAYED, ADAM, TIMES_16),
    },
}  # fmt: skip

HOLDS = {
    "angle-answer": {
        "descent and momentum are within 2 %, Adam is 5 to 9 % above":
            abs(angle("gradient descent", 0.32, 0.002, 0) - 1) < 0.02
            and abs(angle("momentum", 0.128, 0.02, 0.9) - 1) < 0.02
            and 1.05 < angle("Adam", 0.01, 0.2, 0.9) < 1.09,
    },
    "judged-answer": {
        "C2 more, C1 no difference":
            (C["C2"][3], C["C1"][3]) == ("more", "no difference"),
    },
}  # fmt: skip
