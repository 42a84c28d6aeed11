"""Where one change makes an answer right: the place, and not the change.

Small changes are tried at every place of the learner's own code, helpers and
nested functions included. What is said of the place is true of this code: with
one change there, the outputs that are named are right in every case.
"""

import ast
import copy
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np

from answer_check.judging.answers import Attempt
from answer_check.judging.learner_code import OwnCode
from answer_check.judging.learner_frames import now, spent
from answer_check.judging.other_checks import larger
from answer_check.judging.source import tree_of, uncommented
from answer_check.judging.words import joined

SECONDS = 0.8  # of work, for the whole search
REDUCING = {"mean", "sum", "var", "std", "max", "min", "median", "norm"}
MADE_OF = ast.BinOp, ast.Call, ast.UnaryOp, ast.Subscript
UNTOLD = NameError, UnboundLocalError, NotImplementedError
# What does more than compute: a change may close or delete another file.
REACHES_OUT = {
    "os", "sys", "shutil", "subprocess", "Path", "open", "eval", "exec"
}  # fmt: skip
MOVED = "where two arguments have changed places"
GIVEN_ANEW = "where a name no longer has the value that came in"
ENDED = "where a `return` inside the loop ends it early"


@dataclass
class Change:
    """Parts to put at places, and where that is in words, if there are any."""

    edits: list
    where: str = ""
    right: frozenset = frozenset()
    only: int = 0  # of the edits, those that are told; 0: all

    @property
    def lines(self):
        """The lines that are changed, each once."""
        told = self.edits[: self.only or None]
        return sorted({place.line for place, _ in told})


def place(judge, words, plain):
    """Say where one change makes the answer right, or some of its outputs.

    ``words`` are those of the learner's code, and ``plain`` the attempts at
    cases with nothing special about them: where no change makes all cases
    right, one that makes these right is told as such. The text is empty if
    there is none.
    """
    if (
        any(a.changed or a.trouble in UNTOLD for a in judge.attempts)
        or not any(a.parts or a.trouble for a in judge.failed)
        or not words
        or words & REACHES_OUT
        or not judge.again.ends_like(judge.attempts[0])
    ):
        return ""
    try:
        code = OwnCode(judge.function)
    except ValueError:
        return ""
    search = _Search(judge, code, plain)
    search.try_all()
    return search.told()


