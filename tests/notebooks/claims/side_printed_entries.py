"""What the page on the printed entries says in words."""

from pathlib import Path

import numpy as np
from page_cells import printed, written
from slopes import slopes
from test_numbers import prose

from parts.backward.wrong_backwards import passes_by_value

x = np.array([3.16, 0.61, 1.87])
x_hat = (x - x.mean()) / x.std()
J = slopes(lambda x: (x - x.mean()) / x.std(), x)

CODE = written("side_printed_entries")
SHOWN = printed("side_printed_entries")
FIVE_TEXTS = (
    Path(__file__).parents[1].joinpath("five_texts.md").read_text("utf-8")
)
products = np.outer(x - x.mean(), x - x.mean())
RIGHT = 3 * x.std() * J
OFF = ~np.eye(3, dtype=bool)


def printed_entries(x):
    """Return the entries as they stand in print."""
    d = x - x.mean()
    off = -(1 + np.outer(d, d)) / x.var()
    return np.where(np.eye(len(x)), len(x) - 1 - d**2 / x.var(), off)


def too_large(x):
    """Return by how much the printed entries are too large."""
    h = (x - x.mean()) / x.std()
    return printed_entries(x) - (len(x) * np.eye(len(x)) - 1 - np.outer(h, h))


INDIA = np.array([0.6, 2.3, 1.2, 2.7])
draw = np.random.default_rng(1)
tokens, dy = draw.normal(size=(2, 5, 4))
hats = (tokens - tokens.mean(-1, keepdims=True)) / tokens.std(
    -1, keepdims=True
)
FROM_Y = "dγ from y, not from x̂"
gamma, beta = draw.normal(size=(2, 4))

