"""The learner's own code: the answer, what it calls, and it with a change."""

import ast
import inspect
import textwrap
import types
from dataclasses import dataclass

from answer_check.judging.errors import is_own
from answer_check.judging.source import written


def helpers(function):
    """Return the learner's own functions that a function calls, by name.

    The function itself comes last, under the name ``""``.
    """
    reached = {what: name for name, what in _reached(function)}
    reached.pop(function, None)
    return {name: what for what, name in reached.items()} | {"": function}


def _reached(function):
    names = [*function.__code__.co_names]
    for inner in filter(inspect.iscode, function.__code__.co_consts):
        names += inner.co_names
    known = {**function.__globals__, **_closure(function)}
    for name in (*names, *function.__code__.co_freevars):
        what = written(known[name]) if name in known else None
        if inspect.isfunction(what) and is_own(what.__code__):
            yield name, what


def _closure(function):
    cells = zip(function.__code__.co_freevars, function.__closure__ or ())
    return {name: cell.cell_contents for name, cell in cells
            if cell != types.CellType()}  # fmt: skip


@dataclass
class Unit:
    """One function: the name it is called by, its tree, lines and place."""

    name: str
    head: ast.FunctionDef
    lines: list
    first: int


@dataclass
class Place:
    """Where a part of the code stands: in a field of the part around it."""

    unit: Unit
    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST

    def put(self, node):
        """Put another part there."""
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node

    @property
    def line(self):
        """The number of its line, as the learner's cell counts."""
        return self.unit.first + self.node.lineno

    @property
    def text(self):
        """The line."""
        return self.unit.lines[self.node.lineno - 1]


class OwnCode:
    """An answer whose functions can be made again with a change.

    A ValueError says that its text is not to be had.
    """

    def __init__(self, answer):
        wrapped = hasattr(answer, "__wrapped__")
        function = written(answer) if wrapped else answer
        if not inspect.isfunction(function):
            raise ValueError("no function, or more than one")
        known = helpers(function)
        self.space, units = dict(function.__globals__), []
        for name, each in known.items():
            self.space |= _closure(each)
            units.append(_unit(name, each, wrapped and each is function))
        if not units[-1]:
            raise ValueError("its text is not to be had")
        self.units = [*filter(None, units)]

    def places(self):
        """List the places of all parts and statements, helpers first."""
        found = []
        for unit in self.units:
            for parent in ast.walk(unit.head):
                for field, value in ast.iter_fields(parent):
                    several = isinstance(value, list)
                    for k, node in enumerate(value if several else [value]):
                        index = k if several else None
                        if hasattr(node, "lineno"):
                            found.append(
                                Place(unit, parent, field, index, node)
                            )
        return found

    def changed(self, edits):
        """Return the answer with other nodes at places, or None."""
        space, heads = dict(self.space), [unit.head for unit in self.units]
        try:
            for place, node in edits:
                place.put(node)
            exec(compile(ast.Module(heads, []), "<a change>", "exec"), space)
            space |= {u.name: space[u.head.name] for u in self.units}
            return space[""]
        except Exception:
            return None
        finally:
            for place, _ in reversed(edits):
                place.put(place.node)


def _unit(name, function, with_decorators):
    """Return a function as a Unit; None for a lambda, or without a text."""
    try:
        text = textwrap.dedent(inspect.getsource(function))
        head = ast.parse(text).body[0]
    except (OSError, TypeError, SyntaxError):
        return None
    if not isinstance(head, ast.FunctionDef):
        return None
    if not with_decorators:
        head.decorator_list = []
    first = function.__code__.co_firstlineno - 1
    return Unit(name, head, text.splitlines(), first)
