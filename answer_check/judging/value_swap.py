"""Where a value goes wrong: parts of the learner's code beside parts of ours.

Each part of the learner's code gets the value of some part of our solutions.
If the answer is right with it, this part is wrong, and what follows is not.
"""

import ast
import contextlib
import copy
import inspect
import textwrap
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial

import numpy as np

from answer_check.judging.answers import close, ours
from answer_check.judging.source import tree_of
from answer_check.judging.words import joined

LONGEST = 60  # characters of code that are told
FEW = 3  # texts that are tried, the shortest first
ALIKE = 0.3  # what two texts must have in common, to be told first
# A value and these of it are one step, in whatever shape.
WAYS = np.copy, np.negative, np.reciprocal, np.square, np.sqrt
VARIES = object()  # the worth of what has several values in one call
NUMBERS = bool, int, float, np.generic, np.ndarray
NO_PARTS = ast.Slice, ast.Starred, ast.JoinedStr, ast.Tuple, ast.List


@dataclass
class Part:
    """A part of a function's code, and what it is worth in each case."""

    node: ast.expr
    code: "Watched"
    key: int
    values: list

    @property
    def text(self):
        """The part as it reads."""
        return ast.unparse(self.node)

    @property
    def is_known(self):
        """Whether it is worth something in every case."""
        return not any(value is None for value in self.values)

    def equals(self, values):
        """Whether it is worth these values, as far as both are known."""
        return all(close(*pair) for pair in zip(self.values, values)
                   if not any(each is None for each in pair))  # fmt: skip


class Watched(ast.NodeTransformer):
    """A function that notes what each part of its code is worth."""

    def __init__(self, function):
        _, self.head = parsed(function)
        self.names = [arg.arg for arg in self.head.args.args]
        made = [n for n in ast.walk(self.head) if isinstance(n, ast.Assign)
                and isinstance(n.targets[0], ast.Name)]  # fmt: skip
        stored = Counter(n.id for n in ast.walk(self.head)
                         if isinstance(n, ast.Name)
                         and isinstance(n.ctx, ast.Store))  # fmt: skip
        stored.update(self.names)  # an argument that is stored is made anew
        self.own = {*stored}
        self.made = {n.targets[0].id: n.value for n in made
                     if stored[n.targets[0].id] == 1}  # fmt: skip
        self.nodes, self.instead, tree = [], {}, copy.deepcopy(self.head)
        tree.body = [self.visit(each) for each in tree.body]
        namespace = dict(function.__globals__, _part=self.note)
        module = ast.fix_missing_locations(ast.Module([tree], []))
        exec(compile(module, "<parts>", "exec"), namespace)
        self.function = namespace[function.__name__]

    def generic_visit(self, node):
        """Hand each part's value to `note`."""
        before = copy.deepcopy(node)
        super().generic_visit(node)
        if (
            isinstance(node, NO_PARTS) or not isinstance(node, ast.expr)
            or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            or isinstance(node, ast.Name) and node.id not in self.own
        ):  # fmt: skip
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

    def answer(self, instead, i, case):
        """Answer to case i, with other values for some parts."""
        self.seen = {}
        self.instead = {key: values[i] for key, values in instead.items()}
        return self.function(*copy.deepcopy(case.args))

    def parts(self, cases):
        """List the parts that have one value in a case, as they come."""
        seen = []
        for i, case in enumerate(cases):
            self.answer({}, i, case)
            seen.append(self.seen)
        return [
            Part(self.nodes[key], self, key, values)
            for key in sorted(set().union(*seen))
            for values in [[each.get(key) for each in seen]]
            if not any(value is VARIES for value in values)
        ]


def parsed(function):
    """Return a function's text and its tree; a ValueError if it has none."""
    try:
        text = textwrap.dedent(inspect.getsource(function))
        head = tree_of(text).body[0]
    except (OSError, TypeError, SyntaxError) as error:
        raise ValueError from error
    if not isinstance(head, ast.FunctionDef) or (
        head.decorator_list or function.__code__.co_freevars
    ):
        raise ValueError("what is around it is not to be had")
    return text, head


