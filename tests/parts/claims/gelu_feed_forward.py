"""What the exercise `gelu_feed_forward` claims."""

import math

import numpy as np


def under_the_bell(m):
    """Return the share of normal numbers that are less than m."""
    return 1 - math.erfc(m / math.sqrt(2)) / 2


PHI = np.vectorize(under_the_bell)
BELL = np.random.default_rng(0).normal(0, 0.5**0.5, 40_000)  # variance 1/2

CLAIMS = {
    "GELU has no ReLU inside": "-1 * under_the_bell(-1) < 0",
    "GELU(m) = m · Φ(m) and Φ(m) = (1 + erf(m / √2)) / 2":
        "same((1 + erf(m / np.sqrt(2))) / 2, PHI(m)) and same(right, (m * "
        "PHI(m)) @ W2 + b2)",
    "The hidden layer is m times a share that depends on m":
        "same(hidden, m * PHI(m))",
    "You left out the √2. erf belongs to a normal curve of variance 1/2, so "
    "Φ(m) needs erf(m / √2)":
        "same(wrong, (m * PHI(2**0.5 * m)) @ W2 + b2) and abs((abs(BELL) < "
        "0.6).mean() - math.erf(0.6)) < 0.01",
    "You divided by 2 inside erf. The variance of the normal curve is "
    "halved, so m is divided by √2":
        "(m * PHI(m / 2**0.5)) @ W2 + b2",
    "You left out the half. 1 + erf goes from 0 to 2, but a share goes from "
    "0 to 1":
        "(2 * m * PHI(m)) @ W2 + b2",
    "You multiplied by erf itself, which goes from −1 to 1. Φ is (1 + erf(m "
    "/ √2)) / 2":
        "(m * (2 * PHI(m) - 1)) @ W2 + b2",
    "You used SiLU, m times the logistic function":
        "(m / (1 + np.exp(-m))) @ W2 + b2",
    "You used the quick approximation m · σ(1.702 m). It is off by up to":
        "(m / (1 + np.exp(-1.702 * m))) @ W2 + b2",
    "m multiplies the 1 alone: the brackets around 1 + erf(…) are missing":
        "(m / 2 + 2 * PHI(m) - 1) @ W2 + b2",
    "You cut off what is negative before you multiplied by Φ":
        "(np.maximum(m, 0) * PHI(m)) @ W2 + b2",
    "a little gets through below 0": "-1 * under_the_bell(-1) < -0.1",
    "You divided m by 4 inside erf. In `m / 2 ** 1 / 2` the power comes "
    "first, and two divisions by 2 are left; √2 is":
        "same(wrong, (m * PHI(m * 2**0.5 / 4)) @ W2 + b2) and 3 / 2**1 / 2 "
        "== 3 / 4",
    "You added b1 after GELU. The bias belongs inside: GELU takes x W1 + b1":
        "((x @ W1) * PHI(x @ W1) + b1) @ W2 + b2",
    "You halved the 1 alone. 1 + erf is halved as a whole":
        "(m * (2 * PHI(m) - 1 / 2)) @ W2 + b2",
    "You subtracted erf. 1 − erf gives the share on the other side; Φ(m) is "
    "(1 + erf(m / √2)) / 2":
        "(m * PHI(-m)) @ W2 + b2",
    "You multiplied m by √2 inside erf. m is divided by √2, as erf belongs "
    "to a narrower normal curve":
        "same(wrong, (m * PHI(2 * m)) @ W2 + b2) and BELL.std() < 1",
    "The 1 is missing: Φ(m) is (1 + erf(m / √2)) / 2. Without it a large m "
    "would be halved":
        "(m * (PHI(m) - 1 / 2)) @ W2 + b2",
    "You halved erf alone. 1 + erf is halved as a whole":
        "(m * (PHI(m) + 1 / 2)) @ W2 + b2",
}  # fmt: skip
