"""Slips that nobody listed: the reference with one small thing changed."""

import ast
import copy
import inspect
import textwrap

import numpy as np

from course_lib.exercises.judging.words import sentence

SYMBOLS = {
    "x_hat": "x̂", "dx_hat": "dx̂", "mean": "μ", "var": "σ²", "std": "σ",
    "hidden": "H", "pre_activation": "M",
}  # fmt: skip
RETURNED = "what you return"
WHY = "That change makes the right answer yours, on other numbers too."

# What is said, and what stands in a formula → what is tried in its place.
# N is a number, V a name, O may be missing, F anything; other capitals are
# anything but np.
CHANGES = {
    "a minus stands where a plus belongs": "A + B → A - B",
    "a plus stands where a minus belongs": "A - B → A + B",
    "a division stands where a product belongs": "A * B → A / B",
    "a product stands where a division belongs": "A / B → A * B",
    "an entrywise product stands where a matrix product belongs":
        "A @ B → A * B",
    "a term is missing": "A + B → A; A + B → B; A - B → A; A - B → B",
    "a factor is missing": "A * B → A; A * B → B",
    "a division is missing": "A / B → A",
    "a matrix is missing": "A @ B → A; A @ B → B",
    "a power is missing": "A ** B → A",
    "a difference is taken the wrong way round": "A - B → B - A",
    "a quotient is upside down": "A / B → B / A",
    "the factors of a matrix product are exchanged": "A @ B → B @ A",
    "a matrix is transposed that should stay as it is":
        "A @ B → A.T @ B; A @ B → A @ B.T",
    "a minus sign is missing": "-A → A",
    "a transpose is missing": "A.T → A",
    "a sum stands where a mean belongs": "F.mean → F.sum",
    "a mean stands where a sum belongs": "F.sum → F.mean",
    "a standard deviation stands where a variance belongs": "F.var → F.std",
    "a variance stands where a standard deviation belongs": "F.std → F.var",
    "a minimum stands where a maximum belongs":
        "F.max → F.min; F.maximum → F.minimum; F.argmax → F.argmin",
    "a maximum stands where a minimum belongs": "F.min → F.max",
    "a root is missing": "np.sqrt(A) → A",
    "a square is missing": "np.square(A) → A",
    "N − 1 divides where N belongs":
        "F.var(*A, **K) → F.var(*A, **K, ddof=1);"
        "F.std(*A, **K) → F.std(*A, **K, ddof=1);"
        "A.mean(*B, **K) → less_one(A, A.mean(*B, **K));"
        "np.mean(A, **K) → less_one(A, np.mean(A, **K))",
    "the arguments of `{F}` are exchanged": "F(A, B, **K) → F(B, A, **K)",
    "a loop ends one too early":
        "range(A) → range(A - 1); range(A, B) → range(A, B - 1)",
    "a loop ends one too late":
        "range(A) → range(A + 1); range(A, B) → range(A, B + 1)",
    "a loop begins one too late": "range(A) → range(1, A)",
    "everything is taken, where an axis belongs":
        "F(*A, axis=B, **K) → F(*A, axis=None, **K)",
    **{f"axis {n} is taken where another belongs":
        f"F(*A, axis=B, **K) → F(*A, axis={n}, **K)" for n in (0, 1, -1, -2)},
    "an axis is lost that `keepdims=True` would keep":
        "F(*A, keepdims=B, **K) → F(*A, **K)",
    "a number is one too large": "N → N + 1",
    "a number is one too small": "N → N - 1",
    "a slice begins one too early": "A:O → A - 1:O",
    "a slice begins one too late": "A:O → A + 1:O",
    "a slice ends one too early": "O:A → O:A - 1",
    "a slice ends one too late": "O:A → O:A + 1",
    "two indices are exchanged": "A[B, C] → A[C, B]",
    "an index is one too small": "A[V] → A[V - 1]",
    "an index is one too large": "A[V] → A[V + 1]",
    "a comparison is the wrong way round":
        "A < B → A > B; A > B → A < B; A <= B → A >= B; A >= B → A <= B;"
        "A == B → A != B; A != B → A == B",
    "a comparison takes equal numbers the wrong way":
        "A < B → A <= B; A <= B → A < B; A > B → A >= B; A >= B → A > B",
}  # fmt: skip


def less_one(values, mean):
    """Return a mean that was divided by N − 1 in place of N."""
    n = np.size(values) / np.size(mean)
    return mean * n / (n - 1)