def swaps(judge, cases):
    """Yield a part of the learner's code, a function to try, what to say.

    The function answers to a case, by its number, with the value of a part
    of ours in the place of this part. The third returns how telling it
    is and what is said of it, or None.
    """
    try:
        code = Watched(judge.function)
        mine = code.parts(cases)
    except Exception:  # whatever the learner's code may raise
        return
    known, worth = _ours(judge.exercise, cases), []
    right = [*zip(*(ours(judge.exercise.reference, case) for case in cases))]
    for part in filter(lambda part: part.is_known, known):
        first, *others = values = part.values
        if not (
            any(map(part.equals, right))  # all of an output: it is no place
            or any(map(part.equals, worth))
            or first.ndim == 0
            and all(close(first, each) for each in others)
        ):
            worth.append(values)
    for part in mine:
        for values in filter(partial(_fits, part), worth):
            yield (
                part.node,
                partial(code.answer, {part.key: values}),
                partial(_say, part, values, mine, known, worth),
            )


def _ours(exercise, cases):
    """List the parts of our solutions."""
    known = []
    for function in (exercise.reference, *exercise.accepted):
        with contextlib.suppress(Exception):  # what has no text, or loops
            known += Watched(function).parts(cases)
    return known


def right_lines(judge):
    """Yield the lines that give a name a value that a name of ours has."""
    code, mine, known, _ = judge.beside_ours
    made = [p for p in known if getattr(p.node, "id", "") in p.code.made]
    for name, node in code.made.items() if code else ():
        part = mine.get(name)
        if part and any(part.equals(p.values) for p in made):
            yield node.lineno


def side_by_side(judge):
    """Return the learner's code with its parts by their text, and ours.

    And the cases they are known for, which are the plain ones.
    """
    cases = [a.case for a in judge.attempts if not a.case.rough]
    try:
        code = Watched(judge.function)
        mine = {part.text: part for part in code.parts(cases)}
    except Exception:  # whatever the learner's code may raise
        return None, {}, [], cases
    known = [p for p in _ours(judge.exercise, cases) if p.is_known]
    return code, mine, known, cases


def steps(judge):
    """Say which value of the learner's code is the first wrong one.

    It is told behind the last one that our solution has, too. The text is
    empty where there are no such two.
    """
    code, mine, known, cases = judge.beside_ours
    if not code or all(a.case.rough for a in judge.failed):
        return ""  # by its plain cases every step is right
    tried = [a for a in judge.attempts if not a.case.rough]
    given = [*zip(*(case.args for case in cases))]
    start = judge.function.__code__.co_firstlineno - 1
    first = next(i for i, a in enumerate(tried) if a.failed)
    has, doubt = "", 0
    for name, node, part in _in_order(code, mine):
        if any(_is_step(part.values, each) for each in given):
            continue
        if not _is_known(part, known, first):
            name, line = _made(name, node, code, mine, known, first)
            where = f"`{name}` in line {line + start} none has: look from "
            filled = _filled(code.head, code.made.get(has), line)
            filled = min([*filled, doubt or line]) + start
            there = "there" if filled >= line + start else f"line {filled}"
            said = f"`{has}` is right: one of our solutions has it. {where}"
            also = _helpers(code.head, line, judge.function.__globals__)
            return f"{said}{there} on{also}." if has else ""
        same = [p for p in known if part.equals(p.values)]
        other = [p for p in known if p.text == name and p not in same]
        if name in code.made and same and not other:
            has = name
        elif has and other and name not in [p.text for p in same]:
            doubt = doubt or node.lineno  # what ours has under other names
    return ""


def _helpers(head, line, known):
    """Say which functions of the learner's own a line calls."""
    names = [n.func.id for n in ast.walk(head) if isinstance(n, ast.Call)
             and n.lineno == line and isinstance(n.func, ast.Name)
             and inspect.isfunction(known.get(n.func.id))]  # fmt: skip
    those = joined(f"`{name}`" for name in dict.fromkeys(names))
    return f", and at {those}" if those else ""


def _filled(head, after, line):
    """List a line, and those before it where places of an array are filled.

    Only those behind the part ``after`` count. Loops around them begin there.
    """
    between = [n for n in ast.walk(head) if
               getattr(after, "end_lineno", line) < getattr(n, "lineno", 0)
               <= line]  # fmt: skip
    filled = [line] + [
        n.lineno for n in between
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)
    ]  # fmt: skip
    return filled + [
        n.lineno for n in between
        if isinstance(n, ast.For) and n.end_lineno >= min(filled)
    ]  # fmt: skip


