"""Slips that nobody listed: one place of the learner's code, and it is right.

Small changes are tried at every place of the learner's own code. What is said
of the one that helps is true of this code: with it, every answer is right.
"""

import ast
import copy
import inspect
import re
import textwrap
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from itertools import islice

from course_lib.exercises.judging.answers import Attempt
from course_lib.exercises.judging.run import run
from course_lib.exercises.judging.words import joined

MOST = 4_000  # changes that are tried, for speed
# What is said, and what stands in the code → what is tried in its place. N is
# a number, V a name, E a product, a call or the like, M a mean, a sum or so; O
# may be missing; A, B, C and F are anything. W is each name in turn, and P
# each argument.
CHANGES = {
    "a 1 is added or taken off that does not belong there":
        "A - 1 → A; A + 1 → A",
    "a root is too much": "F.sqrt(A) → A; A ** 0.5 → A",
    "a power is too much": "A ** B → A",
    "a minus sign is too much": "-A → A",
    "a transpose is too much": "A.T → A",
    "a factor is too much": "A * B → A; A * B → B",
    "a division is too much": "A / B → A",
    "a matrix is too much": "A @ B → A; A @ B → B",
    "a term is too much": "A + B → A; A + B → B; A - B → A",
    "`{F}` is too much": "F(A) → A",
    "a change of the dtype is too much": "A.astype(B) → A",
    "an index is too much": "A[B] → A",
    "N − 1 divides where N belongs": "ddof=A → ddof=0",
    "a minus stands where a plus belongs": "A - B → A + B",
    "a plus stands where a minus belongs": "A + B → A - B",
    "a division stands where a product belongs": "A / B → A * B",
    "a product stands where a division belongs": "A * B → A / B",
    "`//` drops the fraction, which one slash would keep": "A // B → A / B",
    "an entrywise product stands where a matrix product belongs":
        "A * B → A @ B",
    "a matrix product stands where an entrywise product belongs":
        "A @ B → A * B",
    "a plus stands where a product belongs": "A + B → A * B",
    "a product stands where a plus belongs": "A * B → A + B",
    "a product stands where a power belongs": "A * N → A ** N",
    "a power stands where a product belongs": "A ** N → A * N",
    "a difference is taken the wrong way round": "A - B → B - A",
    "a quotient is upside down": "A / B → B / A",
    "the factors of a matrix product are exchanged": "A @ B → B @ A",
    "a sum stands where a mean belongs": "F.sum → F.mean",
    "a mean stands where a sum belongs": "F.mean → F.sum",
    "a median stands where a mean belongs": "F.median → F.mean",
    "a standard deviation stands where a variance belongs": "F.std → F.var",
    "a variance stands where a standard deviation belongs": "F.var → F.std",
    "a minimum stands where a maximum belongs":
        "F.min → F.max; F.minimum → F.maximum; F.argmin → F.argmax",
    "a maximum stands where a minimum belongs":
        "F.max → F.min; F.maximum → F.minimum",
    "`max` looks for the largest of one array; `maximum` compares two":
        "F.max(A, B) → F.maximum(A, B)",
    "the power comes first, and `/ 2` is no part of it":
        "A ** 1 / 2 → A ** 0.5; A ** -1 / 2 → A ** -0.5",
    "each term has a root of its own, where one belongs over their sum":
        "F.sqrt(A) + F.sqrt(B) → F.sqrt(A + B);"
        "A ** N + B ** N → (A + B) ** N",
    "the root ends before a term that belongs under it":
        "F.sqrt(A) + B → F.sqrt(A + B); A ** N + B → (A + B) ** N",
    "the root goes over a term that belongs behind it":
        "F.sqrt(A + B) → F.sqrt(A) + B",
    "brackets are missing":
        "A - B / C → (A - B) / C; A + B / C → (A + B) / C;"
        "A * B - C → A * (B - C); A * B + C → A * (B + C);"
        "A / B * C → A / (B * C); A @ B + C → A @ (B + C)",
    "brackets stand where they do not belong":
        "(A - B) / C → A - B / C; (A + B) / C → A + B / C;"
        "A * (B - C) → A * B - C; A * (B + C) → A * B + C;"
        "A / (B * C) → A / B * C; A / (B + C) → A / B + C",
    "the arguments of `{F}` are exchanged": "F(A, B) → F(B, A)",
    "two indices are exchanged": "A[B, C] → A[C, B]",
    "the loop begins one too late": "range(1, A) → range(A)",
    "the loop ends one too early":
        "range(A) → range(A + 1); range(A, B) → range(A, B + 1)",
    "the loop ends one too late": "range(A) → range(A - 1)",
    "a slice begins one too early": "A:O → A + 1:O",
    "a slice begins one too late": "A:O → A - 1:O",
    "a slice ends one too early": "O:A → O:A + 1",
    "a slice ends one too late": "O:A → O:A - 1",
    "a comparison is the wrong way round":
        "A < B → A > B; A > B → A < B; A <= B → A >= B; A >= B → A <= B;"
        "A == B → A != B; A != B → A == B",
    "a comparison treats equal numbers the wrong way":
        "A < B → A <= B; A <= B → A < B; A > B → A >= B; A >= B → A > B",
    "another axis belongs there": "; ".join(
        f"axis=A → axis={n}" for n in (-1, 0, 1, -2, None)),
    "{N} stands for something that the arguments say":
        "N → W; N → len(P); N → P.shape[-1]",
    "another number belongs in place of {N}": "; ".join(
        f"N → {n}" for n in (
            *("N + 1", "N - 1", "2 * N", "N / 2", "-N", "0", "1", "-1"),
            *("-2", "2", "0.5", "N / 10", "N * 10"),
        )),
    "an axis is lost that `keepdims=True` would keep": "; ".join(
        f"M({a}) → M({a}, keepdims=True)"
        for a in ("A", "axis=A", "A, B", "A, axis=B")),
    "an `axis=` is missing, so all axes are taken at once": "; ".join(
        f"M({a}) → M({a}{a and ', '}{axis})" for a in ("", "A")
        for axis in ("axis=-1, keepdims=True", "axis=-1", "axis=0")),
    "a root is missing": "E → np.sqrt(E); V → np.sqrt(V)",
    "a square is missing": "E → E ** 2; V → V ** 2",
    "a minus sign is missing": "E → -E; V → -V",
    "a transpose is missing": "E → E.T; V → V.T",
    "`{V}` stands where something else belongs":
        "V → W; V → P.shape[-1]; V → len(P)",
    "`{E}` stands where something else belongs":
        "E → W; E → P.shape[-1]; E → len(P)",
    "the number of all entries stands where another belongs":
        "A.size → P.shape[-1]; A.size → len(P)",
    "a factor is missing": "E → E * W",
    "a term is missing": "E → E + W; E → E - W",
    "a division is missing": "E → E / W; E → E / len(P)",
    "a matrix is missing": "E → E @ W; E → W @ E",
    "a sum is missing": "E → E.sum(axis=0); E → E.sum()",
    "a mean is missing":
        "E → E.mean(axis=-1, keepdims=True); E → E.mean(axis=0)",
}  # fmt: skip
REDUCING = {"mean", "sum", "var", "std", "max", "min", "median", "norm"}
MADE_OF = ast.BinOp, ast.Call, ast.UnaryOp, ast.Subscript
UNTOLD = NameError, UnboundLocalError, NotImplementedError
ENDS = {
    "is missing": "Put it in", "are missing": "Put them in",
    "too much": "Take it out", "not belong": "Take that out",
    "inside the loop": "Put it below the loop",
}  # fmt: skip


