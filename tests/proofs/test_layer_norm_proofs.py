"""LayerNorm's proofs: they hold, wrong claims do not, numbers agree."""

import numpy as np
import pytest
import sympy as sp

from course_lib.evidence import complex_step, textbook
from course_lib.proofs import eps_outside
from course_lib.proofs import layer_norm_every_n as every_n
from course_lib.proofs import layer_norm_geometry as geometry
from course_lib.proofs import layer_norm_jacobian as jacobian
from course_lib.proofs import layer_norm_parameters as parameters
from course_lib.proofs.add_norm_gradients import prove_add_norm
from course_lib.proofs.layer_norm_row import Row

SIZES = (2, 3, 4, 5)
EPS = 0.3


def true_jacobian(x, forward=textbook.layer_norm):
    """Return ∂x̂/∂x by the complex step."""
    return complex_step(lambda v: forward(v, eps=EPS), x)


def at(row, matrix, x):
    """Put numbers into a matrix in the symbols of a Row."""
    numbers = {**dict(zip(row.x, x)), row.eps: EPS}
    return np.array(row.spell_out(matrix).subs(numbers), dtype=float)


def random_row(n):
    return np.random.default_rng(n).standard_normal(n)


@pytest.mark.parametrize(
    ("prove", "n"),
    [
        *((jacobian.prove_entry_form, n) for n in SIZES),
        *((jacobian.prove_matrix_form, n) for n in SIZES),
        *((jacobian.prove_document_matrix, n) for n in SIZES),
        *((geometry.prove_multiplicities, n) for n in SIZES),
        *((parameters.prove_gamma_inside, n) for n in (2, 3, 4)),
        *((prove_add_norm, n) for n in (2, 3)),
        *((eps_outside.prove_eps_outside, n) for n in (2, 3)),
    ],
)
def test_holds_at_its_sizes(prove, n):
    proof = prove(n)
    assert proof, proof
    assert f"N = {n}" in proof.title
    assert proof.verdict.startswith("Proved in ")


@pytest.mark.parametrize(
    "prove",
    [
        every_n.prove_jacobian,
        every_n.prove_backward,
        geometry.prove_eigenvectors,
    ],
)
def test_holds_for_every_n(prove):
    proof = prove()
    assert proof, proof
    assert "every N" in proof.title


# --- What is proved is what NumPy computes ----------------------------------


@pytest.mark.parametrize("n", SIZES)
def test_jacobian_in_numbers(n):
    row, x = Row(n), random_row(n)
    expected = true_jacobian(x)
    for form in (
        jacobian.brute_force,
        jacobian.entry_form,
        jacobian.matrix_form,
    ):
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
    entry = sp.lambdify(
        [v.N, v.s, v.x_hat[v.i], v.x_hat[v.j], v.i, v.j],
        v.entry_form(),
    )
    found = [
        [entry(n, s, x_hat[a], x_hat[b], a, b) for b in range(n)]
        for a in range(n)
    ]
    np.testing.assert_allclose(found, expected, atol=1e-14)

    line = sp.lambdify(
        [v.g[v.j], v.mean_g, v.mean_gx, v.x_hat[v.j], v.s], v.three_lines()
    )
    dx = line(g, g.mean(), (g * x_hat).mean(), x_hat, s)
    np.testing.assert_allclose(dx, g @ expected, atol=1e-13)


@pytest.mark.parametrize("n", [2, 3, 8])
def test_eigenvalues_in_numbers(n):
    x = random_row(n)
    s = np.sqrt(x.var() + EPS)
    values = {
        name: float(value.subs({every_n.eps: EPS, every_n.s: s}))
        for name, value in geometry.EIGENVALUES.items()
    }
    expected = [values["one"], values["x_hat"]] + [values["other"]] * (n - 2)
    found = np.linalg.eigvalsh(true_jacobian(x))
    np.testing.assert_allclose(found, sorted(expected), atol=1e-13)


@pytest.mark.parametrize("n", SIZES)
def test_rank(n):
    assert geometry.rank(n) == geometry.rank(n, sp.Rational(1, 100)) == n - 1
    assert geometry.rank(n, 0) == n - 2


@pytest.mark.parametrize("n", SIZES)
def test_eps_outside_in_numbers(n):
    def outside(x, eps):
        away = x - x.mean()
        return away / (np.sqrt((away**2).mean()) + eps)

    row, x = Row(n), random_row(n)
    sigma = sp.Symbol("sigma")
    std = x.std()
    matrix = eps_outside.outside_form(row, sigma)
    x_hat = outside(x, EPS)
    numbers = dict(zip(row.x_hat, x_hat)) | {sigma: std, row.eps: EPS}
    found = np.array(matrix.subs(numbers), dtype=float)
    expected = true_jacobian(x, outside)
    np.testing.assert_allclose(found, expected, atol=1e-13)


# --- Wrong claims are refuted -----------------------------------------------


def test_printed_entries_differ_by_one_less_one_over_the_variance():
    """F1: the document's entries are right only where s = 1."""
    proof = jacobian.prove_document_matrix(3, claim=jacobian.printed_entries)
    assert not proof
    s = Row(3).s
    difference = proof["printed entries"].difference
    off = 1 - 1 / s**2
    assert difference == off * (sp.ones(3, 3) - sp.eye(3))
    assert proof["all 9 entries"]
    assert "left - right = 1 - 1/s**2" in repr(proof)
    assert proof.verdict == "Refuted at step 2: printed entries."


