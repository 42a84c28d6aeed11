"""Slips that nobody listed: one place of the learner's code, and it is right.

Small changes are tried at every place of the learner's own code. What is said
of the one that helps is true of this code: with it, every answer is right.
"""

import ast
import contextlib
import copy
import re
from collections import defaultdict
from functools import partial
from itertools import chain, combinations, islice
from os.path import commonprefix
from pathlib import Path

from answer_check.judging import value_swap
from answer_check.judging.answers import Attempt
from answer_check.judging.other_checks import larger
from answer_check.judging.run import run
from answer_check.judging.source import tree_of, uncommented
from answer_check.judging.value_swap import parsed
from answer_check.judging.words import joined

MOST, MOST_GRAFTS = 5_000, 2_000  # changes that are tried, for speed
SHORT, BRIEF, LONGEST = 10, 30, 60  # characters of code
SECONDS = 1.5  # of work, for code that takes long
WHOLE_DIVISION = "A // B → A / B"
ELSEWHERE = "`{}` stands where `{}` belongs"
REDUCING = {"mean", "sum", "var", "std", "max", "min", "median", "norm"}
A_LENGTH = re.compile(r"^(len\(.*\)|.*\.shape\[.*\]|.*\.size)$")
MADE_OF = ast.BinOp, ast.Call, ast.UnaryOp, ast.Subscript
UNTOLD = NameError, UnboundLocalError, NotImplementedError
# What does more than compute: a change may close or delete another file.
REACHES_OUT = {
    "os", "sys", "shutil", "subprocess", "Path", "open", "eval", "exec"
}  # fmt: skip
OF_DTYPES = "too much", "dtype", "digits", "fractions"
ENDS = {
    "lacks": "Put it in", "is missing": "Put it in",
    "too much": "Take it out",
    "inside the loop": "Put it below the loop",
    "7 digits": "Take float64, as with `dtype=float`",
    "fractions": "Make it an array of floats, as with `dtype=float` or "
    "`.astype(float)`",
}  # fmt: skip


def slips_of(judge, words, kinds=()):
    """List what is said of slips in the learner's code, each with its kind.

    Each is a change of one place, or the same one at all places that read the
    same, after which all answers are right; or else all of some output that
    is not right by another. ``words`` are those of the code.
    If there are ``kinds``, only changes of these are tried.
    """
    if (
        any(a.changed or a.trouble in UNTOLD for a in judge.attempts)
        or not any(a.parts or a.trouble for a in judge.failed)
        or not words
        or words & REACHES_OUT
        or not judge.again.ends_like(judge.attempts[0])
    ):
        return []
    try:
        search = _Search(judge, kinds)
    except ValueError:
        return []
    for each in (search.changes, search.values)[: 1 if kinds else 2]:
        if search.wrong not in search.found:
            run(each, (), seconds=SECONDS)
    return _told(search, run(search.together, (), seconds=SECONDS).value)


def _told(search, left):
    """List what is said of the changes that are kept, each with its kind.

    ``left`` are the outputs that stay wrong with all of them, or None if they
    do not go together. Then the first one is told alone.
    """
    found = [*search.found.items()]
    if left is None:
        found = found[:1]
        left = search.wrong.difference(*(right for right, _ in found))
    slips = [(said, kind) for _, (said, kind, _) in found]
    names = search.judge.names
    others = search.wrong.difference(*(right for right, _ in found))
    if slips and others:
        those = joined(names[k] for k in sorted(left or others))
        verb = "are" if len(left or others) > 1 else "is"
        said, kind = slips[-1]
        by = "With all of that" if slips[1:] else "By that alone"
        said += f" {by} {those} {verb} {'not ' * bool(left)}right."
        slips[-1] = said, kind
    return slips