class _Search:
    """Tries changes of the learner's code, and keeps the best ones."""

    def __init__(self, judge, code, plain):
        self.judge, self.code = judge, code
        others = judge.exercise.unseen_cases(judge.function)
        noted = [c for c in others if c.note or c.rough]
        fresh = [c for c in others if not (c.note or c.rough)]
        cases = {id(a): a.case for a in judge.attempts}
        first = [a for a in plain if a.failed] or judge.failed[:1]
        first = [*first, *(a for a in plain if a not in first)]
        self.plain = [a.case for a in first]
        if plain:
            axes = {_axes(case) for case in self.plain}
            self.plain += [c for c in fresh if _axes(c) in axes]
        self.others = [c for c in cases.values() if c not in self.plain]
        self.others += [c for c in fresh if c not in self.plain] + noted
        self.others += larger(judge, others)
        self.wrong = frozenset(k for a in judge.attempts for k in a.failed)
        self.wrong_plain = frozenset(k for a in plain for k in a.failed)
        self.raised = any(a.trouble for a in judge.failed)
        self.of_integers = all(map(_is_whole, judge.failed)) and not all(
            map(_is_whole, judge.attempts)
        )
        self.found, self.on_plain = [], []

    def try_all(self):
        """Try changes until with one of them all is right."""
        since = now()
        for change in _changes(self.code, self.judge):
            if spent(since) > SECONDS:
                return
            if self.of_integers and "fraction" not in change.where:
                continue  # a needless `/ 2` makes floats of integers
            function = self.code.changed(change.edits)
            self.keep(change, function)
            if any(c.right == self.wrong for c in self.found):
                return

    def keep(self, change, function):
        """Keep a change in place of those that mend less."""
        right = self.mended(function, self.plain, self.wrong)
        if not right:
            return
        everywhere = self.mended(function, self.others, right)
        for found, mended in (
            (self.found, everywhere),
            (self.on_plain, right & self.wrong_plain),
        ):
            known = set().union(*(c.right for c in found))
            if mended and not mended <= known:
                found[:] = [c for c in found if not c.right <= mended]
                edits = self.needed(change, right)
                found.append(replace(change, edits=edits, right=mended))

    def needed(self, change, right):
        """Return the edits without those that make no difference."""
        edits = change.edits
        for each in edits if len(edits) > 1 and not change.only else ():
            rest = [e for e in edits if e is not each]
            function = rest and self.code.changed(rest)
            if function and right <= self.mended(
                function, self.plain, self.wrong
            ):
                edits = rest
        return edits

    def mended(self, function, cases, wrong):
        """Return those of the wrong outputs that are right in all cases."""
        right = set(wrong)
        for case in cases if function else ():
            try:
                attempt = Attempt(value=function(*copy.deepcopy(case.args)))
                attempt.compare(case, self.judge.exercise)
            except Exception:
                return frozenset()
            right -= {*attempt.failed}
            if not right or self.raised and attempt.failed:
                return frozenset()
            if not {*attempt.failed} <= self.wrong:
                return frozenset()
        return frozenset(right if function else ())

    def told(self):
        """Say which lines to look at, and what is right with a change."""
        found, on_plain = self.found, not self.found and self.on_plain
        found = found or on_plain
        if not found:
            return ""
        wrong = self.wrong_plain if on_plain else self.wrong
        right = self.together(found, on_plain)
        alone = frozenset().union(*(c.right for c in found))
        if not right >= alone:
            found, right = found[:1], found[0].right
        said = [self.sentence(c, on_plain, k) for k, c in enumerate(found)]
        left = wrong - right
        verb = "are" if len(left) > 1 else "is"
        those = joined(self.judge.names[k] for k in sorted(left))
        if left:
            said.append(f"After that, {those} {verb} still to be mended.")
        elif not alone >= wrong:
            said.append("After that, all is right.")
        return " ".join(said)

    def sentence(self, change, on_plain, number):
        """Say where one change is, and what is right with it."""
        lines, names = change.lines, self.judge.names
        s = "s" * (len(lines) > 1)
        where = f", {change.where}" if change.where else ""
        each = "in each of them" if s else "there"
        wrong = self.wrong_plain if on_plain else self.wrong
        right = [names[k] for k in sorted(change.right)]
        verb = "are" if right[1:] else "is"
        it = f"{joined(right)} {verb} right"
        if change.right == wrong:
            it = "it is right"
        if on_plain:
            it += " in the plain cases"
        look = "Look at" if not number else "Then look at"
        return (
            f"{look} line{s} {joined(map(str, lines))}{where}: with one "
            f"change {each} {it}."
        )

    def together(self, found, on_plain):
        """Return what is right with several changes at once."""
        if len(found) == 1:
            return found[0].right
        function = self.code.changed([e for c in found for e in c.edits])
        cases = self.plain + ([] if on_plain else self.others)
        return self.mended(function, cases, self.wrong)


def _axes(case):
    return next((a.ndim for a in case.args if hasattr(a, "ndim")), None)


def _is_whole(attempt):
    return any(getattr(arg, "dtype", "") == np.int64
               for arg in attempt.case.args)  # fmt: skip


def _changes(code, judge):
    """Yield the changes that are tried, the most likely ones first."""
    every = [p for p in code.places() if uncommented(p.text) not in judge.kept]
    yield from _of_statements(every)
    yield from _of_names(code, every)
    parts = [
        p for p in reversed(every)
        if isinstance(p.node, (ast.expr, ast.keyword))
        and not isinstance(getattr(p.node, "ctx", None), ast.Store)
    ]  # fmt: skip
    tests = {
        each for p in every if isinstance(p.node, (ast.If, ast.IfExp))
        for each in ast.walk(p.node.test)
    }  # fmt: skip
    pools = {p.unit.name: _pools(p.unit, judge) for p in every}
    for form, after, where in _CHANGES:
        alike = defaultdict(list)
        pool = next((n.id for n in ast.walk(after) if isinstance(n, ast.Name)
                     and n.id in ("W", "P", "Q", "I")), "")  # fmt: skip
        for each in parts:
            node, found = each.node, {}
            if node in tests and not isinstance(node, ast.Compare):
                continue  # a test that never holds hides what it guards
            if not _matches(form, node, found):
                continue
            known = pools[each.unit.name].get(pool, {"": 0})
            for name, begun in known.items():
                same = getattr(node, "id", "") == name
                if pool and (same or begun >= node.lineno):
                    continue
                found[pool] = ast.Name(name, ast.Load())
                new = ast.copy_location(_filled(after, found), node)
                edit = each, ast.fix_missing_locations(new)
                yield Change([edit], where)
                for same in ("", ast.unparse(node)):
                    alike[name, same].append(edit)
        for edits in alike.values():
            if len(edits) > 1:
                yield Change(edits, where)


