"""The captions of the side page on speed."""

import numpy as np

from parts.how_fast import pictures, speed

SECONDS = speed.stored()
PLACES = speed.roofline(SECONDS)
PER_BYTE = 4 * speed.bandwidths(SECONDS)[0]
TOP = max(rate for _, rate in PLACES.values())
NORMS = ["usual", "in place", "in blocks", "compiled"]
RATES = {name: 1 / np.median(SECONDS[name]) for name in SECONDS}


def under_the_slope(name):
    return PLACES[name][0] * PER_BYTE < TOP


def from_below(names):
    return sorted(names, key=lambda name: PLACES[name][1])


DRAWN = pictures.roofline(PLACES, PER_BYTE / 4, NORMS).axes[0]
ROOF = [
    ("Operations per second against operations for each byte from memory, "
     "both axes logarithmic",
     (DRAWN.get_ylabel(), DRAWN.get_xlabel())
     == ("10⁹ operations per second", "operations for each byte from memory"),
     DRAWN.get_xscale() == DRAWN.get_yscale() == "log"),
    ("A roof rises with what memory delivers, then lies flat at the best of "
     "BLAS", max(PLACES["BLAS"][1], PLACES["BLAS, larger"][1]) == TOP),
]  # fmt: skip
CAPTIONS = {
    "roofline": [
        *ROOF,
        ("Under the slope stand the LayerNorms: usual, in place, in blocks, "
         "compiled, from low to high",
         all(map(under_the_slope, NORMS)), from_below(NORMS) == NORMS,
         sorted(NORMS, key=RATES.get) == NORMS),
    ],
    "verdicts-product": [
        *ROOF,
        ("Under the flat part stand the matrix products: BLAS on top, the "
         "swapped loops below, the plain loops far below",
         *(not under_the_slope(name) for name in PLACES if name not in NORMS),
         *(from_below(["BLAS" + size, "swapped" + size, "loops" + size])
           == ["loops" + size, "swapped" + size, "BLAS" + size]
           and RATES["BLAS" + size] > 5 * RATES["loops" + size]
           for size in ("", ", larger"))),
    ],
}  # fmt: skip
