"""Slips that nobody listed: the reference with one small thing changed."""

import ast
import re
from dataclasses import dataclass, replace

import numpy as np

# How a quantity is written, and what else learners call it.
SYMBOLS = {
    "x_hat": ("x̂", "xhat xh x_norm normalized"),
    "dx_hat": ("dx̂", "dxhat dx_norm"),
    "mean": ("μ", "mu average"),
    "var": ("σ²", "variance sigma2 v"),
    "std": ("σ", "sigma"),
    "hidden": ("H", "h H"),
    "pre_activation": ("M", "m M z pre"),
}
RETURNED = "what you return"
ANOTHER = "{V} stands where something else belongs"
OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
    ast.MatMult: "@", ast.Pow: "**",
}  # fmt: skip
HALF_A_POWER = "`** 1 / 2` stands"
WHY = "Exchange that one thing, and it is right."

# What is said, and what stands in a formula → what is tried in its place.
# N is a number, V a name, O may be missing; A, B, C and F are anything.
CHANGES = {
    "a minus stands where a plus belongs": "A + B → A - B",
    "a plus stands where a minus belongs": "A - B → A + B",
    "a division stands where a product belongs": "A * B → A / B",
    "a product stands where a division belongs": "A / B → A * B",
    "an entrywise product stands where a matrix product belongs":
        "A @ B → A * B",
    "a plus stands where a product belongs": "A * B → A + B",
    "a product stands where a plus belongs": "A + B → A * B",
    "a term is missing or always 0":
        "A + B → A; A + B → B; A - B → A; A - B → B",
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
    f"{HALF_A_POWER} for a root, and the power comes first":
        "np.sqrt(A) → A / 2; A / np.sqrt(B) → A / B / 2",
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
    "an `axis=` is missing, so all axes are taken at once":
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
    **{f"a length is taken along axis {n} where another belongs":
       f"A.shape[B] → A.shape[{n}]" for n in (0, 1, -2)},
    "two indices are exchanged": "A[B, C] → A[C, B]",
    "an index is one too small": "A[V] → A[V - 1]",
    "an index is one too large": "A[V] → A[V + 1]",
    "a comparison is the wrong way round":
        "A < B → A > B; A > B → A < B; A <= B → A >= B; A >= B → A <= B;"
        "A == B → A != B; A != B → A == B",
    "a comparison treats equal numbers the wrong way":
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


@dataclass(frozen=True, eq=False)
class Slip:
    """One small change: where, what is said of it, the text that it makes.

    ``other`` is the name that was put in, if one was; ``needs`` are words
    that a learner's code has if the slip is in it.
    """

    place: str
    kind: str
    text: str
    other: str = ""
    needs: set = frozenset()

    def said(self, words, exercise):
        """Say it; the place is named if the learner's code has it."""
        place = name_of(self.place, words, exercise)
        other = name_of(self.other, words, exercise)
        if self.other and not other:
            return ""
        where = f"In {place}," if place else "Somewhere"
        return f"{where} {self.kind.format(V=other)}."


def name_of(quantity, words, exercise):
    """Return what a learner calls a quantity of the reference, or nothing."""
    if quantity in (*exercise.parameters, *exercise.outputs, RETURNED):
        return quantity
    symbol, others = SYMBOLS.get(quantity, (f"`{quantity}`", ""))
    if quantity and {quantity, *others.split()} & (words or set()):
        return symbol
    return ""


def slips(exercise):
    """Yield a Slip for each small change of the reference.

    Another name in the place of one comes last: of these there are most.
    """
    source = exercise.source
    text = ast.unparse(ast.parse(source.head + source.body))
    nodes = list(ast.walk(ast.parse(text)))
    if any(isinstance(node, ast.While) for node in nodes):
        return  # a change might never end
    given = {n.id for n in nodes if isinstance(n, ast.Name)
             and isinstance(n.ctx, ast.Store)}  # fmt: skip
    names = sorted({*exercise.parameters, *given})
    changes = [*_CHANGES, *((_parsed("V"), name, ANOTHER) for name in names)]
    places = [
        (place, part, formula)
        for statement in nodes
        for place, formula in _formulas(statement, exercise.outputs)
        for part in _parts(formula)
        if hasattr(part, "lineno")
    ]
    for place, part, _ in sorted(places, key=_last_names):
        for new, after, kind in _changed(part, changes, names):
            other = after if kind == ANOTHER else ""
            yield Slip(
                place, kind, _replaced(text, part, new), other,
                _needs(new, kind, other),
            )  # fmt: skip


def _changed(node, changes, names):
    """Yield what each change makes of a part, its new form, and its kind."""
    own = ast.unparse(node)
    for before, after, kind in changes:
        found = {}
        if after == own or not _matches(before, node, found, names):
            continue
        words = {
            capital: part and _bracketed(ast.unparse(part), part)
            for capital, part in found.items()
        }
        called = words.get("F", "").strip("()").split(".")[-1]
        new = _bracketed(after.format(**words), node)
        if ".T).T" not in new:  # that is a transpose that is missing
            yield new, after, kind.replace("{F}", called)


def _needs(new, kind, other):
    """List what stands in the code of whoever made a slip, if it is this."""
    if kind.startswith(("a ", "an ")) and "missing" in kind:
        return set()
    if kind.startswith(HALF_A_POWER):
        return {"** 1"}
    if "a number is" in kind:
        return {abs(eval(new, {}))}
    match _parsed(new):
        case ast.BinOp(_, op, _):
            return {OPERATORS[type(op)]} if type(op) in OPERATORS else set()
        case ast.Name(name):
            return {name} if other else set()
    return set()


def told_as_one(found, words, exercise):
    """Bring slips that answer alike down to one, if two sentences say all.

    Another name or number explains less than any other slip.
    """
    found = [
        m for m in found if not m.slip.other and "number" not in m.slip.kind
    ] or found
    said = {m.slip.said(words, exercise): m for m in reversed(found)}
    said.pop("", None)
    if len(said) == 2:
        second, first = said
        also = second[:1].lower() + second[1:]
        both = f"{first} Or, which comes to the same, {also}"
        said = {both: said[first]}
    if len(said) != 1:
        return []
    return [replace(m, said=f"{each} {WHY}") for each, m in said.items()]


def _last_names(place):
    """Order parts as they are read, the names behind all others."""
    _, part, _ = place
    start, end = part.col_offset, part.end_col_offset
    return isinstance(part, ast.Name), part.lineno, start, -end


def _parts(node):
    """List a formula's parts, without numbers that are axes or bounds."""
    yield node
    if isinstance(node, ast.UnaryOp) and ast.unparse(node)[1:].isdigit():
        return  # −1 is a number, and 0 is not one less
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "tuple":
        return  # of axes
    for part in ast.iter_child_nodes(node):
        named = isinstance(node, ast.keyword | ast.Compare) or (
            isinstance(node, ast.Subscript) and ".shape" in ast.unparse(node)
        )
        if not named or not ast.unparse(part).lstrip("-").isdigit():
            yield from _parts(part)


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


def _matches(form, node, found, names):
    """Whether a node has a form; ``found`` gets what capitals stand for."""
    if isinstance(form, list):
        return len(form) == len(node) and all(
            _matches(*pair, found, names) for pair in zip(form, node)
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
        _matches(getattr(form, name), getattr(node, name), found, names)
        for name in form._fields
        if name != "ctx"
    )
