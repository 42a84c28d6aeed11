"""Slips that nobody listed: the reference with one small thing changed."""

import ast
import re

import numpy as np

from course_lib.exercises.judging.words import sentence

SYMBOLS = {
    "x_hat": "x̂", "dx_hat": "dx̂", "mean": "μ", "var": "σ²", "std": "σ",
    "hidden": "H", "pre_activation": "M",
}  # fmt: skip
RETURNED = "what you return"
WHY = "Our formula with that slip answers as yours, on other numbers too."

# What is said, and what stands in a formula → what is tried in its place.
# N is a number, V a name, O may be missing; A, B, C and F are anything.
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
        "F.var → less_one(F.var); F.std → less_one(F.std);"
        "F.mean → less_one(F.mean)",
    "the arguments of `{F}` are exchanged": "F(A, B) → F(B, A)",
    "a loop ends one too early":
        "range(A) → range(A - 1); range(A, B) → range(A, B - 1)",
    "a loop ends one too late":
        "range(A) → range(A + 1); range(A, B) → range(A, B + 1)",
    "a loop begins one too late": "range(A) → range(1, A)",
    "everything is taken, where an axis belongs":
        "axis=A → axis=None",
    **{f"axis {n} is taken where another belongs": f"axis=A → axis={n}"
       for n in (0, 1, -1, -2)},
    "an axis is lost that `keepdims=True` would keep":
        "keepdims=A → keepdims=False",
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


def less_one(spread):
    """Return a mean, var or std that divides by N − 1 in place of N."""

    def with_one_less(*args, **axes):
        value = spread(*args, **axes)
        n = np.size(getattr(spread, "__self__", args[:1])) / np.size(value)
        power = 2 if spread.__name__ == "std" else 1
        return (value**power * n / (n - 1)) ** (1 / power)

    return with_one_less


def slips(exercise):
    """Yield what is said of each small change, and the text that it makes.

    Another name in the place of one comes last: of these there are most.
    Nothing is said of a change for which the learner has no name.
    """
    source = exercise.source
    text = ast.unparse(ast.parse(source.head + source.body))
    nodes = list(ast.walk(ast.parse(text)))
    if any(isinstance(node, ast.While) for node in nodes):
        return  # a change might never end
    given = {n.id for n in nodes if isinstance(n, ast.Name)
             and isinstance(n.ctx, ast.Store)}  # fmt: skip
    known = {*exercise.parameters, *exercise.outputs, RETURNED}
    labels = {
        name: SYMBOLS.get(name, name if name in known else "")
        for name in sorted({*exercise.parameters, *given})
    }
    changes = [*_CHANGES, *(
        (_parsed("V"), name,
         label and f"{label} stands where another quantity belongs")
        for name, label in labels.items()
    )]  # fmt: skip
    for place, node in _places(nodes, exercise.outputs):
        place = labels.get(place, place if place in known else "")
        own = ast.unparse(node)
        for before, after, kind in changes:
            found = {}
            if after == own or not _fits(before, node, found, labels):
                continue
            words = {
                capital: part and _bracketed(ast.unparse(part), part)
                for capital, part in found.items()
            }
            new = _bracketed(after.format(**words), node)
            said = f"in {place}, {kind}" if place else kind
            called = words.get("F", "").strip("()").split(".")[-1]
            said = f"{sentence(said)}. {WHY}".format(F=called)
            yield said if kind else "", _replaced(text, node, new)


def _places(nodes, outputs):
    """List every part of a formula, after what the formula computes."""
    places = [
        (place, part)
        for statement in nodes
        for place, formula in _formulas(statement, outputs)
        for part in ast.walk(formula)
        if hasattr(part, "lineno")
    ]
    return sorted(places, key=lambda place: (
        isinstance(place[1], ast.Name), place[1].lineno,
        place[1].col_offset, -place[1].end_col_offset,
    ))  # fmt: skip


def _formulas(statement, outputs):
    """List the formulas of a statement, each after what it computes."""
    match statement:
        case ast.Return(ast.Tuple(each)) if len(each) == len(outputs):
            return zip(outputs, each)
        case ast.Return(ast.expr() as formula):
            return [(RETURNED, formula)]
        case ast.Assign([name, *_], formula) | ast.AugAssign(name, _, formula):
            return [(ast.unparse(name).split("[")[0], formula)]
        case ast.Expr(formula) | ast.For(_, formula) | ast.If(formula):
            return [("", formula)]
    return []


def _bracketed(text, node):
    return text if isinstance(node, (ast.Slice, ast.keyword)) else f"({text})"


def _replaced(text, node, new):
    """Put other words in the place of a part; no formula has two lines."""
    lines = text.splitlines(keepends=True)
    line = lines[node.lineno - 1]
    new = line[: node.col_offset] + new + line[node.end_col_offset :]
    return "".join([*lines[: node.lineno - 1], new, *lines[node.lineno :]])


def _parsed(text):
    if ":" in text:
        return ast.parse(f"_[{text}]").body[0].value.slice
    call = ast.parse(f"_({text})").body[0].value
    return (call.args + call.keywords)[0]


_CHANGES = [
    (
        _parsed(before),
        re.sub(r"\b[ABCFNOV]\b", r"{\g<0>}", after.strip()),
        said,
    )
    for said, several in CHANGES.items()
    for before, after in (change.split("→") for change in several.split(";"))
]


def _fits(form, node, found, names):
    """Whether a node has a form; ``found`` gets what capitals stand for."""
    if isinstance(form, list):
        return len(form) == len(node) and all(
            _fits(*pair, found, names) for pair in zip(form, node)
        )
    if isinstance(form, ast.Name) and form.id.isupper():
        found[form.id] = node
        if form.id == "N":
            return type(getattr(node, "value", "")) in (int, float)
        if form.id == "V":
            return isinstance(node, ast.Name) and node.id in names
        return node is not None or form.id == "O"
    if not isinstance(form, ast.AST) or type(form) is not type(node):
        return form == node
    return all(
        _fits(getattr(form, name), getattr(node, name), found, names)
        for name in form._fields
        if name != "ctx"
    )
