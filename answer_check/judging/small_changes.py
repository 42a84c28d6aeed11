"""The small changes that are tried of a learner's code, likely ones first."""

import ast
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from answer_check.judging.source import uncommented

REDUCING = {"mean", "sum", "var", "std", "max", "min", "median", "norm"}
MADE_OF = ast.BinOp, ast.Call, ast.UnaryOp, ast.Subscript


@dataclass
class Change:
    """Parts to put at places, and where that is in words, if there are any.

    ``right`` are the outputs that it mends.
    """

    edits: list
    where: str = ""
    right: frozenset = frozenset()

    @property
    def lines(self):
        """The lines that are changed, each once."""
        return sorted({place.line for place, _ in self.edits})


def changes(code, judge):
    """Yield the changes that are tried of an `OwnCode`."""
    every = [p for p in code.places() if uncommented(p.text) not in judge.kept]
    yield from _of_statements(every)
    parts = _parts(every)
    pools = {id(unit): _pools(unit, judge) for unit in code.units}
    for form, after, pool, where in _CHANGES:
        alike = defaultdict(list)
        for each in parts:
            known = pools[id(each.unit)].get(pool, [""])
            for name, new in _fitting(form, after, each.node, pool, known):
                yield Change([(each, new)], where)
                for same in ("", ast.unparse(each.node)):
                    alike[name, same].append((each, new))
        for edits in alike.values():
            if len(edits) > 1:
                yield Change(edits, where)


def _parts(places):
    """List the places of expressions, the last ones first.

    Of a test only comparisons count: one that never holds hides what it
    guards.
    """
    tests = {
        each for p in places if isinstance(p.node, (ast.If, ast.IfExp))
        for each in ast.walk(p.node.test)
    }  # fmt: skip
    return [
        p for p in reversed(places)
        if isinstance(p.node, (ast.expr, ast.keyword))
        and not isinstance(getattr(p.node, "ctx", None), ast.Store)
        and (p.node not in tests or isinstance(p.node, ast.Compare))
    ]  # fmt: skip


def _fitting(form, after, node, pool, names):
    """Yield what a change makes of a node, for each name of its pool."""
    found = {}
    if not _matches(form, node, found):
        return
    for name in names:
        if not pool or getattr(node, "id", "") != name:
            found[pool] = ast.Name(name, ast.Load())
            yield name, _at(node, _filled(after, found))


def _pools(unit, judge):
    """Return the names that may be put somewhere."""
    nodes = [*ast.walk(unit.head)]
    arguments = [node.arg for node in nodes if isinstance(node, ast.arg)]
    given = zip(arguments, judge.exercise.standard[0].args)
    turns = [node.target for node in nodes if isinstance(node, ast.For)]
    return {
        "P": arguments,
        "Q": [name for name, arg in given if isinstance(arg, (int, float))],
        "I": [each for turn in turns for each in _names(ast.walk(turn))],
        "W": dict.fromkeys([*arguments, *_names(nodes)]),
    }


def _names(nodes):
    """List the names that are given a value."""
    return [node.id for node in nodes if isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Store)]  # fmt: skip


def _of_statements(places):
    """Yield changes of whole statements."""
    statements = [p for p in places if isinstance(p.node, ast.stmt)]
    loops = [p.node for p in statements
             if isinstance(p.node, (ast.For, ast.While))]  # fmt: skip
    looped = {each for loop in loops for each in ast.walk(loop)} - {*loops}
    for each in statements:
        for new in _instead(each.node, each.node in looped):
            yield Change([(each, _at(each.node, new))])


def _instead(node, in_loop):
    """Yield statements that may belong where one stands."""
    if isinstance(node, ast.Assign):
        target = node.targets[0]
        if in_loop or isinstance(target, ast.Subscript):
            yield ast.AugAssign(target, ast.Add(), node.value)
    short = isinstance(node, (ast.If, ast.For)) and len(node.body) == 1
    if short or isinstance(node, (ast.Assign, ast.AugAssign)):
        yield ast.Pass()
    if isinstance(node, ast.AugAssign):
        for operator in (ast.Add(), ast.Sub(), ast.Mult(), ast.Div()):
            yield ast.AugAssign(node.target, operator, node.value)
        yield ast.Assign([node.target], node.value)


def _at(old, new):
    return ast.fix_missing_locations(ast.copy_location(new, old))


def _filled(node, found):
    """Put what capitals stand for into what is tried."""
    if isinstance(node, list):
        return [_filled(each, found) for each in node]
    if isinstance(node, ast.Name) and node.id in found:
        return found[node.id]
    if not isinstance(node, ast.AST):
        return node
    fields = {k: _filled(v, found) for k, v in ast.iter_fields(node)}
    return type(node)(**fields)


def _matches(form, node, found):
    """Whether a node has a form; ``found`` gets what capitals stand for."""
    if isinstance(form, list):
        return len(form) == len(node) and all(
            _matches(*pair, found) for pair in zip(form, node)
        )
    if isinstance(form, ast.Name) and form.id.isupper():
        found[form.id] = node
        return _KINDS.get(form.id, lambda node: node is not None)(node)
    if form in ("F", "K", "L"):  # the name of a method or an argument
        return node is not None
    if not isinstance(form, ast.AST) or type(form) is not type(node):
        return form == node
    return all(
        _matches(getattr(form, name), getattr(node, name), found)
        for name in form._fields
        if name != "ctx"
    )


_KINDS = {
    "N": lambda node: type(getattr(node, "value", "")) in (int, float),
    "V": lambda node: isinstance(node, ast.Name),
    "M": lambda node: ast.unparse(node).split(".")[-1] in REDUCING,
    "E": lambda node: isinstance(node, MADE_OF),
    "O": lambda node: True,
}


def _parsed(text):
    if ":" in text:
        return ast.parse(f"_[{text}]").body[0].value.slice
    call = ast.parse(f"_({text})").body[0].value
    return (call.args + call.keywords)[0]


def _read():
    """Yield each change of `small_changes.txt`: from what, to what.

    And the pool of names that it draws from, and where it is in words.
    """
    where = ""
    text = Path(__file__).with_name("small_changes.txt").read_text("utf-8")
    for line in text.splitlines():
        for change in line.split(";") if line[:1] == " " else ():
            before, after = map(str.strip, change.split("→"))
            after = _parsed(after)
            names = {getattr(node, "id", "") for node in ast.walk(after)}
            pool = "".join(names & {"W", "P", "Q", "I"})
            yield _parsed(before), after, pool, where
        if line[:1] not in (" ", "#", ""):
            where = line.strip("-")


_CHANGES = [*_read()]
