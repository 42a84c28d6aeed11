"""The norms' proofs: they hold, wrong claims do not, numbers agree."""

import numpy as np
import pytest
import sympy as sp

from course_lib.evidence import complex_step, textbook
from lesson_parts.layernorm import eps_outside
from lesson_parts.layernorm.symbols import Row
from lesson_parts.layernorm_jacobian import every_n, geometry
from lesson_parts.layernorm_jacobian import proofs as jacobian
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


@pytest.mark.parametrize(
    "prove", [jacobian.prove_document_matrix, eps_outside.prove_eps_outside]
)
def test_holds_at_another_size(prove):
    proof = prove(2)
    assert proof, proof
    assert "N = 2" in proof.title
    assert proof.verdict.startswith("Proved in ")


# --- What is proved is what NumPy computes ----------------------------------


def test_one_size_in_numbers(n=3):
    row, x = Row(n), np.random.default_rng(n).standard_normal(n)
    expected = true_jacobian(x)
    for form in (row.normalized.jacobian(row.x), jacobian.entry_form(row)):
        np.testing.assert_allclose(at(row, form, x), expected, atol=1e-14)
    s = np.sqrt(x.var() + EPS)
    document = at(row, jacobian.document_matrix(row), x)
    np.testing.assert_allclose(document, n * s * expected, atol=1e-13)

    def outside(x, eps):
        away = x - x.mean()
        return away / (np.sqrt((away**2).mean()) + eps)

    row = Row(n, eps_inside=False)
    found = at(row, eps_outside.outside_form(row), x)
    np.testing.assert_allclose(found, true_jacobian(x, outside), atol=1e-13)


# --- Wrong claims are refuted -----------------------------------------------


def test_printed_entries_differ_by_one_less_one_over_the_variance():
    """F1: the document's entries are right only where s = 1."""
    proof = jacobian.prove_document_matrix(3, claim=jacobian.printed_entries)
    assert not proof
    off = 1 - 1 / Row(3).s ** 2
    difference = proof["printed entries"].difference
    assert difference == off * (sp.ones(3, 3) - sp.eye(3))
    assert proof["all 9 entries"]
    assert "printed - right = 1 - 1/s**2" in repr(proof)
    assert proof.verdict == "Refuted at step 2: printed entries."
    text = proof._repr_markdown_()
    assert r"printed - right = $1 - \frac{1}{s^{2}}$)" in text


def test_printed_entries_in_the_documents_own_numbers():
    x, row = np.array([0.6, 2.3, 1.2, 2.7]), Row(4)
    printed = at(row, jacobian.printed_entries(row), x, 0) / (4 * x.std())
    error = abs(printed - true_jacobian(x, eps=0)).max()
    assert error == pytest.approx(0.125, abs=5e-4)


def test_a_long_remainder_is_shown_as_a_number():
    """The form for ε inside the root is wrong where it stands outside."""

    def inside_form(row):
        return jacobian.document_matrix(row) / (row.n * (row.s + row.eps))

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
    for proves in (geometry, rms_norm):
        assert not proves.prove_eigenvectors({"x_hat": sp.S.Zero})
