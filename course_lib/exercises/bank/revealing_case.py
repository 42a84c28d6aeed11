"""Design a case for a gradient check on which no wrong backward passes."""

import numpy as np

from course_lib.evidence.wrong_backwards import SLIPS, passes_by_value
from course_lib.exercises.exercise import Exercise, Mistake

STARTER = '''\
def revealing_case():
    """Return x, gamma, beta, dy that no wrong backward survives."""
    raise NotImplementedError
'''

EPS = 1e-12


def revealing_case():
    rng = np.random.default_rng(0)
    x, dy = rng.normal(size=(2, 2, 3, 4))
    gamma, beta = rng.normal(size=(2, 4))
    return x, gamma, beta, dy


def _by_hand():
    x = np.array([[[1, 2, 4], [0, 3, -1]], [[2, 0, 1], [5, 1, 2]]])
    dy = np.array([[[1, -1, 3], [2, 0, -2]], [[1, 1, 0], [0, 4, 1]]])
    return x, np.array([1.0, 2.0, 3.0]), np.array([0.1, 0.2, 0.3]), dy


def _sum_loss_with_uneven_gamma():
    x = np.arange(16.0).reshape(2, 2, 4) ** 2
    gamma = np.array([0.5, 2.0, -1.0, 3.0])
    return x, gamma, np.ones(4), np.ones((2, 2, 4))


def _verdict(answer):
    x, gamma, beta, dy = answer
    if np.ndim(x) < 2 or np.shape(dy) != np.shape(x):
        return (
            "x and dy must have one shape, (..., num_tokens, d_model); yours "
            f"have "
            f"{np.shape(x)} and {np.shape(dy)}."
        )
    if not np.shape(gamma) == np.shape(beta) == np.shape(x)[-1:]:
        return (
            f"gamma and beta must have shape {np.shape(x)[-1:]}; yours have "
            f"{np.shape(gamma)} and {np.shape(beta)}."
        )
    passing = [
        slip
        for slip in SLIPS
        if passes_by_value(slip, x, gamma, beta, dy, EPS)
    ]
    if not passing:
        return None
    return (
        f"{len(passing)} of the {len(SLIPS)} wrong backwards still "
        f"{'passes' if len(passing) == 1 else 'pass'} on your case: "
        + "; ".join(passing)
        + "."
    )


def _fault(answer):
    """Name what is poor about a case; the first that holds."""
    x, gamma, _, dy = (np.asarray(each) for each in answer)
    if not dy.any():
        return "no gradient"
    if x.shape[-1] == 1:
        return "one feature"
    if x.shape[-1] == 2:
        return "two features"
    if x.size == x.shape[-1]:
        return "one token"
    if not np.ptp(x, axis=-1).any():
        return "constant rows"
    if not gamma.any():
        return "gamma 0"
    if np.ptp(gamma) == 0 and not np.ptp(dy, axis=-1).any():
        return "sum loss"
    if (gamma == 1).all():
        return "gamma 1"
    if x.ndim == 2:
        return "two axes"
    return ""


def poor(fault):
    """Make a case with one fault."""
    rng = np.random.default_rng(1)
    shapes = {
        "one feature": (3, 1),
        "two features": (3, 2),
        "one token": (1, 4),
    }
    shape = shapes.get(fault, (3, 4))
    x, dy = rng.normal(size=(2, *shape))
    gamma, beta = rng.normal(size=(2, shape[1]))
    if fault == "constant rows":
        x[:] = x[:, :1]
    if fault == "no gradient":
        dy[:] = 0
    if fault == "sum loss":
        dy[:] = 1
    if fault in ("sum loss", "gamma 1"):
        gamma[:], beta[:] = 1, 0
    if fault == "gamma 0":
        gamma[:] = 0
    return x, gamma, beta, dy


def _mistake(fault, message, why):
    return Mistake(
        lambda: poor(fault), message, why, lambda case: _fault(case) == fault
    )


EXERCISE = Exercise(
    name="revealing_case",
    lesson="03",
    statement="Design the case. A careless check compares the gradients of a "
    "layer with the true ones by value, within 1e-6, and never looks at "
    "shapes; ε is 1e-12. Return `x` and `dy` of shape (..., num_tokens, "
    "d_model), `gamma` and `beta` of shape (d_model,), such that none of the "
    "seven wrong backwards passes.",
    starter=STARTER,
    reference=revealing_case,
    verdict=_verdict,
    outputs=("x", "gamma", "beta", "dy"),
    accepted=[_by_hand, _sum_loss_with_uneven_gamma],
    mistakes=[
        _mistake(
            "one feature",
            "Your tokens have one feature.",
            "One number is its own mean: x̂ is 0 whatever x was, and so is "
            "the true dx.",
        ),
        _mistake(
            "two features",
            "Your tokens have two features.",
            "Two normalized numbers are 1 and −1 whatever x was, so the true "
            "dx is 0, and a dx of zeros is right.",
        ),
        _mistake(
            "one token",
            "You have one token.",
            "A sum over one token is that token: forgetting the sum changes "
            "the shape, and no value.",
        ),
        _mistake(
            "two axes",
            "Your x has two axes.",
            "A sum over the first axis is then the sum over all tokens. A "
            "batch of sentences has a third axis, and there it is not.",
        ),
        _mistake(
            "sum loss",
            "Your γ and your dy are the same for every feature.",
            "Layers start with γ = 1, and loss = y.sum() is quick to write. "
            "But the sum of x̂ is 0 whatever x is, so the true dx is 0.",
        ),
        _mistake(
            "gamma 1",
            "You kept γ = 1.",
            "It is how layers start. Multiplying by 1 cannot be missed.",
        ),
        _mistake(
            "gamma 0",
            "You set γ to 0.",
            "Then y does not depend on x, and the true dx is 0.",
        ),
        _mistake(
            "no gradient",
            "Your dy is 0 everywhere.",
            "Every gradient is dy times something: 0 for right and wrong.",
        ),
        _mistake(
            "constant rows",
            "All features of your tokens are equal.",
            "Then x̂ is 0, and every term with x̂ vanishes, right or wrong.",
        ),
    ],
    hints=[
        "Go through the seven slips. For each: which numbers would make it "
        "right by accident?",
        "Nothing special may stay: no γ = 1, no dy = 1, more than two "
        "features, more than one token, more than two axes.",
        "`rng = np.random.default_rng(0)`, then `rng.normal(size=(2, 3, 4))` "
        "for x and for dy, `rng.normal(size=4)` for gamma and for beta.",
    ],
)
