"""Every proof with one slip put into its source: it must not hold.

Without a slip its page runs it, and compares what it says.
"""

import importlib.util
from pathlib import Path

import pytest

import lesson_parts

FOLDER = Path(lesson_parts.__file__).parent

# By module and proof: what is written there, and what a slip makes of it: a
# wrong sign, a dropped term or factor, a wrong exponent.
MUTANTS = {
    ("layernorm_jacobian.every_n", "prove_jacobian"): [
        ("MEAN = SUM / (LAST + 1)", "MEAN = SUM"),
        ("(x[k] - MEAN) ** 2", "(x[k] - MEAN) ** 3"),
    ],
    ("layernorm_jacobian.every_n", "prove_backward"): [
        ("delta - centred - x_hat[i]", "delta + centred - x_hat[i]"),
        ("(g[j] - mean_g -", "(g[j] + mean_g -"),
    ],
    ("todays_layers.rms_norm_proofs", "prove_jacobian"): [
        ("sp.Sum(x[k] ** 2,", "sp.Sum(x[k] ** 3,"),
        ("sp.sqrt(MEAN_SQUARE + eps)", "MEAN_SQUARE + eps"),
    ],
    ("todays_layers.rms_norm_proofs", "prove_eigenvectors"): [
        ("SQUARES, r, r", "SQUARES, r**2, r"),
        ("image(v[j], 0, SUM_XV, r)", "image(v[j], SUM_XV, 0, r)"),
    ],
    ("todays_layers.gate_proofs", "prove_gate"): [
        ("v.H = times(v.M.applyfunc(f), v.U)", "v.H = v.M.applyfunc(f) + v.U"),
        ("applyfunc(slope_of_f)", "applyfunc(f)"),
    ],
    ("todays_layers.gate_proofs", "prove_silu_slope"): [
        ("1 / (1 + sp.exp(-m))", "1 / (2 + sp.exp(-m))"),
        ("(1 + m * sigmoid(-m))", "(1 - m * sigmoid(-m))"),
    ],
    ("weight_before_norm.proofs", "prove_no_gradient_along"): [
        ("h - total(h) / N * sp.ones(*h.shape) if", "h if"),
        ("eps / s**2 if claim", "eps / s if claim"),
    ],
    ("weight_before_norm.proofs", "prove_length"): [
        ("growth = eta**2 * D if", "growth = eta * D if"),
        ("- square(w) + 2 * eta", "- square(w) - 2 * eta"),
    ],
    ("weight_before_norm.proofs", "prove_rate"): [
        ("power=2", "power=1"),
        ("slope / c,", "slope,"),
    ],
    ("weight_before_norm.proofs", "prove_decay"): [
        ("-(2 * t + 1) if", "-2 * t if"),
        ("eta * d / k**t", "eta * d"),
    ],
    ("layernorm.eps_outside", "prove_eps_outside"): [
        ("(matrix - factor", "(matrix + factor"),
        ("eps_inside=False", "eps_inside=True"),
    ],
    ("feed_forward.proofs", "gradient_step"): [
        ("times(v.M.applyfunc(sp.Heaviside), v.G * v.W2.T)", "v.G * v.W2.T"),
        ("lambda v: ONES.T * v.G", "lambda v: ONES.T * v.G / 2"),
        ("lambda v: v.H.T * v.G", "lambda v: v.M.T * v.G"),
    ],
    ("feed_forward.loss_gradients", "prove_softmax_cross_entropy"): [
        ("(p - target) / ROWS", "p / ROWS"),
        ("target[t, COLUMNS - 1] = 1 -", "target[t, COLUMNS - 1] = 2 -"),
    ],
}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("module", "name", "right", "wrong"),
    [(*where, *slip) for where, slips in MUTANTS.items() for slip in slips],
)
def test_mutant_fails(module, name, right, wrong):
    source = (FOLDER / f"{module.replace('.', '/')}.py").read_text("utf-8")
    assert source.count(right) == 1, "the mutant must fit one place"
    path = f"lesson_parts.{module}"
    spec = importlib.util.spec_from_loader(path, loader=None)
    mutant = importlib.util.module_from_spec(spec)  # unregistered
    exec(compile(source.replace(right, wrong), path, "exec"), vars(mutant))
    if name == "gradient_step":
        assert not all(map(mutant.gradient_step, mutant.CLAIMS))
    else:
        assert not getattr(mutant, name)()
