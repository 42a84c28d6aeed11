"""A counterexample to ∂L/∂γ computed from the transformed output."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

AMOUNT = 0.1

STARTER = '''\
def refute_w_for_x_hat(x_hat, dy):
    """Return gamma and beta, one number a feature each."""
    raise NotImplementedError
'''


def refute_w_for_x_hat(x_hat, dy):
    dgamma = (dy * x_hat).sum(axis=0)
    dbeta = dy.sum(axis=0)
    return 1 + dgamma, dbeta


def _two_and_three(x_hat, dy):
    d_model = x_hat.shape[-1]
    return np.full(d_model, 20.0), np.full(d_model, 30.0)


def _growing(x_hat, dy):
    features = np.arange(x_hat.shape[-1])
    return 5.0 + features, 10.0 - 3 * features


def error(answer, x_hat, dy):
    """Return how far Σ dy·w is from Σ dy·x̂, feature by feature."""
    gamma, beta = (np.asarray(each, dtype=float) for each in answer)
    return abs((dy * (gamma * x_hat + beta - x_hat)).sum(axis=0)).max()


def _pair(answer, x_hat):
    try:
        gamma, beta = (np.asarray(each, dtype=float) for each in answer)
    except (TypeError, ValueError):
        return None
    size = x_hat.shape[-1]
    fits = gamma.shape == beta.shape == (size,)
    return (gamma, beta) if fits else None


def verdict(answer, x_hat, dy):
    """Say why gamma and beta refute nothing, or return None."""
    if _pair(answer, x_hat) is None:
        return (
            "Return two arrays, gamma and beta, with one number for each of "
            f"the {x_hat.shape[-1]} features."
        )
    if error(answer, x_hat, dy) > AMOUNT:
        return None
    return (
        "With these gamma and beta the two sums differ by "
        f"{error(answer, x_hat, dy):.4f} at most; find some that make them "
        f"differ by more than {AMOUNT}."
    )


def _is_start(answer, x_hat, dy):
    pair = _pair(answer, x_hat)
    return pair is not None and (pair[0] == 1).all() and (pair[1] == 0).all()


def _is_beta_alone(answer, x_hat, dy):
    pair = _pair(answer, x_hat)
    blind = abs(dy.sum(axis=0)).max() < 1e-9
    moved = blind or abs(pair[1]).max() > 0.5
    return moved and (pair[0] == 1).all() and (pair[1] != 0).any()


def _is_gamma_alone(answer, x_hat, dy):
    pair = _pair(answer, x_hat)
    blind = abs((dy * x_hat).sum(axis=0)).max() < 1e-9
    moved = blind or abs(pair[0] - 1).max() > 0.5
    return moved and (pair[0] != 1).any() and (pair[1] == 0).all()


def _is_one_of_two(answer, x_hat, dy):
    return isinstance(answer, np.ndarray) and _pair(answer, x_hat) is None


def _start_values(x_hat, dy):
    d_model = x_hat.shape[-1]
    return np.ones(d_model), np.zeros(d_model)


def _beta_alone(x_hat, dy):
    d_model = x_hat.shape[-1]
    return np.ones(d_model), np.full(d_model, 5.0)


def _gamma_alone(x_hat, dy):
    d_model = x_hat.shape[-1]
    return np.full(d_model, 5.0), np.zeros(d_model)


def _w_itself(x_hat, dy):
    return 2 * x_hat + 3


def _cases(rng):
    def tokens(*shape):
        x = rng.normal(size=shape)
        spread = np.sqrt(x.var(axis=-1, keepdims=True) + 0.1)
        return (x - x.mean(axis=-1, keepdims=True)) / spread

    x_hat = tokens(6, 5)
    dy = rng.normal(size=(6, 5))
    no_beta = dy - dy.mean(axis=0)  # dbeta is 0
    no_gamma = dy - x_hat * (dy * x_hat).sum(axis=0) / (x_hat**2).sum(axis=0)
    return [
        Case(tokens(3, 4), rng.normal(size=(3, 4))),
        Case(x_hat, no_beta, note="a dy that adds up to 0 in every feature"),
        Case(x_hat, no_gamma, note="a dy whose ∂L/∂γ is 0"),
    ]


EXERCISE = Exercise(
    name="refute_w_for_x_hat",
    lesson="07",
    statement="In print, ∂L/∂γ is the sum of dy·w with the transformed "
    "output w = γ·x̂ + β in place of x̂. Return `gamma` and `beta`, one "
    "number a feature, for which the two sums differ by more than 0.1 in "
    "some feature, for the `x_hat` and `dy` you are given (rows are tokens).",
    starter=STARTER,
    reference=refute_w_for_x_hat,
    accepted=[_two_and_three, _growing],
    verdict=verdict,
    mistakes=[
        Mistake(
            _start_values,
            "You took γ = 1 and β = 0, where w is x̂ itself.",
            "Every layer starts there, so a test at the start passes both.",
            when=_is_start,
        ),
        Mistake(
            _beta_alone,
            "You changed β alone, and here dy adds up to 0 in every "
            "feature, so β never shows.",
            "One changed parameter is the cleaner experiment, but this dy "
            "is blind to it.",
            when=_is_beta_alone,
        ),
        Mistake(
            _gamma_alone,
            "You changed γ alone, and here the right sum is 0, so γ times "
            "it is 0 as well.",
            "One changed parameter is the cleaner experiment, but this dy "
            "is blind to it.",
            when=_is_gamma_alone,
        ),
        Mistake(
            _w_itself,
            "You returned one array; γ and β are two.",
            "The statement speaks of w, but w follows from γ and β.",
            when=_is_one_of_two,
        ),
    ],
    hints=[
        "When is w = γ·x̂ + β the same as x̂? Stay away from there.",
        "The sum with w is γ·Σ dy·x̂ + β·Σ dy: γ and β each have a sum "
        "that may be 0, so change both.",
        "`gamma = 1 + dgamma` and `beta = dbeta` make the difference a sum "
        "of squares.",
    ],
    cases=_cases,
)
