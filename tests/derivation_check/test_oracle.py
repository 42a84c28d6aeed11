"""SymPy, at N = 4 and on its own, agrees on what is an identity.

It knows the lesson's formulas from here, differentiates by itself, and shares
with the package only how a line is read.
"""

import random
import re
import tomllib
from itertools import product
from pathlib import Path

import pytest
import sympy as sp

from derivation_check.goals import find
from derivation_check.judge import Derivation
from derivation_check.trees import LOSS, indices, own_indices

N = 4
GOALS = ["slope", "move", "jacobian", "dx", "variance", "rms"]
FILE = Path(__file__).with_name("right.toml")
RIGHT = tomllib.loads(FILE.read_text(encoding="utf-8"))["derivations"]
ROW = {
    name: sp.Matrix(sp.symbols(f"{name}0:{N}", real=True))
    for name in ("x", "u", "γ", "β", "dy")
}
EPS, LENGTH = sp.symbols("ε ℓ", positive=True)
HELD_MU, HELD_VAR, HELD_S = sp.symbols("μ σ² s", positive=True)
NUMBERS = {
    EPS: sp.Rational(3, 4),
    LENGTH: sp.Rational(7, 3),
    **dict(zip(ROW["x"], map(sp.Rational, ("1", "5/2", "-3", "7")))),
    **dict(zip(ROW["u"], (2, -1, 3, 5))),
    **dict(zip(ROW["γ"], (3, 1, -2, 4))),
    **dict(zip(ROW["β"], (1, 6, 2, -5))),
    **dict(zip(ROW["dy"], (4, -3, 7, 2))),
}
ONES = sp.ones(N, 1)


def letters(goal):
    """Return what every letter of a lesson stands for."""
    ones, one = ONES * ONES.T, sp.eye(N)
    known = {"N": sp.Integer(N), "ε": EPS, "I": one, "𝟏": ONES,
             "11ᵀ": ones, "C": one - ones / N}  # fmt: skip
    if goal == "slope":
        root = sp.sqrt(LENGTH**2 / N + EPS)
        sigma = LENGTH / sp.sqrt(N)
        return known | {"ℓ": LENGTH, "σ²": LENGTH**2 / N, "σ": sigma,
                        "s": root, "ρ": LENGTH / root}  # fmt: skip
    x = ROW["x"]
    mu = sum(x) / N if goal != "rms" else sp.Integer(0)
    var = sum((v - mu) ** 2 for v in x) / N
    root = sp.sqrt(var + EPS)
    x_hat = (x - mu * ONES) / root
    y = ROW["γ"].multiply_elementwise(x_hat) + ROW["β"]
    return known | ROW | {
        "μ": mu, "σ²": var, "σ": sp.sqrt(var), "s": root, "r": root,
        "rstd": 1 / root, "x̂": x_hat, "y": y, "L": ROW["dy"].dot(y),
        "J": x_hat.jacobian(x)}  # fmt: skip


