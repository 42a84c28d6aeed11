"""A counterexample to a Jacobian in print: its bracket is misplaced."""

import numpy as np

from course_lib.exercises.exercise import Exercise, Mistake

AMOUNT = 0.5

STARTER = '''\
def refute_printed_jacobian():
    """Return a vector x on which the printed form is far off."""
    raise NotImplementedError
'''


def refute_printed_jacobian():
    return np.array([0.1, 0.2, 0.4, 0.1])


def _three_close_numbers():
    return [5.0, 5.1, 5.2]


def _an_alternating_row():
    return np.array([0.5, -0.5, 0.5, -0.5])


def error(x):
    """Return the largest error of the printed form divided by N·σ."""
    n, var = x.size, x.var()
    deviation = x - x.mean()
    product = np.outer(deviation, deviation)
    right = n * np.eye(n) - 1 - product / var
    printed = np.where(np.eye(n, dtype=bool), right, -(1 + product) / var)
    return abs(printed - right).max() / (n * np.sqrt(var))


def _vector(answer):
    x = np.asarray(answer, dtype=float)
    if isinstance(answer, tuple):
        return None
    usable = x.ndim == 1 and x.size >= 2 and np.isfinite(x).all()
    return x if usable else None


def verdict(answer):
    """Say why x does not refute the printed form, or return None."""
    x = _vector(answer)
    if x is None:
        return "Return one vector: two or more finite numbers in one row."
    if np.ptp(x) == 0:
        return "All entries are equal, so σ is 0 and both forms divide by it."
    if error(x) > AMOUNT:
        return None
    return (
        f"For this x the printed form is off by {error(x):.4f} at most; look "
        f"for an x where it is off by more than {AMOUNT}. Its variance is "
        f"{x.var():.4f}."
    )


def _of_variance(low, high):
    """Recognise a vector by its variance: from low up to high."""

    def when(answer):
        x = _vector(answer)
        return x is not None and low <= x.var() < high

    return when


ONE = 1 - 1e-6, 1 + 1e-6
_of_variance_one = _of_variance(*ONE)


def _of_variance_near_one(answer):
    return _of_variance(0.5, 2)(answer) and not _of_variance_one(answer)


def _constant(answer):
    x = _vector(answer)
    return x is not None and np.ptp(x) == 0


def _standardized():
    return np.array([-1.0, 1.0, -1.0, 1.0])


def _one_to_four():
    return np.array([1.0, 2.0, 3.0, 4.0])


def _all_equal():
    return np.full(4, 2.0)


def _far_apart():
    return np.array([-100.0, 50.0, 200.0, 1000.0])


def _one_number():
    return np.array([0.3])


def _a_matrix():
    return np.array([[0.1, 0.2], [0.4, 0.1]])


def _several_rows(answer):
    return isinstance(answer, np.ndarray) and answer.ndim > 1


def _a_single_number(answer):
    other = isinstance(answer, (bool, tuple))
    return not other and np.ndim(answer) < 2 and np.size(answer) == 1


EXERCISE = Exercise(
    name="refute_printed_jacobian",
    lesson="06",
    statement="Return a vector `x` (two or more numbers) for which the "
    "printed off-diagonal entry, −(1 + (x_i − μ)(x_j − μ))/σ² divided by "
    "N·σ, is off by more than 0.5 from the right one, at ε = 0.",
    starter=STARTER,
    reference=refute_printed_jacobian,
    accepted=[_three_close_numbers, _an_alternating_row],
    verdict=verdict,
    mistakes=[
        Mistake(
            _standardized,
            "Your x has variance 1, and there the two forms are equal.",
            "A standardized vector is the first that comes to mind: dividing "
            "by σ² = 1 hides where the bracket stands.",
            when=_of_variance_one,
        ),
        Mistake(
            _all_equal,
            "All entries of your x are equal: σ is 0, and neither form has "
            "a value.",
            "A constant row is a good test of ε, but this form has no ε.",
            when=_constant,
        ),
        Mistake(
            _one_to_four,
            "Your x has a variance between 0.5 and 2, too near to 1, where "
            "the two forms are equal.",
            "The error is (1 − 1/σ²)/(Nσ), and large only far below σ = 1.",
            when=_of_variance_near_one,
        ),
        Mistake(
            _far_apart,
            "Your x is spread wide: above σ = 1 the error, (1 − 1/σ²)/(Nσ), "
            "is never more than 0.2.",
            "Extreme numbers break most formulas; this one breaks on small "
            "ones.",
            when=_of_variance(2, np.inf),
        ),
        Mistake(
            _one_number,
            "A single number has no off-diagonal entry to be wrong.",
            "It is the smallest input, and smallest inputs are good tests "
            "of other things.",
            when=_a_single_number,
        ),
        Mistake(
            _a_matrix,
            "You returned several rows; one vector is one row.",
            "Layers take many tokens at once; the Jacobian here is that of "
            "one token.",
            when=_several_rows,
        ),
    ],
    hints=[
        "Subtract the right entry from the printed one: what is left does "
        "not depend on i and j.",
        "What is left is 1 − 1/σ², over N·σ. Where is it 0? Where is it "
        "large?",
        "Take numbers close to each other: σ² far below 1.",
    ],
)
