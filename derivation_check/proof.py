"""Proves a result for every N, with SymPy; or refutes it.

N is a symbol, and so is the mean of a product of entries. So a claim and what
a lesson's own proof has proved are two fractions of polynomials, which are
equal or not.
"""

from derivation_check.trees import LOSS, factors, indices, renamed, walk


class NoProof(Exception):
    """The claim holds something that is not written for every N here."""


def proved(goal, left, right):
    """Return True if a result is proved, False if refuted, or else None.

    It is compared with the goal's ``truth``, in the indices i and j, which
    the lesson's own proof must have proved.
    """
    own = [*indices(left), *"ij"][:2] if indices(left) else [*"ij"]
    known = renamed(goal.world.tree(goal.truth), dict(zip("ij", own)))
    forms = EveryN(goal.world, *own)
    try:
        same = forms.zero(forms.entry(right) - forms.entry(known))
    except NoProof:
        return None
    return same and (goal.proof() or None)


class EveryN:
    """Entries i, j of formulas as expressions in which N is a symbol."""

    def __init__(self, world, i, j):
        import sympy

        self.sp, self.i, self.j = sympy, i, j
        self.axes = {**world.letters, "x̂": "r"}
        self.meaning = world.trees(world.every_n.get("meaning", {}))
        means = world.trees(world.every_n.get("means", {}))
        self.means = {tuple(sorted(k.split())): v for k, v in means.items()}

    def zero(self, gap):
        """Whether a difference is 0, for i = j and for other i and j."""
        for same in (0, 1):
            put = {self.symbol("δ", "~"): same}
            put |= {s: self.symbol(s.name[:-2], self.i)
                    for s in gap.free_symbols
                    if same and s.name.endswith(f"_{self.j}")}  # fmt: skip
            if self.sp.cancel(self.sp.together(gap.subs(put))) != 0:
                return False
        return True

    def symbol(self, name, index=""):
        """Return the symbol of a letter, or of one of its entries."""
        written = f"{name}_{index}" if index else name
        return self.sp.Symbol(written, positive=not index)

    def entry(self, tree, row=None):
        """Return the entry i, j of a formula."""
        sp, row, kind = self.sp, row or self.i, tree[0]
        if kind in ("add", "neg", "mul", "div", "pow"):
            parts = [t for t in tree[1:] if isinstance(t, tuple)]
            if tree[1] in ("·", "@") and all(map(self._vectors, parts)):
                raise NoProof(tree[1])
            a, *more = (self.entry(t, row) for t in parts)
            return {
                "add": lambda: sp.Add(a, *more),
                "neg": lambda: -a,
                "mul": lambda: a * more[0],
                "div": lambda: a / more[0],
                "pow": lambda: sp.cancel(a) ** more[0],
            }[kind]()
        match tree:
            case ("num", value):
                return sp.Rational(str(value))
            case ("fn", "√", a):
                return sp.sqrt(sp.cancel(self.entry(a, row)))
            case ("T", a):
                return self.entry(a, self.j)
            case ("delta", own) if {*own} == {self.i, self.j}:
                return self.symbol("δ", "~")
            case ("sym", "I", ""):
                return self.symbol("δ", "~")
            case ("sym", "11ᵀ", ""):
                return sp.Integer(1)
            case ("sym", name, own) if name in self.meaning:
                return self.entry(self.meaning[name], own or row)
            case ("sym", name, own):
                return self.symbol(name, self.axes.get(name) and (own or row))
            case ("der", top, "x̂", own) if top == LOSS:
                return self.symbol("dx̂", own or row)
            case ("sum" | "mean", own, body):
                return self._mean(body, own) * (
                    self.symbol("N") if kind == "sum" else 1)  # fmt: skip
        raise NoProof(kind)

    def _vectors(self, tree):
        """Whether a formula holds entries, or whole vectors."""
        return any(p[0] in ("der", "delta", "sum", "mean") or p[0] == "sym"
                   and self.axes.get(p[1], "r" * (p[1] in "I11ᵀC"))
                   for p in walk(tree))  # fmt: skip

    def _mean(self, body, index):
        """Return the mean of a product of entries with this index."""
        parts, inner, outer = factors(body), [], self.sp.Integer(1)
        while parts:
            t = parts.pop()
            if t[0] == "pow" and t[2] == ("num", 2):
                parts += [t[1], t[1]]
                continue
            if not self._vectors(t):
                outer *= self.entry(t)
            elif t[0] == "sym" and t[2] == index:
                inner.append(t[1])
            elif t[:2] == ("der", LOSS) and t[3] == index:
                inner.append("d" + t[2])
            else:
                raise NoProof(t[0])
        key = tuple(sorted(inner))
        known = self.means.get(key)
        mean = self.entry(known) if known else self.symbol(f"mean {key}")
        return outer * (mean if inner else 1)
