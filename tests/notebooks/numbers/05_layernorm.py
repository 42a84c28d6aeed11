"""What lesson 05 says of tokens that pass 32 blocks."""

import numpy as np

from course_lib.layers import Stack

PAIRS = [0, 0, 1], [1, 2, 2]


def likeness(tokens, layers, normed=True, common=True):
    """Return the correlations of three of 300 tokens behind 32 blocks."""
    x = np.random.default_rng(tokens).normal(size=(300, 64))
    for block in Stack(32, 64, 128, rng=layers, norm=False).blocks:
        added = block.feed_forward.forward(x)
        x = x + added - (not common) * added.mean(0)
        if normed:
            x = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
    return np.corrcoef(x[:3])[PAIRS]


def turned(times):
    """Return by how many degrees 32 pre-norm blocks turn three tokens."""
    x = times * np.random.default_rng(0).normal(size=(3, 64))
    stack = Stack(32, 64, 128, rng=1, order="pre", final_norm=False)
    end = stack.forward(x)
    cosines = [
        a @ b / np.linalg.norm(a) / np.linalg.norm(b) for a, b in zip(x, end)
    ]
    return np.degrees(np.arccos(cosines))


QUIET, LOUD = turned(1), turned(100)
DRAWS = [likeness(draw + 1, draw + 2) for draw in range(10)]

TWO = np.random.default_rng(5).normal([[0], [5]], [[1], [3]], size=(2, 100))
SHARED = (TWO - TWO.mean()) / TWO.std()
TOKEN = np.array([3.16, 0.61, 1.87])
AWAY = TOKEN - TOKEN.mean()
X = 3 * TOKEN

NUMBERS = {
    "by-hand": {
        "1.28 −1.27 −0.01": AWAY,
        "1.6384 1.6129 0.0001": AWAY**2,
        "3.2514 3 1.0838": (sum(AWAY**2), 3, TOKEN.var()),
        "1.2295 −1.2199 −0.0096": AWAY / TOKEN.std(),
    },
    "pre-norm-why": {"3 73 84": (LOUD.mean(), QUIET.min(), QUIET.max())},
    "gamma-beta-explorer": {"3.12 5.64": (X.std(), X.mean())},
    "collapse": {
        "−0.15": np.corrcoef(
            np.random.default_rng(0).normal(size=(300, 64))[:3]
        )[PAIRS].mean(),
    },
    "root-slopes-why": {"158": [1 / (2 * 1e-5**0.5)] * 2},
    "share-why": {"−0.78 0.78": SHARED.mean(1)},
}
HOLDS = {
    "alike-why": {
        "nearly one, with norms and without":
            min(likeness(0, 1)) > 0.9 and min(likeness(0, 1, False)) > 0.9,
        "so it is with other tokens and other weights":
            np.median(DRAWS) > 0.9,
        "without the common vector they stay apart":
            max(abs(likeness(0, 1, common=False))) < 0.4,
    },
}  # fmt: skip