class Oracle:
    """The numbers of a line, one choice of its indices at a time."""

    def __init__(self, goal):
        self.goal, self.symbols, self.kept = goal, letters(goal), {}
        self.numbers = {
            name: value.subs(NUMBERS) for name, value in self.symbols.items()
        }
        self.letters = self.numbers

    def gradient(self, name):
        """Return ∂L/∂name, with what does not go through it held."""
        s, x = self.letters, ROW["x"]
        if name in ROW:
            return sp.Matrix([s["L"].diff(v) for v in ROW[name]])
        back = ROW["γ"].multiply_elementwise(ROW["dy"])
        centred = x - HELD_MU * ONES
        held = {"x̂": back, "y": ROW["dy"], "rstd": back.dot(centred),
                "s": -back.dot(centred) / HELD_S**2,
                "μ": -sum(back) / HELD_S,
                "σ²": -back.dot(centred) / (2 * HELD_S**3)}[name]  # fmt: skip
        return held.subs({HELD_MU: s["μ"], HELD_S: s["s"]})

    def slope(self, tree, env):
        """Differentiate what a tree stands for, by SymPy."""
        _, top, name, index = tree
        if top == LOSS:
            found = self.gradient(name)
            return found[env[index]] if index else found
        value = self.of(top, env)
        if name == "ℓ":
            return value.diff(LENGTH)
        if name not in ROW:
            held = {"σ²": HELD_VAR, "s": HELD_S, "σ": HELD_S}[name]
            meant = {"s": sp.sqrt(HELD_VAR + EPS), "σ²": HELD_S**2,
                     "rstd": 1 / HELD_S}  # fmt: skip
            return (
                meant[top[1]]
                .diff(held)
                .subs(
                    {HELD_VAR: self.letters["σ²"], HELD_S: self.letters[name]}
                )
            )
        if index:
            return value.diff(ROW[name][env[index]])
        rows = (
            value if isinstance(value, sp.MatrixBase) else sp.Matrix([value])
        )
        found = rows.jacobian(ROW[name])
        return found if rows.rows > 1 else found.T

    def of(self, tree, env):
        """Return what a tree stands for, as SymPy has it."""
        go = [self.of(t, env) for t in tree[1:] if isinstance(t, tuple)
              and tree[0] not in ("der", "sum", "mean", "prime")]  # fmt: skip
        match tree:
            case ("num", value):
                return sp.Rational(str(value))
            case ("sym", name, index):
                found = self.letters[name]
                return found[place(index, env)] if index else found
            case ("delta", own):
                return sp.Integer(env[own[0]] == env[own[1]])
            case ("add", *_):
                shaped = [g for g in go if isinstance(g, sp.MatrixBase)]
                one = (
                    shaped[0] * 0 + sp.ones(*shaped[0].shape) if shaped else 1
                )
                return sum((g if isinstance(g, sp.MatrixBase) else g * one
                            for g in go), one * 0)  # fmt: skip
            case ("neg", _):
                return -go[0]
            case ("mul", sign, *_):
                return times(sign, *go)
            case ("div", *_):
                return go[0] / go[1]
            case ("pow", *_):
                return raised(*go)
            case ("fn" | "T" | "at", *_):
                return self.function(tree, go[0], env)
            case ("der" | "prime", *_) if self.letters is self.numbers:
                return self.at_numbers(tree, env)
            case ("der", *_):
                return self.slope(tree, env)
            case ("prime", top):
                value = self.of(top, env)
                if self.goal == "slope":
                    return value.diff(LENGTH)
                along = [value.diff(v) * w for v, w in zip(ROW["x"], ROW["u"])]
                return sum(along[1:], along[0])
            case ("sum" | "mean", *_):
                return self.total(*tree, env)
        raise AssertionError(tree)

    def function(self, tree, a, env):
        """Return what a function of a makes of it."""
        match tree:
            case ("fn", "√", _):
                return sp.sqrt(a)
            case ("fn", "norm", _):
                return sp.sqrt(a.dot(a))
            case ("fn", "variance", _):
                mean = sum(a) / N
                return sum((v - mean) ** 2 for v in a) / N
            case ("T", _):
                return a.T
            case ("at", _, index):
                return a[place(index, env)]

    def at_numbers(self, tree, env):
        """Differentiate with letters, then put in the numbers; once."""
        own = {n: env[n] for n in indices(tree) if n in env}
        key = tree, *own.items()
        if key not in self.kept:
            self.letters = self.symbols
            self.kept[key] = self.of(tree, env).subs(NUMBERS)
            self.letters = self.numbers
        return self.kept[key]

    def total(self, kind, index, body, env):
        """Return a Σ, or a mean."""
        if not index:
            index = next(iter(set(indices(body)) - set(env)), "")
        if index:
            total = sum(self.of(body, env | {index: n}) for n in range(N))
        else:
            if body[0] == "mul" and body[1] in ("", "*", "·"):
                both = [self.of(part, env) for part in body[2:]]
                if all(isinstance(b, sp.MatrixBase) for b in both):
                    body = ("mul", "∘", *body[2:])
            value = self.of(body, env)
            if not isinstance(value, sp.MatrixBase):
                return value * (N if kind == "sum" else 1)
            total = sum(value)
        return total / (N if kind == "mean" else 1)

    def equal(self, left, right):
        """Whether both sides are equal for two choices of the indices."""
        names = sorted(free(left) | free(right))
        for numbers in product((1, 2), repeat=len(names)):
            env = dict(zip(names, numbers))
            a, b = self.of(left, env), self.of(right, env)
            for one, other in ((a, b), (b, a)):  # a number beside a column
                whole = [isinstance(v, sp.MatrixBase) for v in (one, other)]
                if whole == [True, False]:
                    a, b = one, other * sp.ones(*one.shape)
            gap = a - b
            entries = gap if isinstance(gap, sp.MatrixBase) else [gap]
            if any(abs(sp.N(g, 30)) > 1e-20 for g in entries):
                return False
        return True