def _in_order(code, mine):
    """Yield the values that can be told, as they are computed.

    Each with its name or text, its place, and its part. What a loop or places
    of an array fill has several values.
    """
    filled = {ast.unparse(node.value) for node in ast.walk(code.head)
              if isinstance(node, ast.Subscript)
              and isinstance(node.ctx, ast.Store)}  # fmt: skip
    looped = {line for n in ast.walk(code.head) if isinstance(n, ast.For)
              for line in range(n.lineno, n.end_lineno + 1)}  # fmt: skip
    last = code.head.body[-1].lineno
    ends = {
        ast.unparse(node): node for node in code.nodes
        if node.lineno >= last and isinstance(node, (ast.BinOp, ast.Call))
    }  # fmt: skip
    for name, node in {**code.made, **ends}.items():
        part = mine.get(name)
        if (
            part and part.is_known and part.values[0].dtype.kind == "f"
            and name not in filled and node.lineno not in looped
            and len(name) <= LONGEST
        ):  # fmt: skip
            yield name, node, part


def _made(name, node, code, mine, known, first):
    """Return the name that makes a value another, and the line it is made in.

    That is a name in it which is given several times, if its value there is
    none of ours.
    """
    line = node.lineno
    for inner in map(ast.unparse, ast.walk(node)):
        part = mine.get(inner)
        if (
            part and isinstance(part.node, ast.Name) and part.is_known
            and inner in code.own and inner not in code.made
            and not _is_known(part, known, first)
        ):  # fmt: skip
            name = inner
            break
    stored = [
        n.lineno for n in ast.walk(code.head)
        if isinstance(getattr(n, "ctx", None), ast.Store) and n.lineno <= line
        and name == ast.unparse(getattr(n, "value", n))
    ]  # fmt: skip
    return name, max(stored, default=line)


def _is_known(part, known, i):
    """Whether a part is a step of ours in case i."""
    return any(
        _is_step(part.values[i : i + 1], p.values[i : i + 1]) for p in known
    )


def _is_step(values, others):
    """Whether values are others, in another shape or way of writing."""
    return any(
        all(
            close(np.ravel(way(a)), np.ravel(b))
            for a, b in zip(values, others)
        )
        for way in WAYS
    )


def _fits(part, values):
    """Whether other values are worth trying: of a shape and kind that fit."""
    for a, b in zip(part.values, values):
        if a is not None:
            with contextlib.suppress(ValueError):
                np.broadcast_shapes(a.shape, b.shape)
                if a.ndim or a.dtype.kind == b.dtype.kind:
                    continue  # a length is a whole number
            return False
    return not part.equals(values)


def _say(part, values, mine, known, worth, works):
    """Say what belongs in the place of a part, and how telling that is.

    Return this, what is said, and the text that belongs there; or None if
    the code ``works`` with no text. In the place of a right value a text may
    make good what comes later: that is little telling.
    """
    is_right = any(map(part.equals, worth))
    telling = -1 if is_right and not isinstance(part.node, ast.Name) else 0
    texts = [p.text for p in mine if p.is_known and p.equals(values)]
    for each in known:
        if each.equals(values):
            words = _InWords(each.code, mine, known)
            texts.append(ast.unparse(words.visit(copy.deepcopy(each.node))))
    short = {t for t in texts if "?" not in t and len(t) <= LONGEST}
    for text in sorted(short - {part.text}, key=len)[:FEW]:
        written = works(text)
        if written:
            alike = SequenceMatcher(None, part.text, text).ratio() > ALIKE
            said = f"`{part.text}` stands where `{written}` belongs"
            return telling + alike, said, text
    return None


class _InWords(ast.NodeTransformer):
    """Writes a part of ours with names that the learner has."""

    def __init__(self, code, mine, known):
        self.code, self.names = code, {}
        named = [p for p in mine if isinstance(p.node, ast.Name)]
        for own in known:
            if own.code is code:
                alike = (p.node for p in named if p.equals(own.values))
                self.names[own.text] = next(alike, None)

    def visit(self, node):
        """Put the learner's name for what has one."""
        found = None
        if isinstance(node, ast.expr):
            found = self.names.get(ast.unparse(node))
        return found or super().visit(node)

    def visit_Name(self, node):
        """Put what a name of ours stands for."""
        if node.id not in self.code.own:
            return node
        made = self.code.made.get(node.id)
        return self.visit(copy.deepcopy(made)) if made else ast.Name("?")