class _Search:
    """Tries changes of the learner's code, and keeps the best one."""

    def __init__(self, judge, kinds):
        self.kinds = kinds
        self.judge, (self.text, self.head) = judge, parsed(judge.function)
        self.code = _Text(self.text)
        if any(isinstance(node, ast.While) for node in ast.walk(self.head)):
            raise ValueError("a change might never end")
        first = min((a for a in judge.attempts if a.failed),
                    key=lambda a: a.case.rough)  # fmt: skip
        self.cases = [first.case, *(a.case for a in judge.attempts)]
        others = judge.exercise.unseen_cases(judge.function)
        self.cases += others + larger(judge, others)
        self.wrong = frozenset(k for a in judge.attempts for k in a.failed)
        self.raised = any(a.trouble for a in judge.failed)
        right = [a for a in judge.attempts if not a.failed]
        self.of_dtype = right and not _dtypes(judge.failed) & _dtypes(right)
        self.found = {}  # what is right with it, what is said, kind, edits

    def allowed(self, text):
        """Whether no name stands in it that the exercise rules out."""
        names = self.judge.exercise.without
        return not any(f".{name}(" in text for name in names)

    def changes(self):
        """Try changes of the code until with one all is right."""
        judge, of_dtype, late = self.judge, self.of_dtype, []
        right_lines = {*value_swap.right_lines(judge)}
        every = _changes(self.code, self.head, judge)
        if self.kinds:
            every = (change for change in every if change[-1] in self.kinds)
        every = islice(every, MOST)
        for change in chain(every, late):  # which grows
            pieces, part, kind = change
            lines = {line for _, line, _ in pieces if line}
            if right_lines >= lines and change not in late:
                late.append(change)  # more likely, a later line is wrong
                continue
            of_another = not any(word in said for *_, said in pieces
                                 for word in OF_DTYPES)  # fmt: skip
            text = self.text_of(pieces)
            if of_dtype and of_another or not self.allowed(text):
                continue  # a needless `/ 2` makes floats of integers
            right = self.mended(self.changed(pieces))
            if right:
                self.keep(right, self.needed(pieces, right), part, kind)
            if self.wrong in self.found:
                return

    def values(self):
        """Try values of our own solutions, and keep those that tell most."""
        judge, best = self.judge, {}  # by what is right with them
        most = 0 if self.of_dtype else MOST_GRAFTS
        for node, function, say in islice(
            value_swap.swaps(judge, self.cases), most
        ):
            line = self.text.splitlines()[node.lineno - 1]
            right = uncommented(line) not in judge.kept
            right = right and self.mended(function)
            works = partial(self.works, node, right)
            told = say(works) if right else None
            if told and self.allowed(told[1]):
                best.setdefault(right, []).append((*told, node))
        for right in sorted(best, key=len):
            _, said, text, node = max(best[right], key=lambda each: each[0])
            said = said.replace(" stands", f"{self.grown(node)} stands", 1)
            piece = self.code.edit(node, f"({text})"), node.lineno, said
            self.keep(right, [piece], self.around(node), "another value")

    def grown(self, node):
        """Say which line of a loop makes what a name is worth, if one does."""
        first = self.judge.function.__code__.co_firstlineno - 1
        names = {*map(ast.unparse, ast.walk(node))}
        lines = [
            n.lineno + first for loop in ast.walk(self.head)
            if isinstance(loop, ast.For) and loop.end_lineno < node.lineno
            for n in ast.walk(loop) if isinstance(n, ast.Name)
            and isinstance(n.ctx, ast.Store) and n.id in names
            and n.lineno > loop.lineno
        ]  # fmt: skip
        return f" (made in line {max(lines)})" if lines else ""

    def around(self, node):
        """Return a part's text, with what is around it if it comes twice."""
        text = self.code
        part, line = text.of(node), self.text.splitlines()[node.lineno - 1]
        a, b = text.span(node)
        if line.count(part) > 1:
            for each in ast.walk(self.head):
                if isinstance(each, ast.expr):
                    c, d = text.span(each)
                    if c <= a and b <= d and (c, d) != (a, b):
                        part = text.of(each)  # the last one is the smallest
        return part

    def works(self, node, right, text):
        """Return another text for a part, if the same is right with it.

        It is in brackets if it has to be; or else "" is returned.
        """
        piece = self.code.edit(node, f"({text})"), 0, ""
        works = right == self.mended(self.changed([piece]))
        return self.code.written(node, text) if works else ""

    def needed(self, pieces, right):
        """Leave out the pieces of a change without which it does the same."""
        for piece in pieces:
            rest = [each for each in pieces if each is not piece]
            if rest and self.mended(self.changed(rest)) == right:
                pieces = rest
        return pieces

    def together(self):
        """Return the outputs that stay wrong with all changes that are kept.

        Or None if what is right with one of them is not with all.
        """
        every = [each for *_, pieces in self.found.values() for each in pieces]
        with contextlib.suppress(Exception):
            left = set().union(*self.failed(self.changed(every)))
            if not left & set().union(*self.found):
                return left
        return None

    def text_of(self, pieces):
        """Return the text with the edits of some pieces."""
        return self.code.replaced({edit for edit, *_ in pieces})

    def changed(self, pieces):
        """Return the function of a changed text, or None."""
        namespace = dict(self.judge.function.__globals__)
        with contextlib.suppress(Exception):
            exec(self.text_of(pieces), namespace)
            function = namespace[self.judge.function.__name__]
            return lambda i, case: function(*copy.deepcopy(case.args))

    def mended(self, function):
        """Return the outputs that are right with a change, if there are more.

        More than are right with the changes that are kept.
        """
        left, known = set(), set().union(*self.found)
        try:
            for failed in self.failed(function):
                left.update(failed)
                if (
                    self.wrong - left <= known or left - self.wrong
                    or left and self.raised
                ):  # fmt: skip
                    return None
        except Exception:
            return None
        return self.wrong - left

    def failed(self, function):
        """Yield the outputs that are wrong in each case."""
        for i, case in enumerate(self.cases):
            attempt = Attempt(value=function(i, case))
            attempt.compare(case, self.judge.exercise)
            yield attempt.failed

    def keep(self, right, pieces, part, kind):
        """Keep a change in place of those that mend less."""
        self.found = {k: v for k, v in self.found.items() if not k <= right}
        self.found[right] = self.slip(pieces, part, right), kind, pieces

    def slip(self, pieces, part, right):
        """Say where a slip is, what it is and what is right without it."""
        numbers = [line for _, line, _ in pieces if line]
        said = joined(dict.fromkeys(said for *_, said in pieces))
        judge, lines, n = self.judge, sorted({*numbers}), len(numbers)
        first = judge.function.__code__.co_firstlineno - 1
        where = f"In line{'s' * (len(lines) > 1)} "
        where += joined(f"{number + first}" for number in lines)
        if len(lines) == 1:
            told = "".join(said.split())  # as Python would write it
            is_told = "".join(part.split()) in told
            where += "" if is_told else f" (`{part}`)"
        do = [do for word, do in ENDS.items() if word in said]
        names = [judge.names[k] for k in sorted(right)]
        those = "it" if right == self.wrong else joined(names)
        verb = "are" if those != "it" and len(names) > 1 else "is"
        places = (
            f", in each of {n} places" if n > said.count(" and `") + 1 else ""
        )
        each = " each time" if n > 1 else ""
        return (
            f"{where if lines else 'Throughout'}, {said}{places}. "
            f"{(do or ['Change that'])[0]}{each}, and {those} {verb} right."
        )


