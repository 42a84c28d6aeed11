"""A counterexample: ε inside the root and ε added to σ are two layers."""

import numpy as np

from course_lib.exercises.exercise import Exercise, Mistake

STARTER = '''\
def refute_eps_outside(eps, amount):
    """Return a token on which the two layers differ by more than amount."""
    raise NotImplementedError
'''


def refute_eps_outside(eps, amount):
    std = eps**0.75  # far above eps, far below its root
    return std * np.array([1.0, -1.0, 1.0, -1.0])


def _a_tenth_of_the_root(eps, amount):
    return np.array([3.0, 3.0 + 0.2 * np.sqrt(eps)])


def _one_spike(eps, amount):
    x = np.zeros(50)
    x[7] = 7 * np.sqrt(eps * np.sqrt(eps))
    return x


def gap(x, eps):
    """Return the largest difference between the two layers' outputs."""
    centred = x - x.mean()
    inside = centred / np.sqrt(x.var() + eps)
    return np.abs(inside - centred / (x.std() + eps)).max()


def _token(answer):
    x = np.asarray(answer, dtype=float)
    fits = x.ndim == 1 and x.size >= 2 and not isinstance(answer, tuple)
    return x if fits else None


def verdict(answer, eps, amount):
    """Say why x does not tell the layers apart, or return None."""
    x = _token(answer)
    if x is None:
        return "Return one token: two or more numbers in one row."
    if gap(x, eps) > amount:
        return None
    return (
        f"For ε = {eps:g} and your token, with σ = {x.std():.3g}, the two "
        f"layers differ by {gap(x, eps):.3f} at most; look for a token where "
        f"they differ by more than {amount}."
    )


def _std_between(low, high):
    """Recognise a token by its σ; the ends are functions of eps."""

    def when(answer, eps, amount):
        x = _token(answer)
        return x is not None and low(eps) < x.std() <= high(eps)

    return when


def _row(std):
    return std * np.array([1.0, -1.0, 1.0, -1.0])


EXERCISE = Exercise(
    name="refute_eps_outside",
    lesson="05",
    statement="“ε is tiny, so it does not matter whether it stands inside "
    "the root or is added to σ.” Refute it: return a token (a row of two or "
    "more numbers) for which (x − μ)/√(σ²+ε) and (x − μ)/(σ+ε) differ by "
    "more than `amount` in some entry. It will be tried with several `eps` "
    "between 10⁻⁸ and 10⁻³, and `amount` 0.5.",
    starter=STARTER,
    reference=refute_eps_outside,
    accepted=[_a_tenth_of_the_root, _one_spike],
    verdict=verdict,
    mistakes=[
        Mistake(
            lambda eps, amount: np.full(4, 2.0),
            "All your numbers are equal, so σ is 0 and both layers return 0.",
            "A constant row is where leaving ε out fails; with ε in either "
            "place it does not. Beside a huge mean, rounding takes a small "
            "spread away.",
            when=lambda x, eps, amount: np.ptp(_token(x)) == 0,
        ),
        Mistake(
            lambda eps, amount: np.array([3.16, 0.61, 1.87]),
            "Your σ is far above √ε: neither layer notices its ε.",
            "An ordinary token comes to mind first, and on it the two agree "
            "in several digits.",
            when=_std_between(
                lambda eps: 30 * np.sqrt(eps), lambda eps: np.inf
            ),
        ),
        Mistake(
            lambda eps, amount: _row(5 * np.sqrt(eps)),
            "For an `eps` that was tried, your σ is between 2 and 30 times "
            "√ε, and both layers keep most of the spread.",
            "At σ = 2√ε the layer with ε inside the root keeps 0.89 of it; go "
            "below √ε, and let σ move with `eps`.",
            when=_std_between(
                lambda eps: 2 * np.sqrt(eps), lambda eps: 30 * np.sqrt(eps)
            ),
        ),
        Mistake(
            lambda eps, amount: _row(np.sqrt(eps)),
            "For an `eps` that was tried, your σ is about √ε: the layer with "
            "ε inside the root still keeps too much of the spread.",
            "At σ = √ε that is 1/√2 = 0.71; go quieter, and let σ move with "
            "`eps`.",
            when=_std_between(
                lambda eps: np.sqrt(eps) / 2, lambda eps: 2 * np.sqrt(eps)
            ),
        ),
        Mistake(
            lambda eps, amount: _row(eps / 10),
            "For an `eps` that was tried, your σ is ε or less: both layers "
            "quieten the token.",
            "Quiet is the right direction, but ε added to σ notices too once "
            "σ is as small as ε; let σ move with `eps`.",
            when=_std_between(lambda eps: eps * 1e-9, lambda eps: eps),
        ),
        Mistake(
            lambda eps, amount: np.array([eps]),
            "You returned a single number: its distance from its own mean "
            "is 0.",
            "A token of one feature has σ = 0; two features are the fewest.",
            when=lambda x, eps, amount: (
                np.size(x) == 1 and not isinstance(x, (bool, tuple))
            ),
        ),
        Mistake(
            lambda eps, amount: np.outer([1.0, 2.0], _row(eps**0.75)),
            "You returned several rows; one token is one row.",
            "A batch is what a layer usually gets, but the question is about "
            "one token.",
            when=lambda x, eps, amount: (
                isinstance(x, np.ndarray)
                and x.ndim > 1
                and x.size > 1
                and np.ptp(x) > 0
            ),
        ),
    ],
    hints=[
        "Play with the ε laboratory above: at which σ do the curves part?",
        "Inside the root, σ² competes with ε, so σ competes with √ε. Added, "
        "σ competes with ε itself. What lies between ε and √ε?",
        "Centre the token and give it σ = ε^0.75, for example as "
        "`eps**0.75 * np.array([1.0, -1.0])`.",
    ],
    cases=[(1e-5, 0.5), (1e-3, 0.5), (1e-8, 0.5)],
)
