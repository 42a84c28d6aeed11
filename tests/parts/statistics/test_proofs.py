"""The proof of lesson 02, against numbers."""

import numpy as np
import pytest
import sympy as sp

from parts.statistics import proofs


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
