"""One entry of LayerNorm's Jacobian, ∂x̂_i/∂x_j."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def jacobian_entry(x, i, j, eps):
    """Return how fast x_hat[i] changes when x[j] does."""
    s = np.sqrt(x.var() + eps)
    x_hat = (x - x.mean()) / s
    return ((i == j) - 1 / x.size - x_hat[i] * x_hat[j] / x.size) / s


def _from_the_matrix(x, i, j, eps):
    n, rstd = len(x), (np.var(x) + eps) ** -0.5
    x_hat = (x - np.mean(x)) * rstd
    matrix = n * np.eye(n) - np.ones((n, n)) - np.outer(x_hat, x_hat)
    return matrix[i, j] * rstd / n


def _from_the_sums(x, i, j, eps):
    n = len(x)
    deviation = x - np.sum(x) / n
    s = np.sqrt(deviation @ deviation / n + eps)
    direct = 1 - 1 / n if i == j else -1 / n
    return direct / s - deviation[i] * deviation[j] / (n * s**3)


def _twice(rng, i, j):
    x = rng.normal(0, 2, 5)
    x[3] = x[1]
    return x, i, j, 0.1


EXERCISE = Exercise(
    lesson="06",
    statement="Return one entry of the Jacobian, ∂x̂_i/∂x_j, for a vector `x` "
    "of any length. `eps` stands inside the root.",
    reference=jacobian_entry,
    accepted=[_from_the_matrix, _from_the_sums],
    mistakes={
        "1 / x.size → 1 / s**2 / x.size": "You divided 1 + (x_i − μ)(x_j − μ) "
        "as a whole by N·s². It is the form in print with its bracket in the "
        "wrong place; only the product is divided by s²: 1/N stands by "
        "itself.",
        "1 / x.size → 1 / (1 if i == j else s**2) / x.size": "Off the "
        "diagonal you divided 1 + (x_i − μ)(x_j − μ) as a whole by s². It is "
        "the form in print with its bracket in the wrong place; only the "
        "product is divided: −1 − (x_i − μ)(x_j − μ)/s².",
        "(i == j) → 0": "Your diagonal has no direct route: δ_ij is missing. "
        "Off the diagonal it is 0, so half of the cases do not need it.",
        "- 1 / x.size → ": "You left out −1/N, the route through the mean. It "
        "is the same number in every entry and easy to lose; without it the "
        "rows of J do not add up to 0.",
        "- x_hat[i] * x_hat[j] / x.size → ": "You left out −x̂_i x̂_j/N, the "
        "route through the spread. It looks like a correction, but at ε = 0 "
        "it takes a whole direction away.",
        "- x_hat → + x_hat": "You added x̂_i x̂_j/N instead of subtracting "
        "it. In the product rule it stands with a plus on the other side; and "
        "indeed, a larger s makes every x̂ smaller.",
        "x_hat[j] / x.size → x_hat[j]": "You did not divide x̂_i x̂_j by N. "
        "∂s/∂x_j is x̂_j/N: the variance is a mean, so each entry moves it by "
        "one N-th only.",
        "(x - x.mean()) / s → x - x.mean()": "You multiplied the deviations x "
        "− μ where x̂ belongs. They agree where s = 1, the case one tries "
        "first.",
        "+ eps → ": "You left ε out of s. With the usual 10⁻⁵ nothing shows; "
        "here ε is 0.1.",
        "np.sqrt(x.var() + eps) → np.sqrt(x.var()) + eps": "You added ε to σ; "
        "it stands inside the root. Both avoid a division by 0, and with the "
        "usual 10⁻⁵ they agree in four digits.",
        "x.var() → x.var(ddof=1)": "You divided the variance by N − 1. It is "
        "the default of many statistics programs; LayerNorm divides by N.",
        "(i == j) → 1": "You put 1 where δ_ij belongs, beside the diagonal as "
        "well. x̂_i feels x_j directly only if they are one entry, i = j.",
        "i == j → x[i] == x[j]": "You compared the values x[i] and x[j]; δ_ij "
        "compares the places i and j. It shows only where two places hold the "
        "same number.",
        "i == j → i == np.argmax(x == x[j])": "You looked for x[j] by its "
        "value; δ_ij compares the places i and j. A search ends at the first "
        "place with this number, and a number may stand in x twice.",
        "x.size) / s → x.size) / s**2": "You divided the bracket by s² "
        "instead of s. x̂ is a deviation over s, so every route ends in one "
        "division by s.",
        "x.size) / s → x.size) * x.size": "You returned the entry of N·s·J "
        "instead of J. Without fractions it looks tidier, and print often "
        "leaves 1/(N s) for a later line.",
        "x.size) / s → x.size)": "You did not divide by s. The bracket holds "
        "the three routes, so it looks complete; but each of them ends in a "
        "division by s.",
        "x.size → 3": "You divided by 3 where N belongs. It is right for the "
        "token with three features, on which the steps were done; here x is "
        "longer.",
        "x_hat[i] * x_hat[j] → x[i] * x[j]": "You multiplied the numbers x "
        "where x̂ belongs. For a token with μ = 0 and s = 1 they agree.",
    },
    cases=lambda rng: [
        Case(rng.normal(0, 2, 4), 0, 2, 0.1, note="i ≠ j"),
        Case(rng.normal(0, 2, 4), 1, 1, 0.1, note="i = j"),
        Case(rng.normal(0, 2, 5), 4, 1, 0.1),
        Case(rng.normal(100, 2, 6), 3, 3, 0.1, note="a mean of 100"),
        Case(
            rng.normal(0, 1e-3, 5), 2, 2, 1e-6, note="a quiet vector, small ε"
        ),
        Case(*_twice(rng, 1, 3), note="two equal numbers at i ≠ j"),
        Case(*_twice(rng, 3, 3), note="a number that is in x twice, i = j"),
    ],
    hints=[
        "Three routes, three terms: x_j itself, the mean, the spread.",
        "With s = √(σ² + ε) the three terms in the bracket are δ_ij, −1/N and "
        "−x̂_i x̂_j/N.",
        "δ_ij is `i == j`, which counts as 1 or 0, and N is `x.size`. Divide "
        "the bracket by s, once.",
    ],
)