@dataclass(frozen=True)
class Slip:
    """What is said of a slip, and whether all is right without it."""

    said: str
    is_all: bool


def slip_of(judge):
    """Return the Slip in the learner's code, or None.

    It is a change of one place, or the same one at all places that read the
    same, after which all answers are right; or else all of some output.
    """
    if any(a.changed or a.trouble in UNTOLD for a in judge.attempts):
        return None
    return run(partial(_search, judge), (), seconds=judge.seconds).value


def _search(judge):
    try:
        text = textwrap.dedent(inspect.getsource(judge.function))
        tree = ast.parse(text)
    except (OSError, TypeError, SyntaxError):
        return None
    (function,) = tree.body[:1] or [None]
    code = getattr(judge.function, "__code__", None)
    if not (isinstance(function, ast.FunctionDef) and code) or (
        function.decorator_list or code.co_freevars
        or any(isinstance(node, ast.While) for node in ast.walk(function))
    ):  # fmt: skip
        return None  # a change might never end
    first = min((a for a in judge.attempts if a.failed),
                key=lambda a: a.case.rough)  # fmt: skip
    cases = [first.case, *(a.case for a in judge.attempts)]
    cases += judge.exercise.unseen_cases(judge.function)
    wrong = {k for a in judge.attempts for k in a.failed}
    best, without = None, judge.exercise.without
    for change in islice(_changes(text, function), MOST):
        if any(f".{name}(" in change[2] for name in without):
            continue
        left = _still_wrong(change[2], judge, cases, wrong)
        if best is None and left < wrong or not left:
            best = *change, wrong - left
        if not left:
            break
    return best and _slip(best, text, judge, wrong)


