"""The small changes of a formula that are tried, and their names."""

import ast

OTHER_FUNCTION = {
    "mean": ("sum", "a sum stands where a mean belongs"),
    "sum": ("mean", "a mean stands where a sum belongs"),
    "var": ("std", "a standard deviation stands where a variance belongs"),
    "std": ("var", "a variance stands where a standard deviation belongs"),
    "max": ("min", "a minimum stands where a maximum belongs"),
    "min": ("max", "a maximum stands where a minimum belongs"),
    "maximum": ("minimum", "a minimum stands where a maximum belongs"),
    "argmax": ("argmin", "a minimum stands where a maximum belongs"),
}
LEFT_OUT = {"sqrt": "a root is missing", "square": "a square is missing"}
OTHER_SIGN = {
    ast.Add: (ast.Sub, "a minus stands where a plus belongs"),
    ast.Sub: (ast.Add, "a plus stands where a minus belongs"),
    ast.Mult: (ast.Div, "a division stands where a product belongs"),
    ast.Div: (ast.Mult, "a product stands where a division belongs"),
    ast.MatMult: (
        ast.Mult,
        "an entrywise product stands where a matrix product belongs",
    ),
}
ONE_SIDE = {
    ast.Add: "a term is missing",
    ast.Sub: "a term is missing",
    ast.Mult: "a factor is missing",
    ast.Div: "a division is missing",
    ast.MatMult: "a matrix is missing",
    ast.Pow: "a power is missing",
}
EXCHANGED = {
    ast.Sub: "a difference is taken the wrong way round",
    ast.Div: "a quotient is upside down",
    ast.MatMult: "the factors of a matrix product are exchanged",
}
REVERSED = {
    ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
WITH_EQUAL = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
AXES = (0, 1, -1, -2, None)
LESS_ONE = "N − 1 divides where N belongs"
TRANSPOSED = "a matrix is transposed that should stay as it is"


def changes(node, labels):
    """Yield ``(words, node)`` for each small change of one node.

    The words are empty where the learner has no name for what changes:
    ``labels`` has the names that may stand in it, as the learner knows them.
    """
    if type(node) in _KINDS:
        yield from _KINDS[type(node)](node, labels)


def _operation(node, labels):
    left, right, kind = node.left, node.right, type(node.op)
    if kind in OTHER_SIGN:
        other, words = OTHER_SIGN[kind]
        yield words, ast.BinOp(left, other(), right)
    if kind in ONE_SIDE:
        yield ONE_SIDE[kind], left
    if kind in (ast.Add, ast.Sub, ast.Mult, ast.MatMult):
        yield ONE_SIDE[kind], right
    if kind in EXCHANGED:
        yield EXCHANGED[kind], ast.BinOp(right, node.op, left)
    if kind is ast.MatMult:
        yield TRANSPOSED, ast.BinOp(_attribute(left, "T"), node.op, right)
        yield TRANSPOSED, ast.BinOp(left, node.op, _attribute(right, "T"))


def _sign(node, labels):
    if isinstance(node.op, ast.USub):
        yield "a minus sign is missing", node.operand


def _attributed(node, labels):
    if node.attr == "T":
        yield "a transpose is missing", node.value


def _call(node, labels):
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    args = node.args
    if name in OTHER_FUNCTION and isinstance(node.func, ast.Attribute):
        other, words = OTHER_FUNCTION[name]
        yield words, _call_of(_attribute(node.func.value, other), node)
    if name in LEFT_OUT:
        yield LEFT_OUT[name], args[0]
    if name in ("var", "std"):
        ddof = ast.keyword("ddof", ast.Constant(1))
        yield LESS_ONE, ast.Call(node.func, args, [*node.keywords, ddof])
    if name == "mean":
        values = args[0] if _is_numpy(node.func) else node.func.value
        less_one = ast.Name("less_one", ast.Load())
        yield LESS_ONE, ast.Call(less_one, [values, node], [])
    if len(args) == 2:
        turned = ast.Call(node.func, args[::-1], node.keywords)
        yield f"the arguments of `{name}` are exchanged", turned
    if name == "range":
        yield "a loop ends one too early", _range(args[:-1], args[-1], -1)
        yield "a loop ends one too late", _range(args[:-1], args[-1], 1)
        if len(args) == 1:
            one = ast.Constant(1)
            yield "a loop begins one too late", _range([one], args[0], 0)
    for i, keyword in enumerate(node.keywords):
        rest = [*node.keywords[:i], *node.keywords[i + 1 :]]
        if keyword.arg == "axis":
            for axis in AXES:
                words = f"axis {axis} is taken where another belongs"
                if axis is None:
                    words = "everything is taken, where an axis belongs"
                other = ast.keyword("axis", ast.Constant(axis))
                yield words, ast.Call(node.func, args, [*rest, other])
        if keyword.arg == "keepdims":
            lost = "an axis is lost that `keepdims=True` would keep"
            yield lost, ast.Call(node.func, args, rest)


def _number(node, labels):
    if type(node.value) in (int, float):
        for by, words in ((1, "large"), (-1, "small")):
            yield f"a number is one too {words}", ast.Constant(node.value + by)


def _slice(node, labels):
    lower, upper = node.lower, node.upper
    for by, words in ((-1, "early"), (1, "late")):
        if lower:
            begun = ast.Slice(_shifted(lower, by), upper, node.step)
            yield f"a slice begins one too {words}", begun
        if upper:
            ended = ast.Slice(lower, _shifted(upper, by), node.step)
            yield f"a slice ends one too {words}", ended


def _subscript(node, labels):
    at = node.slice
    if isinstance(at, ast.Tuple) and len(at.elts) == 2:
        turned = ast.Tuple(at.elts[::-1], ast.Load())
        yield "two indices are exchanged", _at(turned, node)
    if isinstance(at, ast.Name):
        for by, words in ((-1, "small"), (1, "large")):
            yield f"an index is one too {words}", _at(_shifted(at, by), node)


def _comparison(node, labels):
    kind = type(node.ops[0])
    for others, words in (
        (REVERSED, "a comparison is the wrong way round"),
        (WITH_EQUAL, "a comparison takes equal numbers the wrong way"),
    ):
        if kind in others:
            other = others[kind]()
            yield words, ast.Compare(node.left, [other], node.comparators)


def _name(node, labels):
    if node.id in labels and isinstance(node.ctx, ast.Load):
        for other, label in labels.items():
            if other != node.id:
                words = f"{label} stands where another quantity belongs"
                yield words if label else "", ast.Name(other, node.ctx)


_KINDS = {
    ast.BinOp: _operation, ast.UnaryOp: _sign, ast.Attribute: _attributed,
    ast.Call: _call, ast.Constant: _number, ast.Slice: _slice,
    ast.Subscript: _subscript, ast.Compare: _comparison, ast.Name: _name,
}  # fmt: skip


def _attribute(node, name):
    return ast.Attribute(node, name, ast.Load())


def _at(index, node):
    return ast.Subscript(node.value, index, node.ctx)


def _call_of(function, node):
    return ast.Call(function, node.args, node.keywords)


def _is_numpy(function):
    return getattr(function.value, "id", "") == "np"


def _shifted(node, by):
    op = ast.Add() if by > 0 else ast.Sub()
    return ast.BinOp(node, op, ast.Constant(1)) if by else node


def _range(before, end, by):
    name = ast.Name("range", ast.Load())
    return ast.Call(name, [*before, _shifted(end, by)], [])
