"""The settled angle of a step, from the balance that momentum leaves."""

# Means of |w|² and of w·m, with |m|² = η = 1 and gradients that are
# orthogonal to w and to each other: m ← βm + g, w ← (1 − ηλ)w − m.
decay, beta = 1e-8, 0.9
keep = 1 - decay
w_m = -1 / (1 - keep * beta)
w_w = (1 - 2 * keep * beta * w_m) / (1 - keep**2)

EQUATIONS = {
    r"""\alpha = \sqrt{2\,\eta\lambda\,\frac{1 - \beta}{1 + \beta}}""": [
        (1, (2 * decay * (1 - beta) / (1 + beta)) ** 0.5 * w_w**0.5),
    ],
}
