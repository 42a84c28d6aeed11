"""What is remarked of a line that is true."""

import numpy as np

from derivation_check import trees
from derivation_check.compare import holds
from derivation_check.read import Unreadable
from derivation_check.steps import slopes
from derivation_check.trees import MESSAGES, children, quoted


def remark(steps, left, right, chained):
    """Tell that a line says nothing, or of a term that may be anything."""
    if not chained and _empty(steps, left, right):
        return MESSAGES["lines"]["empty"]
    for term, new in _tripled(right):
        try:
            value = steps.case.value(term).v.a
            if np.abs(value).max() > 1e-9 and holds(left, new, [steps.case]):
                return MESSAGES["lines"]["idle"].format(quoted(term))
        except (Unreadable, ArithmeticError):
            pass  # it holds an index that is bound further out
    return ""


def _empty(steps, left, right):
    """Whether a line is true whatever its slopes are."""
    both = slopes(left, steps.world) | slopes(right, steps.world)
    used = any(_depends(steps, left, right, tree) for tree in both.values())
    return left == right or both and not used


def _depends(steps, left, right, tree):
    """Whether a line breaks if a slope in it is any other one."""
    x, one = ("sym", "x", ""), ("sym", "𝟏", "")
    shape = steps.case.bind(left, right).value(tree).shape
    other = {("r",): x, ("r", "c"): ("mul", "", one, ("T", x))}.get(shape)
    if tree[-1][-1:] and isinstance(tree[-1], str):
        other = (*x[:2], tree[-1][-1])
    if "x" not in steps.world.letters or not other:
        other = trees.TWO
    return steps.breaks(left, right, tree, ("mul", "∘", other, tree))


def _tripled(tree, summed=False):
    """Yield the terms below a Σ or a mean, and the tree with one tripled."""
    kids = children(tree)
    for n, kid in list(enumerate(kids))[::-1]:
        inner = list(_tripled(kid, summed or tree[0] in ("sum", "mean")))
        if summed and tree[0] == "add":
            term = kid[1] if kid[0] == "neg" else kid
            inner.append((term, ("mul", "", ("num", 3), kid)))
        for term, new in inner:
            yield term, trees.rebuild(tree, [*kids[:n], new, *kids[n + 1 :]])
