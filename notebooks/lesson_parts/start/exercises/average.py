"""The mean of some numbers: the exercise that shows how exercises work."""

import numpy as np

from answer_check.exercise import Case, Exercise


def average(numbers):
    """Return the mean of a vector of numbers."""
    return numbers.sum() / len(numbers)


def _by_hand(numbers):
    total = 0.0
    for each in numbers:
        total += each
    return total / len(numbers)


def _divided_in_the_loop(numbers):
    total = 0.0
    for each in numbers:
        total = (total + each) / len(numbers)
    return total


def _halved_in_the_loop(numbers):
    middle = numbers[0]
    for each in numbers[1:]:
        middle = (middle + each) / 2
    return middle


MEAN = "numbers.sum() / len(numbers)"

EXERCISE = Exercise(
    lesson="00",
    statement="Return the mean of a vector `numbers`.",
    reference=average,
    properties={
        "adding 1 to every number adds 1 to the mean": "00: "
        "f(numbers=numbers + 1) == answer + 1",
        "the order of the numbers does not matter": "00: "
        "f(numbers=np.roll(numbers, 1)) == answer",
        "twice the numbers have twice the mean": "00: f(numbers=2 * "
        "numbers) == 2 * answer",
    },
    accepted=[np.mean, _by_hand],
    mistakes={
        "/ len(numbers) → ": "Your sum is not divided. The mean "
        "divides it by how many numbers there are.",
        "len(numbers) → (len(numbers) - 1)": "You divided by N − 1. It is the "
        "last index, and belongs to the variance of a sample; a mean divides "
        "by N.",
        "/ → //": "Your mean lost its fraction. `//` and `floor` drop it; `/` "
        "keeps it.",
        f"{MEAN} → np.median(numbers)": "You returned the median, the middle "
        "by size. For evenly spaced numbers it is the mean.",
        (
            f"{MEAN} → np.sort(numbers)[len(numbers) // 2]",
            f"{MEAN} → np.sort(numbers)[(len(numbers) - 1) // 2]",
            f"{MEAN} → numbers[len(numbers) // 2]",
        ): "You returned one of the numbers, the one in the middle. The mean "
        "is made of all of them: it changes when any of them does.",
        "numbers.sum() → (numbers**2).sum()": "You squared the numbers before "
        "you added them. Squares belong to the variance; the mean adds the "
        "numbers as they are.",
        f"{MEAN} → np.sqrt((numbers**2).mean())": "You returned the root of "
        "the mean of the squares. It says how far the numbers are from 0, "
        "whatever their signs; in a mean, 3 and −3 cancel.",
        "numbers.sum() → np.abs(numbers).sum()": "You added the sizes, "
        "without their signs. In a mean, 3 and −3 cancel.",
        f"{MEAN} → (numbers.min() + numbers.max()) / 2": "You returned the "
        "point halfway between the least and the greatest number. For evenly "
        "spaced numbers it is the mean.",
        ("len(numbers) → 2", "len(numbers) → 3"): "You divided by one "
        "number, whatever the number of entries. `len(numbers)` counts them.",
        "numbers.sum() → numbers[0]": "Only the first number was added. The "
        "usual way there is a `return` inside the loop, which ends it in the "
        "first round; it belongs below.",
        "numbers.sum() → numbers[1:].sum()": "You left out the first number, "
        "as `range(1, N)` does. Indices begin with 0.",
        "numbers.sum() → numbers[:-1].sum()": "You left out the last number, "
        "as `range(N - 1)` does. A range already leaves out its end.",
        "len(numbers) → (len(numbers) + 1)": "You divided by N + 1. A count "
        "that runs one ahead does that: at the last number it should be N.",
        "numbers.sum() → numbers[-1]": "Only the last number counts. `total = "
        "n` replaces the sum so far, and so does `total =+ n`; `total += n` "
        "adds to it.",
        "numbers.sum() → (numbers[0] + numbers.sum())": "You added the first "
        "number twice. A sum that starts at `numbers[0]` holds it already "
        "when the loop comes to it; start at 0.",
        "numbers.sum() → numbers": "You divided every number, and not their "
        "sum. The mean is one number: the sum, divided once.",
        f"{MEAN} → numbers.max()": "You returned the largest number. The mean "
        "lies between the smallest and the largest.",
        tuple(
            f"{MEAN} → np.round({MEAN}, {n})" for n in (1, 2, 3, 4)
        ): "You rounded the mean. Return it with all its digits; rounding is "
        "for printing.",
        "numbers.sum() → sum(range(len(numbers)))": "You added the places 0, "
        "1, 2 and so on, not the numbers. In `for i in range(N)` the number "
        "is `numbers[i]`.",
        _divided_in_the_loop: "You divided in every round of the loop. What "
        "was divided before is then divided again: add up first, and divide "
        "once, below the loop.",
        _halved_in_the_loop: "You halved in every round of the loop, as for "
        "two numbers. Then the last number counts for half; all of them "
        "should count alike.",
    },
    hints=[
        "Which two numbers do you need: what is divided, and by what?",
        "`len(numbers)` counts the entries, and an array has a method that "
        "adds them up.",
        "The method is `sum`. Divide what it returns by the count, with one "
        "`/`, which keeps the fraction.",
    ],
    promise={"numbers.ndim": (1,), "numbers.dtype.name": ("float64",)},
    cases=lambda rng: [
        (np.array([2.0, 4.5, 7.0, 1.0]),),
        (rng.normal(3, 2, 7),),
        (rng.normal(0, 5, 3),),
        (rng.normal(-20, 1, 12),),
        Case(rng.normal(500, 9, 6), note="numbers near 500"),
        Case(np.array([0.0, 2.0, 2.0, 5.0]), note="a 0 and two equal numbers"),
        Case(rng.normal(3, 2, 1), note="a single number", rough=True),
        Case(np.array([1.0, -4, 3]), note="a sum of 0", rough=True),
    ],
)
