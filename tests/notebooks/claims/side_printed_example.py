"""What the page on one printed example says in words."""

import numpy as np
from test_numbers import prose

from course_lib.layers import LayerNorm

PRINTED = """
    -1.4464 -1.0357 -0.4356 -1.9942 -0.5325 -0.4291 -0.4998 -0.3973
     1.2111  2.4635  1.0626 -0.7040 -1.1205  0.1620  1.2656  0.4253
    -0.2354  1.4278  0.6270 -2.6982 -1.6530 -0.2670  0.7659  0.0280
     0.0121  1.3344  0.6977 -1.9460 -1.1150 -0.0131  0.8082  0.2215
"""
x, f_x, sums, output = np.array(PRINTED.split(), float).reshape(4, 8)
UNITS = np.round((sums - (x + f_x)) * 1e4)  # of the last digit
by_n = LayerNorm(8).forward(sums)
by_n_minus_1 = (sums - sums.mean()) / np.sqrt(sums.var(ddof=1) + 1e-5)
rng = np.random.default_rng(0)
EXACT = rng.normal(size=(2, 20_000))
OFF = np.round((EXACT.sum(0).round(4) - EXACT.round(4).sum(0)) * 1e4)
INDIA, F_INDIA = np.array([0.1, 1.3, 0.4, 1.5]), np.array([0.5, 1.0, 0.8, 1.2])
FORMULA = "LayerNorm(x) + Sublayer(x))"
LAYERS = {"LayerNorm": LayerNorm(4).forward, "Sublayer": lambda x: F_INDIA}


def read(k):
    """Delete the k-th closing bracket of the printed formula."""
    at = [i for i, letter in enumerate(FORMULA) if letter == ")"][k]
    return FORMULA[:at] + FORMULA[at + 1 :]


READ = [eval(read(k), {**LAYERS, "x": INDIA}) for k in range(3)]
DRAWS = rng.normal(size=(40_000, 8))

CLAIMS = {
    "A tutorial on Add & Norm (text C; [lesson 00](00_start_here.ipynb) "
    "lists the texts) prints eight features of a token at every step: x, "
    "what the sublayer makes of it, their sum, and what PyTorch's "
    "`LayerNorm` makes of the sum. It also prints a formula. You need no "
    "PyTorch to recompute all this.": (
        "| C | a tutorial on Add & Norm |" in prose("00_start_here")
        and len(x) == len(f_x) == len(sums) == len(output) == 8
        and np.allclose(x + f_x, sums, atol=1.5e-4)
        and np.allclose(by_n, output, atol=1e-4)
    ),
    "For the first of the eight features the text prints x = −1.4464, f(x) "
    "= 1.2111 and x + f(x) = −0.2354.": (
        (x[0], f_x[0], sums[0]) == (-1.4464, 1.2111, -0.2354) and len(x) == 8
    ),
    "Add the first two numbers and compare with the printed sum. Can it "
    "differ although nobody made a mistake?": (
        UNITS[0] == -1 and {*OFF} == {-1, 0, 1}
    ),
    "The exact numbers were added first, and everything was rounded "
    "afterwards. Each of the three printed numbers may be half a unit of "
    "the last digit away from its true value. Together that is at most one "
    "and a half units, so the printed sum may be off by one in the last "
    "digit, as it is in three of the eight cases. Allow for that whenever "
    "you compare with printed numbers.": (
        abs(EXACT - EXACT.round(4)).max() <= 0.5e-4 + 1e-12
        and 3 * 0.5 == 1.5 and {*OFF} == {-1, 0, 1}
        and np.count_nonzero(UNITS) == 3 and UNITS.size == 8
        and abs(UNITS).max() == 1
    ),
    "From the sum, PyTorch's `LayerNorm` with ε = 10⁻⁵ made 0.0121, 1.3344 "
    "and six more numbers.": (
        [*output[:2]] == [0.0121, 1.3344] and output[2:].size == 6
        and LayerNorm(8).eps == 1e-5
    ),
    "PyTorch's own function for the variance, `torch.var`, divides the sum "
    "of squares by N − 1 unless you tell it otherwise. **Predict.** If its "
    "LayerNorm did that as well, by which factor would x̂ differ at N = 8? "
    "Could you see it in four decimals?": (
        np.allclose(by_n_minus_1 / by_n, (7 / 8) ** 0.5, atol=1e-4)
        and abs(by_n_minus_1 - by_n).max() > 1e-3
    ),
    "By √(7/8) = 0.935, which nobody can miss in four decimals. So "
    "PyTorch's layer divides by N. The 0.00007 that is left is rounding: "
    "the eight sums we started from had only four decimals. A division by "
    "N − 1 estimates the spread of a population from a sample (lesson 01). "
    "LayerNorm estimates nothing, because its N features are all there "
    "are.": (
        abs(by_n - output).max() < 1e-4 < 0.1 < abs(
            by_n_minus_1 - output
        ).max() and round(abs(by_n - output).max(), 5) == 7e-5
        and len(sums) == 8 and np.allclose(sums, sums.round(4), 0, 1e-12)
        and abs(DRAWS.var(axis=1, ddof=1).mean() - 1) < 0.02 < abs(
            DRAWS.var(axis=1).mean() - 1
        )
    ),
    "The tutorial's formula for Add & Norm reads `Output = LayerNorm(x) + "
    "Sublayer(x))`. Two brackets open and three close. **Predict.** Delete "
    "each of the three closing brackets in turn": (
        (FORMULA.count("("), FORMULA.count(")")) == (2, 3)
    ),
    "There are two. Without the first closing bracket it reads LayerNorm(x "
    "+ Sublayer(x)), and before γ and β the outputs have mean 0. Without "
    "the second or the third it reads LayerNorm(x) + Sublayer(x): f(x) is "
    "added after the norm, so nothing fixes the mean. The tutorial's own "
    "code adds first and then normalizes, so it means the first, which is "
    "post-norm.": (
        len({*map(read, range(3))}) == 2
        and read(0) == "LayerNorm(x + Sublayer(x))"
        and read(1) == read(2) == "LayerNorm(x) + Sublayer(x)"
        and abs(READ[0].mean()) < 1e-12 and abs(READ[1].mean()) > 0.5
        and np.allclose(
            READ[0],
            [-1.31007937, 0.71458875, -0.59549062, 1.19098125],
            atol=1e-4,
        )
    ),
}  # fmt: skip