def raised(a, power):
    """Raise a number, or each entry."""
    if isinstance(a, sp.MatrixBase):
        return a.applyfunc(lambda v: v**power)
    return a**power


def place(index, env):
    """Return where an entry of a column or of a matrix lies."""
    found = tuple(env[n] for n in index)
    return found if len(found) > 1 else (*found, 0)


def free(tree):
    """Return the indices of a tree that nothing in it runs over."""
    inner = {n for t in tree[1:] if isinstance(t, tuple) for n in free(t)}
    if tree[0] in ("sum", "mean"):
        return inner - {tree[1]}
    return inner | {*own_indices(tree)}


def times(sign, a, b):
    """Multiply as ∘ or as linear algebra does."""
    both = [isinstance(v, sp.MatrixBase) for v in (a, b)]
    if all(both) and (sign == "∘" or sign == "*" and a.shape == b.shape):
        return a.multiply_elementwise(b)
    if all(both) and (sign == "·" or sign == "@" and a.shape == b.shape):
        return a.dot(b)
    found = a * b
    if isinstance(found, sp.MatrixBase) and found.shape == (1, 1):
        return found[0]
    return found


SLIPS = [
    (r"(?<=[\w)\]′²³ ])[−+-](?= )", lambda m: {"+": "−"}.get(m[0], "+")),
    (r"_([ijk])(?![a-z])", lambda m: "_j" if m[1] == "i" else "_i"),
    (r"/ ?N\b(?! ?s)", ""),
    ("σ²", "s²"), ("s²", "σ²"), ("x̂_", "x_"), ("μ", "0"), ("dx̂", "dy"),
    ("2", "3"), ("ε", "0"), ("³", "²"), (r"\bN\b", "(N−1)"),
    (r" x̂_[ij](?= |/|$)", ""), (r"Σ_[ki] ", ""), (r"δ_[a-z]{2}", "1"),
    (r"\(([^()]+ [−+-] [^()]+)\)", r"\1"),
]  # fmt: skip


def lines():
    """Return right lines, and the same with one slip each: 300 in all."""
    rng, found = random.Random(5), {}
    texts = [
        (each["goal"], each["lines"])
        for each in RIGHT
        if each["goal"] in GOALS
    ]
    texts += [(g, "\n".join(find(g).routes.values())) for g in GOALS]
    for goal, text in texts:
        for line in text.strip().splitlines():
            if line.count("=") == 1 and not re.match(r"\s*(=|let|&)", line):
                found[goal, line.strip()] = None
    right = rng.sample(list(found), 100)
    wrong = []
    while len(wrong) < 200:
        goal, line = rng.choice(list(found))
        pattern, new = rng.choice(SLIPS)
        places = list(re.finditer(pattern, line))
        if places:
            m = rng.choice(places)
            put = new(m) if callable(new) else m.expand(new)
            wrong.append((goal, line[: m.start()] + put + line[m.end() :]))
    return right + wrong


@pytest.mark.parametrize("goal", GOALS)
def test_sympy_agrees(goal):
    oracle = Oracle(goal)
    read = told = 0
    for name, text in lines():
        if name != goal:
            continue
        judged = Derivation(find(goal), text)
        line = judged.lines[-1] if judged.lines else None
        if line and line.left and line.mark in "✓✗":
            shape = line.mark == "✗" and not line.message.startswith("At ")
            same = not shape and oracle.equal(line.left, line.right)
            assert (line.mark == "✓") == same, text
            told += 1
        read += 1
    assert told > 0.75 * read
