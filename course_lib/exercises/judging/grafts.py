"""Where a value goes wrong: parts of the learner's code beside parts of ours.

Each part of the learner's code gets the value of some part of our solutions.
If the answer is right with it, this part is wrong, and what follows is not.
"""

import ast
import contextlib
import copy
import inspect
import textwrap
from collections import Counter, defaultdict
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial

import numpy as np

from course_lib.exercises.judging import relations
from course_lib.exercises.judging.answers import close, ours
from course_lib.exercises.judging.words import apart

LONGEST = 60  # characters of code that are told
ALIKE = 0.3  # of what two texts may have in common
VARIES = object()  # what is worth several values in one call
NUMBERS = bool, int, float, np.generic, np.ndarray


@dataclass
class Part:
    """A part of a function's code, and what it is worth in each case."""

    node: ast.expr
    code: "Watched"
    keys: tuple
    values: list

    @property
    def varies(self):
        """Whether it is more than a number that is always the same."""
        first, *others = self.values
        return first.ndim or not all(close(first, each) for each in others)

    def equals(self, other):
        """Whether two parts are worth the same, as far as both are known."""
        return all(close(a, b) for a, b in zip(self.values, other.values)
                   if a is not None and b is not None)  # fmt: skip


class Watched(ast.NodeTransformer):
    """A function that notes what each part of its code is worth."""

    def __init__(self, function):
        self.head = parsed(function)[1]
        self.names = [arg.arg for arg in self.head.args.args]
        stored = Counter(n.id for n in ast.walk(self.head)
                         if isinstance(n, ast.Name)
                         and isinstance(n.ctx, ast.Store))  # fmt: skip
        self.own = {*stored, *self.names}
        self.made = {
            n.targets[0].id: n.value for n in ast.walk(self.head)
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)
            and stored[n.targets[0].id] == 1
        }  # fmt: skip
        self.nodes, self.instead = [], {}
        tree = copy.deepcopy(self.head)
        tree.body = [self.visit(each) for each in tree.body]
        namespace = dict(function.__globals__, _part=self.note)
        module = ast.fix_missing_locations(ast.Module([tree], []))
        exec(compile(module, "<parts>", "exec"), namespace)
        self.function = namespace[function.__name__]

    def generic_visit(self, node):
        """Hand each part's value to `note`."""
        before = copy.deepcopy(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            node.args = [*map(self.visit, node.args)]
        else:
            super().generic_visit(node)
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Name)) and (
            not isinstance(node.ctx, ast.Load)
            or isinstance(node, ast.Name)
            and node.id not in self.own
        ):
            return node
        if not isinstance(node, ast.expr) or isinstance(
            node, (ast.Slice, ast.Starred, ast.JoinedStr, ast.Tuple, ast.List)
        ):
            return node
        self.nodes.append(before)
        key = ast.Constant(len(self.nodes) - 1)
        return ast.Call(ast.Name("_part", ast.Load()), [key, node], [])

    def note(self, key, value):
        """Keep the value of a part, or put another in its place."""
        if key in self.instead:
            return self.instead[key]
        known = self.seen.get(key)
        if known is not VARIES and isinstance(value, NUMBERS):
            same = known is None or np.array_equal(known, value)
            self.seen[key] = np.array(value) if same else VARIES
        return value

    def answer(self, keys, values, i, case):
        """Answer to case i, with other values for some parts."""
        self.seen = {}
        self.instead = {key: values[i] for key in keys}
        return self.function(*copy.deepcopy(case.args))

    def parts(self, cases):
        """List the parts that have one value in a case, the first one first.

        Those that read the same and are worth the same are one more part.
        """
        values = defaultdict(lambda: [None] * len(cases))
        for i, case in enumerate(cases):
            self.answer((), (), i, case)
            for key, value in self.seen.items():
                values[key][i] = value
        found = [
            Part(self.nodes[k], self, (k,), v)
            for k, v in sorted(values.items())
            if not any(each is VARIES for each in v)
        ]  # fmt: skip
        alike = defaultdict(list)
        for part in found:
            alike[ast.unparse(part.node)].append(part)
        for first, *others in alike.values():
            if (
                others
                and ast.unparse(first.node) not in self.names
                and all(map(first.equals, others))
            ):
                keys = tuple(k for p in (first, *others) for k in p.keys)
                found.append(Part(first.node, self, keys, first.values))
        return found


