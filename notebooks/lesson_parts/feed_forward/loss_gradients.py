"""The gradient of the softmax cross entropy, proved at a small size."""

import sympy as sp

from course_lib.evidence.proof import Proof, slopes, step, symbols

ROWS, COLUMNS = 2, 3


def softmax(logits):
    """Return exp(logits) / Σ exp(logits), row by row."""
    e = logits.applyfunc(sp.exp)
    return sp.Matrix(ROWS, COLUMNS, lambda t, i: e[t, i] / sum(e.row(t)))


def prove_softmax_cross_entropy(claim=lambda p, target: (p - target) / ROWS):
    """Prove dlogits = (softmax(logits) - target) / rows.

    The target's rows sum to 1: without that the formula does not hold, so
    the last of each row is written as 1 minus the others.
    """
    logits, target = symbols("Y", ROWS, COLUMNS), symbols("T", ROWS, COLUMNS)
    for t in range(ROWS):
        target[t, COLUMNS - 1] = 1 - sum(target[t, : COLUMNS - 1])
    p = softmax(logits)
    loss = -sum(target.multiply_elementwise(p.applyfunc(sp.log))) / ROWS
    formula = (
        r"L = -\frac{1}{m} \sum_{ti} T_{ti} \ln p_{ti}, \quad "
        r"p = \mathrm{softmax}(Y), \quad "
        r"\frac{\partial L}{\partial Y} = \frac{p - T}{m}"
    )
    return Proof(
        "Gradient of the softmax cross entropy",
        (
            step(
                "dlogits",
                formula,
                slopes(loss, logits),
                claim(p, target),
                lambda e: sp.cancel(sp.together(e)),
            ),
        ),
    )
