"""The gradients of the losses, proved at a small size."""

import sympy as sp

from course_lib.proofs.layer_norm_parameters import slopes, symbols
from course_lib.proofs.proof import Proof, step

ROWS, COLUMNS = 2, 3


def positive(name):
    """Return a matrix of positive symbols."""
    return symbols(name, ROWS, COLUMNS).applyfunc(
        lambda v: sp.Symbol(v.name, positive=True)
    )


def prove_squared_error(claim=lambda y, target: 2 * (y - target) / len(y)):
    """Prove dY = 2 (Y - target) / (mn) for L = mean of (Y - target)²."""
    y, target = symbols("Y", ROWS, COLUMNS), symbols("T", ROWS, COLUMNS)
    loss = sum((y - target).applyfunc(lambda d: d**2)) / len(y)
    formula = (
        r"L = \frac{1}{mn} \sum_{ij} (Y_{ij} - T_{ij})^2, \quad "
        r"\frac{\partial L}{\partial Y} = \frac{2 (Y - T)}{mn}"
    )
    return Proof(
        "Gradient of the squared error",
        (step("dY", formula, slopes(loss, y), claim(y, target)),),
    )


def softmax(logits):
    """Return exp(logits) / Σ exp(logits), row by row."""
    e = logits.applyfunc(sp.exp)
    return sp.Matrix(ROWS, COLUMNS, lambda t, i: e[t, i] / sum(e.row(t)))


def prove_softmax_cross_entropy(
    claim=lambda p, target: (p - target) / ROWS,
):
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


def prove_cross_entropy(
    claim=lambda y, target: -ratio(target, y) / len(y), sign=-1
):
    """Prove dY = -T / (mn Y) for L = -Σ T ln Y / (mn), Y > 0.

    With ``sign=1`` it is the loss that the document prints, without its
    minus; the claim then fails, and a step down that loss's own gradient,
    T / (mn Y), makes the outputs that should grow smaller.
    """
    y, target = positive("Y"), symbols("T", ROWS, COLUMNS)
    terms = target.multiply_elementwise(y.applyfunc(sp.log))
    loss = sign * sum(terms) / len(y)
    formula = (
        r"L = -\frac{1}{mn} \sum_{ij} T_{ij} \ln Y_{ij}, \quad "
        r"\frac{\partial L}{\partial Y} = -\frac{T}{mn\, Y}"
    )
    return Proof(
        "Gradient of the cross entropy",
        (step("dY", formula, slopes(loss, y), claim(y, target)),),
    )


def ratio(a, b):
    """Return a / b, entry by entry."""
    return a.multiply_elementwise(b.applyfunc(lambda v: 1 / v))
