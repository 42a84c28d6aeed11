"""Code that a hint or the explanation of a mistake holds is run.

It must come to something that the solution, another right answer or, in the
words about a mistake, the answer with that mistake computes on its way.
"""

import ast
import inspect
import re
import textwrap

import numpy as np
import pytest

from answer_check.exercise import every, find
from answer_check.question import Question
from lesson_parts.real_model.erf import erf

# Code that names no step: what is not to be written, or is said in general.
ASIDE = {
    "np.zeros_like(x)", "np.empty_like(x)",
    "np.zeros(x.shape)", "range(1, N)", "range(N - 1)",
    "x[t]", "x[..., t, :]", "x[i]", "C @ x",
    "mean(axis=-1)", "std(axis=-1)", "x.mean()",
    "numbers[i]", "sum(x)", "len(x)", "x.sum()", "hidden >= 0",
    "dy * forward(above)", "above.flatten()",
    "v ** 1 / 2",
    "(v ** 1) / 2",
    "centre: x @ u",
    "(1 + erf(m / np.sqrt(2))) / 2",  # below, with its own test
    "gamma * x_hat + beta", "sigmoid * (1 - sigmoid)",
}  # fmt: skip
BACK = {"dy·γ": "dy * gamma", "dx̂·x̂": "dx_hat * x_hat",
        "dy·x̂": "dy * x_hat", "γ·x̂ + β": "gamma * x_hat + beta"}  # fmt: skip
FORMULAS = {  # of the texts about an exercise, in code
    "layer_norm": {"√(σ²+ε)": "np.sqrt(x.var(-1, keepdims=True) + eps)"},
    "undo_two_tokens": {"γ_i·x̂_i + β_i": "gamma * x_hat + beta"},
    "jacobian_entry": {
        "√(σ² + ε)": "np.sqrt(x.var() + eps)",
        "δ_ij − 1/N − x̂_i x̂_j/N":
            "(i == j) - 1 / N - x_hat[i] * x_hat[j] / N",
    },
    "move_of_x_hat": {"r is r times (r·u)/(r·r)": "ray * (ray @ u) / (ray @ "
                      "ray)", "ε/s³": "along * eps / s**3", "1/s": "1 / s"},
    "layer_norm_backward": BACK,
    "rms_norm_backward": BACK,
    "training_step": BACK,
    "feed_forward_backward": {"dy · W2ᵀ": "dy @ W2.T"},
    "gated_backward": {
        "gate · up": "gate * up", "m · σ(m)": "pre_activation * sigmoid",
        "σ + m σ (1 − σ)": "sigmoid + gate * (1 - sigmoid)",
        "σ (1 − σ)": "sigmoid * (1 - sigmoid)",
    },
    "softmax_cross_entropy": {"p − target": "np.exp(log_p) - target",
                              "target − p": "target - np.exp(log_p)"},
}  # fmt: skip
CASES = 3  # of an exercise; in the first alone two values may agree by chance
COMPUTES = ast.Call, ast.BinOp, ast.Subscript, ast.Compare, ast.Tuple


class Watched(ast.NodeTransformer):
    """Reports the value of every expression to a function named _see."""

    def visit(self, node):
        """Wrap what is read; leave what is called or assigned to."""
        inside = self.generic_visit(node)
        reads = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if not isinstance(node, ast.expr) or not reads:
            return inside
        if isinstance(node, (ast.Starred, ast.Slice, ast.JoinedStr)):
            return inside
        name = ast.Constant(node.id if isinstance(node, ast.Name) else None)
        see = ast.Name("_see", ast.Load())
        return ast.Call(see, [name, inside], [])


def run(source, function, case):
    """Run code on a case; return all values on the way, and those by name."""
    values, names = [], {}

    def see(name, value):
        values.append(np.array(value) if is_number(value) else value)
        if name:
            names.setdefault(name, values[-1])
        return value

    tree = Watched().visit(ast.parse(textwrap.dedent(source)))
    scope = {**function.__globals__, "_see": see}
    exec(compile(ast.fix_missing_locations(tree), "<watched>", "exec"), scope)
    made = scope[tree.body[-1].name]
    args = [np.array(a) if isinstance(a, np.ndarray) else a for a in case.args]
    parameters = inspect.signature(function).parameters
    try:
        with np.errstate(all="ignore"):
            values.append(made(*args))
    except Exception:  # a mistake may fail on the way
        pass
    return values, names | dict(zip(parameters, case.args))


def is_number(value):
    return isinstance(value, (int, float, np.ndarray, np.generic))


