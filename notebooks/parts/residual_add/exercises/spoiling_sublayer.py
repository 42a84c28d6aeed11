"""Refute it: a sublayer after which x + f(x) has forgotten x."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def spoiling_sublayer(x):
    """Return f(x) such that x + f(x) no longer depends on x."""
    return 7.0 - x


SLIPS = {
    lambda x: np.zeros_like(x): "Your sublayer returns 0, so the output is x "
    "as it came in. This is the one case for which the sentence is true: a "
    "sublayer that does nothing does no harm.",
    lambda x: +x: "Your sublayer returns x, so the output is 2x. It looks "
    "useless, but half of 2x is x: nothing is lost.",
    lambda x: -2 * x: "Your sublayer returns −2x, so the output is −x. Every "
    "sign is wrong, but nothing is lost: −x tells all of x.",
    lambda x: -x / 2: "Your sublayer takes back half of x; the other half "
    "still tells all of it. Smaller is not forgotten. Go all the way.",
    lambda x: x * 0 - x.mean(axis=-1, keepdims=True): "Your sublayer takes "
    "away the mean, so only the mean is lost. That is what centring does; "
    "the deviations are all there.",
    lambda x: (x.mean(-1, keepdims=True) - x) / x.std(-1, keepdims=True): (
        "Your sublayer takes away the normalized token, so its mean and some "
        "of its spread are left. Subtract x itself."
    ),
}


def _why_not(answer, x):
    """Say why tokens do not come out alike, or return None."""
    answer = np.asarray(answer, dtype=float)
    if answer.shape != x.shape:
        return (
            f"A sublayer returns the shape of x, {x.shape}; yours returned "
            f"{answer.shape}."
        )
    y = x + answer
    apart = np.abs(y - y[0]).max()
    if answer.any() and not np.ptp(answer, axis=0).any():
        return (
            "Your sublayer adds the same to every token. However large it is, "
            "the next layer can subtract it again. That rounding loses x "
            "beside a huge number does not count."
        )
    for slip, said in SLIPS.items():
        if np.allclose(answer, slip(x)):
            return said
    if apart > 1e-9 * np.abs(x).max():
        return (
            "The tokens do not come out the same: x + f(x) differs by up to "
            f"{apart:.3g} between them."
        )
    return None


def _together(answers, cases):
    """Say what of x is left, where another x gives another output."""
    first = {}  # output by the shape of x
    for answer, case in zip(answers, cases):
        (x,) = case.args
        y = x + answer
        before = first.setdefault(x.shape, y)
        if np.abs(y - before).max() > 1e-9 * np.abs(x).max():
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


EXERCISE = Exercise(
    lesson="04",
    statement="Refute it: whatever the sublayer does, the output x + f(x) is "
    "at least as good as x. Write a sublayer f after which nothing of x is "
    "left: all tokens of `x`, shape (num_tokens, d_model), come out of x + "
    "f(x) as one and the same token, whatever x is. Any fixed token will do.",
    reference=spoiling_sublayer,
    why_not=_why_not,
    together=_together,
    accepted=[lambda x: -x, lambda x: x @ -np.eye(x.shape[-1])],
    mistakes=[*SLIPS, lambda x: np.full(x.shape, 1e6)],
    hints=[
        "The output is a sum of x and what you return. Choose the token that "
        "you want to see, sevens say.",
        "Call it c: x + f(x) = c is to hold for every x.",
        "Solve this equation for f(x). Any c will do, but it may not be made "
        "from x.",
    ],
    cases=lambda rng: [
        Case(rng.normal(size=(3, 4))),
        Case(rng.normal(size=(3, 4))),
        Case(rng.normal(1, 2, (4, 6)), note="four tokens"),
        Case(rng.normal(1, 2, (4, 6)), note="four tokens"),
    ],
)
