"""A counterexample to a Jacobian in print: its bracket is misplaced."""

import numpy as np

from answer_check.exercise import Exercise

AMOUNT = 0.5


def refute_printed_jacobian():
    """Return a vector x on which the printed form is far off."""
    return np.array([0.1, 0.2, 0.4, 0.1])


def _error(x):
    """Return the largest error of the printed form divided by N·σ."""
    n, var = x.size, x.var()
    deviation = x - x.mean()
    product = np.outer(deviation, deviation)
    right = n * np.eye(n) - 1 - product / var
    printed = np.where(np.eye(n, dtype=bool), right, -(1 + product) / var)
    return abs(printed - right).max() / (n * np.sqrt(var))


def _why_not(answer):
    """Say why x does not refute the printed form, or return None."""
    x = np.asarray(answer, dtype=float)
    if x.size == 0:
        return "Return one vector: two or more finite numbers in one row."
    if x.ndim > 1:
        return (
            "Your answer has more than one axis; one vector has one. Layers "
            "take many tokens at once; the Jacobian here is that of one. If "
            "these are entries of it, return the x that they belong to."
        )
    if x.size == 1:
        return (
            "A single number has no off-diagonal entry to be wrong. The "
            "smallest input is often a good test, but not here. If yours is "
            "the error, return the x that has it."
        )
    if np.ptp(x) == 0:
        return (
            "All entries of your x are equal: σ is 0, and neither form has a "
            "value. A constant row is a good test of ε, but this form has no "
            "ε."
        )
    if x.var() < 1e-100:
        return (
            "The entries of your x are so close together that the computer "
            "takes their variance for 0. Spread them a little more."
        )
    error, var = _error(x), x.var()
    mean = " The mean of x makes no difference: only x − μ comes in." * bool(
        abs(x.mean()) > 30 * x.std()
    )
    if error > AMOUNT:
        return None
    if abs(var - 1) < 1e-6:
        return (
            "Your x has variance 1, and there the two forms are equal. A "
            "standardized vector is the first that comes to mind: dividing by "
            "σ² = 1 hides where the bracket stands." + mean
        )
    if 0.5 <= var < 2:
        return (
            f"Your x has a variance between 0.5 and 2. At 1 the two forms are "
            f"equal, and with yours their entries are {error:.2g} apart at "
            f"most; more than {AMOUNT} is asked. On which side of 1 does that "
            "grow?" + mean
        )
    if var >= 2:
        return (
            f"Your x has σ = {x.std():.4g}. There 1 − 1/σ² is "
            f"{1 - 1 / var:.3g}, but it is divided by N·σ as well, so the "
            f"printed form is off by {error:.2g}. Above σ = 1 it is never off "
            "by more than 0.2, so try a smaller spread."
        )
    return (
        f"For this x the printed form is off by {error:.4f} at most; more "
        f"than {AMOUNT} is asked. A variance below 1, {var:.4f}, is the right "
        f"side, but every entry is divided by N·σ, and your N is {x.size}. "
        "Fewer numbers or a smaller spread show more."
    )


EXERCISE = Exercise(
    lesson="06",
    statement="Return a vector `x` (two or more numbers) for which the "
    "printed off-diagonal entry, −(1 + (x_i − μ)(x_j − μ))/σ² divided by N·σ, "
    "is off by more than 0.5 from the right one, at ε = 0.",
    reference=refute_printed_jacobian,
    accepted=[
        lambda: [5.0, 5.1, 5.2],
        lambda: np.array([0.5, -0.5, 0.5, -0.5]),
    ],
    why_not=_why_not,
    mistakes=[
        lambda: np.array([-1.0, 1.0, -1.0, 1.0]),
        lambda: np.full(4, 2.0),
        lambda: np.array([1.0, 2.0, 3.0, 4.0]),
        lambda: np.array([-100.0, 50.0, 200.0, 1000.0]),
        lambda: np.array([0.3]),
        lambda: np.array([[0.1, 0.2], [0.4, 0.1]]),
    ],
    hints=[
        "Subtract the right entry from the printed one: what is left does not "
        "depend on i and j.",
        "What is left is 1 − 1/σ², over N·σ. Where is it 0?",
        "On one side of σ = 1 it stays small; on the other it grows without "
        "bound. On which side is 1/σ² the large one?",
    ],
)
