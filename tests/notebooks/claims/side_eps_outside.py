"""What the page on ε outside the root says in words."""

import numpy as np
from slopes import slopes


def inside(sigma, eps):
    return sigma / (sigma**2 + eps) ** 0.5


def added(sigma, eps):
    return sigma / (sigma + eps)


def gap(sigma, eps):
    return added(sigma, eps) - inside(sigma, eps)


def widest(eps):
    """Return the σ where the two lie farthest apart, and by how much."""
    sigmas = np.geomspace(eps / 100, 1, 4001)
    gaps = gap(sigmas, eps)
    return sigmas[gaps.argmax()], gaps.max()


EPS = 1e-8
flat, TOKEN = np.ones(4), np.array([1.0, 2, 6])


def by_formula(x, eps):
    """Return the Jacobian with ε added to σ: t/σ is in its last term."""
    t = x.std() + eps
    x_hat = (x - x.mean()) / t
    last = np.outer(x_hat, x_hat) / x.size
    with np.errstate(all="ignore"):
        last = last * t / x.std()
    return (np.eye(x.size) - 1 / x.size - last) / t


CLAIMS = {
    "Backward the last term has an extra factor t/σ when ε is added, and then "
    "the formula fails on a constant token": (
        np.allclose(
            slopes(lambda x: (x - x.mean()) / (x.std() + 0.1), TOKEN),
            by_formula(TOKEN, 0.1),
        )
        and not np.isfinite(by_formula(flat, 0.1)).any()
    ),
    "The first is almost 0 if σ lies far below √ε": inside(1e-6, EPS) < 0.02,
    "The second is almost 0 only if σ lies far below ε itself": (
        added(1e-6, EPS) > 0.9 and added(1e-10, EPS) < 0.02
    ),
    "For ε = 10⁻⁸, √ε is 10⁻⁴": np.isclose(EPS**0.5, 1e-4),
    "At σ = 10⁻⁶, halfway between ε and √ε if you count powers of ten": (
        np.isclose(np.log10(widest(EPS)[0]), -6, atol=0.05)
    ),
    "The gap grows when ε gets smaller": widest(1e-10)[1] > widest(1e-8)[1],
    "σ/(σ + ε) = 1/(1 + ε^(1/4)), which goes to 1": np.isclose(
        added(EPS**0.75, EPS), 1 / (1 + EPS**0.25)
    ),
    "σ/√(σ² + ε) = ε^(1/4)/√(1 + √ε), which goes to 0": np.isclose(
        inside(EPS**0.75, EPS), EPS**0.25 / (1 + EPS**0.5) ** 0.5
    ),
    "So the smaller ε is, the farther apart the two layers can be": (
        widest(1e-12)[1] > widest(1e-10)[1] > widest(1e-8)[1]
    ),
    "That is less than ε, and 1.5268/(1.5268 + 10) = 0.13 is left": (
        np.isclose(1.5268 / 11.5268, 0.13, atol=0.005)
    ),
    "they are (I − **11**ᵀ/N)/ε, and row 0 of this is (75, −25, −25, −25) for "
    "ε = 0.01": np.allclose(
        (slopes(lambda x: (x - x.mean()) / 0.01, flat))[0],
        [75, -25, -25, -25],
    ),
    "Forward they are far apart on quiet tokens, those with a σ between ε and "
    "√ε": gap(1e-6, EPS) > 0.9 > 0.1 > gap(1.0, EPS),
}
