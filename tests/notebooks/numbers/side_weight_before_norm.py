"""What the side page on a weight before a norm says of runs and proofs."""

import numpy as np

from lesson_parts.laboratory.plan_settings import BOTH
from lesson_parts.trials.cells import DECAYED, SMALL_NET, TIMES_16
from lesson_parts.trials.findings import answered, mean
from lesson_parts.trials.weight_watch import settled_angle

GD, ADAM = BOTH
C = answered("C")


def read(variant, optimizer, start=""):
    return 100 * mean(variant, optimizer, start, 1)


NUMBERS = {
    "decay": {"168": (1 - 1.28 * 0.002) ** -2000},
    "angle-answer": {
        "0.036 2 44": (
            settled_angle(0.32, 0.002),
            np.degrees(settled_angle(0.32, 0.002)),
            np.pi / 2 / settled_angle(0.32, 0.002),
        ),
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
    "judged-answer": {
        "C2 more, C1 no difference":
            (C["C2"][3], C["C1"][3]) == ("more", "no difference"),
    },
}  # fmt: skip