CLAIMS = {
    "Two formulas from print, each with a slip. You find out what is wrong "
    "with them, by how much, and on which numbers it shows.": (
        not np.allclose(too_large(x), 0)
        and "does not hold" in SHOWN["printed-form-proof"]
    ),
    "Both come from text A, a C++ class for Add & Norm with its formulas. "
    "(Lesson 00 lists the five texts.)": (
        "| A | Add & Norm in C++ |" in prose("00_start_here")
    ),
    r"The Jacobian stands there without ε, in two forms: once entry by "
    r"entry, and once as a whole matrix. The text calls it $\mathcal{J}$ and "
    r"leaves the factor 1/(Nσ) for a later line.": (
        np.allclose(3 * np.eye(3) - 1 - np.outer(x_hat, x_hat), RIGHT)
    ),
    r"So $\mathcal{J} = N\sigma J$ is not our J, and has a name of its own.": (
        not np.allclose(RIGHT, J)
    ),
    "The whole matrix is the one of lesson 06, times Nσ, at ε = 0. The cell "
    "compares the entries with it, on the four features of the token "
    '"India" from lesson 05.': (
        np.allclose(
            3 * x.std() * J, 3 * np.eye(3) - 1 - np.outer(x_hat, x_hat)
        )
        and "india = np.array([0.6, 2.3, 1.2, 2.7])"
        in CODE["printed-form-numbers"]
    ),
    "Which entries agree with the matrix: those on the diagonal, those off "
    "the diagonal, or none? You can tell on paper: x̂ᵢ is (xᵢ − μ)/σ.": (
        np.allclose(x_hat, (x - x.mean()) / x.std())
    ),
    "Those on the diagonal agree, since x̂ᵢ² = (xᵢ − μ)²/σ². Off the "
    "diagonal the bracket stands in the wrong place: σ² should divide the "
    "product alone, not the 1 as well. Lesson 06 has a test that finds this "
    "without any code. Raise all inputs by the same small amount, and x̂ "
    "stays; so every row of a true Jacobian adds up to 0. These rows do "
    "not.": (
        np.allclose(J.sum(axis=1), 0, atol=1e-8)
        and np.allclose(x_hat**2, (x - x.mean()) ** 2 / x.var())
        and np.allclose(np.diag(too_large(x)), 0)
        and np.abs(too_large(x)[OFF]).min() > 0.01
        and np.allclose((-1 - products / x.var())[OFF], RIGHT[OFF])
        and np.abs(printed_entries(x).sum(axis=1)).min() > 0.01
        and np.allclose(RIGHT.sum(axis=1), 0, atol=1e-7)
    ),
    "A test says that something is wrong. What exactly, and by how much? "
    "SymPy subtracts the two. *Verified symbolically*, for N = 3: step 1 "
    "proves the entries of lesson 06, and step 2 compares the printed ones "
    "with them. (SymPy's s is σ, since ε = 0.) **Predict.** By how much are "
    "the wrong entries off? Is it the same amount for each of them?": (
        "N = 3" in SHOWN["printed-form-proof"]
        and "1. all 9 entries (SymPy: holds)" in SHOWN["printed-form-proof"]
        and "2. printed entries (does not hold" in SHOWN["printed-form-proof"]
    ),
    "By the same amount, because the product cancels:": (
        np.allclose(
            too_large(INDIA)[~np.eye(4, dtype=bool)], 1 - 1 / INDIA.var()
        )
    ),
    "The picture draws this amount against σ.": (
        "1 − 1/σ², against σ" in SHOWN["printed-form-picture"]
    ),
    "So for some tokens the printed form is nearly right, and for others it "
    "is far off.": (
        np.abs(too_large(x / x.std())).max()
        < 1e-9
        < 10
        < np.abs(too_large(x / 10)).max()
    ),
    "The gradient of γ is the sum of dy·w, where w is what comes after γ "
    "and β, our y. (There γ has one number per token, and the sum runs over "
    "features. Here only the letter matters, so we keep one γ per feature.)": (
        not passes_by_value(FROM_Y, tokens, gamma, beta, dy)
        and "one γ a token" in FIVE_TEXTS
        and gamma.shape == tokens.shape[1:]
    ),
    "with x̂, as it was before γ and β. **Pencil and paper.** Put y = γ·x̂ "
    "+ β into the printed sum and split it in two. What do you get, "
    "compared with the right sum? And for which γ and β would nobody "
    "notice? The cell checks the printed form with two choices of γ and β, "
    "and then the form of lesson 07.": (
        CODE["printed-w-numbers"].index("DgammaFromY(4), x, parameters")
        < CODE["printed-w-numbers"].index("DgammaFromY(4), x)")
        < CODE["printed-w-numbers"].index("LayerNorm(4)")
    ),
    "γ times the right sum, plus β times the gradient of β itself. For γ = "
    "1 and β = 0 it is right. Every new layer has them, so the first check, "
    "which takes them as given, passes a wrong formula. Random γ and β "
    "catch it in the second. The third report is that of lesson 07's form.": (
        np.isclose(np.sum(x * (1 * x_hat + 0)), np.sum(x * x_hat))
        and np.isclose(
            np.sum(x * (2 * x_hat + 3)), 2 * np.sum(x * x_hat) + 3 * np.sum(x)
        )
        and np.allclose(
            (dy * (gamma * hats + beta)).sum(0),
            gamma * (dy * hats).sum(0) + beta * dy.sum(0),
        )
        and passes_by_value(FROM_Y, tokens, np.ones(4), np.zeros(4), dy)
        and not passes_by_value(FROM_Y, tokens, gamma, beta, dy)
        and SHOWN["printed-w-numbers"].count("All 3 gradients agree.") == 2
    ),
    "1. In a true Jacobian of x̂ every row adds up to 0.": (
        np.allclose(J @ np.ones(3), 0, atol=1e-8)
        and np.allclose(J.sum(axis=1), 0, atol=1e-8)
    ),
    "2. The gradient of γ needs what γ multiplied, which is x̂ and not y. "
    "3. Both slips hide where it is convenient to test: at σ = 1, and at γ "
    "= 1, β = 0.": (
        np.allclose(
            slopes(lambda g: np.sum(dy * (g * hats + beta)), gamma),
            (dy * hats).sum(0),
            atol=1e-6,
        )
        and np.allclose(too_large(x / x.std()), 0)
        and passes_by_value(FROM_Y, tokens, np.ones(4), np.zeros(4), dy)
    ),
    "## The Jacobian, printed twice **In print (text A).**": (
        FIVE_TEXTS.count("side_printed_entries | printed-form") >= 2
    ),
    "Find one of the latter: ## The gradient of γ **In print (text A).**": (
        "off by more than 0.5"
        in " ".join(SHOWN["refute-jacobian-card"].split())
    ),
    r"Lesson 07 has $\partial L/\partial\gamma_j = \sum_t "
    r"dy_{tj}\,\hat{x}_{tj}$, with x̂,": (
        np.allclose(
            slopes(lambda g: np.sum(dy * (g * hats + beta)), gamma),
            (dy * hats).sum(0),
            atol=1e-6,
        )
    ),
    "Now choose γ and β so that the difference shows:": (
        "Return `gamma` and `beta`" in " ".join(SHOWN["refute-w-card"].split())
    ),
}
