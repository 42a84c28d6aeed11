"""Whether two sides are equal, and the smallest example where they are not."""

import numpy as np

from derivation_check.read import Misfit, Unreadable
from derivation_check.trees import LOSS, MESSAGES, children, show

CLOSE = 1e-9


def apart(left, right, cases):
    """Return left − right, both sides, and a scale to judge floats by."""
    cases.bind(left, right)
    with np.errstate(all="ignore"):
        try:
            a, b = cases.value(left).v, cases.value(right).v
            a, b = _same_form(a, b, right)
            scale = 1 + max(np.abs(v.a.astype(float)).max() for v in (a, b))
        except (ZeroDivisionError, OverflowError):
            raise Unreadable("large") from None
        if not np.isfinite(scale):
            raise Unreadable("large")
        return a - b, a, b, scale


def _same_form(a, b, right):
    """Let a row be a column if the other side is one, or say what is off."""
    forms = [[n for n in v.axes if n in "rc"] for v in (a, b)]
    if ["r"] in forms and ["c"] in forms:
        a, b = (v.rename({"c": "r"}) for v in (a, b))
    named = [[n for n in v.axes if n not in "#rc"] for v in (a, b)]
    for one, other in ((0, 1), (1, 0)):
        if forms[one] and named[other] and not forms[other]:
            raise Misfit("whole")
    sizes = {len(form) for form in forms}
    if 2 in sizes and len(sizes) == 2 and right != ("num", 0):
        raise Misfit("matrix")
    return a, b


def zeros(gap, scale):
    """Return where the difference is 0: exactly, for fractions."""
    if gap.a.dtype != object:
        return np.abs(gap.a) <= CLOSE * scale

    def zero(v):
        return abs(v) <= CLOSE * scale if isinstance(v, float) else v == 0

    with np.errstate(invalid="ignore"):
        return np.asarray(np.frompyfunc(zero, 1, 1)(gap.a), bool)


def holds(left, right, all_cases):
    """Whether two sides are equal in all cases."""
    for cases in all_cases:
        gap, _, _, scale = apart(left, right, cases)
        if not zeros(gap, scale).all():
            return False
    return True


def example(left, right, all_cases):
    """Name the smallest example where the sides differ, in fractions."""
    for cases in all_cases:
        gap, a, b, scale = apart(left, right, cases)
        wrong = [dict(zip(gap.axes, map(int, at)))
                 for at in np.argwhere(~zeros(gap, scale))]  # fmt: skip
        if wrong:
            at = min(wrong, key=lambda w: w.get("#", 0))
            values = [_written(v.a[tuple(at[n] for n in v.axes)])
                      for v in (a, b)]  # fmt: skip
            where = [f"{n} = {p}" for n, p in at.items() if n not in "#rc"]
            entry = ", ".join(str(at[n]) for n in "rc" if n in at)
            where += [f"entry {entry}"] if entry else []
            used = _numbers(cases, {"#": 0} | at, left, right)
            where = ", ".join([*used, *where])
            return f"At {where}: left {values[0]}, right {values[1]}."
    return MESSAGES["lines"]["unequal"]


def _numbers(cases, at, *sides):
    """Name the numbers that a line is about: its token, and what it uses.

    ``at`` says where, by axis. Of a matrix only that place is told.
    """
    letters = cases.world.letters
    vector = [k for k, axes in letters.items() if axes == "r"][:1]
    numbers = [k for k, axes in letters.items() if not axes
               and not (k in "NT" and any(letters.values()))]  # fmt: skip
    used = {k: ("sym", k, "") for k in vector + numbers}
    for side in sides:
        used |= {k: v for k, v in _given(cases, side).items()
                 if k not in used}  # fmt: skip
    if {"γ", "dy"} <= used.keys():  # they make dx̂
        used.pop("dx̂", None)
    inner = "" if "rc" in letters.values() else "rc"
    for tree in used.values():
        v = cases.value(tree).v
        place = tuple(slice(None) if n in inner else at.get(n, slice(None))
                      for n in v.axes)  # fmt: skip
        yield f"{show(tree)} = {_written(v.a[place])}"


def _given(cases, tree, index=""):
    """Return what is given that a formula is made from, by name."""
    world, parts, found = cases.world, children(tree), {}
    if LOSS in tree and "x̂" in world.definitions:
        found = {"dx̂": ("der", LOSS, "x̂", "")}
        parts = []
    elif tree[0] == "der" and "x̂" in world.letters:
        own = "t" + tree[3][-1] if tree[3] else ""
        names = ["x̂", "dy"] if tree[1] == LOSS else ["x̂"]
        return {name: ("sym", name, own) for name in names}
    if tree[0] == "prime" and (along := (*world.prime, None)[1]):
        found[along] = ("sym", along, "")
    if tree[0] == "sym":
        name, index = tree[1], tree[2] or index
        axes = world.letters.get(name, "")
        if axes and name != "x":
            own = {"r": "", "c": index[-1:]}.get(axes, index)
            return {name: ("sym", name, own)}
        own = cases.own.get(name, ("", ()))[1]
        parts = [own or world.definitions.get(name, ())]
    for part in filter(None, parts):
        found = _given(cases, part, index) | found
    return found


def _written(value):
    if np.ndim(value):
        return f"({', '.join(map(_written, value))})"
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text.replace("-", "−")
