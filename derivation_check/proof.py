"""Proves a result for every N, with SymPy; or refutes it.

N is a symbol. A sum over k of a product of entries becomes N times the mean
of that product, which is a symbol too. What is known of such means and of
letters a lesson says. So a claim and what the lesson's own proof has proved
become two fractions of polynomials, which are equal or not.
"""

from itertools import count

from derivation_check.evaluate import Cases
from derivation_check.read import Unreadable
from derivation_check.trees import LOSS, indices, renamed


class NoProof(Exception):
    """The claim holds something that cannot be written for every N."""


def proves(world, truth, *, meaning=None, means=None, lesson=lambda: True):
    """Return ``prove(left, right)`` for a `Goal`.

    Parameters
    ----------
    world : World
    truth : str
        The right side as the lesson proves it, with the indices i and j.
    meaning, means : dict
        Letters in terms of others, ``{"ε": "s² − σ σ"}``, and means of
        products of entries, ``{"x̂ x̂": "σ σ/s²"}``.
    lesson : callable
        Runs the lesson's own proof of `truth`; true if it holds.
    """

    def prove(left, right):
        own = [*indices(left), *"ij"][:2] if indices(left) else [*"ij"]
        known = renamed(world.tree(truth), dict(zip("ij", own)))
        try:
            forms = EveryN(world, meaning or {}, means or {})
            same = forms.equal(right, known, *own)
        except (NoProof, Unreadable, ArithmeticError, AttributeError):
            return None
        return same and (bool(lesson()) or None)

    return prove


class EveryN:
    """Entries of formulas as expressions in which N is a symbol."""

    def __init__(self, world, meaning, means):
        import sympy

        self.sp, self.fresh = sympy, map(str, count())
        self.cases = Cases(world, world.floats[0])
        self.meaning = {k: world.tree(v) for k, v in meaning.items()}
        for name in {"C", "y"} & set(world.definitions):
            self.meaning[name] = world.definitions[name]
        self.means = {tuple(sorted(k.split())): self.entry(world.tree(v))
                      for k, v in means.items()}  # fmt: skip

    def equal(self, left, right, i, j):
        """Whether the entries i, j of two formulas are equal."""
        gap = self.sp.expand(self.entry(left, i, j) - self.entry(right, i, j))
        for same in (0, 1) if i != j else (1,):
            put = {s: same for s in gap.free_symbols if s.name[0] == "δ"}
            put |= {s: self.symbol(s.name[:-2], i) for s in gap.free_symbols
                    if same and s.name.endswith(f"_{j}")}  # fmt: skip
            if self.sp.cancel(self.sp.together(gap.subs(put))) != 0:
                return False
        return True

    def symbol(self, name, index=""):
        """Return the symbol of a letter, or of one of its entries."""
        written = f"{name}_{index}" if index else name
        return self.sp.Symbol(written, positive=not index)

    def delta(self, i, j):
        return self.symbol("δ" + "".join(sorted(i + j))) if i != j else 1

    def entry(self, tree, i="", j=""):
        """Return an entry of a formula; a number has no i and j."""
        sp = self.sp
        match tree:
            case ("num", value):
                return sp.Rational(str(value))
            case ("add", *terms):
                return sp.Add(*(self.entry(t, i, j) for t in terms))
            case ("neg", a):
                return -self.entry(a, i, j)
            case ("div", a, b):
                return self.entry(a, i, j) / self.entry(b, i, j)
            case ("pow", a, b):
                return sp.cancel(self.entry(a, i, j)) ** self.entry(b)
            case ("fn", "√", a):
                return sp.sqrt(sp.cancel(self.entry(a, i, j)))
            case ("delta", own):
                return self.delta(*own)
            case ("T", a) if self._shape(a) == ("r",):
                return self.entry(a, j)
            case ("T", a):
                return self.entry(a, j, i)
            case ("der", top, "x̂", own) if top == LOSS:
                return self.symbol("dx̂", own or i)
            case ("sum" | "mean" as kind, own, body):
                total = self._sum(body, own, i, j)
                return total / (self.symbol("N") if kind == "mean" else 1)
            case ("mul", sign, a, b):
                return self._product(sign, a, b, i, j)
            case ("sym", "I", ""):
                return self.delta(i, j)
            case ("sym", "11ᵀ", ""):
                return sp.Integer(1)
            case ("sym", name, own) if name in self.meaning:
                return self.entry(self.meaning[name], own or i, j)
            case ("sym", name, own):
                return self.symbol(name, self._shape(tree[:2] + ("",))
                                   and (own or i))  # fmt: skip
        raise NoProof(tree[0])

    def _shape(self, tree):
        return self.cases.bind(tree).value(tree).shape

    def _product(self, sign, a, b, i, j):
        forms = self._shape(a), self._shape(b)
        over = next(self.fresh)
        if forms == (("r", "c"), ("r",)):
            both = self.entry(a, i, over) * self.entry(b, over)
            return self._added(both, over)
        if forms == (("c",), ("r",)) or sign == "·" and all(forms):
            a = a[1] if a[0] == "T" else a
            both = self.entry(a, over) * self.entry(b, over)
            return self._added(both, over)
        if ("r", "c") in forms and all(forms):
            raise NoProof("a product of matrices")
        return self.entry(a, i, j) * self.entry(b, i, j)

    def _sum(self, body, own, i, j):
        if own:
            return self._added(self.entry(body, i, j), own)
        index = next(self.fresh)
        if (
            body[0] == "mul"
            and body[1] in ("·", "", "*")
            and (self._shape(body[2]) == self._shape(body[3]) == ("r",))
        ):
            body = ("mul", "∘", *body[2:])
        elif not self._shape(body):  # the one index that is written
            index = next(iter(indices(body)), "")
        return self._added(self.entry(body, index), index)

    def _added(self, expression, index):
        """Add up over an index from 0 to N − 1."""
        terms = self.sp.Add.make_args(self.sp.expand(expression))
        return sum(self._added_term(term, index) for term in terms)

    def _added_term(self, term, index):
        inner, outer, kept = [], self.sp.Integer(1), None
        for factor in self.sp.Mul.make_args(term):
            names = [s.name for s in factor.free_symbols]
            base, power = factor.as_base_exp()
            if any(s[0] == "δ" and index in s for s in names):
                kept = base.name[1:].replace(index, "", 1)
            elif not any(s.endswith(f"_{index}") for s in names):
                outer *= factor
            elif base.is_Symbol and power.is_Integer and power > 0:
                inner += [base.name.rpartition("_")[0]] * int(power)
            else:
                raise NoProof("a sum of fractions")
        if kept:  # δ keeps one term
            return outer * self.sp.Mul(*(self.symbol(n, kept) for n in inner))
        key = tuple(sorted(inner))
        mean = self.means.get(key, self.symbol(f"mean {key}")) if key else 1
        return outer * self.symbol("N") * mean
