"""The captions of lesson 05."""

import numpy as np

from parts.layer_norm import pictures

STUDYING, OTHER = np.array([3.16, 0.61, 1.87]), np.array([0.6, 2.3, 1.2])
DRAW = np.random.default_rng(5)
BELLS = DRAW.normal([[0], [5]], [[1], [3]], size=(2, 1000))
LOPSIDED = DRAW.exponential(2, size=1000) - 8


def standardized(x):
    x = np.asarray(x, dtype=float)
    return (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)


SLID = np.array([1.8, 6.9, 3.6])
GAPS, HAT_GAPS = np.diff(SLID), np.diff(standardized(SLID))
AFTER = [standardized(each) for each in (*BELLS, LOPSIDED)]
FACES = standardized([STUDYING, STUDYING + 2, 2 * STUDYING, -STUDYING])
BACK = STUDYING.std() * standardized(OTHER) + STUDYING.mean()
UNDONE = pictures.undone(
    np.array([STUDYING, OTHER]), np.array([OTHER, BACK]), "ab"
).axes[0]
MISSES = abs(BACK - OTHER)
SLOPES = (STUDYING - OTHER) / (standardized(STUDYING) - standardized(OTHER))
HEIGHTS = STUDYING - SLOPES * standardized(STUDYING)
THIRD = np.array([2.0, 0.5, -1.0])

CAPTIONS = {
    "slide-and-stretch": [
        ("{} rows of the same {} dots. x = [{}, {}, {}] lies around {};",
         3, len(SLID), *SLID, SLID.mean()),
        ("x − μ lies around {} with the same gaps;", 0,
         np.allclose(np.diff(SLID - SLID.mean()), GAPS)),
        ("x̂ lies around {} with a band from {} to {}.",
         standardized(SLID).mean(), -standardized(SLID).std(),
         standardized(SLID).std()),
        ("The order and the proportions of the gaps never change",
         np.allclose(GAPS / GAPS[0], HAT_GAPS / HAT_GAPS[0]),
         (standardized(SLID).argsort() == SLID.argsort()).all()),
    ],
    "two-samples-picture": [
        ("{} histograms of {} samples. Before, a narrow bell stands around "
         "{}, a wide one around {} (the labels give mean ± standard "
         "deviation)",
         2, 3, *BELLS.mean(-1), BELLS[0].std() < BELLS[1].std()),
        ("and a lopsided sample begins at {}.", LOPSIDED.min()),
        ("After, all {} have mean {} and standard deviation {}.", 3, 0, 1,
         np.allclose([each.std() for each in AFTER], 1),
         np.allclose([each.mean() for each in AFTER], 0)),
        ("The {} bells nearly cover each other, though no single value is the "
         "same", 2, not np.isin(AFTER[0], AFTER[1]).any(),
         max(abs(np.sort(AFTER[0])[50:-50] - np.sort(AFTER[1])[50:-50]))
         < 0.2),
        ("it begins steeply at {} and has a long tail to the right",
         AFTER[2].min(), AFTER[2].max() > 4,
         (AFTER[2] < -0.5).mean() > 0.3),
    ],
    "invariances-picture": [
        ("{} tokens on the left,", len(FACES)),
        ("On the right, at ε = {}, the first {} are the same {} marks;",
         0, 3, FACES.shape[1], np.ptp(FACES[:3], axis=0).max() < 1e-12),
        ("the negated one is their mirror image",
         np.allclose(FACES[3], -FACES[0])),
    ],
    "undo-picture": [
        ("Circles are tokens, crosses what γ and β give back",
         [line.get_marker() for line in UNDONE.lines] == ["o", "x"],
         (UNDONE.lines[0].get_ydata() == STUDYING).all()),
        ("On the token they were set for, crosses lie in the circles;",
         np.allclose(STUDYING.std() * standardized(STUDYING)
                     + STUDYING.mean(), STUDYING)),
        ("on the other all {} miss, the second by almost {}.",
         (MISSES > 0.1).sum(), MISSES[1], MISSES[1] < 1),
    ],
    "two-undone-picture": [
        ("x over x̂, with the points of {} tokens. Through the {} "
         "points of a feature",
         len([STUDYING, OTHER]), 2),
        ("its height at {} that feature's β", 0),
        ("The {} lines differ. A third token, the squares, lies beside the "
         "line in every panel",
         len(set(SLOPES.round(2))),
         (abs(SLOPES * standardized(THIRD) + HEIGHTS - THIRD) > 0.5).all()),
    ],
}  # fmt: skip