def _dtypes(attempts):
    return {
        tuple(getattr(arg, "dtype", None) for arg in a.case.args)
        for a in attempts
    }


class _Text:
    """A function's text, of which parts of its tree can be replaced."""

    def __init__(self, text):
        self.data, self.starts = text.encode(), [0]
        for line in self.data.splitlines(True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node):
        """Find where a part begins and ends, in bytes."""
        a, b = self.starts[node.lineno - 1], self.starts[node.end_lineno - 1]
        return a + node.col_offset, b + node.end_col_offset

    def of(self, node):
        """Return the text of a part."""
        return self.data[slice(*self.span(node))].decode()

    def edit(self, node, new):
        """Return where a part begins and ends, and what comes there."""
        return *self.span(node), new

    def written(self, node, new):
        """Return a text for a part, in brackets if it has to be."""
        both = new, f"({new})"
        plain, bracketed = (
            self.replaced([self.edit(node, each)]) for each in both
        )
        with contextlib.suppress(SyntaxError):
            if ast.dump(ast.parse(plain)) == ast.dump(ast.parse(bracketed)):
                return new
        return both[1]

    def replaced(self, edits):
        """Return the text with others for parts, "" for one in another."""
        changed, before = self.data, len(self.data)
        for a, b, new in sorted(edits, reverse=True):
            if b > before:
                return ""
            changed, before = changed[:a] + new.encode() + changed[b:], a
        return changed.decode()


