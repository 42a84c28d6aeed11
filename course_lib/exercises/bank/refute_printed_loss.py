"""The printed cross entropy: a better output has a larger loss."""

import numpy as np

from course_lib.exercises.exercise import Exercise, Mistake

TARGET = np.array([0.1, 0.7, 0.2])

STARTER = '''\
def refute_printed_loss():
    """Return two outputs, worse and better, for target [0.1, 0.7, 0.2].

    Both are probabilities: positive, with sum 1. The better one gives more
    to the second entry, where the target is 0.7. The printed loss,
    sum(target * ln y) / 3, must be larger for the better one.
    """
    raise NotImplementedError
'''


def refute_printed_loss():
    worse = np.array([0.4, 0.2, 0.4])
    better = np.array([0.1, 0.7, 0.2])
    return worse, better


def _half():
    return np.array([0.25, 0.5, 0.25]), np.array([0.15, 0.6, 0.25])


def _even():
    return np.full(3, 1 / 3), np.array([0.1, 0.75, 0.15])


def printed_loss(y):
    """Return the loss as the document prints it, without a minus sign."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return float((TARGET * np.log(y)).sum() / 3)


def _fits(answer):
    return all(y.shape == (3,) and (y > 0).all() for y in answer)


def _sums_to_one(answer):
    return all(abs(y.sum() - 1) < 1e-6 for y in answer)


def _gives_more(answer):
    worse, better = answer
    return better[1] > worse[1]


def _not_negative(answer):
    return all(y.shape == (3,) and (y >= 0).all() for y in answer)


def _overshoots(answer):
    """Whether the second entry is too large, however the rest is shared."""
    worse, better = answer
    rest = (1 - better[1]) / (TARGET[0] + TARGET[2])
    best = np.array([rest * TARGET[0], better[1], rest * TARGET[2]])
    return printed_loss(best) <= printed_loss(worse)


def _problem(answer):
    if not all(y.shape == (3,) for y in answer):
        return "Both outputs need three entries, one for each of the target."
    if not _fits(answer):
        return (
            "All entries must be positive: ln 0 is −∞, and a negative number "
            "has no ln."
        )
    if not _sums_to_one(answer):
        return "The entries of each output must sum to 1."
    if not _gives_more(answer):
        return "The better output must give more to the second entry."
    worse, better = map(printed_loss, answer)
    if not better > worse:
        return (
            f"The printed loss is {worse:.3f} for the worse output and "
            f"{better:.3f} for the better one: here it falls. Move the "
            "better one closer to the target."
        )
    return None


EXERCISE = Exercise(
    name="refute_printed_loss",
    lesson="08",
    statement="The document prints the loss as Σ target · ln(y) / (m n), "
    "without a minus sign. Show by an example that descending on it goes the "
    "wrong way: return two outputs, `worse` and `better`, for the target "
    "[0.1, 0.7, 0.2]. Both are positive and sum to 1; the better one gives "
    "more to the second entry, and its printed loss is larger.",
    starter=STARTER,
    reference=refute_printed_loss,
    accepted=[_half, _even],
    outputs=("worse", "better"),
    verdict=_problem,
    mistakes=[
        Mistake(
            lambda: refute_printed_loss()[::-1],
            "You returned the better output first.",
            "The order asked for is worse, then better.",
            when=lambda answer: (
                _fits(answer) and _problem(answer[::-1]) is None
            ),
        ),
        Mistake(
            lambda: (np.array([0.4, 0.2, 0.4]), np.array([0.4, 0.2, 0.4])),
            "The two outputs are the same.",
            "A comparison needs two.",
            when=lambda answer: (
                _fits(answer)
                and _sums_to_one(answer)
                and np.array_equal(*answer)
            ),
        ),
        Mistake(
            lambda: (np.array([0.4, 0.2, 0.4]), np.array([0.0, 1.0, 0.0])),
            "Your better output is 0 but for the second entry, and ln 0 is "
            "−∞.",
            "All the weight on one entry looks best, but the target wants "
            "0.1 and 0.2 of the others as well.",
            when=lambda answer: (
                _not_negative(answer)
                and _sums_to_one(answer)
                and np.array_equal(answer[1], [0, 1, 0])
            ),
        ),
        Mistake(
            lambda: (np.array([1.0, 2.0, 1.0]), np.array([1.0, 9.0, 1.0])),
            "Your outputs are not both probabilities: the entries of each "
            "must sum to 1.",
            "On outputs without bounds this loss can be moved by size alone, "
            "which is another fault of it.",
            when=lambda answer: (
                _not_negative(answer) and not _sums_to_one(answer)
            ),
        ),
        Mistake(
            lambda: (
                np.array([0.2, 0.6, 0.2]),
                np.array([0.005, 0.99, 0.005]),
            ),
            "Your better output overshoots: it is so sure of the second "
            "entry that it is further from the target than the worse one.",
            "More on the largest entry is better only up to 0.7.",
            when=lambda answer: (
                _fits(answer)
                and _sums_to_one(answer)
                and answer[1][1] > answer[0][1]
                and answer[1][1] > 0.7
                and _overshoots(answer)
            ),
        ),
    ],
    hints=[
        "The target itself is the best output there is.",
        "Take the target as `better`, and something flatter as `worse`.",
        "For example [0.4, 0.2, 0.4] and [0.1, 0.7, 0.2].",
    ],
)
