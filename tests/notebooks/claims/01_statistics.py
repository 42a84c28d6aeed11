"""What lesson 01 says in words."""

import inspect
import statistics
from fractions import Fraction
from itertools import product

import nbformat
import numpy as np
from test_numbers import NOTEBOOKS

from course_lib.layers import LayerNorm
from course_lib.layers.layer_norm import row_mean, row_mean_of_product
from parts.real_model.weights import FILE
from parts.statistics.explorers import SHAPES, CentreAndSpread
from parts.statistics.proofs import variance_two_ways
from parts.statistics.token_row import FEATURES, TEXT, TOKEN, token_row

even = np.array([2.0, 4, 6, 8, 10])
row = token_row()
rng = np.random.default_rng(0)
dice = rng.integers(1, 7, size=(4000, 3))


def distance(x):
    """Return the average distance from the mean."""
    return abs(x - x.mean()).mean()


def hat(x):
    return (x - x.mean()) / x.std()


loud = np.where(row == row.max(), 1000 * row, row)

THROWS = np.array([*product(range(1, 7), repeat=3)])
ENCODER = np.load(FILE)["0.attention.gamma"].size
NORMALIZE = inspect.getsource(LayerNorm.normalize)
FIVE = [2, 4, 6, 8, 10]
FAR = np.array([10001, 10002, 10003, 10004], np.float32)
FAR_SQUARED = [Fraction(n) ** 2 for n in range(10001, 10005)]
MANY = np.random.default_rng(3).normal(1e4, 1, 1000).astype(np.float32)
table = np.array([[1.0, 2, 3], [4, 6, 8]])
alone = np.sort(row)[:-1]
same = np.allclose


def arms(weights, support):
    """Return the lever arms on the left of a support, and on the right."""
    far = np.array(weights) - support
    return -far[far < 0], far[far > 0]


def around(x, c):
    """Return the mean square distance of numbers from any number."""
    return sum((each - c) ** 2 for each in x) / len(x)


def in_one_pass(x):
    return (x * x).mean() - x.mean() ** 2


def off(method, mean):
    """Return the largest error of a variance in float32, by fifty lists."""
    lists = (mean + rng.normal(size=(50, 1000))).astype(np.float32)
    return max(abs(method(x) - np.var(x, dtype=float)) for x in lists)


def centred(x):
    return x - x.mean()


def inside(shape):
    """Return the share of a shape that lies within a std of the mean."""
    return np.mean(abs(SHAPES[shape]) <= 1)


def error_cell():
    """Return the first names that the cell of the errors makes."""
    cells = nbformat.read(NOTEBOOKS / "01_statistics.ipynb", 4).cells
    (cell,) = [c.source for c in cells if c.id == "error-picture"]
    names = {"np": np}
    exec(cell.partition("\n\n")[0], names)
    return names


ONCE = {
    mean: off(lambda x: (centred(x) ** 2).mean(), mean)
    for mean in (10, 1e4, 1e6)
}
TWICE = {
    mean: off(lambda x: centred(centred(x)).var(), mean)
    for mean in (10, 1e4, 1e6)
}