def _pools(unit, judge):
    """Return the names that may be put somewhere, and where they begin."""
    head = unit.head
    arguments = [a.arg for a in ast.walk(head) if isinstance(a, ast.arg)]
    names = dict.fromkeys(arguments, 0)
    for node in ast.walk(head):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(node.id, node.lineno)
    for node in ast.walk(head):  # what grows has no end within itself
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List):
            names |= {n.id: 1e9 for n in node.targets
                      if isinstance(n, ast.Name)}  # fmt: skip
    given = zip(arguments, judge.exercise.standard[0].args)
    numbers = [name for name, arg in given if isinstance(arg, (int, float))]
    turns = [
        n.id for loop in ast.walk(head) if isinstance(loop, ast.For)
        for n in ast.walk(loop.target) if isinstance(n, ast.Name)
    ]  # fmt: skip
    pools = {"P": arguments, "Q": numbers, "I": turns}
    return {k: dict.fromkeys(v, 0) for k, v in pools.items()} | {"W": names}


def _of_statements(places):
    """Yield changes of whole statements."""
    statements = [p for p in places if isinstance(p.node, ast.stmt)]
    loops = [p for p in statements if isinstance(p.node, (ast.For, ast.While))]
    for each in statements:
        node = each.node
        around = [p for p in loops if node in ast.walk(p.node)
                  and p.node is not node]  # fmt: skip
        if isinstance(node, ast.Return) and around:
            both = [around[0].node, node]
            ended = ast.If(ast.Constant(True), both, [])
            edits = [(each, _at(node, ast.Pass())),
                     (around[0], _at(node, ended))]  # fmt: skip
            yield Change(edits, ENDED, only=1)
        if isinstance(node, ast.Assign):
            target = node.targets[0]
            if isinstance(target, ast.Subscript) or around:
                added = ast.AugAssign(target, ast.Add(), node.value)
                yield Change([(each, _at(node, added))])
        if isinstance(node, ast.Assign) and around:
            total = ast.parse(f"locals().get({ast.unparse(target)!r}, 0)")
            total = ast.BinOp(total.body[0].value, ast.Add(), node.value)
            total = ast.Assign([target], total)
            yield Change([(each, _at(node, total))])
    for each in statements:
        node = each.node
        alone = isinstance(node, (ast.If, ast.For)) and len(node.body) == 1
        if isinstance(node, (ast.Assign, ast.AugAssign)) or alone:
            yield Change([(each, _at(node, ast.Pass()))])
        if isinstance(node, ast.AugAssign):
            for op in (ast.Add(), ast.Sub(), ast.Mult(), ast.Div()):
                other = ast.AugAssign(node.target, op, node.value)
                yield Change([(each, _at(node, other))])
            other = ast.Assign([node.target], node.value)
            yield Change([(each, _at(node, other))])


def _at(old, new):
    return ast.fix_missing_locations(ast.copy_location(new, old))


def _of_names(code, places):
    """Yield changes of arguments: their order, and names given anew."""
    head = code.head
    if not isinstance(head, ast.FunctionDef):
        return
    arguments = [p for p in places if p.parent is head.args
                 and isinstance(p.node, ast.arg)]  # fmt: skip
    for a, b in combinations(arguments, 2):
        yield Change([(a, b.node), (b, a.node)], MOVED)
    names, anew = {p.node.arg for p in arguments}, {}
    used = [p for p in places if p.unit.head is head
            and getattr(p.node, "id", "") in names]  # fmt: skip
    for each in used:
        if isinstance(each.node.ctx, ast.Store):
            line = min(each.line, anew.get(each.node.id, each.line))
            anew[each.node.id] = line
    lines = defaultdict(list)
    for each in used:
        late = each.line > anew.get(each.node.id, each.line)
        if late and isinstance(each.node.ctx, ast.Load):
            lines[each.line].append(each)
    begin = next((p for p in places if p.node is head.body[0]), None)
    for there in lines.values() if begin else ():
        kept = "; ".join(f"_{p.node.id} = {p.node.id} + 0" for p in there)
        body = [*ast.parse(kept).body, begin.node]
        first = ast.If(ast.Constant(True), body, [])
        edits = [(p, _at(p.node, ast.Name(f"_{p.node.id}", ast.Load())))
                 for p in there]  # fmt: skip
        every = [*edits, (begin, _at(begin.node, first))]
        yield Change(every, GIVEN_ANEW, only=len(edits))


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
        return tree_of(f"_[{text}]").body[0].value.slice
    call = tree_of(f"_({text})").body[0].value
    return (call.args + call.keywords)[0]


def _read():
    """Yield each change of `one_change.txt`, and where it is in words."""
    where = ""
    text = Path(__file__).with_name("one_change.txt").read_text("utf-8")
    for line in text.splitlines():
        for change in line.split(";") if line[:1] == " " else ():
            before, after = map(str.strip, change.split("→"))
            yield _parsed(before), _parsed(after), where
        if line[:1] not in (" ", "#", ""):
            where = line.strip("-")


_CHANGES = [*_read()]
