"""Slips that nobody listed: one place of the learner's code, and it is right.

Small changes are tried at every place of the learner's own code. What is said
of the one that helps is true of this code: with it, every answer is right.
"""

import ast
import copy
import inspect
import re
import textwrap
from collections import defaultdict
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice
from pathlib import Path

from course_lib.exercises.judging.answers import Attempt
from course_lib.exercises.judging.run import run
from course_lib.exercises.judging.words import joined

MOST = 5_000  # changes that are tried, for speed
REDUCING = {"mean", "sum", "var", "std", "max", "min", "median", "norm"}
MADE_OF = ast.BinOp, ast.Call, ast.UnaryOp, ast.Subscript
UNTOLD = NameError, UnboundLocalError, NotImplementedError
# What does more than compute: a change may close or delete another file.
REACHES_OUT = {
    "os", "sys", "shutil", "subprocess", "Path", "open", "eval", "exec"
}  # fmt: skip
ARGUMENTS = {
    "{A} = 2 * {A}": "counts for half",
    "{A} = {A} / 2": "counts twice",
    "{A} = -{A}": "has the wrong sign",
    "{A} = {A} ** 0.5": "is squared that should stay as it is",
    "{A} = {A}.T": "is transposed, or should be",
}
ENDS = {
    "is missing": "Put it in", "are missing": "Put them in",
    "too much": "Take it out", "brackets stand": "Take them out",
    "that does not belong": "Take that out",
    "inside the loop": "Put it below the loop",
}  # fmt: skip


@dataclass(frozen=True)
class Slip:
    """What is said of a slip, its kind, and if all is right without it."""

    said: str
    kind: str
    is_all: bool


def slip_of(judge, words):
    """Return the Slip in the learner's code, or None.

    It is a change of one place, or the same one at all places that read the
    same, after which all answers are right; or else all of some output.
    ``words`` are those of the code.
    """
    if (
        any(a.changed or a.trouble in UNTOLD for a in judge.attempts)
        or not any(a.parts or a.trouble for a in judge.failed)
        or not words
        or words & REACHES_OUT
        or not judge.again.ends_like(judge.attempts[0])
    ):
        return None
    return run(partial(_search, judge), (), seconds=max(judge.left, 0.1)).value


def _search(judge):
    try:
        text = textwrap.dedent(inspect.getsource(judge.function))
        tree = ast.parse(text)
    except (OSError, TypeError, SyntaxError):
        return None
    (function,) = tree.body[:1] or [None]
    code = getattr(judge.function, "__code__", None)
    if not (isinstance(function, ast.FunctionDef) and code) or (
        function.decorator_list or code.co_freevars
        or any(isinstance(node, ast.While) for node in ast.walk(function))
    ):  # fmt: skip
        return None  # a change might never end
    first = min((a for a in judge.attempts if a.failed),
                key=lambda a: a.case.rough)  # fmt: skip
    cases = [first.case, *(a.case for a in judge.attempts)]
    cases += judge.exercise.unseen_cases(judge.function)
    wrong = {k for a in judge.attempts for k in a.failed}
    best, without = None, judge.exercise.without
    right = [a for a in judge.attempts if not a.failed]
    of_dtype = right and _dtypes(judge.failed).isdisjoint(_dtypes(right))
    for change in islice(_changes(text, function), MOST):
        if any(f".{name}(" in change[2] for name in without):
            continue
        if of_dtype and "too much" not in change[3]:
            continue  # a needless `/ 2` makes floats of integers
        left = _still_wrong(change[2], judge, cases, wrong)
        if best is None and left < wrong or not left:
            best = *change, wrong - left
        if not left:
            break
    return best and _slip(best, text, judge, wrong)


def _dtypes(attempts):
    return {
        tuple(getattr(arg, "dtype", None) for arg in a.case.args)
        for a in attempts
    }


def _slip(found, text, judge, wrong):
    """Say where a slip is, what it is and what is right without it."""
    numbers, part, _, kind, right = found
    lines, first = sorted({*numbers}), judge.function.__code__.co_firstlineno
    where = joined(f"{n + first - 1}" for n in lines)
    where = (
        f"In line{'s' * (len(lines) > 1)} {where}" if lines else "Throughout"
    )
    if len(lines) == 1:
        where += f" (`{part or text.splitlines()[lines[0] - 1].strip()}`)"
    do = [do for word, do in ENDS.items() if word in kind] or ["Change that"]
    those = "it"
    if right < wrong:
        those = joined(judge.names[k] for k in sorted(right))
    verb = "is" if right == wrong or len(right) == 1 else "are"
    several = len(numbers) > 1
    all_of_them = f", in each of {len(numbers)} places" * several
    each = " each time" * several
    said = (
        f"{where}, {kind}{all_of_them}. "
        f"{do[0]}{each}, and {those} {verb} right."
    )
    return Slip(" ".join(said.split()), kind, right == wrong)


def _still_wrong(text, judge, cases, wrong):
    """Return the outputs that are wrong if the code reads like this."""
    namespace, left = dict(judge.function.__globals__), set()
    try:
        exec(text, namespace)
        function = namespace[judge.function.__name__]
        for case in cases:
            attempt = Attempt(value=function(*copy.deepcopy(case.args)))
            attempt.compare(case, judge.exercise)
            left.update(attempt.failed)
            if not left < wrong:
                break
    except Exception:
        return wrong
    return left