def _changes(text, function, judge):
    """Yield changes: their pieces, the part and the kind.

    A piece is an edit of the text, its line and what is said of it.
    """
    kept, lines = judge.kept, text.data.decode().splitlines()
    nodes = [
        n for each in reversed(function.body) for n in ast.walk(each)
        if isinstance(n, (ast.expr, ast.keyword, ast.Slice))
        and uncommented(lines[n.lineno - 1]) not in kept
        and not isinstance(getattr(n, "ctx", None), ast.Store)
    ]  # fmt: skip
    arguments = [arg.arg for arg in function.args.args]
    names = dict.fromkeys(arguments, 0)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(node.id, node.lineno)
    for node in ast.walk(function):  # what grows has no end within itself
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List):
            names |= {n.id: len(text.data) for n in node.targets
                      if isinstance(n, ast.Name)}  # fmt: skip
    given = zip(arguments, judge.exercise.standard[0].args)
    numbers = [name for name, arg in given if isinstance(arg, (int, float))]
    turns = {
        n.id for loop in ast.walk(function) if isinstance(loop, ast.For)
        for n in ast.walk(loop.target) if isinstance(n, ast.Name)
    }  # fmt: skip
    pools = {"W": names, "P": arguments, "Q": numbers, "I": turns}
    around = {
        each: node for node in ast.walk(function) if isinstance(node, ast.expr)
        for each in ast.walk(node) if each is not node
    }  # fmt: skip
    tests = {each for node in ast.walk(function)
             if isinstance(node, (ast.If, ast.IfExp))
             for each in ast.walk(node.test)}  # fmt: skip
    begin, indent = function.body[0], " " * function.body[0].col_offset
    for node, new, said in _of_lines(function):
        if uncommented(lines[node.lineno - 1]) in kept:
            continue
        own, end = text.of(node), len(text.data)
        pieces = [(text.edit(node, new), node.lineno, said)]
        if isinstance(node, ast.Return):
            pieces += [((end, end, f"\n{indent}{own}\n"), 0, said)]
        yield pieces, own.partition(":\n")[0], said
    yield from _of_given_names(function, arguments, nodes, text)
    for form, after, said, kind in _CHANGES:
        places = defaultdict(list)
        pool = re.search("{([WPQI])}", after)
        pool = pool and pools[pool[1]]
        for node in nodes:
            own = node
            if isinstance(node, (ast.Name, ast.Constant)):
                own = around.get(node, node)
            if (
                isinstance(node, ast.Constant)
                and isinstance(own, ast.Compare)
                or (node in tests and not isinstance(node, ast.Compare))
            ):
                continue  # a test that never holds hides what it guards
            if A_LENGTH.search(after) and _is_reduced(node, around.get(node)):
                continue  # the norm of a number is nobody's thought
            if "a division" in said and A_LENGTH.search(ast.unparse(node)):
                continue  # and to split a length neither
            while (
                own is not node
                and own in around
                and (lines[node.lineno - 1].count(text.of(own)) > 1)
            ):
                own = around[own]
            own = (
                text.of(own) if own is not node or "{here}" not in said else ""
            )
            own = own if len(own) <= LONGEST else ""
            known = [""] if pool is None else [
                name for name in pool if names[name] < node.lineno
            ]  # fmt: skip
            for new, told, name in _changed(node, form, after, said, known):
                piece = text.edit(node, new), node.lineno, told
                yield [piece], own, kind
                for alike in ("", ast.unparse(node)):
                    places[name, alike].append(piece)
        for several in places.values():
            if len(several) > 1:
                yield several, "", kind
    for a, b in combinations(arguments, 2):
        new = f"{a}, {b} = {b}, {a}\n{indent}{text.of(begin)}"
        said = f"`{a}` and `{b}` have changed places"
        yield [(text.edit(begin, new), 0, said)], "", said


