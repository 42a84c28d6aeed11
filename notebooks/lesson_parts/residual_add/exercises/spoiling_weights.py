"""Refute it: weights of a sublayer after which nothing of x is left."""

import numpy as np

from answer_check.exercise import Exercise
from answer_check.judging.words import joined


def spoiling_weights(d_model):
    """Return W1 and W2 such that x + max(0, x W1) W2 is 0 for every x."""
    one = np.eye(d_model)
    return np.hstack([one, -one]), np.vstack([-one, one])


def _each_feature_twice(d_model):
    W1 = np.zeros((d_model, 2 * d_model))
    W2 = np.zeros((2 * d_model, d_model))
    for i in range(d_model):
        W1[i, 2 * i], W1[i, 2 * i + 1] = 3, -3
        W2[2 * i, i], W2[2 * i + 1, i] = -1 / 3, 1 / 3
    return W1, W2


def _any_directions(d_model):
    turned = np.random.default_rng(1).normal(size=(d_model, d_model))
    back = np.linalg.inv(turned)
    return np.hstack([-turned, turned]), np.vstack([back, -back])


def _weights(first, second):
    """Make an answer whose matrices are made of identities by these signs."""

    def answer(d_model):
        one = np.eye(d_model)
        W1 = np.hstack([sign * one for sign in first])
        return W1, np.vstack([sign * one for sign in second])

    return answer


# What is left of x, and what to say about it; plus is the ReLU.
LEFT = (
    (
        lambda x, plus: x,
        "Your sublayer returns 0, so the output is x as it came in. The "
        "shortcut adds x, and what does nothing does no harm; yours is to "
        "take x away.",
    ),
    (
        lambda x, plus: -plus(-x),
        "Where a feature is positive, nothing of it is left. But a negative "
        "one comes through as it was, because f is 0 there. The ReLU makes "
        "a negative x 0; −x it would let through.",
    ),
    (
        lambda x, plus: plus(x),
        "Where a feature is negative, nothing of it is left. But a positive "
        "one comes through as it was, because f is 0 there. The ReLU makes "
        "−x 0 then; x it would let through.",
    ),
    (
        lambda x, plus: x + abs(x),
        "Your sublayer returns |x|: both halves of x count as positive. One "
        "of them needs the other sign in W2.",
    ),
    (
        lambda x, plus: x - abs(x),
        "Your sublayer returns −|x|: both halves of x count as negative. One "
        "of them needs the other sign in W2.",
    ),
    (
        lambda x, plus: 2 * x,
        "Your sublayer returns x, so the output is 2x. Nothing is lost: half "
        "of 2x is x. f is to have the other sign.",
    ),
    (
        lambda x, plus: x / 2,
        "Your sublayer takes back half of x; the other half still tells all "
        "of it. Smaller is not forgotten. Go all the way.",
    ),
)


def _shapes(W1, W2, d_model):
    """Say which of the shapes does not fit, or return None."""
    said = f"Your matrices have the shapes {W1.shape} and {W2.shape}. "
    if W1.shape == W2.shape[::-1] and W1.shape[1:] == (d_model,) != (len(W1),):
        return (
            f"{said}Each has the shape of the other. W1 needs a row for "
            f"each feature of x: {d_model}. Either they have changed places, "
            "or each is put together the other way: `np.hstack` adds "
            "columns, `np.vstack` rows."
        )
    if W1.ndim != 2 or len(W1) != d_model:
        said += f"W1 needs a row for each feature of x: {d_model}."
        below = W1.ndim == 2 and W1.shape[1] == d_model
        return said + (
            " Its blocks stand one below the other, as `np.concatenate` and "
            "`np.vstack` put them; they belong side by side." * below
        )
    if W2.shape != (W1.shape[1], d_model):
        return (
            f"{said}W2 needs a row for each column of W1, and a column for "
            f"each feature of x: {(W1.shape[1], d_model)}."
        )
    return None


def _idle(W1, W2):
    """Say which hidden units do nothing, if some do."""
    idle = np.flatnonzero(~(W1.any(axis=0) & W2.any(axis=1)))
    if not 0 < len(idle) < len(W2):
        return ""
    these = joined(f"[{k}]" for k in idle[:4]) + " …" * (len(idle) > 4)
    return (
        f" Hidden unit{'s' * (len(idle) > 1)} {these} can add nothing: there "
        "a whole column of W1 or row of W2 is 0."
    )


def _text(numbers):
    rounded = (f"{each + 0:.3g}" for each in np.round(numbers, 9))
    return f"({', '.join(rounded)})".replace("-", "−")


