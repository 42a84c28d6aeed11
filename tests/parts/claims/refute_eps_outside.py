"""What the exercise `refute_eps_outside` claims: the token is `wrong`."""

import numpy as np


def kept(token, eps):
    """Return the spread of x̂ with ε inside the root, and added to σ."""
    sigma = np.std(token)
    return sigma / np.sqrt(sigma**2 + eps), sigma / (sigma + eps)


CLAIMS = {
    "so it does not matter whether it stands inside the root or is added to "
    "σ":
        "abs(np.subtract(*kept(right, eps))) > 0.4",
    "on it the two agree in several digits":
        "same(*kept(np.array([1.0, 2, 6]), 1e-8))",
    "return a token (a row of two or more numbers) for which (x − "
    "μ)/√(σ²+ε) and (x − μ)/(σ+ε) differ by more than `amount` in some entry":
        "abs((right - right.mean()) / np.sqrt(right.var() + eps) - (right - "
        "right.mean()) / (right.std() + eps)).max() > amount",
    "between 10⁻⁸ and 10⁻³": "1e-8 <= eps <= 1e-3",
    "Inside the root, σ² competes with ε, so σ competes with √ε. Added, σ "
    "competes with ε itself. What lies between ε and √ε?":
        "same(kept(np.sqrt(eps) * np.array([1, -1]), eps)[0], 2**-0.5) and "
        "same(kept(eps * np.array([1, -1]), eps)[1], 1 / 2) and eps < "
        "right.std() < np.sqrt(eps)",
    "√ε is ε to the power ½, and ε is ε to the power 1. A power between the "
    "two":
        "same(np.sqrt(eps), eps ** (1 / 2)) and 1 / 2 < np.log(right.std()) "
        "/ np.log(eps) < 1",
    "All your numbers are equal, so σ is 0 and both layers return 0":
        "np.std(wrong) == 0 and not np.any(wrong - np.mean(wrong))",
    "Your σ is far above √ε: neither layer notices its ε":
        "np.std(wrong) > 30 * np.sqrt(eps) and min(kept(wrong, eps)) > 0.99",
    "your σ is between 2 and 30 times √ε, and both layers keep most of the "
    "spread":
        "2 < np.std(wrong) / np.sqrt(eps) < 30 and min(kept(wrong, eps)) > "
        "0.5",
    "your σ is about √ε: the layer with ε inside the root still keeps too "
    "much of the spread":
        "0.3 < np.std(wrong) / np.sqrt(eps) < 2 and kept(wrong, eps)[0] > "
        "0.25",
    "your σ is ε or less: both layers make the token quiet":
        "np.std(wrong) <= 1.01 * eps and max(kept(wrong, eps)) < 0.51",
    "so quiet that the other layer notices its ε, too":
        "kept(wrong, eps)[1] < 0.51",
    "its distance from its own mean is 0": "np.ptp(wrong) == 0",
    "A token of one feature has σ = 0; two features are the fewest":
        "np.std([3.0]) == 0 < np.std([3.0, 4.0])",
}  # fmt: skip
