"""One entry of LayerNorm's Jacobian, ∂x̂_i/∂x_j."""

from functools import partial

import numpy as np

from answer_check.exercise import Case, Exercise


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


def _by_differences(x, i, j, eps, step, down):
    def x_hat(x):
        return (x[i] - x.mean()) / np.sqrt(x.var() + eps)

    above, below = x.astype(float), x.astype(float)
    above[j] += step
    below[j] -= down * step
    return (x_hat(above) - x_hat(below)) / (step + down * step)


def _twice(rng, i, j):
    x = rng.normal(0, 2, 5)
    x[3] = x[1]
    return x, i, j, 0.1


EXERCISE = Exercise(
    lesson="06",
    statement="Return one entry of the Jacobian, ∂x̂_i/∂x_j, for a vector "
    "`x` of any length. `eps` stands inside the root. Use the formula: a "
    "difference quotient comes close, but has fewer digits.",
    reference=jacobian_entry,
    properties={
        "entry (i, j) equals entry (j, i)": "06: f(i=j, j=i) == answer",
        "every row of the Jacobian sums to 0": "06: sum(f(j=k) for k in "
        "range(len(x))) == 0",
        "adding 1 to all of x leaves the Jacobian as it is": "06: f(x=x + "
        "1) == answer",
        "along x̂ itself the Jacobian stretches by ε/s³": "06: sum(f(j=k) * "
        "(x[k] - x.mean()) for k in range(len(x))) == (x[i] - x.mean()) * "
        "eps / (x.var() + eps) ** 1.5",
    },
    accepted=[_from_the_matrix, _from_the_sums],
    mistakes={
        (
            "1 / x.size → 1 / s**2 / x.size",
            "1 / x.size → 1 / (1 if i == j else s**2) / x.size",
        ): "Your 1/N is divided by s², too. So it is in print, where a "
        "bracket is misplaced: only the product (x_i − μ)(x_j − μ) is divided "
        "by s², and 1/N stands by itself.",
        "(i == j) → 0": "Your diagonal lacks δ_ij, the slope of x_i itself. "
        "Off the diagonal it is 0, so half of the cases do not need it.",
        "(i == j) - 1 / x.size - x_hat[i] * x_hat[j] / x.size → (1 if i == j "
        "else -1 / x.size - x_hat[i] * x_hat[j] / x.size)": "You kept 1/s "
        "alone on the diagonal. x_i moves the mean and the spread as well.",
        "- 1 / x.size → ": "You left out −1/N, which comes from the mean. It "
        "is the same number in every entry and easy to lose; without it the "
        "rows of J do not add up to 0.",
        "1 / x.size → (i == j) / x.size": "You took −1/N on the diagonal "
        "alone. It comes from the mean, which every x_j moves: it belongs to "
        "every entry.",
        "x_hat[i] * x_hat[j] → (i != j) * x_hat[i] * x_hat[j]": "You left out "
        "−x̂_i²/N on the diagonal. x_i moves the spread, too.",
        "- x_hat[i] * x_hat[j] / x.size → ": "You left out −x̂_i x̂_j/N, "
        "which comes from the spread. It looks like a correction, but at "
        "ε = 0 it takes a whole direction away.",
        (
            "(i == j) - 1 / x.size - x_hat[i] * x_hat[j] / x.size → "
            "x_hat[i] * ((i == j) - x_hat[j])",
            "((i == j) - 1 / x.size - x_hat[i] * x_hat[j] / x.size) / s → "
            "x_hat[i] * ((i == j) - x_hat[j])",
        ): "That is the Jacobian of the softmax, p_i (δ_ij − p_j), with x̂ in "
        "place of p. x̂ is made otherwise, and its slopes are others.",
        "x_hat[i] * x_hat[j] → (1 if i == j else x_hat[i] * x_hat[j])": "You "
        "put 1 for x̂_i² on the diagonal. Only the mean of all x̂_i² is about "
        "1.",
        "- x_hat → + x_hat": "You added x̂_i x̂_j/N instead of subtracting "
        "it. Through s alone, a nudge that makes s larger brings every x̂ "
        "nearer to 0.",
        "x_hat[j] / x.size → x_hat[j]": "You did not divide x̂_i x̂_j by N. "
        "∂s/∂x_j is x̂_j/N: the variance is a mean, so each entry counts for "
        "1/N only.",
        "(x - x.mean()) / s → x - x.mean()": "Your last term lacks two "
        "divisions by s, those in x̂_i and x̂_j. Made of x − μ it needs them, "
        "too; where s = 1 nothing shows.",
        tuple(f"+ eps → + {own}" for own in (1e-5, 1e-6, 1e-8)): "You "
        "wrote a number of your own in place of `eps`. 10⁻⁵ is the usual "
        "value, but here `eps` says what is added.",
        "+ eps → ": "You left ε out of s. For a loud token and the usual 10⁻⁵ "
        "you would hardly notice.",
        "+ eps) → ) + eps": "You added ε to σ; "
        "it stands inside the root. Both avoid a division by 0; for a loud "
        "token and 10⁻⁵ four digits agree.",
        "x.var() → x.var(ddof=1)": "You divided the variance by N − 1. It is "
        "the default of many statistics programs; LayerNorm divides by N.",
        "(i == j) → 1": "You put 1 where δ_ij belongs, off the diagonal as "
        "well. x̂_i feels x_j directly only if they are one entry, i = j.",
        (
            "i == j → x[i] == x[j]",
            "i == j → i == np.argmax(x == x[j])",
        ): "You went by the value of x[j]; δ_ij compares the places i and j. "
        "It shows only where two places hold the same number.",
        "return → return 1 / s *": "You divided by s once too often. x̂ "
        "is a deviation over s, so every term ends in one division by s.",
        "x.size) / s → x.size) * x.size": "You returned the entry of N·s·J "
        "instead of J. Without fractions it looks tidier, and print often "
        "leaves 1/(N s) for a later line.",
        "x.size) / s → x.size)": "Your entry is s times too large: every term "
        "ends in one more division by s. In the quotient rule it is s², and "
        "not s, that stands below.",
        "x.size → 3": "You divided by 3 where N belongs. It is right for the "
        "token with three features, on which the steps were done; here x is "
        "longer.",
        "x_hat[i] * x_hat[j] → x_hat[i] ** 2": "You took x̂_i twice where x̂_i "
        "x̂_j belongs. Then every entry of row i is the same off the diagonal; "
        "but it matters which x_j moved.",
        (
            "x_hat[i] * x_hat[j] → x_hat[i] * x_hat[j] * (s / x.std()) ** 3",
            "x_hat[i] * x_hat[j] → x_hat[i] * x_hat[j] * (s / x.std()) ** 2",
        ): "In the last term you divided by a power of σ where s belongs. s "
        "is √(σ²+ε): for a loud token and 10⁻⁵ four digits agree.",
        "x_hat[i] * x_hat[j] → x[i] * x[j]": "You multiplied the numbers x "
        "where x̂ belongs. For a token with μ = 0 and s = 1 they agree.",
        tuple(
            partial(_by_differences, step=sign * 10.0**-k, down=down)
            for k in range(2, 7)
            for sign, down in ((1, 0), (-1, 0), (1, 1))
        ): "You "
        "took a difference quotient. It comes close, but a quiet vector asks "
        "for another step than a loud one; the formula has all digits.",
        "x.size → 1": "You divided neither the 1 nor x̂_i x̂_j by N. Each "
        "entry counts for 1/N in the mean and in the variance.",
        "- 1 / x.size - x_hat → + 1 / x.size + x_hat": "You added all three "
        "terms. Only δ_ij has a plus: what the mean and the spread do to x̂_i "
        "is taken away.",
        "- 1 / x.size → + 1 / x.size": "You added 1/N instead of subtracting "
        "it. A larger x_j makes the mean larger, and the mean is taken off.",
        "i == j → i != j": "Your δ_ij is the wrong way round. It is 1 on the "
        "diagonal, where i = j, and 0 elsewhere.",
        "(i == j) → 1; x_hat[j] → x_hat[i]": "You returned the entry on the "
        "diagonal, ∂x̂_i/∂x_i, whatever j is. Off the diagonal δ_ij is 0, and "
        "x̂_j stands in place of one x̂_i.",
        "x.size) / s → x.size) * s": "You multiplied by s where you should "
        "divide. A loud token has a large s, and a nudge moves its x̂ less.",
        "((i == j) - 1 / x.size - x_hat[i] * x_hat[j] / x.size) → (i == j) "
        "- 1 / x.size - x_hat[i] * x_hat[j] / x.size": "You divided the last "
        "term alone by s. That happens without brackets; all three terms are "
        "divided.",
        "x_hat[i] * x_hat[j] → x_hat @ x_hat": "You took the dot product of "
        "x̂ with itself. The term holds two entries of x̂, number i and "
        "number j.",
        "((i == j) - 1 / x.size - x_hat[i] * x_hat[j] / x.size) → "
        "(np.eye(x.size) - 1 / x.size - np.outer(x_hat, x_hat) / "
        "x.size)": "You returned the whole Jacobian. One entry of it is asked "
        "for, in row i and column j.",
        "((i == j) - 1 / x.size - x_hat[i] * x_hat[j] / x.size) / s → ((i "
        "== j) - 1 / x.size) / s - x_hat[i] * x_hat[j] / x.size": "Your last "
        "term lacks one division by s. Every term ends in one; made of "
        "deviations, the last one has s³ below.",
        (
            "1 / x.size → 1 / (x.size - 1)",
            "1 / x.size → 1 / (x.size - 1); x_hat[j] / x.size → x_hat[j] / "
            "(x.size - 1)",
        ): "You divided by N − 1. Mean and variance divide by N in LayerNorm, "
        "and so do their slopes.",
        "(x - x.mean()) / s → x / s": "You did not take the mean off: x̂ is "
        "(x − μ)/s. For a token with μ = 0 you would not notice.",
        "/ x.size) / s → / x.size) / s * (1 if i == j else -1)": "Off the "
        "diagonal your signs are the wrong way round. −1/N and −x̂_i x̂_j/N "
        "are taken away there as well.",
        "x_hat[i] * x_hat[j] → 2 * x_hat[i] * x_hat[j]": "Your last term is "
        "twice too large. The slope of a square brings a 2, that of the root "
        "a ½, and the two cancel.",
        "x_hat[i] * x_hat[j] → x_hat[i] * x_hat[j] / 2": "Your last term is "
        "half of the right one. The slope of the root brings a ½, that of a "
        "square a 2, and the two cancel.",
    },
    promise={
        "x.ndim": (1,),
        "x.dtype.name": ("float64",),
        "len(x)": (4, 5, 9),
        "i == j": (False, True),
        "eps": (0.1, 1e-6, 1e-8),
    },
    cases=lambda rng: [
        Case(rng.normal(0, 2, 4), 0, 2, 0.1, note="i ≠ j"),
        Case(rng.normal(0, 2, 4), 1, 1, 0.1, note="i = j"),
        Case(rng.normal(0, 2, 5), 4, 1, 0.1),
        Case(rng.normal(100, 2, 9), 3, 3, 0.1, note="a mean of 100"),
        Case(
            rng.normal(0, 1e-3, 5), 2, 2, 1e-6, note="a quiet vector, small ε"
        ),
        Case(rng.normal(1000, 2, 5), 0, 3, 0.1, note="a mean of 1000"),
        Case(
            rng.normal(0, 1e-4, 4), 3, 3, 1e-8, note="a quiet vector, small ε"
        ),
        Case(*_twice(rng, 1, 3), note="two equal numbers at i ≠ j"),
        Case(*_twice(rng, 3, 3), note="a number that is in x twice, i = j"),
    ],
    hints=[
        "Three terms: one from x_j itself, one from the mean, one from the "
        "spread.",
        "One of them is there on the diagonal alone, one is the same number "
        "everywhere, and one holds two entries of x̂. All three end in one "
        "division by s = √(σ² + ε).",
        "The bracket is δ_ij − 1/N − x̂_i x̂_j/N. δ_ij is `i == j`, which "
        "counts as 1 or 0, and N is `x.size`. Divide the bracket by s, once.",
    ],
)