CLAIMS = {
    "Inside a language model a word is a row of numbers. Here are eight of "
    'the 384 numbers that stand for "river" while a published model reads '
    '"She sat on the bank of the river.":': (
        len(row) == 8 == FEATURES.stop - FEATURES.start and TOKEN == "river"
        and TEXT == "She sat on the bank of the river." and ENCODER == 384
    ),
    "One of them is far larger than the others. Before such a row goes on, "
    "LayerNorm **subtracts its mean and divides by its standard "
    "deviation**.": (
        row.max() > 4 * np.sort(row)[-2]
        and same(
            LayerNorm(8, eps=0).forward(row),
            (row - row.mean()) / row.std(),
        )
    ),
    "And what does it do to the seven small ones": (
        (row < 1).sum() == 7
    ),
    "Take five easy numbers first: 2, 4, 6, 8 and 10. Add them up and "
    "divide by how many there are: (2 + 4 + 6 + 8 + 10) / 5 = 30 / 5 = "
    "**6**. This is the **mean**:": (
        [*even] == FIVE
        and sum(FIVE) / len(FIVE) == 30 / 5 == statistics.mean(FIVE) == 6
    ),
    "- $x_i$ is the i-th number, and $N$ is how many there are, here 5, - "
    r"$\sum$ says: add them all up, - $\mu$ (the Greek letter mu) is the "
    "mean.": (
        len(FIVE) == 5 and sum(FIVE) == 5 * statistics.mean(FIVE)
    ),
    "Subtract the mean from every number, and you have the **deviations**. "
    "In code that is one line, because a NumPy array does arithmetic on "
    "all its numbers at once.": (
        [*(even - even.mean())] == [each - 6 for each in FIVE]
    ),
    "The deviations below the mean cancel those above it. They do so for "
    r"every list: the sum of all $x_i - \mu$ is the sum of the $x_i$ minus "
    r"$N\mu$, and $N\mu$ *is* that sum, because that is how the mean was "
    "made.": (
        (
            (row - row.mean())[row < row.mean()].sum()
            + (row - row.mean())[row > row.mean()].sum()
        ) < 1e-12
        and all(
            abs((x - x.mean()).sum()) < 1e-9
            and np.isclose(
                (x - x.mean()).sum(),
                x.sum() - x.size * x.mean(),
                atol=1e-9,
            )
            and np.isclose(x.size * x.mean(), x.sum())
            for x in rng.normal(size=(9, 7))
        )
    ),
    "You can see this on a beam that carries five equal weights and rests "
    "on one support. A weight pulls harder the further out it stands, and "
    "how far out it stands is called its **lever arm**. The beam balances "
    "if the arms on both sides add up to the same, so it balances at the "
    "mean.": (
        arms(FIVE, 6)[0].sum() == arms(FIVE, 6)[1].sum()
        and all(
            arms(FIVE, c)[0].sum() != arms(FIVE, c)[1].sum()
            for c in (5, 7)
        ) and len(FIVE) == 5
    ),
    "Now move the last weight to the right, from 10 on, until the beam "
    "balances at 8.": (
        FIVE[-1] == 10 < 20 and np.mean([2, 4, 6, 8, 20]) == 8
    ),
    "At 20. The mean grows by 2, so the sum must grow by 5 · 2 = 10. One "
    "long arm of 12 now holds the balance against three arms of 6, 4 and "
    "2.": (
        [*map(list, arms([2, 4, 6, 8, 20], 8))] == [[6, 4, 2], [12]]
        and sum([2, 4, 6, 8, 20]) - sum(FIVE) == 5 * 2
        and np.mean([2, 4, 6, 8, 20]) - 6 == 2
    ),
    "Its model is all-MiniLM-L6-v2, which you will run in lesson 11, and "
    "an entry of such a row is called a **feature**. We chose these eight "
    "of the 384 because one of them is so large, and treat them here as "
    "the whole row.": (
        row.max() > 4 * np.sort(row)[-2] and len(row) == 8 and ENCODER == 384
    ),
    "Three, and two of them only just: 0.75 and 0.74 are a little more "
    "than the mean, 0.6375. The mean does not cut the row into two halves, "
    "it balances it, and the 3.78 is so far out that it takes five "
    "features on the other side.": (
        row.mean() < np.sort(row)[-3] < row.mean() + 0.2
        and (row > row.mean()).sum() == 3
        and [*np.sort(row)[-3:-1]] == [0.74, 0.75]
        and np.isclose(row.mean(), 0.6375) and (row < row.mean()).sum() == 5
        and row.max() == 3.78
    ),
    "The average of the deviations does not tell, because it is 0 for "
    "every list. But if you square the deviations first, then nothing "
    "cancels.": (
        all(
            abs(centred(x).mean()) < 1e-12 and (centred(x) ** 2 >= 0).all()
            for x in rng.normal(size=(9, 7))
        )
    ),
    "| number | 2 | 4 | 6 | 8 | 10 | |---|---|---|---|---|---| | deviation "
    "| −4 | −2 | 0 | 2 | 4 | | squared | 16 | 4 | 0 | 4 | 16 | (16 + 4 + 0 "
    "+ 4 + 16) / 5 = 40 / 5 = **8**. This mean of the squared deviations "
    r"is the **variance**, written $\sigma^2$ (sigma squared):": (
        [*(even - 6)] == [-4, -2, 0, 2, 4]
        and [*(even - 6) ** 2] == [16, 4, 0, 4, 16]
        and 16 + 4 + 0 + 4 + 16 == 40
        and 40 / 5 == statistics.pvariance(FIVE) == 8
    ),
    "Then, instead, multiply all five by 3. What happens": (
        len(FIVE) == 5
    ),
    "Adding 100 moves the mean along with the numbers, so no deviation "
    "changes, and neither does the variance. Multiplying by 3 makes the "
    "mean and every deviation 3 times as large, and the variance 9 times.": (
        np.isclose(np.var(even + 100), np.var(even))
        and np.isclose(np.mean(3 * even), 3 * np.mean(even))
        and np.isclose(np.var(3 * even), 9 * np.var(even))
        and np.isclose(np.mean(even + 100), np.mean(even) + 100)
        and same(centred(even + 100), centred(even))
        and same(centred(3 * even), 3 * centred(even))
    ),
    "If our numbers were metres, the variance would be in square metres. "
    "So we take its root, which is in metres again. It is called the "
    "**standard deviation**, std for short:": (
        np.isclose(
            statistics.pvariance(100 * even),
            100**2 * statistics.pvariance(even),
        )
        and np.isclose(
            statistics.pstdev(100 * even), 100 * statistics.pstdev(even)
        )
        and np.isclose(
            statistics.pstdev(even), statistics.pvariance(even) ** 0.5
        )
    ),
    "The standard deviation is called the average distance from the mean.": (
        not np.isclose(even.std(), distance(even))
    ),
    "That is often said, and you can test it on any list. The distances of "
    "2, 4, 6, 8 and 10 from their mean are 4, 2, 0, 2 and 4. Their average "
    "is 12/5 = 2.4, but σ is √8 = 2.83. So it is not true: here σ is 1.18 "
    "times the average distance.": (
        [*abs(even - 6)] == [4, 2, 0, 2, 4]
        and distance(even) == 12 / 5 == 2.4
        and np.isclose(even.std(), 8**0.5) and round(8**0.5 / 2.4, 2) == 1.18
    ),
    "Larger: 1.2357 / 0.8394 = 1.47. A number that is twice as far out "
    "counts four times as much in a mean of squares, so one far number "
    "raises the std more than the average distance. The right words for "
    "the std are **root mean square distance**: square the distances, take "
    "the mean, take the root.": (
        (2 * 3) ** 2 == 4 * 3**2
        and np.std([*even, 60]) / np.std(even) > distance(
            np.array([*even, 60])
        ) / distance(even)
        and row.std() / distance(row) > even.std() / distance(even)
        and np.isclose(
            np.sqrt(np.mean(np.square(abs(row - row.mean())))), row.std()
        )
    ),
    "Python's own `statistics` module has two variances, and NumPy has a "
    "switch, `ddof`, which is subtracted from N:": (
        statistics.pvariance(FIVE) != statistics.variance(FIVE)
        and all(
            np.isclose(np.var(even, ddof=k), 40 / (5 - k))
            for k in range(3)
        )
    ),
    "40/5 = 8 and 40/4 = 10. Which of them is right depends on the "
    "question. LayerNorm asks how widely *these* N features are spread. "
    "There are no others, so it **divides by N**.": (
        (40 / 5, 40 / 4) == (even.var(), even.var(ddof=1)) == (8, 10)
        and same(
            LayerNorm(5, eps=0).forward(even), (even - 6) / (40 / 5) ** 0.5
        )
    ),
    "A statistician often has only a *sample*, and wants the variance of "
    "all that it was drawn from.": (
        not np.isclose(np.var(THROWS, axis=1).mean(), np.var(range(1, 7)))
    ),
    "Three dice can tell, and luck plays no part if you take all 216 "
    "throws. The six faces of a die have variance 35/12 = 2.9167.": (
        len({*map(tuple, THROWS)}) == 216 == 6**3 and THROWS.shape[1] == 3
        and np.isclose(statistics.pvariance(range(1, 7)), 35 / 12)
    ),
    "Compute the variance of each throw, divided by N = 3, and average the "
    "216 results. Do you get 2.9167, or less, or more?": (
        len(THROWS) == 216 and THROWS.shape[1] == 3
        and round(35 / 12, 4) == 2.9167
    ),
    "Less: 1.9444, two thirds of 2.9167. A throw is measured around its "
    "*own* mean, and there the mean square distance is smaller than around "
    "3.5. Divided by N − 1 = 2, the variance is right on average.": (
        ((dice - dice.mean(1, keepdims=True)) ** 2).mean() < (
            (dice - 3.5) ** 2
        ).mean()
        and abs(
            dice.var(axis=1, ddof=1).mean()
            - statistics.pvariance(range(1, 7))
        ) < 0.1
        and np.isclose(np.var(THROWS, axis=1).mean(), 2 / 3 * 35 / 12)
        and np.isclose(np.var(THROWS, axis=1, ddof=1).mean(), 35 / 12)
        and all(around(t, t.mean()) <= around(t, 3.5) for t in THROWS)
    ),
    "Measure a list around any number $c$ in place of its mean. Show that "
    r"the mean of $(x_i - c)^2$ is $\sigma^2 + (\mu - c)^2$.": (
        np.isclose(around(row, 3.5), row.var() + (row.mean() - 3.5) ** 2)
    ),
    r"Take the mean of each part. The first gives $\sigma^2$. In the "
    r"second, $\mu - c$ is the same for all i and the deviations have mean "
    "0, so nothing is left of it. The third is the same for all i.": (
        np.isclose((centred(row) ** 2).mean(), row.var())
        and abs((2 * centred(row) * (row.mean() - 3.5)).mean()) < 1e-12
        and abs(centred(row).mean()) < 1e-12
    ),
    "For the dice, $(x_i - 3.5)^2$ is 2.9167 on average. So the variance "
    r"of a throw falls short of it by $(\mu - 3.5)^2$. With $d_1, d_2, d_3$ "
    "for the three dice minus 3.5, that is": (
        round(((THROWS - 3.5) ** 2).mean(), 4) == 2.9167
        and all(
            np.isclose(around(t, 3.5) - t.var(), (t.mean() - 3.5) ** 2)
            and np.isclose((t.mean() - 3.5) ** 2, (sum(t - 3.5) / 3) ** 2)
            for t in THROWS
        )
    ),
    "Each square is 2.9167 on average, and each product 0, because for "
    "every $d_1$ the six values of $d_2$ cancel. So 3 · 2.9167 / 9 = "
    "2.9167 / 3 = 0.9722 is missing, as the cell has printed. With N "
    "independent draws it is 1/N of the variance, and dividing by N − 1 in "
    "place of N makes up for that.": (
        same(((THROWS - 3.5) ** 2).mean(axis=0), 35 / 12)
        and same(
            ((THROWS - 3.5)[:, 0] * (THROWS - 3.5)[:, 1])
            .reshape(6, 36)
            .mean(axis=1),
            0,
        ) and round(35 / 12 / 3, 4) == 0.9722
        and np.isclose(35 / 12 - np.var(THROWS, axis=1).mean(), 35 / 12 / 3)
        and np.isclose(1 - 1 / 3, (3 - 1) / 3)
        and len({*(THROWS[:36, 1])}) == 6
    ),
    r"Take the mean of each part: the middle one becomes $-2\mu \cdot \mu$, "
    r"and $-2\mu^2 + \mu^2 = -\mu^2$. So the variance is the **mean of the "
    "squares minus the square of the mean**. For 2, 4, 6, 8, 10 that is "
    "220/5 − 36 = 8, as before.": (
        np.isclose((-2 * 6 * even).mean(), -2 * 6 * 6)
        and sum(even**2) == 220 and 220 / 5 - 36 == 8 == even.var()
    ),
    "*Verified symbolically:* SymPy does the same algebra for every N. All "
    r"that it is told is that the $x_i$ add up to $N\mu$.": (
        variance_two_ways()[1] == 0 != variance_two_ways(sign=1)[1]
    ),
    "The right side needs only **one pass** through the data, and the left "
    "side needs **two**, because the mean must be known before it can be "
    "subtracted. So the right side looks like the better one. But "
    "computers round: neural networks often use `float32`, which keeps "
    "about seven digits of each number.": (
        str(variance_two_ways()[0].rhs).count("Sum") == 1
        and "mu + x[i]" in str(variance_two_ways()[0].lhs)
        and round(-np.log10(np.finfo(np.float32).eps)) == 7
    ),
    "The variance of 10001, 10002, 10003, 10004 is 1.25.": (
        statistics.pvariance(map(int, FAR)) == 1.25
        and [*FAR] == [10001, 10002, 10003, 10004]
    ),
    "Two passes get all of them right, and one pass gets none: it returns "
    "−8. The squares lie near 100,000,000, and there float32 can store "
    "only every eighth whole number. So both terms are rounded to a "
    "multiple of 8, their difference is one as well, and 1.25 cannot come "
    "out.": (
        FAR.var() == 1.25 and in_one_pass(FAR) == -8
        and all(abs(s / 100_000_000 - 1) < 1e-3 for s in FAR_SQUARED)
        and np.spacing(np.float32(1.0002e8)) == 8
        and (FAR * FAR).mean() % 8 == 0 == FAR.mean() ** 2 % 8
    ),
    "Take a thousand numbers around 10,000, with a variance near 1.": (
        MANY.size == 1000 and abs(MANY.mean() - 10_000) < 1
        and abs(MANY.var() - 1) < 0.1
    ),
    "It returns −8 again, because the mean of the squares has to be "
    "stored, and near 100,000,000 float32 numbers lie 8 apart. The root of "
    '−8 is `nan`, "not a number". All that is computed from it becomes nan '
    "too, so it spreads through a whole network.": (
        in_one_pass(MANY) == -8 and np.spacing(np.float32(1e8)) == 8
        and np.isnan(np.emath.sqrt(-8).real * np.nan)
        and np.isnan(np.array([np.nan, 1]) @ np.ones((2, 3))).all()
    ),
    "With other numbers you may get 0 or 16, and then nothing warns you.": (
        {0, 16} <= {
            float(in_one_pass(x))
            for x in (1e4 + rng.normal(size=(300, 1000))).astype(np.float32)
        }
    ),
    "The next picture moves twenty lists to seven means, from 1 to a "
    "million, and shows the largest error, measured against `float64` with "
    "its sixteen digits.": (
        len(error_cell()["means"]) == 7
        and [*error_cell()["means"][[0, -1]]] == [1, 1e6]
        and len(error_cell()["noise"]) == 20
        and round(-np.log10(np.finfo(np.float64).eps)) == 16
    ),
    "Both axes are **logarithmic**: equal steps along them are equal "
    "*factors*. A third method **centres twice**: it subtracts the mean, "
    "then the mean of what is left, and only then squares. On paper "
    "nothing is left the second time.": (
        same(np.diff(np.log([1, 10, 100])), np.log(10))
        and abs(centred(row).mean()) < 1e-12
    ),
    "By about a hundred, because the squares grow by that factor. Two "
    "passes are far better, but the mean itself is rounded. The same small "
    "error stays in every deviation, and beyond a mean of 1,000 you can "
    "see its square in the variance. The second centring removes it, and "
    "the error stays near 10⁻⁷. The real layer centres twice, too.": (
        10**2 == 100
        and 30 < off(in_one_pass, 1e5) / off(in_one_pass, 1e4) < 300
        and ONCE[1e4] < off(in_one_pass, 1e4) / 1e4
        and ONCE[10] < 4e-7 < ONCE[1e4] < ONCE[1e6]
        and max(TWICE.values()) < 4e-7
        and np.isclose(
            LayerNorm(4, eps=0)
            .forward((1e6 + FAR).astype(np.float32))
            .std(),
            1,
            atol=1e-6,
        )
    ),
    "In a Transformer the numbers come in a table: a row for each token (a "
    "word or a piece of one), and a column for each feature. NumPy calls "
    "the direction down the rows axis 0, and the direction along a row "
    "axis 1, or −1, which means the last one. `mean(axis=…)` runs along "
    "the axis that you name and averages what it meets.": (
        same(table.mean(axis=0), [sum(column) / 2 for column in zip(*table)])
        and same(table.mean(axis=1), [sum(each) / 3 for each in table])
        and same(table.mean(axis=1), table.mean(axis=-1))
    ),
    "The table below has 2 rows and 3 columns. How many means": (
        table.shape == (2, 3)
    ),
    "Three and two. The axis that you name is gone afterwards: axis 0 "
    "leaves one mean per column, and axis −1 leaves one mean per row. "
    "LayerNorm takes the last axis, so **each token has its own mean**.": (
        table.mean(axis=0).shape == (3,)
        and table.mean(axis=-1).shape == (2,)
        and same(LayerNorm(3, eps=0).forward(table).mean(axis=-1), 0)
    ),
    "With `keepdims=True` the axis that you name stays, with length 1, so "
    "that `table - mean` lines up.": (
        table.mean(axis=-1, keepdims=True).shape == (2, 1)
        and same((table - table.mean(-1, keepdims=True)).mean(-1), 0)
    ),
    "The variance of the eight features is 1.53. Leave out the 3.78. What "
    "is the variance of the other seven, roughly?": (
        round(row.var(), 2) == 1.53 and row.max() == 3.78
        and (len(row), len(alone)) == (8, 7)
    ),
    "About 0.13, less than a tenth: it falls from 1.5268 to 0.1327. The "
    "mean falls from 0.64 to 0.19. So in this row the mean and the "
    "variance mostly tell you about one feature of the eight.": (
        np.isclose(row.var(), 1.5268, atol=1e-4)
        and np.isclose(np.sort(row)[:-1].mean(), 0.19, atol=0.005)
        and round(alone.var(), 2) == 0.13 and alone.var() < row.var() / 10
        and round(row.mean(), 2) == 0.64
    ),
    "A **histogram** sorts numbers into bins and draws how many fall into "
    "each. The panel does that with a thousand numbers, with lines at the "
    "mean and one std to either side. If the list has the shape of a bell, "
    "about two thirds of the numbers lie between the outer lines.": (
        all(len(shape) == 1000 for shape in SHAPES.values())
        and abs(inside("bell") - 2 / 3) < 0.03
        and "mean ± std" in CentreAndSpread.__doc__
    ),
    "It is the same for every width of the bell, but another shape has "
    "another percentage: 57 % for the two heaps, 76 % for the lopsided "
    'list, and in "river" seven features of eight. So mean and std say '
    "where the numbers lie and how widely, but not what shape the list "
    "has.": (
        np.mean(abs(centred(5 * SHAPES["bell"])) <= 5) == inside("bell")
        and (abs(hat(row)) <= 1).sum() == 7 and len(row) == 8
        and len({inside(shape) for shape in SHAPES}) == 3
        and all(
            np.isclose(s.std(), 1) and abs(s.mean()) < 1e-9
            for s in SHAPES.values()
        )
    ),
    "You subtract the mean and divide by the std. This is called "
    "**standardizing**. For instance, 2 becomes (2 − 6) / 2.8284 = "
    "−1.4142.": (
        np.isclose(hat(even)[0], (2 - 6) / 8**0.5)
    ),
    "says how many stds $x_i$ lies above the mean": (
        np.isclose(hat(even)[4] * even.std() + even.mean(), even[4])
    ),
    r"*Derived by hand:* the deviations sum to 0, so $\hat{x}$ has mean 0. "
    r"The mean of their squares is $\sigma^2$. Dividing the deviations by "
    r"$\sigma$ divides this by $\sigma^2$, so $\hat{x}$ has variance 1 and "
    "std 1. (σ must not be 0.)": (
        abs(centred(row).sum()) < 1e-12 and abs(hat(row).mean()) < 1e-12
        and np.isclose((centred(row) ** 2).mean(), row.std() ** 2)
        and np.isclose(((centred(row) / 3) ** 2).mean(), row.var() / 3**2)
        and np.isclose(hat(row).std(), 1) and np.ones(4).std() == 0
    ),
    "Multiply 2, 4, 6, 8, 10 by 3 and add 100. This makes 106, 112, 118, "
    r"124, 130. What is $\hat{x}$ of the 112?": (
        [*(3 * even + 100)] == [106, 112, 118, 124, 130]
    ),
    "The same as that of the 4, −0.7071, and the other four agree as well. "
    "The 100 disappears with the mean, and the 3 in the quotient, because "
    "it is in the deviation and in the std. LayerNorm forgets the level of "
    "its input and, except for a small ε that lesson 05 explains, its "
    "scale. What stays is the shape.": (
        same(hat(3 * even + 100), hat(even)) and [*even][1] == 4
        and same(centred(even + 100), centred(even))
        and same(centred(3 * even), 3 * centred(even))
        and np.isclose(np.std(3 * even), 3 * np.std(even))
        and same(LayerNorm(5).forward(even + 100), LayerNorm(5).forward(even))
        and same(
            LayerNorm(5).forward(3 * even),
            LayerNorm(5).forward(even),
            atol=1e-5,
        )
    ),
    "LayerNorm treats every row on its own.": (
        same(LayerNorm(3).forward(table)[1], LayerNorm(3).forward(table[1]))
    ),
    "`row_mean(x)` is one mean per row, `row_mean_of_product(a, b)` one "
    "mean of the products of their entries, and `eps` a small number that "
    "keeps 1/std from dividing by 0. (Here it is 0.) The three lines with "
    "`mean_error` centre a second time. Then comes the variance, in two "
    "passes: **deviations first, then squares, divided by N**.": (
        np.isclose(((even - even.mean()) ** 2).sum() / len(even), even.var())
        and same(row_mean(table)[:, 0], table.mean(1))
        and same(row_mean_of_product(table, table)[:, 0], (table**2).mean(1))
        and not LayerNorm(4).forward(np.ones(4)).any()
        and NORMALIZE.count("mean_error") == 3
        and NORMALIZE.find("row_mean(") < NORMALIZE.find(
            "row_mean_of_product("
        )
    ),
    'To answer it, your own function standardizes the row of "river", and '
    "then the seven small features alone.": (
        len(alone) == 7 and alone.max() < 1
    ),
    "In which of the two cases are the seven small ones more spread out, "
    "and by which factor, roughly? You know the two variances, 1.53 and "
    "0.13.": (
        (round(row.var(), 2), round(alone.var(), 2)) == (1.53, 0.13)
        and len(alone) == 7
    ),
    "Alone: there they lie 2.4 apart, from −0.87 to 1.54. Together with "
    "the large one they lie only 0.7 apart. The factor is the quotient of "
    "the two stds, 1.2357 / 0.3642 = 3.4, because every feature is divided "
    "by the std of its row.": (
        np.isclose(
            np.ptp(hat(alone)) / np.ptp(np.sort(hat(row))[:-1]),
            row.std() / alone.std(),
        ) and np.ptp(hat(alone)) > np.ptp(np.sort(hat(row))[:-1])
    ),
    "The large number is not tamed. It is still far out: at 2.54, where "
    "the next one stands at 0.09. Standardizing shifts and scales all "
    "features alike, so the gaps between them keep their proportions. But "
    "the large one makes most of the std, and the seven small ones pay for "
    "that.": (
        [*np.sort(hat(row))[-2:].round(2)] == [0.09, 2.54]
        and same(np.diff(hat(row)), np.diff(row) / row.std())
        and centred(row).max() ** 2 > 0.5 * 8 * row.var() and len(alone) == 7
    ),
    "1. The mean is where the numbers balance. The variance is the mean "
    "squared deviation, and LayerNorm divides by N. Its root, the std, is "
    "a root mean square distance, so one far number can make most of it.": (
        arms(row, row.mean())[0].sum() - arms(row, row.mean())[1].sum() < 1e-12
        and np.isclose((centred(row) ** 2).sum() / 8, row.var())
        and np.isclose(row.var() ** 0.5, row.std())
        and centred(row).max() ** 2 > 0.5 * 8 * row.var()
    ),
    "Subtract the mean before you square": (
        np.isclose(((even - even.mean()) ** 2).mean(), even.var())
    ),
    "The mean of squares minus the squared mean is the same on paper, but "
    "loses its digits if the mean is large beside the std": (
        abs(((1e9 + even) ** 2).mean() - (1e9 + even).mean() ** 2 - 8) > 5
        and np.isclose(np.var(1e9 + even), 8)
    ),
    "3. A standardized row has lost its level and its scale and kept its "
    "shape.": (
        same(hat(even + 7), hat(even)) and same(hat(7 * even), hat(even))
        and same(np.diff(hat(row)) * row.std(), np.diff(row))
    ),
    "A list has mean 10 and std 2. You multiply all numbers by −3 and then "
    "add 5.": (
        np.isclose((10 + 2 * hat(even)).mean(), 10)
        and np.isclose((10 + 2 * hat(even)).std(), 2)
    ),
    "Why can the one-pass formula give a negative variance, and the "
    "two-pass formula never?": (
        in_one_pass(FAR) < 0 <= (centred(FAR) ** 2).min()
    ),
    "1. The mean becomes −3 · 10 + 5 = −25. The variance becomes 9 · 4 = "
    "36, so the std is 6: adding 5 changes no deviation, and a spread is "
    "never negative. 2. The two-pass formula takes the mean of squares, "
    "and no square is negative, however it was rounded. The one-pass "
    "formula subtracts two large rounded numbers, and if their true "
    "difference is smaller than the rounding error, even its sign is a "
    "matter of luck.": (
        -3 * 10 + 5 == -25 and np.isclose(np.var(-3 * hat(even) * 2 + 5), 36)
        and np.isclose((-3 * (10 + 2 * hat(even)) + 5).std(), 6)
        and same(centred(even + 5), centred(even))
        and (rng.normal(size=99).astype(np.float32) ** 2).min() >= 0
        and in_one_pass(FAR) < 0 and np.var(FAR) < np.spacing(FAR[0] ** 2)
    ),
    "One large feature takes most of a row's spread. How far can that go? "
    "What if the 3.78 were a thousand times as large?": (
        centred(row).max() ** 2 > 0.5 * 8 * row.var() and row.max() == 3.78
    ),
}  # fmt: skip
