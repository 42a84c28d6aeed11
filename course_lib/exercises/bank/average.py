"""The mean of some numbers: the exercise that shows how exercises work."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def average(numbers):
    """Return the mean of a vector: add all its entries, divide by N."""
    raise NotImplementedError
'''


def average(numbers):
    return numbers.sum() / len(numbers)


def _by_hand(numbers):
    total = 0.0
    for each in numbers:
        total += each
    return total / len(numbers)


EXERCISE = Exercise(
    name="average",
    lesson="00",
    statement="Write the mean of a vector `numbers`: add its entries, then "
    "divide by how many there are.",
    starter=STARTER,
    reference=average,
    accepted=[np.mean, _by_hand],
    mistakes=[
        Mistake(
            lambda numbers: numbers.sum(),
            "You added the numbers and did not divide.",
            "The sum is the larger half of the work.",
        ),
        Mistake(
            lambda numbers: numbers.sum() / (len(numbers) - 1),
            "You divided by N − 1.",
            "N − 1 belongs to the variance of a sample, not to a mean.",
        ),
        Mistake(
            lambda numbers: numbers.sum() // len(numbers),
            "You divided with `//`, which drops the fraction.",
            "One slash too many is hard to see.",
        ),
        Mistake(
            np.median,
            "You returned the median, the middle number.",
            "For evenly spaced numbers the two are the same.",
        ),
        Mistake(
            lambda numbers: (numbers.min() + numbers.max()) / 2,
            "You returned the point halfway between the least and the "
            "greatest number.",
            "For evenly spaced numbers it is the mean.",
        ),
        Mistake(
            lambda numbers: numbers.sum() / 3,
            "You divided by 3, whatever the number of entries.",
            "The examples before had three numbers.",
        ),
        Mistake(
            lambda numbers: numbers[0] / len(numbers),
            "Only the first number was added.",
            "A `return` inside the loop ends it in the first round; it "
            "belongs below the loop.",
        ),
        Mistake(
            lambda numbers: numbers[1:].sum() / len(numbers),
            "You left out the first number.",
            "`range(1, N)` starts at the second one: indices begin with 0.",
        ),
        Mistake(
            lambda numbers: numbers[:-1].sum() / len(numbers),
            "You left out the last number.",
            "`range(N - 1)` ends one early: a range already leaves out its "
            "end.",
        ),
        Mistake(
            lambda numbers: numbers.sum() / (len(numbers) + 1),
            "You divided by N + 1.",
            "A counter that starts at 1 has reached N + 1 after N numbers.",
        ),
        Mistake(
            lambda numbers: numbers[-1] / len(numbers),
            "Only the last number counts.",
            "In `total =+ n`, which is `total = (+n)`, each number replaces "
            "the sum so far; adding to it is `total += n`.",
        ),
        Mistake(
            lambda numbers: (numbers[0] + numbers.sum()) / len(numbers),
            "You added the first number twice.",
            "A sum that starts at `numbers[0]` holds it already when the loop "
            "comes to it; start at 0.",
        ),
    ],
    hints=[
        "Which two numbers do you need: what is divided, and by what?",
        "`numbers.sum()` adds the entries, `len(numbers)` counts them.",
        "Return `numbers.sum() / len(numbers)`.",
    ],
    cases=lambda rng: [
        (np.array([2.0, 4.5, 7.0, 1.0]),),
        (rng.normal(3, 2, 7),),
        (rng.normal(0, 5, 3),),
        (rng.normal(-20, 1, 12),),
        Case(np.array([0.0, 2.0, 2.0, 5.0]), note="a 0 and two equal numbers"),
    ],
)