def slips(exercise):
    """Yield what is said of each small change, and the function it makes.

    Another name in the place of one comes last: of these there are most.
    Nothing is said of a change for which the learner has no name.
    """
    reference = exercise.reference
    tree = ast.parse(textwrap.dedent(inspect.getsource(reference)))
    nodes = list(ast.walk(tree))
    if any(isinstance(node, ast.While) for node in nodes):
        return  # a change might never end
    given = [n.id for n in nodes if isinstance(n, ast.Name)
             and isinstance(n.ctx, ast.Store)]  # fmt: skip
    known = {*exercise.parameters, *exercise.outputs, RETURNED}
    labels = {
        name: SYMBOLS.get(name, name * (name in known))
        for name in sorted({*exercise.parameters, *given})
    }
    changes = [*_CHANGES, *(
        (_parsed("V"), _parsed(name),
         label and f"{label} stands where another quantity belongs")
        for name, label in labels.items()
    )]  # fmt: skip
    places = [*_formulas(tree.body[0], exercise.outputs)]
    places.sort(key=lambda place: isinstance(place[-1], ast.Name))
    for place, holder, key, node in places:
        place = labels.get(place, place * (place in known))
        for before, after, words in changes:
            found, same = {}, getattr(node, "id", 0) == getattr(after, "id", 1)
            if same or not _fits(before, node, found, labels):
                continue
            holder[key] = _Filled(found).visit(copy.deepcopy(after))
            ast.fix_missing_locations(holder[key])
            namespace = dict(reference.__globals__, less_one=less_one)
            exec(compile(tree, "<slip>", "exec"), namespace)
            holder[key] = node
            called = found.get("F")
            name = getattr(called, "attr", getattr(called, "id", ""))
            words = words.format(F=name)
            said = sentence(f"in {place}, {words}" if place else words)
            said = f"{said}. {WHY}" if words else ""
            yield said, namespace[reference.__name__]


def _formulas(statement, outputs):
    """Yield each part of a statement's formulas, and where it stands.

    As the quantity that the formula computes, what holds the part, its key
    there, and the part.
    """
    held = vars(statement)
    formulas = [("", held, key) for key in ("value", "iter", "test")]
    if isinstance(statement, ast.Return):
        answers = getattr(statement.value, "elts", ())
        formulas = [(RETURNED, held, "value")]
        if outputs and len(answers) == len(outputs):
            formulas = [(n, answers, i) for i, n in enumerate(outputs)]
    elif isinstance(statement, (ast.Assign, ast.AugAssign)):
        name = held.get("target") or statement.targets[0]
        while isinstance(name, ast.Subscript):
            name = name.value
        formulas = [(getattr(name, "id", ""), held, "value")]
    for place, holder, key in formulas:
        yield from ((place, *part) for part in _parts(holder, key))
    for inner in (*held.get("body", ()), *held.get("orelse", ())):
        yield from _formulas(inner, outputs)


def _parts(holder, key):
    """Yield what is held and all below it: what holds each, its key, it."""
    node = holder[key] if isinstance(holder, list) else holder.get(key)
    if isinstance(node, ast.AST):
        yield holder, key, node
        for name in node._fields:
            yield from _parts(vars(node), name)
    for i in range(len(node)) if isinstance(node, list) else ():
        yield from _parts(node, i)


def _parsed(text):
    return ast.parse(f"_[{text}]", mode="eval").body.slice


_CHANGES = [
    (*map(_parsed, change.split("→")), words)
    for words, several in CHANGES.items()
    for change in several.split(";")
]


def _fits(pattern, node, found, labels):
    """Whether a node has a form; ``found`` gets what capitals stand for."""
    if isinstance(pattern, list) and isinstance(node, list):
        return len(pattern) == len(node) and all(
            _fits(*pair, found, labels) for pair in zip(pattern, node)
        )
    if not isinstance(pattern, ast.AST):
        return pattern == node
    if isinstance(pattern, ast.Name) and pattern.id.isupper():
        found[pattern.id] = node
        name = getattr(node, "id", "")
        return {
            "N": type(getattr(node, "value", "")) in (int, float),
            "V": name in labels and isinstance(node.ctx, ast.Load),
            "O": True,
            "F": node is not None,
        }.get(pattern.id, node is not None and name != "np")
    if type(pattern) is not type(node):
        return False
    if isinstance(pattern, ast.Call):
        return _fits_call(pattern, node, found, labels)
    return all(
        _fits(value, getattr(node, name), found, labels)
        for name, value in ast.iter_fields(pattern)
        if name != "ctx"
    )


def _fits_call(pattern, node, found, labels):
    """As `_fits`: ``*A`` is every argument, ``**K`` what is left by name."""
    pairs = [(pattern.func, node.func)]
    left = {keyword.arg: keyword for keyword in node.keywords}
    for keyword in pattern.keywords:
        if not keyword.arg:
            found[keyword.value.id], left = [*left.values()], {}
        elif keyword.arg in left:
            pairs.append((keyword.value, left.pop(keyword.arg).value))
        else:
            return False
    if pattern.args and isinstance(pattern.args[0], ast.Starred):
        found[pattern.args[0].value.id] = node.args
    else:
        pairs.append((pattern.args, node.args))
    return not left and all(_fits(*pair, found, labels) for pair in pairs)


class _Filled(ast.NodeTransformer):
    """Puts what was found in the place of capitals."""

    def __init__(self, found):
        self.found = found

    def visit_Name(self, node):
        return self.found.get(node.id, node)

    def visit_Starred(self, node):
        return self.found[node.value.id]

    def visit_keyword(self, node):
        if node.arg is None:
            return self.found[node.value.id]
        return self.generic_visit(node)
