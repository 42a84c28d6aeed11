"""The norms' proofs: they hold, wrong claims do not, numbers agree."""

import numpy as np
import pytest
import sympy as sp

from course_lib.evidence import complex_step, textbook
from course_lib.proofs import eps_outside
from course_lib.proofs import layer_norm_every_n as every_n
from course_lib.proofs import layer_norm_geometry as geometry
from course_lib.proofs import layer_norm_jacobian as jacobian
from course_lib.proofs import rms_norm_every_n as rms_norm
from course_lib.proofs.layer_norm_row import Row

EPS = 0.3
AT_ONE_SIZE = (
    jacobian.prove_entry_form,
    jacobian.prove_document_matrix,
    eps_outside.prove_eps_outside,
)
FOR_EVERY_N = (
    every_n.prove_jacobian,
    every_n.prove_backward,
    geometry.prove_eigenvectors,
    rms_norm.prove_jacobian,
    rms_norm.prove_eigenvectors,
)


def true_jacobian(x, forward=textbook.layer_norm, eps=EPS):
    """Return ∂x̂/∂x by the complex step."""
    return complex_step(lambda v: forward(v, eps=eps), x)


def at(row, matrix, x, eps=EPS):
    """Put numbers into a matrix in the symbols of a Row."""
    numbers = {**dict(zip(row.x, x)), row.eps: eps}
    return np.array(row.spell_out(matrix).subs(numbers), dtype=float)


def random_row(n):
    return np.random.default_rng(n).standard_normal(n)


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("prove", AT_ONE_SIZE)
def test_holds_at_a_size(prove, n):
    proof = prove(n)
    assert proof, proof
    assert f"N = {n}" in proof.title
    assert proof.verdict.startswith("Proved in ")


@pytest.mark.parametrize("prove", FOR_EVERY_N)
def test_holds_for_every_n(prove):
    proof = prove()
    assert proof, proof
    assert "every N" in proof.title


# --- What is proved is what NumPy computes ----------------------------------


@pytest.mark.parametrize("n", [2, 4])
def test_jacobian_in_numbers(n):
    row, x = Row(n), random_row(n)
    expected = true_jacobian(x)
    for form in (jacobian.brute_force, jacobian.entry_form):
        np.testing.assert_allclose(at(row, form(row), x), expected, atol=1e-14)
    s = np.sqrt(x.var() + EPS)
    document = at(row, jacobian.document_matrix(row), x)
    np.testing.assert_allclose(document, n * s * expected, atol=1e-13)


@pytest.mark.parametrize("n", [2, 7, 30])
def test_every_n_in_numbers(n):
    x, g = random_row(n), random_row(n + 100)[:n]
    s = np.sqrt(x.var() + EPS)
    x_hat = (x - x.mean()) / s
    expected = true_jacobian(x)
    v = every_n
    symbols = [v.N, v.s, v.x_hat[v.i], v.x_hat[v.j], v.i, v.j]
    entry = sp.lambdify(symbols, v.entry_form())
    found = [
        [entry(n, s, x_hat[a], x_hat[b], a, b) for b in range(n)]
        for a in range(n)
    ]
    np.testing.assert_allclose(found, expected, atol=1e-14)
    symbols = [v.g[v.j], v.mean_g, v.mean_gx, v.x_hat[v.j], v.s]
    line = sp.lambdify(symbols, v.three_lines())
    dx = line(g, g.mean(), (g * x_hat).mean(), x_hat, s)
    np.testing.assert_allclose(dx, g @ expected, atol=1e-13)


@pytest.mark.parametrize("n", [2, 3, 8])
def test_eigenvalues_in_numbers(n):
    x = random_row(n)
    numbers = {every_n.eps: EPS, every_n.s: np.sqrt(x.var() + EPS)}
    one, along, other = (
        float(geometry.EIGENVALUES[name].subs(numbers))
        for name in ("one", "x_hat", "other")
    )
    found = np.linalg.eigvalsh(true_jacobian(x))
    expected = sorted([one, along] + [other] * (n - 2))
    np.testing.assert_allclose(found, expected, atol=1e-13)


@pytest.mark.parametrize("n", [1, 2, 7])
def test_rms_norm_in_numbers(n):
    x, v = random_row(n), rms_norm
    expected = true_jacobian(x, textbook.rms_norm)
    r = np.sqrt((x**2).mean() + EPS)
    symbols = [v.N, v.r, v.x_hat[v.i], v.x_hat[v.j], v.i, v.j]
    entry = sp.lambdify(symbols, v.entry_form())
    found = [
        [entry(n, r, x[a] / r, x[b] / r, a, b) for b in range(n)]
        for a in range(n)
    ]
    np.testing.assert_allclose(found, expected, atol=1e-14)
    along, other = (
        float(v.EIGENVALUES[name].subs({v.eps: EPS, v.r: r}))
        for name in ("x_hat", "other")
    )
    eigenvalues = [along] + [other] * (n - 1)
    found = np.linalg.eigvalsh(expected)
    np.testing.assert_allclose(found, eigenvalues, atol=1e-13)