def expressions(text):
    """Return the code in a text that computes something."""
    for code in re.findall(r"`([^`]+)`", text):
        try:
            tree = ast.parse(code, mode="eval")
        except SyntaxError:
            continue
        if isinstance(tree.body, COMPUTES):
            yield code


def same(a, b):
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape or a.dtype == object or b.dtype == object:
        return False
    return a.dtype.kind not in "US" and np.allclose(a, b, equal_nan=True)


def comes_up(code, runs, more):
    """Whether the value of code is computed on the way, in each case."""
    values, names = runs
    scope = {"np": np, **names}
    if "x" in names:
        scope.setdefault("N", np.shape(names["x"])[-1])
        scope.setdefault("mean", names["x"].mean(-1, keepdims=True))
    found = eval(code, scope)
    return any(
        same(found, each) for each in (*values, *more) if is_number(each)
    )


def in_code(exercise, text):
    """Write the formulas of a text as code."""
    for formula, code in FORMULAS.get(exercise.name, {}).items():
        text = text.replace(formula, f"`{code}`")
    return text


def told(exercise):
    """Return the texts of hints and mistakes, each with what it speaks of."""
    for hint in exercise.hints:
        yield in_code(exercise, hint), ()
    for mistake in exercise.listed:
        said = in_code(exercise, mistake.said)
        yield said, ((mistake.edits, mistake.function),)


def source_of(exercise, edits, function):
    if edits:
        return exercise.source.applied(edits)
    return inspect.getsource(function)


WRITTEN = [each for each in every() if not isinstance(each, Question)]


@pytest.mark.parametrize("exercise", WRITTEN, ids=lambda each: each.name)
def test_code_comes_to_what_is_computed_on_the_way(exercise):
    for case in exercise.standard[:CASES]:
        source = inspect.getsource(exercise.reference)
        reference = run(source, exercise.reference, case)
        for other in filter(inspect.isfunction, exercise.accepted):
            if other.__name__ != "<lambda>":
                source = inspect.getsource(other)
                reference[0].extend(run(source, other, case)[0])
        for text, wrong in told(exercise):
            for code in set(expressions(text)) - ASIDE:
                if f"{exercise.name}: {code}" in ASIDE:
                    continue
                more = [
                    value
                    for edits, function in wrong
                    for value in run(
                        source_of(exercise, edits, function),
                        exercise.reference if edits else function,
                        case,
                    )[0]
                ]
                assert comes_up(code, reference, more), (
                    f"no right answer of {exercise.name}, and no answer with "
                    f"the mistake, computes `{code}`, which is said in: "
                    f"{text}"
                )


m, s = np.linspace(-9, 9, 9_001), np.linspace(1, 9, 9_001)
quick = m / (1 + np.exp(-1.702 * m)) - m * (1 + erf(m / 2**0.5)) / 2
ENDS, INNER = 1023 // 40, 1023 // 20  # left out at an end, for ten seeds
NUMBERS = [
    ("gelu_feed_forward", f"is off by up to {abs(quick).max():.2f};"),
    ("softmax_cross_entropy", f"above {int(np.log(np.finfo(float).max))}."),
    ("refute_printed_jacobian", "Above σ = 1 it is never off by more than "
     f"{((1 - s**-2) / (2 * s)).max():.1f},"),
    ("judge", f"twice {ENDS} is {2 * ENDS}, but one in 20 is {INNER}:"),
]  # fmt: skip


@pytest.mark.parametrize("name, words", NUMBERS)
def test_a_number_in_a_sentence_is_computed(name, words):
    said = [each.said for each in find(name).listed]
    assert words in " ".join([*said, getattr(find(name), "why", "")]), (
        f"{name} tells another number than the one that is computed: {words}"
    )


def test_what_is_told_of_a_line_comes_out_for_a_line():
    for mistake in find("numerical_gradient").listed:
        if told := re.search(r"On f\(x\) = x .+ be (.+)\.", mistake.said):
            slope = mistake.function(np.sum, np.ones(1), 0.5)
            assert slope == {"2": 2, "one half": 0.5}[told[1]]


def test_the_share_of_gelu_times_m_is_the_hidden_layer():
    exercise = find("gelu_feed_forward")
    (code,) = expressions(exercise.hints[2])
    x, W1, b1, W2, b2, erf = exercise.standard[0].args
    m = x @ W1 + b1
    share = eval(code, {"np": np, "erf": erf, "m": m})
    wanted = exercise.reference(x, W1, b1, W2, b2, erf)
    np.testing.assert_allclose((m * share) @ W2 + b2, wanted)