def test_printed_entries_in_the_documents_own_numbers():
    x = np.array([0.6, 2.3, 1.2, 2.7])
    row = Row(4)
    numbers = {**dict(zip(row.x, x)), row.eps: 0}
    printed = row.spell_out(jacobian.printed_entries(row)).subs(numbers)
    printed = np.array(printed, dtype=float) / (4 * x.std())
    true = complex_step(lambda v: textbook.layer_norm(v, eps=0), x)
    assert abs(printed - true).max() == pytest.approx(0.125, abs=5e-4)


def test_dgamma_from_w_is_refuted():
    """F2: w, normalized and transformed, is not x̂."""
    for per in ("feature", "token"):
        assert parameters.prove_parameters(per)
        proof = parameters.prove_parameters(
            per, dgamma=parameters.dgamma_from_w
        )
        assert not proof and not proof["dγ"] and proof["dβ"]
    with pytest.raises(ValueError, match='"feature" or "token"'):
        parameters.prove_parameters("row")


def wrong_jacobians():
    """Yield claims on J, each with one slip."""

    def with_entry(entry):
        def claim(row):
            return sp.Matrix(row.n, row.n, lambda i, j: entry(row, i, j))

        return claim

    def entry(top, n=1, s=1):
        def of(row, i, j):
            delta = int(i == j)
            return top(row, delta, row.x_hat[i] * row.x_hat[j]) / (
                row.n**n * row.s**s
            )

        return with_entry(of)

    yield "sign of 1", entry(lambda row, d, xx: row.n * d + 1 - xx)
    yield "sign of x̂x̂", entry(lambda row, d, xx: row.n * d - 1 + xx)
    yield "no 1", entry(lambda row, d, xx: row.n * d - xx)
    yield "no x̂x̂", entry(lambda row, d, xx: row.n * d - 1)
    yield "no N", entry(lambda row, d, xx: d - 1 - xx)
    yield "s²", entry(lambda row, d, xx: row.n * d - 1 - xx, s=2)
    yield "no s", entry(lambda row, d, xx: row.n * d - 1 - xx, s=0)
    yield "N²", entry(lambda row, d, xx: row.n * d - 1 - xx, n=2)
    yield "x̂²x̂²", entry(lambda row, d, xx: row.n * d - 1 - xx**2)
    yield "n - 1", entry(lambda row, d, xx: (row.n - 1) * d - 1 - xx)


@pytest.mark.parametrize("n", [2, 4])
def test_wrong_jacobians_are_refuted(n):
    for name, claim in wrong_jacobians():
        proof = jacobian.prove_entry_form(n, claim=claim)
        assert not proof, name
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


def test_wrong_eigenvalues_are_refuted():
    for name, value in (
        ("one", 1 / every_n.s),
        ("x_hat", every_n.eps / every_n.s**2),
        ("x_hat", sp.S.Zero),
        ("other", 1 / every_n.s**2),
    ):
        assert not geometry.prove_eigenvectors({name: value})
    for powers in ((2, 1, 1), (1, 2, 1), (0, 1, 3)):
        assert not geometry.prove_multiplicities(4, powers)


def test_other_wrong_claims_are_refuted():
    assert not parameters.prove_gamma_inside(3, parameters.gamma_outside)
    assert not eps_outside.prove_eps_outside(3, eps_outside.inside_form)
    assert not prove_add_norm(3, lambda dz: (dz, 0 * dz))
    assert not prove_add_norm(3, lambda dz: (dz / 2, dz / 2))


# --- What a page shows ------------------------------------------------------


def test_who_answers_for_what():
    """SymPy does all five steps; of dx, the chain rule is put in by hand."""
    proof = every_n.prove_jacobian()
    assert proof.verdict == "Proved in 5 steps."
    assert "the fraction (SymPy: holds)" in repr(proof)
    proof = every_n.prove_backward()
    by_hand = [step.name for step in proof if step.by == "by hand"]
    assert by_hand == ["chain rule"]
    assert "chain rule (by hand)" in repr(proof)
    assert proof.verdict.endswith("1 of them a rule put in by hand.")


def test_markdown_has_every_formula():
    for proof in (every_n.prove_jacobian(), prove_add_norm(2)):
        text = proof._repr_markdown_()
        assert all(f" {step.formula}$" in text for step in proof)
        assert proof.verdict in text
    claim = jacobian.printed_entries
    text = jacobian.prove_document_matrix(3, claim)._repr_markdown_()
    assert r"left - right = $1 - \frac{1}{s^{2}}$)" in text


def test_spelling_out():
    row = Row(2)
    assert row.spell_out(row.mu) == (row.x[0] + row.x[1]) / 2
    left = row.spell_out(row.x_hat[0] * row.s + row.mu)
    assert sp.expand(left) == row.x[0]
    assert row.example == "x = (1, 4), ε = 2"
    assert row.simplify(row.s**2 - row.var - row.eps) == 0
    assert row.simplify(row.s**3 / row.s - row.var - row.eps) == 0
    assert row.simplify(row.s - row.eps) == row.s - row.eps
