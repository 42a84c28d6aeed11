"""What the page on ε outside the root says in words."""

import numpy as np
from slopes import slopes
from test_numbers import prose

from course_lib.layers import LayerNorm
from parts.layer_norm.eps_outside import outside_form, prove_eps_outside
from parts.statistics.token_row import token_row


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


INDIA, STUDYING = np.array([0.6, 2.3, 1.2, 2.7]), np.array([3.16, 0.61, 1.87])
RIVER, same = token_row(), np.allclose


def layers(x, eps):
    """Return x̂ with ε inside the root, and with ε added."""
    away = x - x.mean()
    return away / np.sqrt(x.var() + eps), away / (x.std() + eps)


FIRST = {eps: [each[0] for each in layers(INDIA, eps)] for eps in (1e-6, 1e-5)}
QUIET = INDIA / 100
BY_PLACE = np.array([np.ptp(FIRST[eps]) for eps in FIRST])
BY_SIZE = np.ptp([*FIRST.values()], axis=0)


def plain_formula(x, eps):
    """Return the Jacobian with ε inside the root, by the same formula."""
    s = (x.var() + eps) ** 0.5
    x_hat = (x - x.mean()) / s
    last = np.outer(x_hat, x_hat) / x.size
    return (np.eye(x.size) - 1 / x.size - last) / s


