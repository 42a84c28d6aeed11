"""What lesson 01 says in words."""

import statistics

import numpy as np

from parts.statistics.token_row import token_row

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

CLAIMS = {
    "Subtract the mean before you square": np.isclose(
        ((even - even.mean()) ** 2).mean(), even.var()
    ),
    "One of them is far larger than the others": (
        row.max() > 4 * np.sort(row)[-2]
    ),
    "The deviations below the mean cancel those above it": (
        (row - row.mean())[row < row.mean()].sum()
        + (row - row.mean())[row > row.mean()].sum()
    )
    < 1e-12,
    "0.74 are a little more than the mean, 0.6375": (
        row.mean() < np.sort(row)[-3] < row.mean() + 0.2
    ),
    "Adding 100 moves the mean along with the numbers, so no deviation "
    "changes, and neither does the variance": (
        np.isclose(np.var(even + 100), np.var(even))
    ),
    "Multiplying by 3 makes the mean and every deviation 3 times as large": (
        np.isclose(np.mean(3 * even), 3 * np.mean(even))
    ),
    "and the variance 9 times": np.isclose(np.var(3 * even), 9 * np.var(even)),
    "A number that is twice as far out counts four times as much in a mean "
    "of squares": (2 * 3) ** 2 == 4 * 3**2,
    "so one far number raises the std more than the average distance": (
        np.std([*even, 60]) / np.std(even)
        > distance(np.array([*even, 60])) / distance(even)
    ),
    "there the mean square distance is smaller than around 3.5": (
        ((dice - dice.mean(1, keepdims=True)) ** 2).mean()
        < ((dice - 3.5) ** 2).mean()
    ),
    "Divided by N − 1 = 2, the variance is right on average": (
        abs(
            dice.var(axis=1, ddof=1).mean() - statistics.pvariance(range(1, 7))
        )
        < 0.1
    ),
    "it falls from 1.5268 to 0.1327": np.isclose(row.var(), 1.5268, atol=1e-4),
    "The mean falls from 0.64 to 0.19": np.isclose(
        np.sort(row)[:-1].mean(), 0.19, atol=0.005
    ),
    "says how many stds $x_i$ lies above the mean": (
        np.isclose(hat(even)[4] * even.std() + even.mean(), even[4])
    ),
    "**deviations first, then squares, divided by N**": np.isclose(
        ((even - even.mean()) ** 2).sum() / len(even), even.var()
    ),
    "The mean of squares minus the squared mean is the same on paper, but "
    "loses its digits if the mean is large beside the std": (
        abs(((1e9 + even) ** 2).mean() - (1e9 + even).mean() ** 2 - 8) > 5
        and np.isclose(np.var(1e9 + even), 8)
    ),
    "The mean becomes −3 · 10 + 5 = −25": -3 * 10 + 5 == -25,
    "The variance becomes 9 · 4 = 36, so the std is 6": (
        np.isclose(np.var(-3 * hat(even) * 2 + 5), 36)
    ),
}
