"""Slips that nobody listed: the reference with one small thing changed."""

import ast
import inspect
import textwrap
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from course_lib.exercises.judging.changes import changes
from course_lib.exercises.judging.words import sentence

SYMBOLS = {
    "x_hat": "x̂", "dx_hat": "dx̂", "mean": "μ", "var": "σ²", "std": "σ",
    "hidden": "H", "pre_activation": "M",
}  # fmt: skip
RETURNED = "what you return"
WHY = "That change makes the right answer yours, on other numbers too."


@dataclass(frozen=True)
class Slip:
    """One change of the reference, told as a listed mistake is."""

    message: str
    code: object
    reference: object

    @property
    def said(self):
        """All that is told of it."""
        return f"{self.message} {WHY}"

    def or_else(self, other):
        """Tell another change as well that makes the same function."""
        said = other.message[:1].lower() + other.message[1:]
        message = f"{self.message} Or, which comes to the same, {said}"
        return replace(self, message=message)

    @cached_property
    def function(self):
        """The reference with the change made."""
        namespace = dict(self.reference.__globals__, less_one=less_one)
        exec(self.code, namespace)
        return namespace[self.reference.__name__]


def less_one(values, mean):
    """Return a mean that was divided by N − 1 in place of N."""
    n = np.size(values) / np.size(mean)
    return mean * n / (n - 1)


def slips(exercise):
    """Yield every small change of an exercise's reference as a Slip.

    Another name in the place of one comes last: of these there are most.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(exercise.reference)))
    nodes = list(ast.walk(tree))
    if any(isinstance(node, ast.While) for node in nodes):
        return  # a change might never end
    given = [n.id for n in nodes if isinstance(n, ast.Name)
             and isinstance(n.ctx, ast.Store)]  # fmt: skip
    names = sorted({*exercise.parameters, *given})
    known = {*exercise.parameters, *exercise.outputs, RETURNED}
    labels = {n: SYMBOLS.get(n) or (n if n in known else "") for n in names}
    nodes = [
        (place, *node)
        for statement in tree.body[0].body
        for place, *at in _formulas(statement, exercise.outputs)
        for node in _nodes(*at)
    ]
    nodes.sort(key=lambda each: isinstance(each[-1], ast.Name))
    for place, holder, key, old in nodes:
        place = labels.get(place, place if place in known else "")
        for words, new in changes(old, labels):
            holder[key] = ast.fix_missing_locations(new)
            code = compile(tree, "<slip>", "exec")
            holder[key] = old
            said = f"in {place}, {words}." if place else f"{words}."
            said = sentence(said) if words else ""
            yield Slip(said, code, exercise.reference)


def _formulas(statement, outputs):
    """Yield the quantity that a part of a statement computes, and where."""
    if isinstance(statement, ast.For):
        yield "", vars(statement), "iter"
        for inner in statement.body:
            yield from _formulas(inner, outputs)
    elif isinstance(statement, ast.Return):
        value = statement.value
        if isinstance(value, ast.Tuple) and len(value.elts) == len(outputs):
            for i, name in enumerate(outputs):
                yield name, value.elts, i
        else:
            yield RETURNED, vars(statement), "value"
    elif isinstance(statement, (ast.Assign, ast.AugAssign)):
        name = getattr(statement, "targets", [None])[0] or statement.target
        while isinstance(name, ast.Subscript):
            name = name.value
        yield getattr(name, "id", ""), vars(statement), "value"


def _nodes(holder, key):
    """Yield a node and all below it, each as what holds it, its key, it."""
    node = holder[key]
    yield holder, key, node
    for name, value in ast.iter_fields(node):
        if isinstance(value, ast.AST):
            yield from _nodes(vars(node), name)
        for i, each in enumerate(value if isinstance(value, list) else ()):
            if isinstance(each, ast.AST):
                yield from _nodes(value, i)