CLAIMS = {
    "LayerNorm divides by √(σ² + ε). Some programs divide by σ + ε;": (
        same(LayerNorm(4, eps=0.1).forward(INDIA), layers(INDIA, 0.1)[0])
        and not same(*layers(INDIA, 0.1))
    ),
    "With an ε of a millionth both look harmless, and on most tokens they "
    "give nearly the same numbers.": (
        same(*layers(INDIA, 1e-6), atol=1e-5)
        and same(*layers(STUDYING, 1e-6), atol=1e-5)
    ),
    "A tutorial on Add & Norm (text C; [lesson 00](00_start_here.ipynb) "
    "lists the texts) has √(σ² + ε) in its formula, without a value for ε. "
    'But its code normalizes "India", [0.6, 2.3, 1.2, 2.7], with `std + '
    "1e-6` below the fraction line, and the output is printed to eight "
    "decimals: −1.31007937, 0.71458875, −0.59549062, 1.19098125.": (
        "| C | a tutorial on Add & Norm |" in prose("00_start_here")
        and [*layers(INDIA, 1e-6)[1].round(8)] == [
            -1.31007937,
            0.71458875,
            -0.59549062,
            1.19098125,
        ]
    ),
    "If you write the formula as it stands, with the usual ε = 10⁻⁵, the "
    "first number is not −1.31007937 but −1.31007164. (A pocket calculator "
    "shows both: the mean is 1.7 and σ² = 0.705. Divide 0.6 − 1.7 by σ + "
    "10⁻⁶, then by √(σ² + 10⁻⁵).) **Predict.** What has changed the sixth "
    "decimal: the place of ε, or its size, 10⁻⁶ there and 10⁻⁵ here?": (
        round(FIRST[1e-5][0], 8) == -1.31007164 and LayerNorm(4).eps == 1e-5
        and np.isclose((0.6 - 1.7) / (0.705**0.5 + 1e-6), -1.31007937)
        and np.isclose(INDIA.mean(), 1.7)
        and int(1e5 * 1.31007937) == int(1e5 * 1.31007164)
        and int(1e6 * 1.31007937) != int(1e6 * 1.31007164)
    ),
    "Mostly its size. At ε = 10⁻⁶ the place moves the entry by 6·10⁻⁷, at "
    "10⁻⁵ by 6·10⁻⁶. The size moves it by 8·10⁻⁶ inside the root and by "
    "14·10⁻⁶ added to σ. Inside, σ is measured against √ε = 0.0032; added, "
    "against ε = 0.00001. So the place matters much for a token with σ far "
    'below √ε. A ten thousandth of "studying" is one: ε inside the root '
    "all but silences it, and 1.122 becomes 0.040.": (
        same(BY_PLACE, [6e-7, 6e-6], rtol=0.1)
        and same(BY_SIZE, [8e-6, 14e-6], rtol=0.05)
        and BY_SIZE.min() > BY_PLACE[0]
        and same([inside(1e-5**0.5, 1e-5), added(1e-5, 1e-5)], [0.5**0.5, 0.5])
        and (STUDYING / 1e4).std() < 1e-5**0.5 / 10
        and [round(each[0], 3) for each in layers(STUDYING / 1e4, 1e-5)] == [
            0.04,
            1.122,
        ]
    ),
    "Dividing the deviations of a token by a number divides their standard "
    "deviation σ by it, too. So the standard deviation of x̂ is": (
        np.isclose(np.std((TOKEN - TOKEN.mean()) / 7), TOKEN.std() / 7)
        and np.isclose(layers(TOKEN, 0.1)[0].std(), inside(TOKEN.std(), 0.1))
        and np.isclose(layers(TOKEN, 0.1)[1].std(), added(TOKEN.std(), 0.1))
    ),
    "The first is almost 0 if σ lies far below √ε": (
        inside(1e-6, EPS) < 0.02
    ),
    "The second is almost 0 only if σ lies far below ε itself": (
        added(1e-6, EPS) > 0.9 and added(1e-10, EPS) < 0.02
    ),
    "For ε = 10⁻⁸, √ε is 10⁻⁴. At about which σ are the two standard "
    "deviations farthest apart? And if you make ε smaller still, does the "
    "widest gap between them grow or shrink?": (
        np.isclose(EPS**0.5, 1e-4) and widest(1e-10)[1] > widest(1e-8)[1]
    ),
    "At σ = 10⁻⁶, halfway between ε and √ε if you count powers of ten. "
    "There the layer with ε added lets the token pass almost whole, at "
    "0.99, and the other one leaves 0.01 of it. The gap grows when ε gets "
    "smaller. In the picture, drawn for ε = 10⁻⁸, it is the distance "
    "between the two curves.": (
        np.isclose(np.log10(widest(EPS)[0]), -6, atol=0.05)
        and widest(1e-10)[1] > widest(1e-8)[1]
        and (round(added(1e-6, EPS), 2), round(inside(1e-6, EPS), 2)) == (
            0.99,
            0.01,
        ) and np.isclose(np.mean(np.log10([EPS, EPS**0.5])), -6)
    ),
    "Write the σ that the cell found as a power of ε, put it into both "
    "formulas, and let ε go to 0.": (
        np.isclose(np.log(widest(1e-12)[0]) / np.log(1e-12), 3 / 4, atol=0.01)
    ),
    "It is about σ = ε^(3/4), and the better the smaller ε is. Added: σ/(σ "
    "+ ε) = 1/(1 + ε^(1/4)), which goes to 1. Inside: σ/√(σ² + ε) = "
    "ε^(1/4)/√(1 + √ε), which goes to 0. So the smaller ε is, the farther "
    "apart the two layers can be: one passes the token on whole, and the "
    "other nearly silences it.": (
        np.isclose(added(EPS**0.75, EPS), 1 / (1 + EPS**0.25))
        and np.isclose(
            inside(EPS**0.75, EPS), EPS**0.25 / (1 + EPS**0.5) ** 0.5
        ) and widest(1e-12)[1] > widest(1e-10)[1] > widest(1e-8)[1]
        and abs(widest(1e-12)[0] / 1e-12**0.75 - 1) < abs(
            widest(1e-4)[0] / 1e-4**0.75 - 1
        ) < 0.2 and added(1e-24**0.75, 1e-24) > 0.999999
        and inside(1e-24**0.75, 1e-24) < 2e-6
    ),
    "Someone tells you that ε is far too small for its place to matter.": (
        widest(1e-10)[1] > 0.9
    ),
    "Lesson 05 derived by hand that with ε inside the root x̂ has the "
    "variance σ²/(σ² + ε). *Verified symbolically* for N = 3: SymPy "
    "calculates with letters in place of numbers. The cell takes three "
    "features x₁, x₂ and x₃, computes the variance of their x̂, and "
    "subtracts σ²/(σ² + ε).": (
        np.isclose(
            layers(TOKEN, 0.1)[0].var(), TOKEN.var() / (TOKEN.var() + 0.1)
        ) and TOKEN.size == 3
    ),
    "The next cell uses your function, or the course's until yours is "
    'right, on the row of "river" from lesson 01, which is a part of what '
    "LayerNorm is given in a real model. It has the variance 1.5268, and ε "
    "is 10⁻⁵. **Predict.** What is the variance of x̂, to two digits, for "
    "this row? And for a thousandth of this row?": (
        round(RIVER.var(), 4) == 1.5268 and LayerNorm(8).eps == 1e-5
    ),
    "1.00 for the row itself: its variance is so much larger than ε that "
    "only the sixth decimal shows a difference. A thousandth of the row "
    "has a millionth of the variance, 1.5268 · 10⁻⁶. That is less than ε, "
    "and 1.5268/(1.5268 + 10) = 0.13 is left.": (
        np.isclose(1.5268 / 11.5268, 0.13, atol=0.005)
        and 0.5e-6 < 1 - layers(RIVER, 1e-5)[0].var() < 1e-5
        and np.isclose((RIVER / 1000).var(), RIVER.var() / 1e6)
        and (RIVER / 1000).var() < 1e-5
        and round(layers(RIVER / 1000, 1e-5)[0].var(), 2) == 0.13
    ),
    "Lesson 06 derived the Jacobian of x̂ with ε inside the root. Now we "
    "divide by t = σ + ε in place of s = √(σ² + ε), so that x̂ is (x − "
    "μ)/t. In the derivation the slope of the divisor and the product rule "
    "change:": (
        not same(
            slopes(lambda x: x.std() + 0.1, TOKEN),
            slopes(lambda x: (x.var() + 0.1) ** 0.5, TOKEN),
        )
        and same(slopes(lambda x: x.std() + 0.1, TOKEN), slopes(np.std, TOKEN))
    ),
    r"- $\delta_{ij}$: 1 where i = j, else 0 - $t/\sigma$: an extra factor; "
    "with ε inside the root a 1 stands in its place *Tested numerically* "
    'with the complex step of lesson 03, on a quiet token ("India" divided '
    "by 100), and *verified symbolically* for N = 3:": (
        same(
            slopes(lambda x: layers(x, 0.01)[1], QUIET),
            by_formula(QUIET, 0.01),
            rtol=1e-4,
            atol=1e-4,
        )
        and same(
            slopes(lambda x: layers(x, 0.01)[0], QUIET),
            plain_formula(QUIET, 0.01),
            rtol=1e-4,
            atol=1e-4,
        ) and bool(prove_eps_outside(2))
        and not prove_eps_outside(2, lambda row: outside_form(row) * 2)
    ),
    "Now take a constant token, [1, 1, 1, 1]. Does the layer with ε added "
    "have an output there?": (
        not layers(flat, 0.01)[1].any()
    ),
    "The layer returns zeros, as it should. It also has slopes: they are "
    "(I − **11**ᵀ/N)/ε, and row 0 of this is (75, −25, −25, −25) for ε = "
    "0.01. But the formula divides by σ, which is 0, and so it gives 0/0. "
    "With ε inside the root nothing divides by σ, and a constant token "
    "needs no special case.": (
        np.allclose(
            (slopes(lambda x: (x - x.mean()) / 0.01, flat))[0],
            [75, -25, -25, -25],
        ) and not layers(flat, 0.01)[1].any()
        and same((np.eye(4) - 1 / 4)[0] / 0.01, [75, -25, -25, -25])
        and flat.std() == 0 and np.isnan(by_formula(flat, 0.01)).all()
        and np.isfinite(plain_formula(flat, 0.01)).all()
        and same(
            layers(flat + [1e-9, 0, 0, 0], 0.01)[1] / 1e-9,
            [75, -25, -25, -25],
            rtol=1e-6,
        )
    ),
    "Two places of ε make two layers. Forward they are far apart on quiet "
    "tokens, those with a σ between ε and √ε. Backward the last term has "
    "an extra factor t/σ when ε is added, and then the formula fails on a "
    "constant token.": (
        np.allclose(
            slopes(lambda x: (x - x.mean()) / (x.std() + 0.1), TOKEN),
            by_formula(TOKEN, 0.1),
        ) and not np.isfinite(by_formula(flat, 0.1)).any()
        and gap(1e-6, EPS) > 0.9 > 0.1 > gap(1.0, EPS)
        and not same(*layers(TOKEN, 0.1))
    ),
}  # fmt: skip
