"""What the exercise `jacobian_entry` claims."""

import numpy as np


def slope(x, i, j, eps):
    """Return the entry by a complex step: no formula, and all digits."""
    z = x.astype(complex)
    z[j] += 1e-30j
    away = z - z.mean()
    return (away / np.sqrt((away**2).mean() + eps))[i].imag / 1e-30


def hat(x, i, j, eps, step):
    z = x + step * np.eye(x.size)[j]
    return ((z - z.mean()) / np.sqrt(z.var() + eps))[i]


FEW = np.array([1.0, 2, 6])
FLAT = (FEW - FEW.mean()) / FEW.std()  # μ = 0 and σ = 1

CLAIMS = {
    "`eps` stands inside the root": "same(right, slope(x, i, j, eps))",
    "a difference quotient comes close, but has fewer digits":
        "0 < abs((asked(x=x, eps=eps) - (hat(x, i, j, eps, 1e-5) - hat(x, "
        "i, j, eps, -1e-5)) / 2e-5)) < 1e-2 or abs(x).max() < 0.1",
    "Return one entry of the Jacobian, ∂x̂_i/∂x_j":
        "same(right, slope(x, i, j, eps))",
    "With s = √(σ² + ε) the three terms in the bracket are δ_ij, −1/N and "
    "−x̂_i x̂_j/N":
        "same(slope(x, i, j, eps) * np.sqrt(x.var() + eps), (i == j) - 1 / "
        "N - x_hat[i] * x_hat[j] / N)",
    "which counts as 1 or 0, and N is `x.size`. Divide the bracket by s, "
    "once":
        "same(right * s, (i == j) - 1 / x.size - x_hat[i] * x_hat[j] / "
        "x.size)",
    "You divided 1 + (x_i − μ)(x_j − μ) as a whole by N·s². That is the "
    "form in print, whose bracket is misplaced: only the product is divided "
    "by s², and 1/N stands by itself":
        "((i == j) - (1 + (x[i] - x.mean()) * (x[j] - x.mean())) / (N * "
        "s**2)) / s",
    "Off the diagonal you divided 1 + (x_i − μ)(x_j − μ) as a whole by s². "
    "That is the form in print, whose bracket is misplaced: only the product "
    "is divided by s², not the 1":
        "right if i == j else -(1 + (x[i] - x.mean()) * (x[j] - x.mean())) "
        "/ s**2 / (N * s)",
    "Your diagonal lacks δ_ij, the slope of x_i itself. Off the diagonal it "
    "is 0, so half of the cases do not need it":
        "same(right - wrong, (i == j) / s)",
    "You left out −1/N, which comes from the mean": "right + 1 / N / s",
    "without it the rows of J do not add up to 0":
        "same(sum(asked(j=k) for k in range(N)), 0)",
    "You left out −x̂_i x̂_j/N, which comes from the spread":
        "right + x_hat[i] * x_hat[j] / N / s",
    "at ε = 0 it takes a whole direction away":
        "same(sum(asked(j=k, eps=0) * (x[k] - x.mean()) for k in range(N)), "
        "0)",
    "You added x̂_i x̂_j/N instead of subtracting it. In the product rule "
    "it has a plus, but on the other side":
        "right + 2 * x_hat[i] * x_hat[j] / N / s",
    "And indeed a larger s makes every x̂ smaller":
        "abs(FEW / 2).max() > abs(FEW / 3).max()",
    "You did not divide x̂_i x̂_j by N. ∂s/∂x_j is x̂_j/N: the variance is "
    "a mean, so each entry counts for 1/N only":
        "right + (1 / N - 1) * x_hat[i] * x_hat[j] / s",
    "You used the deviations x − μ where x̂ belongs. They agree where s = "
    "1, the case one tries first":
        "unseen(x=FLAT, i=0, j=2, eps=0) and same(wrong, ((i == j) - 1 / N "
        "- (x[i] - x.mean()) * (x[j] - x.mean()) / N) / s)",
    "You left ε out of s": "slope(x, i, j, 0)",
    "You added ε to σ; it stands inside the root":
        "((i == j) - 1 / N - (x[i] - x.mean()) * (x[j] - x.mean()) / "
        "(x.std() + eps) ** 2 / N) / (x.std() + eps)",
    "Both avoid a division by 0, and with the usual 10⁻⁵ they agree in four "
    "digits":
        "same(done(x=FEW, i=0, j=2, eps=1e-5), asked(x=FEW, i=0, j=2, "
        "eps=1e-5))",
    "You divided the variance by N − 1":
        "((i == j) - 1 / N - (x[i] - x.mean()) * (x[j] - x.mean()) / "
        "(x.var(ddof=1) + eps) / N) / np.sqrt(x.var(ddof=1) + eps)",
    "You put 1 where δ_ij belongs, off the diagonal as well. x̂_i feels x_j "
    "directly only if they are one entry, i = j":
        "right + (i != j) / s",
    "You compared the values x[i] and x[j]; δ_ij compares the places i and j":
        "right + ((x[i] == x[j]) - (i == j) * 1) / s",
    "You looked for x[j] by its value; δ_ij compares the places i and j. A "
    "search ends at the first place with this number, and a number may stand "
    "in x twice":
        "right + ((i == list(x).index(x[j])) - (i == j) * 1) / s",
    "You divided the bracket by s² instead of s": "right / s",
    "so every term ends in one division by s":
        "same(right * s, (i == j) - 1 / N - x_hat[i] * x_hat[j] / N)",
    "You returned the entry of N·s·J instead of J": "N * s * right",
    "print often leaves 1/(N s) for a later line": "right * N * s",
    "You did not divide by s. The bracket holds all three terms, so it "
    "looks complete; but each of them ends in a division by s":
        "right * s",
    "You divided by 3 where N belongs":
        "((i == j) - 1 / 3 - x_hat[i] * x_hat[j] / 3) / s",
    "It is right for the token with three features, on which the steps were "
    "done; here x is longer":
        "unseen(x=FEW, i=0, j=2) and N > 3",
    "You multiplied the numbers x where x̂ belongs. For a token with μ = 0 "
    "and s = 1 they agree":
        "unseen(x=FLAT, i=0, j=2, eps=0) and same(wrong, ((i == j) - 1 / N "
        "- x[i] * x[j] / N) / s)",
    "a quiet vector asks for another step than a loud one":
        "unseen(x=FEW, i=0, j=2) or not unseen(x=1e-3 * FEW, i=0, j=2)",
    "You divided neither the 1 nor x̂_i x̂_j by N. Each entry counts for "
    "1/N in the mean and in the variance":
        "((i == j) - 1 - x_hat[i] * x_hat[j]) / s",
    "Only δ_ij has a plus: what the mean and the spread do to x̂_i is taken "
    "away":
        "((i == j) + 1 / N + x_hat[i] * x_hat[j] / N) / s",
    "You added 1/N instead of subtracting it. A larger x_j makes the mean "
    "larger, and the mean is taken off":
        "right + 2 / N / s",
    "Your δ_ij is the wrong way round. It is 1 on the diagonal, where i = "
    "j, and 0 elsewhere":
        "((i != j) - 1 / N - x_hat[i] * x_hat[j] / N) / s",
    "You returned the entry on the diagonal, ∂x̂_i/∂x_i, whatever j is":
        "slope(x, i, i, eps)",
    "Off the diagonal δ_ij is 0, and x̂_j stands in place of one x̂_i":
        "same(right, (0 - 1 / N - x_hat[i] * x_hat[j] / N) / s) or i == j",
    "You multiplied by s where you should divide. A loud token has a large "
    "s, and a nudge moves its x̂ less":
        "right * s**2",
    "You divided the last term alone by s":
        "(i == j) - 1 / N - x_hat[i] * x_hat[j] / N / s",
    "Your answer is N times too large. N δ_ij − 1 − x̂_i x̂_j is divided by "
    "N·s, not by s alone":
        "(N * (i == j) - 1 - x_hat[i] * x_hat[j]) / s",
    "You took the dot product of x̂ with itself":
        "((i == j) - 1 / N - sum(x_hat * x_hat) / N) / s",
    "One entry of it is asked for, in row i and column j":
        "same(wrong[i, j], right)",
    "You did not divide the last term by s":
        "((i == j) - 1 / N) / s - x_hat[i] * x_hat[j] / N",
    "Every term ends in one division by s; made of deviations, the last one "
    "has s³ below":
        "same(right, ((i == j) - 1 / N) / s - (x[i] - x.mean()) * (x[j] - "
        "x.mean()) / N / s**3)",
    "You divided by N − 1. Mean and variance divide by N in LayerNorm":
        "((i == j) - 1 / (N - 1) - x_hat[i] * x_hat[j] / N) / s",
    "You did not take the mean off: x̂ is (x − μ)/s. For a token with μ = 0 "
    "you would not notice":
        "unseen(x=FLAT, i=0, j=2) and same(wrong, ((i == j) - 1 / N - x[i] "
        "* x[j] / s**2 / N) / s)",
    "Off the diagonal your signs are the wrong way round. −1/N and −x̂_i "
    "x̂_j/N are taken away there as well":
        "right if i == j else -right",
}  # fmt: skip
