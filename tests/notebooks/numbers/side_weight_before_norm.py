"""What the side page on a weight before a norm says of rates and angles."""

import numpy as np

from lesson_parts.weight_before_norm.watch import settled_angle

ANGLE = settled_angle(0.32, 0.002)

NUMBERS = {
    "decay": {"168": (1 - 1.28 * 0.002) ** -2000},
    "angle-answer": {
        "0.036 2 44": (ANGLE, np.degrees(ANGLE), np.pi / 2 / ANGLE),
    },
}
