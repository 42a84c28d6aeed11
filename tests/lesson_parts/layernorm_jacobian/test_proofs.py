"""The norms' proofs: they hold, wrong claims do not, numbers agree."""

import numpy as np
import sympy as sp

from course_lib.evidence import complex_step, textbook
from lesson_parts.layernorm import eps_outside
from lesson_parts.layernorm.symbols import Row
from lesson_parts.layernorm_jacobian import every_n
from lesson_parts.todays_layers import rms_norm_proofs as rms_norm

EPS = 0.3


def true_jacobian(x, forward=textbook.layer_norm, eps=EPS):
    """Return ∂x̂/∂x by the complex step."""
    return complex_step(lambda v: forward(v, eps=eps), x)


def at(row, matrix, x, eps=EPS):
    """Put numbers into a matrix in the symbols of a Row."""
    numbers = {**dict(zip(row.x, x)), row.eps: eps}
    spelled = matrix.xreplace(row.meaning).subs(numbers)
    return np.array(spelled, dtype=float)


def test_holds_at_another_size():
    proof = eps_outside.prove_eps_outside(2)
    assert proof, proof
    assert "N = 2" in proof.title
    assert proof.verdict.startswith("Proved in ")


# --- What is proved is what NumPy computes ----------------------------------


def test_one_size_in_numbers(n=3):
    row, x = Row(n), np.random.default_rng(n).standard_normal(n)
    found = at(row, row.normalized.jacobian(row.x), x)
    np.testing.assert_allclose(found, true_jacobian(x), atol=1e-14)

    def outside(x, eps):
        away = x - x.mean()
        return away / (np.sqrt((away**2).mean()) + eps)

    row = Row(n, eps_inside=False)
    found = at(row, eps_outside.outside_form(row), x)
    np.testing.assert_allclose(found, true_jacobian(x, outside), atol=1e-13)


# --- Wrong claims are refuted -----------------------------------------------


def test_a_long_remainder_is_shown_as_a_number():
    """The form for ε inside the root is wrong where it stands outside."""

    def inside_form(row):
        squares = row.x_hat * row.x_hat.T
        matrix = row.n * sp.eye(row.n) - sp.ones(row.n, row.n) - squares
        return matrix / (row.n * (row.s + row.eps))

    proof = eps_outside.prove_eps_outside(3, inside_form)
    assert not proof
    assert "at x = (1, 4, 9), ε = 2" in repr(proof)


def test_wrong_claims_for_every_n_are_refuted():
    v = every_n
    product = v.x_hat[v.i] * v.x_hat[v.j]
    for rest in (-2 * product / v.N / v.s, -1 / v.N / v.s):
        proof = every_n.prove_jacobian(every_n.entry_form() - rest)
        assert proof.verdict == "Refuted at step 5: the fraction."
        assert sp.expand(proof["the fraction"].difference - rest) == 0
    assert not every_n.prove_backward(v.g[v.j] / v.s)
    proof = rms_norm.prove_jacobian(every_n.entry_form())
    assert proof.verdict == "Refuted at step 3: the fraction."
    assert not rms_norm.prove_eigenvectors({"x_hat": sp.S.Zero})