def parsed(function):
    """Return a function's text and its tree; a ValueError if it has none."""
    try:
        text = textwrap.dedent(inspect.getsource(function))
        (head, *_) = ast.parse(text).body
    except (OSError, TypeError, SyntaxError) as error:
        raise ValueError from error
    if (
        not isinstance(head, ast.FunctionDef)
        or head.decorator_list
        or (function.__code__.co_freevars)
    ):
        raise ValueError
    return text, head


def grafts(judge, cases):
    """Yield a part of the learner's code, a function to try, what to say.

    The function answers to a case, by its number, with the value of a part
    of ours in the place of this part. The third returns what is said of it.
    """
    try:
        code = Watched(judge.function)
        mine = code.parts(cases)
    except Exception:  # whatever the learner's code may raise
        return
    reference, known = judge.exercise.reference, []
    for function in (reference, *judge.exercise.accepted):
        with contextlib.suppress(Exception):  # what has no text, or loops
            known += Watched(function).parts(cases)
    right = [*zip(*(ours(reference, case) for case in cases))]
    worth = []  # lists of parts of ours that are worth the same
    for part in known:
        if None in map(_size, part.values) or any(
            all(map(close, part.values, answers)) for answers in right
        ):
            continue  # all of an output would be no place
        same = [each for each in worth if each[0].equals(part)]
        if not same:
            worth.append([])
        (same or worth[-1:])[0].append(part)
    worth = [same for same in worth if same[0].varies]
    for part in mine:
        is_right = not isinstance(part.node, ast.Name) and any(
            part.equals(same[0]) for same in worth
        )
        for same in filter(partial(_fits, part), worth):
            yield (
                part,
                partial(code.answer, part.keys, same[0].values),
                partial(_said, part, same, mine, known, cases, is_right),
            )


def _size(value):
    return value if value is None else value.size


def _fits(part, same):
    """Whether other values, of a shape that fits, are to be tried."""
    with contextlib.suppress(ValueError):
        for a, b in zip(part.values, same[0].values):
            if a is not None:
                np.broadcast_shapes(a.shape, b.shape)
                if not a.ndim and a.dtype.kind == "i" != b.dtype.kind:
                    return False  # a length or an index
        return not part.equals(same[0])
    return False


def _said(part, same, mine, known, cases, is_right):
    """Say what belongs in the place of a part, and how telling that is."""
    texts = [ast.unparse(p.node) for p in mine
             if None not in map(_size, p.values) and p.equals(same[0])]  # fmt: skip
    for each in same:
        words = _InWords(each.code, mine, known)
        texts.append(ast.unparse(words.visit(copy.deepcopy(each.node))))
    shortest = min((t for t in texts if "?" not in t), key=len, default="")
    if 0 < len(shortest) <= LONGEST:
        here = ast.unparse(part.node)
        alike = SequenceMatcher(None, here, shortest).ratio() > ALIKE
        return alike - is_right, f"`{here}` stands where `{shortest}` belongs"
    a, b = part.values[0], same[0].values[0]
    said = "the value is not the one that is needed, and what follows is right"
    if a is not None and a.ndim == b.ndim == 0:
        came, right = apart(a[()], b[()])
        return -is_right, f"{said}: {came} comes out there, and {right} should"
    failing = [
        (a, b, {}) for a, b, case in zip(part.values, same[0].values, cases)
        if a is not None and not case.rough and a.shape == b.shape and not close(a, b)
    ]  # fmt: skip
    how = failing and relations.describe(failing)[0].format(name="it")
    return -is_right, f"{said}: {how.rstrip('.')}" if how else said


class _InWords(ast.NodeTransformer):
    """Writes a part of ours with names that the learner has."""

    def __init__(self, code, mine, known):
        self.code, self.names = code, {}
        named = [p for p in mine if isinstance(p.node, ast.Name)]
        for ours in known:
            if ours.code is code and isinstance(ours.node, ast.Name):
                alike = [p.node for p in named if p.equals(ours)]
                self.names[ours.node.id] = alike[0] if alike else None

    def visit_Name(self, node):
        """Put the learner's name, or what the name stands for."""
        if node.id not in self.code.own:
            return node
        found, made = self.names.get(node.id), self.code.made.get(node.id)
        if found or not made or node.id in self.code.names:
            return found or ast.Name("?")
        return self.visit(copy.deepcopy(made))