def _of_given_names(function, arguments, nodes, text):
    """Yield changes where arguments' names are given anew, and read again."""
    begin, anew = function.body[0], {}
    for n in ast.walk(function):
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
            anew[n.id] = min(anew.get(n.id, n.lineno), n.lineno)
    lines = defaultdict(list)
    for n in nodes:
        name = getattr(n, "id", "")
        if name in arguments and n.lineno > anew.get(name, n.lineno):
            lines[n.lineno].append(n)
    for line, there in lines.items():
        names = [*dict.fromkeys(n.id for n in there)]
        kept = "; ".join(f"_{name} = {name} + 0" for name in names)
        kept = f"{kept}\n{' ' * begin.col_offset}{text.of(begin)}"
        those = joined(f"`{name}`" for name in names)
        said = f"{those} are the new ones, and those that came in are needed"
        if not names[1:]:
            said = f"{those} is the new one, and the {those} that came in is "
            said += "needed"
        pieces = [(text.edit(n, f"_{n.id}"), line, said) for n in there]
        yield [(text.edit(begin, kept), 0, said), *pieces], "", said


def _is_reduced(node, parent):
    """Whether a part is what a mean, a sum or so is taken of."""
    return (
        isinstance(parent, ast.Call) and node in parent.args
        and ast.unparse(parent.func).split(".")[-1] in REDUCING
    )  # fmt: skip


def _of_lines(function):
    """Yield changes of whole statements."""
    loops = [n for n in ast.walk(function) if isinstance(n, ast.For)]
    looped = {node for loop in loops for node in ast.walk(loop)}
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node in looped:
            yield node, "pass", "a `return` inside the loop ends it early"
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        if (
            target
            and ast.unparse(node.value) != "0"
            and (isinstance(target, ast.Subscript) or node in looped)
        ):
            name, value = ast.unparse(target), ast.unparse(node.value)
            said = ELSEWHERE.format("=", "+=")
            yield node, f"{name} += {value}", said
            if isinstance(target, ast.Name):
                first = f", with `{name} = 0` before the loop"
                new = f"{name} = locals().get({name!r}, 0) + ({value})"
                yield node, new, said + first
    alone = {each.body[0]: each for each in ast.walk(function)
             if isinstance(each, (ast.If, ast.For)) and not each.orelse
             and not each.body[1:]}  # fmt: skip
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            whole, said = node, ""
            while whole in alone:
                whole, said = alone[whole], ", with what stands under it,"
            yield whole, "pass", f"the whole line{said} is too much"
        if isinstance(node, ast.AugAssign):
            name, value = ast.unparse(node.target), ast.unparse(node.value)
            here = ast.unparse(node)[len(name) + 1 :].split(" ")[0]
            for op in ("+=", "-=", "*=", "/=", "="):
                said = ELSEWHERE.format(here, op)
                yield node, f"{name} {op} {value}", said


