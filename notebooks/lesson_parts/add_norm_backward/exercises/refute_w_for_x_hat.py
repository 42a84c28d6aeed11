"""A counterexample to ∂L/∂γ computed from the transformed output."""

import numpy as np

from answer_check.exercise import Case, Exercise

AMOUNT = 0.1


def refute_w_for_x_hat(x_hat, dy):
    """Return gamma and beta, one number per feature each."""
    dgamma = (dy * x_hat).sum(axis=0)
    dbeta = dy.sum(axis=0)
    return 1 + dgamma, dbeta


def _twenty_and_thirty(x_hat, dy):
    d_model = x_hat.shape[-1]
    return np.full(d_model, 20.0), np.full(d_model, 30.0)


def _growing(x_hat, dy):
    features = np.arange(x_hat.shape[-1])
    return 5.0 + features, 10.0 - 3 * features


def _why_not(answer, x_hat, dy):
    """Say why gamma and beta refute nothing, or return None."""
    d_model = x_hat.shape[-1]
    if isinstance(answer, np.ndarray) and len(answer) != 2:
        return (
            "You returned one array; γ and β are two. The statement speaks of "
            "w, but w follows from γ and β."
        )
    gamma, beta = (np.asarray(each, dtype=float) for each in answer)
    if not gamma.shape == beta.shape == (d_model,):
        by_token = "They hold a number for each token, not for each feature. "
        return (
            f"Your gamma and beta have the shapes {gamma.shape} and "
            f"{beta.shape}; asked is {(d_model,)} for both, one number for "
            f"each of the {d_model} features. "
            + by_token * (gamma.size == beta.size == len(x_hat))
            + "Their size comes from x_hat: `x_hat.shape[-1]`."
        )
    with_w = (dy * (gamma * x_hat + beta)).sum(axis=0)
    errors = abs(with_w - (dy * x_hat).sum(axis=0))
    error, k = errors.max(), errors.argmax()
    if error > AMOUNT:
        return None
    whole = all(np.asarray(each).dtype.kind in "iu" for each in answer)
    only_beta, only_gamma = (gamma == 1).all(), (beta == 0).all()
    dgamma = (dy * x_hat).sum(axis=0)
    if only_beta and only_gamma:
        return (
            "Your gamma, which comes first, is 1, and your beta 0, where w is "
            "x̂ itself. Every layer starts there, so a test at the start "
            "passes both."
            + " Your arrays hold integers, and in such an array 1.5 becomes "
            "1 and 0.9 becomes 0." * whole
        )
    if error < 1e-9:
        small = max(abs(gamma - 1).max(), abs(beta).max()) < 1e-9
        said = "β takes off what γ adds."
        if only_beta:  # only β is left: γ is 1
            said = "With γ = 1 they differ by β·Σ dy, and here Σ dy is 0."
        if small:
            said = "But for rounding γ is 1 and β 0, and w is x̂ itself."
        return f"With these gamma and beta the two sums do not differ. {said}"
    also = "Take γ further from 1 and β from 0, so that what they add has "
    also += "one sign."
    if errors.sum() > AMOUNT and not beta.any():
        also = f"All features together are {errors.sum():.4f} apart, but one "
        also += "alone has to be. Take γ further from 1."
    return (
        f"The two sums differ most in feature [{k}]: {with_w[k]:.4f} with w "
        f"and {dgamma[k]:.4f} with x̂, which is {error:.4f} apart, and more "
        f"than {AMOUNT} is asked. {also}"
    )


def _cases(rng):
    def tokens(*shape):
        x = rng.normal(size=shape)
        spread = np.sqrt(x.var(axis=-1, keepdims=True) + 0.1)
        return (x - x.mean(axis=-1, keepdims=True)) / spread

    cases = [
        Case(tokens(n, d_model), rng.normal(size=(n, d_model)))
        for n, d_model in ((3, 4), (6, 5), (4, 4))
    ]
    x_hat, dy = tokens(5, 4), rng.normal(size=(5, 4))
    return [*cases, Case(x_hat, dy - dy.mean(axis=0))]


EXERCISE = Exercise(
    lesson="07",
    statement="In print, ∂L/∂γ is the sum of dy·w, with w = γ·x̂ + β in place "
    "of x̂. Return `gamma` and `beta`, one number per feature, for which the "
    "two sums differ by more than 0.1 in some feature, for the given `x_hat` "
    "and `dy`. Rows are tokens, and the numbers of `dy` are about as large as "
    "1.",
    reference=refute_w_for_x_hat,
    accepted=[_twenty_and_thirty, _growing],
    why_not=_why_not,
    mistakes=[
        lambda x_hat, dy: (np.ones(len(dy[0])), np.zeros(len(dy[0]))),
        lambda x_hat, dy: 2 * x_hat + 3,
        lambda x_hat, dy: (1 - dy.sum(axis=0), (dy * x_hat).sum(axis=0)),
    ],
    hints=[
        "When is w = γ·x̂ + β the same as x̂? Stay away from there.",
        "The sum with w is γ·Σ dy·x̂ + β·Σ dy.",
        "The two sums differ by (γ − 1)·Σ dy·x̂ + β·Σ dy. Take γ far from 1, "
        "or β far from 0.",
    ],
    cases=_cases,
)
