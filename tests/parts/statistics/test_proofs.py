"""The two proofs of lessons 01 and 02, against numbers and wrong forms."""

import numpy as np
import pytest
import sympy as sp

from parts.statistics import proofs


def at(expression, x, mean):
    """Put numbers into a formula with Σ over x[1] … x[N]."""
    summed = expression.subs(proofs.N, len(x)).doit()
    base = sp.IndexedBase("x")
    numbers = {base[n]: value for n, value in enumerate(x, start=1)}
    return float(summed.subs(numbers | {sp.Symbol("mu", real=True): mean}))


@pytest.mark.parametrize("x", [[2, 4, 6, 8, 10], [1, 1], [-3, 0, 5, 7]])
def test_both_sides_are_numpys_variance(x):
    equation, difference = proofs.variance_two_ways()
    assert difference == 0
    for side in (equation.lhs, equation.rhs):
        assert at(side, x, sp.Rational(sum(x), len(x))) == pytest.approx(
            np.var(x)
        )


def test_another_claim_about_the_variance_fails():
    _, difference = proofs.variance_two_ways(sign=1)
    assert difference == -2 * sp.Symbol("mu", real=True) ** 2


def test_centring_twice_is_centring_once():
    assert proofs.centring_twice()[1] == 0


@pytest.mark.parametrize("n", [2, 5])
def test_the_entries_are_those_of_the_matrix(n):
    centring = np.eye(n) - np.full((n, n), 1 / n)
    equation, _ = proofs.centring_twice()
    for row in range(n):
        for column in range(n):
            place = {proofs.i: row + 1, proofs.j: column + 1, proofs.N: n}
            for side in (equation.lhs, equation.rhs):
                entry = float(side.subs(place).doit())
                assert entry == pytest.approx(centring[row, column])


def test_another_matrix_is_no_projection(monkeypatch):
    def entry(row, column):
        return sp.KroneckerDelta(row, column, (1, proofs.N)) - 2 / proofs.N

    monkeypatch.setattr(proofs, "centring_matrix_entry", entry)
    assert proofs.centring_twice()[1] != 0
