"""The tree of a formula: walking through it, and writing it down again.

A tree is a tuple whose first entry is its kind:

    num value · sym name indices · add terms… · neg a · mul sign a b · div a b
    pow a b · fn name a · sum index a · mean index a · der a name indices
    prime a · delta indices · T a · at a indices

``der`` is a slope; that of the loss L by p is written dp.
"""

import re
import tomllib
from html import escape
from pathlib import Path

FILE = Path(__file__).with_name("sentences.toml")
MESSAGES = tomllib.loads(FILE.read_text(encoding="utf-8"))
ONE, TWO = ("num", 1), ("num", 2)
RAISED = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
LOSS = ("sym", "L", "")


def children(tree):
    return [part for part in tree[1:] if isinstance(part, tuple)]


def walk(tree):
    """Yield a tree and every tree in it, from the outside in."""
    yield tree
    for child in children(tree):
        yield from walk(child)


def rebuild(tree, new):
    new = iter(new)
    return tuple(next(new) if isinstance(p, tuple) else p for p in tree)


def mapped(tree, change):
    return rebuild(tree, [change(child) for child in children(tree)])


def swap(tree, old, new):
    return new if tree == old else mapped(tree, lambda c: swap(c, old, new))


def minus(tree):
    return tree[1] if tree[0] == "neg" else ("neg", tree)


def times(a, b, sign=""):
    if a[0] == "div" and a[1] == ONE:
        return ("div", b, a[2])
    return ("mul", sign, a, b)


def sum_of(terms):
    return terms[0] if len(terms) == 1 else ("add", *terms)


def factors(tree):
    if tree[0] != "mul":
        return [tree]
    return factors(tree[2]) + factors(tree[3])


def own_indices(tree):
    if tree[0] in ("sym", "der", "delta", "at"):
        return tree[-1]
    return tree[1] if tree[0] in ("sum", "mean") else ""


def indices(*trees):
    """Return all indices in use, in the order of reading."""
    found = {}
    for tree in trees:
        late = tree[0] in ("der", "at")
        inner = indices(*children(tree))
        own = own_indices(tree)
        found |= dict.fromkeys([*inner, *own] if late else [*own, *inner])
    return list(found)


def bound(tree):
    return {p[1] for p in walk(tree) if p[0] in ("sum", "mean")}


def renamed(tree, names):
    """Put other indices in the place of some."""
    new = "".join(names.get(n, n) for n in own_indices(tree))
    if tree[0] in ("sym", "der", "delta", "at"):
        tree = (*tree[:-1], new)
    elif tree[0] in ("sum", "mean"):
        tree = (tree[0], new, tree[2])
    return mapped(tree, lambda c: renamed(c, names))


def canonical(tree):
    text = show(renamed(tree, dict(zip(indices(tree), "abdefghjk"))))
    return text.replace(" @ ", " ")


def show(tree, level=0):
    """Write a tree as text; level says how tightly its neighbours bind."""
    kind = tree[0]
    if kind in ("add", "neg", "mul", "div", "sum"):
        text, own = _compound(tree)
        tight = own == 1 and level == 2 and kind != "sum"
        return f"({text})" if own < level or tight else text
    if kind == "num":
        text = str(tree[1]).replace("-", "−")
        return f"({text})" if level > 1 and "/" in text else text
    if kind in ("sym", "delta"):
        name = "δ" if kind == "delta" else tree[1]
        return name + (f"_{tree[-1]}" if tree[-1] else "")
    if kind == "der":
        top, below = show(tree[1], 3), show(("sym", *tree[2:]))
        return f"d{below}" if tree[1] == LOSS else f"∂{top}/∂{below}"
    if kind == "pow":
        return _power(show(tree[1], 3), show(tree[2]))
    if kind == "prime":
        text = show(tree[1], 3)
        return f"({text})′" if text[-1:] in "²³" else f"{text}′"
    return _function(tree)


def _power(base, exponent):
    base = f"({base})" if base[-1] in "²³⁻¹" else base
    if re.fullmatch(r"−?\d+", exponent):
        return base + exponent.translate(RAISED)
    return f"{base}^({exponent})"


def _function(tree):
    match tree:
        case ("mean", index, a):
            return f"mean{'_' * bool(index)}{index}({show(a)})"
        case ("fn", "√", a):
            return f"√{show(a, 3)}"
        case ("fn", "all", a):
            return show(a, 2)
        case ("fn", name, a):
            a, name = show(a), name.replace("variance", "var")
            return f"|{a}|" if name == "norm" else f"{name}({a})"
        case ("T", a):
            return show(a, 3) + "ᵀ"
        case ("at", a, index):
            return f"({show(a)})_{index}"


def _compound(tree):
    match tree:
        case ("sum", index, body):
            return f"Σ{'_' * bool(index)}{index} {show(body, 1)}", 1
        case ("neg", body):
            return f"−{show(body, 1)}", 0
        case ("div", a, b):
            return f"{show(a, 1)}/{show(b, 2)}", 1
        case ("mul", sign, a, b):
            sign = f" {sign} " if sign else " "
            nested = 2 if b[0] in ("mul", "div", "sum") else 1
            if a[0] == "sum":
                return f"({show(a)}){sign}{show(b, nested)}", 1
            return f"{show(a, 1)}{sign}{show(b, nested)}", 1
    text = show(tree[1])
    for term in tree[2:]:
        sign = "−" if term[0] == "neg" else "+"
        body = term[1] if term[0] == "neg" else term
        text += f" {sign} {show(body, 1)}"
    return text, 0


def quoted(tree):
    return f"“{show(tree)}”"


def html(text):
    """Set the text of a formula: letters in italics, indices below."""
    letter = r"(?<![^\W\d_])([A-Za-zα-ωℓ]̂?)(?![A-Za-zα-ω̂])"
    return re.sub(
        f"_([a-z1-9]{{1,2}})|{letter}",
        lambda m: f"<sub><i>{m[1]}</i></sub>" if m[1] else f"<i>{m[2]}</i>",
        escape(text),
    )