def _slip(found, text, judge, wrong):
    """Say where a slip is, what it is and what is right without it."""
    numbers, part, _, kind, right = found
    lines, first = sorted({*numbers}), judge.function.__code__.co_firstlineno
    where = joined(f"{n + first - 1}" for n in lines)
    where = f"In line{'s' * (len(lines) > 1)} {where}"
    if len(lines) == 1:
        where += f" (`{part or text.splitlines()[lines[0] - 1].strip()}`)"
    do = [do for word, do in ENDS.items() if word in kind] or ["Change that"]
    those = "it"
    if right < wrong:
        those = joined(judge.names[k] for k in sorted(right))
    verb = "is" if right == wrong or len(right) == 1 else "are"
    said = f"{where}, {kind}. {do[0]}, and {those} {verb} right."
    return Slip(said, right == wrong)


def _still_wrong(text, judge, cases, wrong):
    """Return the outputs that are wrong if the code reads like this."""
    namespace, left = dict(judge.function.__globals__), set()
    try:
        exec(text, namespace)
        function = namespace[judge.function.__name__]
        for case in cases:
            attempt = Attempt(value=function(*copy.deepcopy(case.args)))
            attempt.compare(case, judge.exercise)
            left.update(attempt.failed)
            if not left < wrong:
                break
    except Exception:
        return wrong
    return left


def _changes(text, function):
    """Yield changes: lines, the part, the text with it, and what is said."""
    data, starts = text.encode(), [0]
    for line in data.splitlines(True):
        starts.append(starts[-1] + len(line))

    def span(node):
        return (starts[node.lineno - 1] + node.col_offset,
                starts[node.end_lineno - 1] + node.end_col_offset)  # fmt: skip

    def replaced(several):
        changed, before = data, len(data)
        for (a, b), new in sorted(
            ((span(node), new) for node, new in several), reverse=True
        ):
            if b > before:
                return ""  # one within another
            changed, before = changed[:a] + new.encode() + changed[b:], a
        return changed.decode()

    nodes = [
        n for each in function.body for n in ast.walk(each)
        if isinstance(n, (ast.expr, ast.keyword, ast.Slice))
        and not isinstance(getattr(n, "ctx", None), ast.Store)
    ]  # fmt: skip
    names = {arg.arg: 0 for arg in function.args.args}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(node.id, node.lineno)
    for node, new, said in _of_lines(function):
        own = ast.unparse(node)
        tail = f"\n{' ' * function.body[0].col_offset}{own}\n"
        below = tail if isinstance(node, ast.Return) else ""
        yield [node.lineno], own, replaced([(node, new)]) + below, said
    for form, after, kind in _CHANGES:
        places = defaultdict(list)
        for node in nodes:
            own = isinstance(node, (ast.Name, ast.Constant))
            own = "" if own else data[slice(*span(node))].decode()
            for new, said, name in _changed(node, form, after, kind, names):
                yield [node.lineno], own, replaced([(node, new)]), said
                for alike in ("", ast.unparse(node)):
                    places[said, name, alike].append((node, new))
        for (said, *_), several in places.items():
            if len(several) > 1:
                lines = [node.lineno for node, _ in several]
                yield lines, "", replaced(several), said


