"""Refute it: a sublayer after which x + f(x) has forgotten x."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def spoiling_sublayer(x):
    """Return f(x) such that x + f(x) no longer depends on x."""
    raise NotImplementedError
'''


def spoiling_sublayer(x):
    return -x


def _to_a_constant(x):
    return np.full_like(x, 7.0) - x


def _by_a_matrix(x):
    return x @ -np.eye(x.shape[-1])


def _zero(x):
    return np.zeros_like(x)


def _same(x):
    return np.array(x)


def _twice_back(x):
    return -2 * x


def _half_back(x):
    return -x / 2


def _minus_the_mean(x):
    return np.broadcast_to(-x.mean(axis=-1, keepdims=True), x.shape)


def _far_off(x):
    return np.full(x.shape, 1e6)


def _norm_back(x):
    mean, std = x.mean(-1, keepdims=True), x.std(-1, keepdims=True)
    return -(x - mean) / std


def _adds_the_same(answer, x):
    """Whether it does, also where x is lost beside it by rounding."""
    same = np.shape(answer) == x.shape and not np.ptp(answer, axis=0).any()
    return same and np.any(answer)


_outputs = {}  # of this check: x + f(x) by the shape of x


def _verdict(answer, x):
    answer = np.asarray(answer, dtype=float)
    if answer.shape != x.shape:
        return (
            f"A sublayer returns the shape of x, {x.shape}; yours returned "
            f"{answer.shape}."
        )
    if _adds_the_same(answer, x):
        return "The same is added to every token, so x is still there."
    y = x + answer
    if not np.isfinite(y).all():
        return "The output must be finite numbers."
    off = 1e-9 * np.abs(x).max()
    apart = np.abs(y - y[0]).max()
    if apart > off:
        return (
            "The tokens do not come out the same: x + f(x) differs by up to "
            f"{apart:.3g} between them."
        )
    before = _outputs.setdefault(x.shape, y)
    if np.abs(y - before).max() > off:
        return (
            "All tokens come out the same, but another x gives another "
            f"output{_what_is_left(y[0], x)}."
        )
    return None


def _what_is_left(row, x):
    """Say what of x the tokens have become, if it is known."""
    made = {
        "the mean of the tokens": x.mean(axis=0),
        "the median of the tokens": np.median(x, axis=0),
        "the sum of the tokens": x.sum(axis=0),
        "the largest number of each feature": x.max(axis=0),
        "the smallest number of each feature": x.min(axis=0),
        "the mean of all numbers": x.mean(),
        "the largest of all numbers": x.max(),
        "the smallest of all numbers": x.min(),
        "the sum of all numbers": x.sum(),
    } | {f"token {t}": token for t, token in enumerate(x)}
    for name, each in made.items():
        if np.allclose(row, each, rtol=1e-9):
            return f": {name} is left"
    return "; one and the same is asked for every x"


def _cases(rng):
    _outputs.clear()
    small, large = (3, 4), (4, 6)
    return [
        Case(rng.normal(size=small)),
        Case(rng.normal(size=small)),
        Case(rng.normal(1, 2, size=large), note="four tokens"),
        Case(rng.normal(1, 2, size=large), note="four tokens"),
    ]


def _equals(function):
    def when(answer, x):
        return np.shape(answer) == x.shape and np.allclose(answer, function(x))

    return when


EXERCISE = Exercise(
    name="spoiling_sublayer",
    lesson="04",
    statement="Refute it: whatever the sublayer does, the output x + f(x) is "
    "at least as good as x. Write a sublayer f after which nothing of x is "
    "left: all tokens of `x`, shape (num_tokens, d_model), come out of "
    "x + f(x) the same, for every x.",
    starter=STARTER,
    reference=spoiling_sublayer,
    verdict=_verdict,
    accepted=[_to_a_constant, _by_a_matrix],
    mistakes=[
        Mistake(
            _zero,
            "Your sublayer returns 0, so the output is x as it came in.",
            "This is the one case for which the sentence is true: a sublayer "
            "that does nothing does no harm.",
            _equals(_zero),
        ),
        Mistake(
            _same,
            "Your sublayer returns x, so the output is 2x.",
            "It looks useless, but half of 2x is x: nothing is lost.",
            _equals(_same),
        ),
        Mistake(
            _twice_back,
            "Your sublayer returns −2x, so the output is −x.",
            "Every sign is wrong, but nothing is lost: −x tells all of x.",
            _equals(_twice_back),
        ),
        Mistake(
            _half_back,
            "Your sublayer takes back half of x; the other half still tells "
            "all of it.",
            "Smaller is not forgotten. Go all the way.",
            _equals(_half_back),
        ),
        Mistake(
            _minus_the_mean,
            "Your sublayer takes away the mean, so only the mean is lost.",
            "That is what centring does; the deviations are all there.",
            _equals(_minus_the_mean),
        ),
        Mistake(
            _far_off,
            "Your sublayer adds the same to every token.",
            "However large it is, the next layer can subtract it again. That "
            "rounding loses x beside a huge number does not count.",
            _adds_the_same,
        ),
        Mistake(
            _norm_back,
            "Your sublayer takes away the normalized token, so its mean and "
            "some of its spread are left.",
            "Subtract x itself.",
            _equals(_norm_back),
        ),
    ],
    hints=[
        "The output is a sum of x and what you return. What must you return "
        "for the sum to be 0?",
        "Any fixed output will do: x + f(x) = c for every x. Solve for f(x).",
        "f(x) = c − x. Choose c = 0.",
    ],
    cases=_cases,
)
