"""What is said of a right case: how small its x is, and how small it can be.

Shapes are tried from one number upward, with features that lie as far apart
as the square root of the exercise's ε, and much farther.
"""

from functools import partial
from itertools import product
from math import prod

import numpy as np

from answer_check.exercise import find
from answer_check.judging.judge import judge

EXERCISE = find("revealing_case")
SHAPES = [
    shape
    for axes in (2, 3)
    for shape in product(range(1, 7), repeat=axes)
    if prod(shape) <= 6
]


def verdicts():
    """Return the verdict on a case of each shape and each spread."""
    rng = np.random.default_rng(0)
    for shape, spread in product(SHAPES, (1e-6, 1)):
        x, dy = rng.normal(size=(2, *shape))
        gamma, beta = rng.normal(size=(2, shape[-1]))
        answer = spread * x, gamma, beta, dy
        yield prod(shape), judge(partial(tuple, answer), EXERCISE)


def test_a_right_case_hears_how_few_numbers_do():
    right = [(size, v.text) for size, v in verdicts() if v.passed]
    fewest = min(size for size, _ in right)
    assert {size for size, _ in right} == {4, 6}
    for size, text in right:
        words = f"Your x has {size} numbers"
        if size == fewest:
            assert f"{words}, and fewer will not do." in text
        else:
            assert f"{words}. It can be done with {fewest}." in text
