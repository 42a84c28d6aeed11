"""What a class gained from the quiz before the course to the one after it."""

import math
from statistics import NormalDist, mean, stdev

from course_tools.quiz import NAMES, edition, key

SHARE, POWER = 0.95, 0.8


def students(freedom, share=SHARE):
    """Return what Student's t lies within, plus or minus, with this share.

    Outside of ±t lies the incomplete beta function I_x(freedom/2, 1/2) at
    x = freedom / (freedom + t²).
    """
    from mpmath import betainc, findroot  # comes with SymPy

    def too_much(x):
        outside = betainc(freedom / 2, 0.5, 0, x, regularized=True)
        return outside - (1 - share)

    x = float(findroot(too_much, (0, 1), solver="bisect", tol=1e-24))
    return math.sqrt(freedom * (1 - x) / x)


def learners_needed(gain, spread):
    """Return how many learners show a mean gain, with a power of 0.8.

    The usual formula for a paired t-test at 5 %, two-sided, with Guenther's
    correction: n = (z₀.₉₇₅ + z₀.₈)² · spread² / gain² + z₀.₉₇₅² / 2.

    Parameters
    ----------
    gain : float
        The mean gain that is to be seen, in questions.
    spread : float
        The standard deviation of the learners' gains.
    """
    normal = NormalDist().inv_cdf
    both = normal((1 + SHARE) / 2) + normal(POWER)
    correction = normal((1 + SHARE) / 2) ** 2 / 2
    return max(2, math.ceil((both * spread / gain) ** 2 + correction))


def answers_of(learners):
    """Return each learner's letters before and after, and why some lack.

    Returns
    -------
    list of (str, str)
        Those who answered both quizzes of this edition.
    list of str
        A sentence for each reason why others do not count.
    """
    now, both, one, other = [*map(edition, NAMES)], [], 0, 0
    for journal in learners:
        given = [journal.quiz.get(name) for name in NAMES]
        if all(given):
            if [each[2] for each in given] == now:
                both.append((given[0][1], given[1][1]))
            else:
                other += 1
        else:
            one += any(given)
    told = {
        f"{one} answered only one of the two quizzes": one,
        f"{other} answered quizzes of another edition of the course": other,
    }
    return both, [f"{said}; not counted." for said, n in told.items() if n]


def lines(learners, size):
    """Say what a class gained, in lines of text; none without a quiz.

    Parameters
    ----------
    learners : list of Journal
    size : float
        The gain, in questions, for which the number of learners is told.
    """
    both, told = answers_of(learners)
    if not both:
        return told
    keys = [key(name) for name in NAMES]
    right = [
        [sum(map(_same, given, each)) for given, each in zip(pair, keys)]
        for pair in both
    ]
    before, after = (mean(scores) for scores in zip(*right))
    gains = [b - a for a, b in right]
    said = [
        f"Both quizzes: {len(both)} learners, {len(keys[0])} questions.",
        f"Right before: {before:.2f}. Right after: {after:.2f}. "
        f"{_interval(gains)}",
        *_how_many(gains, size),
        "What they believe: chosen before, chosen after",
    ]
    for k, (_, _, belief) in enumerate(keys[0]):
        chosen = (
            sum(pair[quiz][k] == keys[quiz][k][1] for pair in both)
            for quiz in (0, 1)
        )
        said.append("{:>6}{:>4}  {}".format(*chosen, belief))
    return [*said, *told]


def _same(letter, answer):
    return letter == answer[0]


def _interval(gains):
    gain = mean(gains)
    if len(gains) < 2:
        return f"Gain: {gain:+.2f}; of one learner there is no interval."
    half = students(len(gains) - 1) * stdev(gains) / math.sqrt(len(gains))
    return (
        f"Gain: {gain:+.2f}, with the 95 % interval {gain - half:+.2f} to "
        f"{gain + half:+.2f} (paired t)."
    )


def _how_many(gains, size):
    """Say how many learners it takes to see a gain of some size."""
    if len(gains) > 1 and (spread := stdev(gains)):
        yield (
            f"To see a mean gain of {size:g} in four classes of five it takes "
            f"{learners_needed(size, spread)} learners, if their gains spread "
            f"by {spread:.2f} as here (paired t-test at 5 %)."
        )