def _of_lines(function):
    """Yield changes of whole statements."""
    for loop in ast.walk(function):
        for node in ast.walk(loop) if isinstance(loop, ast.For) else ():
            own = ast.unparse(node)
            if isinstance(node, ast.Return):
                yield node, "pass", "a `return` inside the loop ends it early"
            if isinstance(node, ast.Assign):
                yield (node, own.replace(" = ", " += ", 1),
                       "`=` stands where `+=` belongs")  # fmt: skip
    for node in ast.walk(function):
        if isinstance(node, ast.AugAssign):
            for op in ("+=", "-=", "*=", "/=", "="):
                new = f"{ast.unparse(node.target)} {op} "
                yield (node, new + ast.unparse(node.value),
                       "another sign belongs before the `=`")  # fmt: skip


def _changed(node, form, after, kind, names):
    """Yield what a change makes of a part, what is said, and a name."""
    found = {}
    if not _matches(form, node, found):
        return
    plain = {c: part and ast.unparse(part) for c, part in found.items()}
    words = {c: t and _bracketed(t, found[c]) for c, t in plain.items()}
    plain["F"] = plain.get("F", "").split(".")[-1]
    latest = node.lineno if "{W}" in after else 1 if "{P}" in after else 0
    for name in [n for n, line in names.items() if line < latest] or [""]:
        if name != ast.unparse(node):
            filled = after.format(W=name, P=name, **words)
            yield _bracketed(filled, node), kind.format(**plain), name


def _bracketed(text, node):
    return text if isinstance(node, (ast.Slice, ast.keyword)) else f"({text})"


def _parsed(text):
    if ":" in text:
        return ast.parse(f"_[{text}]").body[0].value.slice
    call = ast.parse(f"_({text})").body[0].value
    return (call.args + call.keywords)[0]


def _matches(form, node, found):
    """Whether a node has a form; ``found`` gets what capitals stand for."""
    if isinstance(form, list):
        return len(form) == len(node) and all(
            _matches(*pair, found) for pair in zip(form, node)
        )
    if isinstance(form, ast.Name) and form.id.isupper():
        found[form.id] = node
        if form.id == "N":
            return type(getattr(node, "value", "")) in (int, float)
        if form.id == "V":
            return isinstance(node, ast.Name)
        if form.id == "M":
            return ast.unparse(node).split(".")[-1] in REDUCING
        if form.id == "E":
            return isinstance(node, MADE_OF)
        return node is not None or form.id == "O"
    if not isinstance(form, ast.AST) or type(form) is not type(node):
        return form == node
    return all(
        _matches(getattr(form, name), getattr(node, name), found)
        for name in form._fields
        if name != "ctx"
    )


_CHANGES = [
    (
        _parsed(before),
        re.sub(r"(?<![.\w])[A-Z]\b", r"{\g<0>}", after.strip()),
        said,
    )
    for said, several in CHANGES.items()
    for before, after in (change.split("→") for change in several.split(";"))
]