def _changed(node, form, after, said, names):
    """Yield what a change makes of a part, what is said, and a name."""
    found = {}
    if not _matches(form, node, found):
        return
    plain = {c: ast.unparse(part or []) for c, part in found.items()}
    words = {c: t and _bracketed(t, found[c]) for c, t in plain.items()}
    plain = {c: _cut(t) for c, t in plain.items()}
    plain["F"] = plain.get("F", "").split(".")[-1]
    here = ast.unparse(node)
    for name in names:
        if name != here:
            new = _bracketed(
                after.format(**dict.fromkeys("WPQI", name), **words), node
            )
            try:
                there = ast.unparse(_parsed(new))
            except SyntaxError:
                continue  # a slice or a starred part out of its place
            if {*found} == {"N"} and not name:
                there = f"{eval(there, {}):g}"
            if isinstance(node, ast.Slice):
                there = ":".join(map(_counted, there.split(":")))
            told = said.format(**_apart(here, there), W=name, **plain)
            yield new, told, name


def _counted(text):
    """Return what an end of a slice comes to, if it is made of numbers."""
    with contextlib.suppress(NameError, SyntaxError):
        return str(eval(text.strip(), {}))
    return text


def _apart(here, there):
    """Leave out what two long texts begin and end with alike."""
    both = [
        re.findall(r"\w+|//|\*\*|[<>=!]=|\W", text) for text in (here, there)
    ]
    for _ in range(2 * (len(here) > BRIEF)):
        same = commonprefix([each[::-1] for each in both])
        while same and not all(
            re.search(r"\w", "".join(each[: -len(same)])) for each in both
        ):
            same.pop()  # a name is left of each
        if len("".join(same)) > SHORT:
            both = [[*each[: -len(same)], " ", "…"] for each in both]
        both = [each[::-1] for each in both]
    cut = ["".join(each) for each in both]
    if any(each.count("(") != each.count(")") for each in cut):
        cut = [here, there]
    return dict(zip(("here", "there"), cut))


def _cut(text):
    """Leave out the middle of a text that is too long for a sentence."""
    half = LONGEST // 3
    return text if len(text) <= LONGEST else f"{text[:half]} … {text[-half:]}"


def _bracketed(text, node):
    return text if isinstance(node, (ast.Slice, ast.keyword)) else f"({text})"


def _parsed(text):
    if ":" in text:
        return tree_of(f"_[{text}]").body[0].value.slice
    call = tree_of(f"_({text})").body[0].value
    return (call.args + call.keywords)[0]


def _matches(form, node, found):
    """Whether a node has a form; ``found`` gets what capitals stand for."""
    if isinstance(form, list):
        return len(form) == len(node) and all(
            _matches(*pair, found) for pair in zip(form, node)
        )
    if isinstance(form, ast.Name) and form.id.isupper():
        found[form.id] = node
        if form.id == "N":
            return type(getattr(node, "value", "")) in (int, float)
        if form.id == "V":
            return isinstance(node, ast.Name)
        if form.id == "M":
            return ast.unparse(node).split(".")[-1] in REDUCING
        if form.id == "E":
            return isinstance(node, MADE_OF)
        return node is not None or form.id == "O"
    if form in ("F", "K", "L"):  # the name of a method or an argument
        found[form] = ast.Name(node or "")
        return node is not None
    if not isinstance(form, ast.AST) or type(form) is not type(node):
        return form == node
    return all(
        _matches(getattr(form, name), getattr(node, name), found)
        for name in form._fields
        if name != "ctx"
    )


def _read():
    """Yield each change of `one_change.txt`, what is said, and its kind.

    Where only code is told, the kind is the change.
    """
    said, lines = (
        "",
        Path(__file__).with_name("one_change.txt").read_text("utf-8"),
    )
    for line in lines.splitlines():
        for change in line.split(";") if line[:1] == " " else ():
            before, after = map(str.strip, change.split("→"))
            filled = re.sub(r"(?<![.\w])[A-Z]\b", r"{\g<0>}", after)
            kind = re.sub("`[^`]*{[^`]*`", "…", said)
            if "{here}" in said:
                kind = f"{before} → {after}"
            yield _parsed(before), filled, said, kind
        said = said if line[:1] == " " else line


_CHANGES = [*_read()]