def _changes(text, function):
    """Yield changes: lines, the part, the text with it, and what is said."""
    data, starts = text.encode(), [0]
    for line in data.splitlines(True):
        starts.append(starts[-1] + len(line))

    def span(node):
        return (starts[node.lineno - 1] + node.col_offset,
                starts[node.end_lineno - 1] + node.end_col_offset)  # fmt: skip

    def replaced(several):
        changed, before = data, len(data)
        for (a, b), new in sorted(
            ((span(node), new) for node, new in several), reverse=True
        ):
            if b > before:
                return ""  # one within another
            changed, before = changed[:a] + new.encode() + changed[b:], a
        return changed.decode()

    nodes = [
        n for each in reversed(function.body) for n in ast.walk(each)
        if isinstance(n, (ast.expr, ast.keyword, ast.Slice))
        and not isinstance(getattr(n, "ctx", None), ast.Store)
    ]  # fmt: skip
    names = {arg.arg: 0 for arg in function.args.args}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(node.id, node.lineno)
    begin, indent = function.body[0], " " * function.body[0].col_offset
    for node, new, said in _of_lines(function):
        own = data[slice(*span(node))].decode()
        tail = f"\n{indent}{own}\n"
        below = tail if isinstance(node, ast.Return) else ""
        yield [node.lineno], own, replaced([(node, new)]) + below, said

    def of_parts(late):
        for form, after, kind in _CHANGES:
            places = defaultdict(list)
            for node in nodes if late is ("is missing" in kind) else ():
                own = isinstance(node, (ast.Name, ast.Constant))
                own = "" if own else data[slice(*span(node))].decode()
                for new, said, name in _changed(
                    node, form, after, kind, names
                ):
                    yield [node.lineno], own, replaced([(node, new)]), said
                    for alike in ("", ast.unparse(node)):
                        places[said, name, alike].append((node, new))
            for (said, *_), several in places.items():
                if len(several) > 1:
                    lines = [node.lineno for node, _ in several]
                    yield lines, "", replaced(several), said

    yield from of_parts(late=False)
    for new, said in _of_arguments(function):
        new = f"{new}\n{indent}{data[slice(*span(begin))].decode()}"
        yield [], "", replaced([(begin, new)]), said
    yield from of_parts(late=True)


def _of_arguments(function):
    """Yield lines that change an argument at the start."""
    names = [arg.arg for arg in function.args.args]
    for a, b in combinations(names, 2):
        yield f"{a}, {b} = {b}, {a}", f"`{a}` and `{b}` have changed places"
    for a in names:
        for form, said in ARGUMENTS.items():
            yield form.format(A=a), f"`{a}` {said}"


def _of_lines(function):
    """Yield changes of whole statements."""
    for loop in ast.walk(function):
        for node in ast.walk(loop) if isinstance(loop, ast.For) else ():
            own = ast.unparse(node)
            if isinstance(node, ast.Return):
                yield node, "pass", "a `return` inside the loop ends it early"
            if isinstance(node, ast.Assign):
                yield (node, own.replace(" = ", " += ", 1),
                       "`=` stands where `+=` belongs")  # fmt: skip
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            yield node, "pass", "the whole line is too much"
        if isinstance(node, ast.AugAssign):
            for op in ("+=", "-=", "*=", "/=", "="):
                new = f"{ast.unparse(node.target)} {op} "
                yield (node, new + ast.unparse(node.value),
                       "another sign belongs before the `=`")  # fmt: skip


def _changed(node, form, after, kind, names):
    """Yield what a change makes of a part, what is said, and a name."""
    found = {}
    if not _matches(form, node, found):
        return
    plain = {c: part and ast.unparse(part) for c, part in found.items()}
    words = {c: t and _bracketed(t, found[c]) for c, t in plain.items()}
    plain["F"] = plain.get("F", "").split(".")[-1]
    latest = node.lineno if "{W}" in after else 1 if "{P}" in after else 0
    for name in [n for n, line in names.items() if line < latest] or [""]:
        if name != ast.unparse(node):
            filled = after.format(W=name, P=name, **words)
            yield _bracketed(filled, node), kind.format(**plain), name


def _bracketed(text, node):
    return text if isinstance(node, (ast.Slice, ast.keyword)) else f"({text})"


def _parsed(text):
    if ":" in text:
        return ast.parse(f"_[{text}]").body[0].value.slice
    call = ast.parse(f"_({text})").body[0].value
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
    if not isinstance(form, ast.AST) or type(form) is not type(node):
        return form == node
    return all(
        _matches(getattr(form, name), getattr(node, name), found)
        for name in form._fields
        if name != "ctx"
    )


def _read():
    """Yield the changes of `slips.txt`, each with what is said of it."""
    said, lines = "", Path(__file__).with_name("slips.txt").read_text("utf-8")
    for line in lines.splitlines():
        for change in line.split(";") if line[:1] == " " else ():
            before, after = change.split("→")
            filled = re.sub(r"(?<![.\w])[A-Z]\b", r"{\g<0>}", after.strip())
            yield _parsed(before), filled, said
        said = said if line[:1] == " " else line


_CHANGES = [*_read()]
