"""The numbers in the prose of the side page on axes."""

import numpy as np

from parts.statistics.token_row import token_row

draw = np.random.default_rng(5)
LOUD = draw.normal(size=(4, 3, 5))
LOUD[-1, -1] *= 1000
PLAIN = LOUD.reshape(12, 5)
ENTRIES = (PLAIN[0] - PLAIN.mean(0)) / PLAIN.std(0)

NUMBERS = [
    ("become about ±{}, whatever", np.abs(ENTRIES).mean()),
    ("are at 1/√11 = {},", 11**-0.5),
    ('of "river" were at 1/√7 = {}', (len(token_row()) - 1) ** -0.5),
]