def _through(W1, W2, token, out):
    """Say what W2 makes of what of a token comes through the ReLU."""
    places = np.flatnonzero(token @ W1 > 0)
    if not len(places):
        return "No column of W1 lets this token through the ReLU."
    these = joined(f"[{k}]" for k in places[:4]) + " …" * (len(places) > 4)
    several = len(places) > 1
    said = (
        f"There the ReLU lets {these} of x W1 through. Row{'s' * several} "
        f"{these} of W2 must make {_text(-token)} of that, and "
        f"make{'s' * (not several)} {_text(out - token)}."
    )
    alone = np.r_[np.count_nonzero(W1, 0), np.count_nonzero(W2, 1)].max() < 2
    if alone and np.abs(out[token == 0]).max(initial=0) > 1e-9:
        return f"{said} Does row k of W2 suit column k of W1, for every k?"
    if out @ token < 0:
        return f"{said} That takes off more than was there."
    if (out - token) @ token > 0:
        turned = np.allclose(out, 2 * token)
        return f"{said} That adds to x.{' Is a sign turned?' * turned}"
    return said


def _why_not(answer, d_model):
    """Say what of x is left, or return None."""
    W1, W2 = (np.asarray(each, dtype=float) for each in answer)
    said = _shapes(W1, W2, d_model)
    if said:
        return said
    one = np.eye(d_model)
    x = np.random.default_rng(d_model).normal(0, 2, (9, d_model))
    x = np.concatenate([np.hstack([one, -one]).reshape(-1, d_model), x, -x])

    def plus(m):
        return np.maximum(m, 0)

    y = x + plus(x @ W1) @ W2
    if np.abs(y).max() < 1e-9:
        return None
    for left, message in LEFT:
        if np.allclose(y, left(x, plus)):
            return message + _idle(W1, W2)
    t = np.argmax(np.abs(y).max(axis=1) > 1e-9)
    token, out = x[t], y[t]
    said = f"The token {_text(token)} comes out as {_text(out)}, not as 0. "
    if np.allclose(out, token):
        said += "Your f is 0 there; to leave 0, f(x) must be −x. "
    if W1.shape[1] < 2 * d_model:
        return (
            f"{said}{W1.shape[1]} is too few columns for W1, and no W2 makes "
            "up for that: each column is cut off on one side, and every "
            "feature has two sides."
        )
    if np.allclose(W1 @ W2, -one):
        return (
            f"{said}Without the ReLU your weights would do, since W1 W2 is "
            f"−I. But here x W1 is {_text(token @ W1)}, and the ReLU makes "
            "what is negative 0 before W2 gets it."
        )
    hidden = plus(x @ W1)
    best = hidden @ np.linalg.lstsq(hidden, -x)[0]
    if np.linalg.matrix_rank(W1) < d_model:
        return (
            f"{said}There are tokens that differ, and have the same x W1: no "
            "W2 can tell them apart."
        )
    if np.abs(x + best).max() > 1e-6:
        return (
            f"{said}With your W1 no W2 is right for every token. Where the "
            "ReLU cuts a column off, f bends; one that points just the other "
            "way can unbend it."
        )
    return said + _through(W1, W2, token, out)


EXERCISE = Exercise(
    lesson="04",
    statement="Refute it: whatever the sublayer has learned, the output x + "
    "f(x) is at least as good as x. Take a sublayer as Transformers have it, "
    "`f(x) = np.maximum(0, x @ W1) @ W2`, for tokens of `d_model` features. "
    "Return `W1` and `W2` such that x + f(x) is 0 for every x. W1 may have "
    "as many columns as you like; W2 has as many rows.",
    reference=spoiling_weights,
    outputs=("W1", "W2"),
    why_not=_why_not,
    accepted=[_each_feature_twice, _any_directions],
    mistakes=[
        _weights([1], [0]),
        _weights([1], [-1]),
        _weights([-1], [1]),
        _weights([1, -1], [1, 1]),
        _weights([1, -1], [-1, -1]),
        _weights([1, -1], [1, -1]),
        _weights([1, -1], [-0.5, 0.5]),
        lambda d_model: (np.ones((d_model, 1)), -np.ones((1, d_model))),
        lambda d_model: (np.eye(d_model), -np.eye(d_model + 1)),
    ],
    hints=[
        "f must return −x. If x is positive, max(0, x) is x. And if x is "
        "negative, what is max(0, −x)?",
        "So x = max(0, x) − max(0, −x) for every number x, with two units "
        "for one feature.",
        "W1 holds the identity and its negative side by side, as "
        "`np.hstack([A, B])` puts two matrices. W2 holds the two signs that "
        "make −x of the two halves, one above the other: `np.vstack`.",
    ],
    cases=lambda rng: [(3,), (1,), (6,)],
)
