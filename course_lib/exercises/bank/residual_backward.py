"""The gradient at the input of y = x + f(x), where x is used elsewhere too."""

from functools import partial

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def residual_backward(dy, W, dx_so_far):
    """Return the gradient at x, where y = x + x @ W."""
    raise NotImplementedError
'''


def residual_backward(dy, W, dx_so_far):
    return dx_so_far + dy + dy @ W.T


def _one_matrix(dy, W, dx_so_far):
    return dx_so_far + dy @ (np.eye(len(W), dtype=W.dtype) + W).T


def _accumulated(dy, W, dx_so_far):
    dx = dx_so_far.copy()
    dx += dy
    dx += np.einsum("...i,ji->...j", dy, W)
    return dx


def wrong(dy, W, dx_so_far, *, shortcut=1, sublayer=1, turned=True, kept=1):
    """Add up the gradient at x with one switch for every listed mistake."""
    through = dy @ (W.T if turned else W)
    return kept * dx_so_far + shortcut * dy + sublayer * through


def _averaged(dy, W, dx_so_far):
    return dx_so_far + (dy + dy @ W.T) / 2


def _multiplied(dy, W, dx_so_far):
    return dx_so_far + dy * (dy @ W.T)


def _one_in_every_entry(dy, W, dx_so_far):
    return dx_so_far + dy @ (1 + W.T)


def _arrived_through_the_sublayer(dy, W, dx_so_far):
    return dy + (dx_so_far + dy) @ W.T


def _arrived_through_both(dy, W, dx_so_far):
    total = dx_so_far + dy
    return total + total @ W.T


def _cases(rng):
    def args(*shape, dtype=float):
        d_model = shape[-1]
        dy = rng.normal(size=shape).astype(dtype)
        W = rng.normal(size=(d_model, d_model)).astype(dtype)
        return dy, W, rng.normal(size=shape).astype(dtype)

    fixed = args(2, 4)
    for each in fixed:
        each.setflags(write=False)
    return [
        Case(*args(1, 3)),
        Case(*args(3, 4)),
        Case(*args(2, 3, 4), note="a 3-D input"),
        Case(*fixed, note="read-only arrays"),
        Case(*args(3, 5, dtype=np.float32), note="float32"),
    ]


EXERCISE = Exercise(
    name="residual_backward",
    lesson="04",
    statement="The sublayer is `f(x) = x @ W`, and `y = x + f(x)`. Given "
    "`dy`, the gradient at y, return the gradient at x. x is used elsewhere "
    "too: `dx_so_far` has already arrived from there. Return a new array and "
    "leave `dx_so_far` as it was.",
    starter=STARTER,
    reference=residual_backward,
    accepted=[_one_matrix, _accumulated],
    mistakes=[
        Mistake(
            partial(wrong, shortcut=0),
            "You left out the gradient of the shortcut.",
            "x is plain to see in y = x + f(x), and has no weights to train, "
            "but its slope is 1, not 0.",
        ),
        Mistake(
            partial(wrong, sublayer=0),
            "You left out the gradient that comes through the sublayer.",
            "A sum hands dy to both of its terms; the second one still has "
            "to go back through W.",
        ),
        Mistake(
            partial(wrong, kept=0),
            "You overwrote what had arrived before.",
            "x = ... replaces, where gradients of several uses add up. "
            "Nothing shows as long as dx_so_far is 0.",
        ),
        Mistake(
            partial(wrong, shortcut=2),
            "You counted the shortcut twice.",
            "dy is handed to both terms, but only one of them is x itself.",
        ),
        Mistake(
            partial(wrong, turned=False),
            "You multiplied by W, not by its transpose.",
            "Forward goes x @ W; a gradient goes back through W.T. With a "
            "symmetric W nothing shows.",
        ),
        Mistake(
            _averaged,
            "You averaged the two branches.",
            "It keeps the size of the gradient calm, but slopes of a sum "
            "add up; nothing is halved.",
        ),
        Mistake(
            _multiplied,
            "You multiplied the two branches.",
            "Slopes multiply along one path. Side by side, paths add up.",
        ),
        Mistake(
            _one_in_every_entry,
            "You added 1 to every entry of W.T.",
            "For one number the slope is 1 + f′; for vectors the 1 becomes "
            "the identity, with ones on its diagonal alone.",
        ),
        Mistake(
            _arrived_through_both,
            "You sent dx_so_far through the sublayer as well.",
            "It has arrived at x already; only dy comes from y.",
        ),
        Mistake(
            _arrived_through_the_sublayer,
            "You sent dx_so_far through the sublayer instead of adding it.",
            "It has arrived at x already; only dy comes from y.",
        ),
    ],
    hints=[
        "Three gradients meet at x. Which ones?",
        "Along the shortcut, dy arrives as it is. Through f it arrives as "
        "`dy @ W.T`.",
        "Add all three: `dx_so_far`, `dy` and `dy @ W.T`.",
    ],
    cases=_cases,
)
