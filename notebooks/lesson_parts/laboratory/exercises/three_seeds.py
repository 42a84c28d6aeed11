"""Find: an interval for the true difference, by hand, from three seeds."""

import numpy as np

from answer_check.question import Question

THREE_SEEDS = 1.0, 3.0, 8.0  # differences in points
T = 4.3  # Student's, for three numbers and 95 %


def interval_of(differences):
    """Return the mean minus and plus T standard errors, for three seeds."""
    d = np.asarray(differences)
    half = T * d.std(ddof=1) / np.sqrt(len(d))
    return d.mean() - half, d.mean() + half


EXERCISE = Question(
    name="three_seeds",
    lesson="11",
    statement="Three seeds gave differences of 1, 3 and 8 points. Work out "
    "their mean, their spread (with n − 1), the standard error, and the "
    "interval of 4.3 standard errors on either side of the mean. What is its "
    "upper end, in points?",
    right=round(float(interval_of(THREE_SEEDS)[1]), 1),
    factor=1.03,
    wrong={
        (10.9, 11.7): "You divided the squares by 3. The spread of a sample "
        "divides them by n − 1, here by 2, as lesson 01 found with dice.",
        (19.0, 20.0): "You took 4.3 times the spread. That is how far single "
        "seeds stray. The mean of three strays less: divide by √3.",
        (9.1, 9.3): "You divided the spread by 3. The standard error divides "
        "it by the root of the number of seeds, √3.",
        (8.8, 9.1): "That is 4.3 standard errors. Count them from the mean.",
        (8.0, 8.4): "You went up by two standard errors. Three seeds tell "
        "their own spread badly, and therefore need 4.3 of them.",
        (35.0, 38.0): "You took the variance, 13, for the spread, which is "
        "its root.",
        (4.9, 5.0): "That is how far the lower end lies below 0. The upper "
        "end lies above the mean.",
        (2.0, 2.2): "That is the standard error. The upper end lies 4.3 of "
        "them above the mean.",
    },
    why="The mean is 4, the squares of the deviations −3, −1 and 4 add up to "
    "26, and the spread is √13 = 3.6. The standard error is 3.6/√3 = 2.1, "
    "and 4.3 of them are 9. So the interval goes from −5 to 13 points.",
    hints=[
        "Begin with the mean, and subtract it from each of the three.",
        "The spread is the root of the sum of squares divided by 2. The "
        "standard error is the spread divided by √3.",
        "The mean is 4 and the sum of squares 26. So the standard error is "
        "√(26/2)/√3, and the upper end is 4 plus 4.3 times that.",
    ],
)