def test_eps_outside_in_numbers():
    def outside(x, eps):
        away = x - x.mean()
        return away / (np.sqrt((away**2).mean()) + eps)

    row, x, sigma = Row(4), random_row(4), sp.Symbol("sigma")
    numbers = dict(zip(row.x_hat, outside(x, EPS)))
    numbers |= {sigma: x.std(), row.eps: EPS}
    matrix = eps_outside.outside_form(row, sigma)
    found = np.array(matrix.subs(numbers), dtype=float)
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
    assert "left - right = 1 - 1/s**2" in repr(proof)
    assert proof.verdict == "Refuted at step 2: printed entries."
    text = proof._repr_markdown_()
    assert r"left - right = $1 - \frac{1}{s^{2}}$)" in text


def test_printed_entries_in_the_documents_own_numbers():
    x, row = np.array([0.6, 2.3, 1.2, 2.7]), Row(4)
    printed = at(row, jacobian.printed_entries(row), x, 0) / (4 * x.std())
    error = abs(printed - true_jacobian(x, eps=0)).max()
    assert error == pytest.approx(0.125, abs=5e-4)


# The numerator of an entry in N δ, x̂_i x̂_j and N, and powers of N and s.
WRONG = {
    "sign of 1": (lambda d, xx, n: d + 1 - xx, 1, 1),
    "sign of x̂x̂": (lambda d, xx, n: d - 1 + xx, 1, 1),
    "no 1": (lambda d, xx, n: d - xx, 1, 1),
    "no x̂x̂": (lambda d, xx, n: d - 1, 1, 1),
    "no N": (lambda d, xx, n: d / n - 1 - xx, 1, 1),
    "s²": (lambda d, xx, n: d - 1 - xx, 1, 2),
    "no s": (lambda d, xx, n: d - 1 - xx, 1, 0),
    "N²": (lambda d, xx, n: d - 1 - xx, 2, 1),
    "x̂²x̂²": (lambda d, xx, n: d - 1 - xx**2, 1, 1),
    "n - 1": (lambda d, xx, n: d - d / n - 1 - xx, 1, 1),
}


@pytest.mark.parametrize("n", [2, 4])
@pytest.mark.parametrize("slip", WRONG)
def test_wrong_jacobians_are_refuted(slip, n):
    top, power_of_n, power_of_s = WRONG[slip]

    def claim(row):
        def entry(i, j):
            xx = row.x_hat[i] * row.x_hat[j]
            below = n**power_of_n * row.s**power_of_s
            return top(n * sp.KroneckerDelta(i, j), xx, n) / below

        return sp.Matrix(n, n, entry)

    proof = jacobian.prove_entry_form(n, claim=claim)
    assert not proof
    assert "does not hold, left - right = " in repr(proof)
    assert "at x = (1, 4" in repr(proof)


def test_wrong_claims_for_every_n_are_refuted():
    v = every_n
    delta = sp.KroneckerDelta(v.i, v.j)
    product = v.x_hat[v.i] * v.x_hat[v.j]
    for claim, rest in (
        ((v.N * delta - 1 + product) / (v.N * v.s), -2 * product / v.N / v.s),
        ((v.N * delta - product) / (v.N * v.s), -1 / v.N / v.s),
    ):
        proof = every_n.prove_jacobian(claim)
        assert proof.verdict == "Refuted at step 5: the fraction."
        assert sp.expand(proof["the fraction"].difference - rest) == 0
    for claim in (
        v.g[v.j] / v.s,
        (v.g[v.j] - v.mean_g) / v.s,
        (v.g[v.j] - v.mean_g + v.x_hat[v.j] * v.mean_gx) / v.s,
        (v.g[v.j] - v.mean_g - v.x_hat[v.j] * v.mean_gx) / v.s**2,
    ):
        assert not every_n.prove_backward(claim)


def test_other_wrong_claims_are_refuted():
    for name, value in (
        ("one", 1 / every_n.s),
        ("x_hat", every_n.eps / every_n.s**2),
        ("x_hat", sp.S.Zero),
        ("other", 1 / every_n.s**2),
    ):
        assert not geometry.prove_eigenvectors({name: value})
    for name in ("x_hat", "other"):
        assert not rms_norm.prove_eigenvectors({name: sp.S.Zero})
    proof = rms_norm.prove_jacobian(every_n.entry_form())
    assert proof.verdict == "Refuted at step 3: the fraction."
    assert not eps_outside.prove_eps_outside(3, eps_outside.inside_form)


# --- What a page shows ------------------------------------------------------


def test_who_answers_for_what():
    """SymPy does all five steps; of dx, the chain rule is put in by hand."""
    proof = every_n.prove_jacobian()
    assert proof.verdict == "Proved in 5 steps."
    assert "the fraction (SymPy: holds)" in repr(proof)
    text = proof._repr_markdown_()
    assert all(f" {step.formula}$" in text for step in proof)
    assert proof.verdict in text
    proof = every_n.prove_backward()
    by_hand = [step.name for step in proof if step.by == "by hand"]
    assert by_hand == ["chain rule"]
    assert "chain rule (by hand)" in repr(proof)
    assert proof.verdict.endswith("1 of them a rule put in by hand.")


def test_spelling_out():
    row = Row(2)
    assert row.spell_out(row.mu) == (row.x[0] + row.x[1]) / 2
    left = row.spell_out(row.x_hat[0] * row.s + row.mu)
    assert sp.expand(left) == row.x[0]
    assert row.example == "x = (1, 4), ε = 2"
    assert row.simplify(row.s**2 - row.var - row.eps) == 0
    assert row.simplify(row.s**3 / row.s - row.var - row.eps) == 0
    assert row.simplify(row.s - row.eps) == row.s - row.eps
