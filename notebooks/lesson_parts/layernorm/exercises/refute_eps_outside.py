"""A counterexample: ε inside the root and ε added to σ are two layers."""

import numpy as np

from answer_check.exercise import Exercise


def refute_eps_outside(eps, amount):
    """Return a token on which the two layers differ by more than amount."""
    std = eps**0.75  # far above eps, far below its root
    return std * np.array([1.0, -1.0, 1.0, -1.0])


def _a_tenth_of_the_root(eps, amount):
    return np.array([3.0, 3.0 + 0.2 * np.sqrt(eps)])


def _one_spike(eps, amount):
    x = np.zeros(50)
    x[7] = 7 * np.sqrt(eps * np.sqrt(eps))
    return x


def _gap(x, eps):
    """Return the largest difference between the two layers' outputs."""
    centred = x - x.mean()
    inside = centred / np.sqrt(x.var() + eps)
    return np.abs(inside - centred / (x.std() + eps)).max()


def _why_not(answer, eps, amount):
    """Say why a token does not tell the layers apart, or return None."""
    x = np.asarray(answer, dtype=float)
    if x.size == 0:
        return "Return one token: two or more numbers in one row."
    if x.ndim == 0:
        return (
            "You returned one value; a token is a row of two or more. How far "
            "apart the two layers are on it, the check finds out itself."
        )
    if x.size == 1:
        return (
            "You returned one value: its distance from its own mean is "
            "0. A token of one feature has σ = 0; two features are the fewest."
        )
    if x.ndim > 1:
        return (
            "Your answer has more than one axis; one token has one. A batch "
            "is what a layer usually gets; the question is about one token."
        )
    gap, std, root = _gap(x, eps), x.std(), np.sqrt(eps)
    if gap > amount:
        return None
    if np.ptp(x) == 0 and np.spacing(abs(x[0])) > root / 100:
        return (
            f"For ε = {eps:g} all your numbers are equal. Are they meant to "
            f"differ? Next to {x[0]:g} the numbers of the computer are "
            f"{np.spacing(abs(x[0])):.1g} apart; a smaller spread is rounded "
            "away. Leave the mean near 0."
        )
    if np.ptp(x) == 0:
        whole = np.asarray(answer).dtype.kind in "iu"
        return (
            f"For ε = {eps:g} all your numbers are equal, so σ is 0 and both "
            "layers return 0. A constant row shows that ε is needed, but with "
            "ε in either place the answer is 0."
            + " Your array holds integers, and in such an array a number "
            "below 1 becomes 0." * whole
        )
    here = f"For ε = {eps:g} your σ is"
    if std > 30 * root:
        return (
            f"{here} far above √ε, and neither layer notices its ε. So it is "
            "for ordinary tokens, where the two agree in several digits. Make "
            "yours quieter, the more so the smaller ε is."
            + " If this is a difference of the two, return the token that "
            "shows it." * bool(amount < abs(x).max() < 1)
        )
    if std > 2 * root:
        return (
            f"{here} between 2 and 30 times √ε, and both layers keep most of "
            "the spread. You want one that keeps it and one that does not: "
            "make your token quieter."
        )
    if std > root / 2:
        return (
            f"{here} about √ε: the layer with ε inside the root "
            "still keeps too much of the spread. Make your token quieter."
        )
    if 0 < std <= eps:
        return (
            f"{here} no more than ε itself: both layers give it a spread of "
            "½ at most. A quiet token is the right idea, but this one is "
            "so quiet that the other layer notices its ε, too."
        )
    return (
        f"For ε = {eps:g} and your token, with σ = {std:.3g}, the two layers "
        f"differ by {gap:.3f} at most; look for a token where they differ by "
        f"more than {amount}."
    )


def _row(std):
    return std * np.array([1.0, -1.0, 1.0, -1.0])


EXERCISE = Exercise(
    lesson="05",
    statement="“ε is tiny, so it does not matter whether it stands inside the "
    "root or is added to σ.” Refute it: return a token (a row of two or more "
    "numbers) for which (x − μ)/√(σ²+ε) and (x − μ)/(σ+ε) differ by more than "
    "`amount` in some entry. It will be tried with several `eps` between 10⁻⁸ "
    "and 10⁻³, and `amount` 0.5.",
    reference=refute_eps_outside,
    accepted=[_a_tenth_of_the_root, _one_spike],
    why_not=_why_not,
    mistakes=[
        lambda eps, amount: np.full(4, 2.0),
        lambda eps, amount: np.array([3.16, 0.61, 1.87]),
        lambda eps, amount: _row(5 * np.sqrt(eps)),
        lambda eps, amount: _row(np.sqrt(eps)),
        lambda eps, amount: _row(eps / 10),
        lambda eps, amount: np.array([eps]),
        lambda eps, amount: np.outer([1.0, 2.0], _row(eps**0.75)),
    ],
    promise={"1e-8 <= eps": (True,), "eps <= 1e-3": (True,)},
    hints=[
        "Play with the ε laboratory above: at which σ do the curves part?",
        "Inside the root, σ² competes with ε, so σ competes with √ε. Added, σ "
        "competes with ε itself. What lies between ε and √ε?",
        "√ε is ε to the power ½, and ε is ε to the power 1. A power between "
        "the two gives a size that fits every small ε: let the numbers of "
        "your token have it.",
    ],
    cases=lambda rng: [
        (eps, 0.5) for eps in (1e-5, 1e-3, 1e-8, 10 ** rng.uniform(-8, -3))
    ],
)
