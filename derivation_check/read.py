"""Reads a line of mathematics as people type it: text → tree.

Unicode, ASCII, NumPy's and LaTeX's spellings become one spelling first, and
pyparsing reads that. Nothing is ever evaluated as Python. What a lesson gives
is only which letters there are.
"""

import re
import unicodedata
from fractions import Fraction
from itertools import product as every_choice

import pyparsing as pp

from derivation_check.trees import (
    LOSS,
    children,
    mapped,
    sum_of,
)

pp.ParserElement.enable_packrat()
LONGEST = 400  # characters of a line
INDEX = "ijklmnpqtab"
WORDS = {
    "mu": "μ", "sigma": "σ", "std": "σ", "var": "σ²", "variance": "σ²",
    "eps": "ε", "epsilon": "ε", "varepsilon": "ε", "gamma": "γ",
    "beta": "β", "delta": "δ", "rho": "ρ", "ell": "ℓ", "sum": "Σ",
    "sqrt": "√", "partial": "∂", "xhat": "x̂", "odot": "∘", "circ": "∘",
    "cdot": "·", "times": "·", "quad": " ", "qquad": " ", "top": "ᵀ",
    "ones": "𝟏", "prime": "′", "d": "∂", "Id": "I", "n": "N", "dmodel": "N",
    "tau": "τ", "lambda": "λ", "eta": "η", "phi": "φ", "alpha": "α",
}  # fmt: skip
FUNCTIONS = {"mean", "variance"}
NOT_HERE = {"exp", "log", "ln", "sin", "cos", "tanh", "lim", "diag", "int"}
CHARS = str.maketrans({
    "−": "-", "–": "-", "∑": "Σ", "⋅": "·", "×": "·", "•": "·", "⊙": "∘",
    "ϵ": "ε", "'": "′", "’": "′", "½": "(1/2)", "∕": "/", "⁄": "/", "÷": "/",
    "𝜕": "∂", "\u00a0": " ", "\u2009": " ", "≥": ">", "&": " ", "‖": "|",
    "‚": ",", "…": "...", "⟨": "<", "⟩": ">", "→": " ", "𝐱": "x",
})  # fmt: skip
SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ", "0123456789-/")
SUB = str.maketrans("ᵢⱼₖₗₘₙₚₜₐ", "ijklmnpta")
INNER = r"((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)"  # what braces hold
ARGUMENT = r"((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)"  # what brackets hold
AXIS = r"\((?:axis ?= ?-?\d)?,?(?: ?keepdims ?= ?True)?\)"
LIMITS = r"\s*\^\s*(?:\(\s*[Nn](?:\s*-\s*1)?\s*\)|[Nn]\b(?:-1)?)"
# One spelling for all, in this order.
REWRITES = [(re.compile(old), new) for old, new in [
    (r"\\(left|right|big|Big|bigl|bigr|Bigl|Bigr|mathbf|mathrm|text|label"
     r"|operatorname|displaystyle|boldsymbol|bm|vec|hline|nonumber)\b", ""),
    (r"\\(begin|end)\s*\{\w+\*?\}|\\\\|\$|\\!", " "),
    (r"\\[,;: ]|~", " "),
    (r"\\[dt]?frac\s*(\w)\s*(\w)", r" (\1/\2) "),
    (r"\\l?dots|\\cdots", "..."),
    (r"\\\||\|\|", "|"),
    (r"\\langle", "<"), (r"\\rangle", ">"),
    (r"\bnp\.|\bnumpy\.|\btorch\.|\bself\.", ""),
    (r"\*\*", "^"),
    (r"\\hat\s*\{?\s*x\s*\}?|x_?hat|x\^hat|\bhat\(x\)|x̂", "x̂"),
    (r"\\(?:overline|bar)\s*\{" + INNER + r"\}|(\w)̄|\b([xu])_?bar\b",
     r" mean(\1\2\3) "),
    (r"(\w+̂?|\(" + ARGUMENT + r"\))\.mean" + AXIS, r" mean(\1) "),
    (r"(\w+̂?|\(" + ARGUMENT + r"\))\.sum" + AXIS, r" (Σ(\1)) "),
    (r"\b(?:dot|inner|vdot)\s*\(([^(),]+),([^(),]+)\)", r" ((\1)·(\2)) "),
    (r"<([^<>,]+),([^<>,]+)>", r" ((\1)·(\2)) "),
    (r"<([^<>,|]+)>", r" mean(\1) "),
    (r"\bE\s*\[([^\[\]]*)\]|\bE\s*\(" + ARGUMENT + r"\)", r" mean(\1\2) "),
    (r"\b[Vv]ar\s*(?:\[([^\[\]]*)\]|\(" + ARGUMENT + r"\))",
     r" variance(\1\2) "),
    (r"(?:δ|\\?\bdelta)\s*[\[(]\s*([a-z])\s*,\s*([a-z])\s*[\])]",
     r" δ_\1\2 "),
    (r"(?:1|𝟏|I)?\s*[\[({]\s*([a-z])\s*={1,2}\s*([a-z])\s*[\])}]",
     r" δ_\1\2 "),
    (r"\b([A-Za-z]\w*̂?)\[\s*([a-z])\s*(?:,\s*([a-z])\s*)?\]", r"\1_\2\3 "),
    (r"(σ|\\?\bsigma)_?\s*(?:\^\s*(?:\{2\}|2|\(2\))|²|sq\b|2\b)(?![\d/])",
     "σ² "),
    (r"[ᵢⱼₖₗₘₙₚₜₐ]+", lambda m: "_" + m[0].translate(SUB) + " "),
    (r"(?<!σ)[⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ]+|(?<=σ)[⁰¹³⁴⁵⁶⁷⁸⁹⁻]+",
     lambda m: f"^({m[0].translate(SUPER)})"),
    (r"_\s*\{\s*([a-z])\s*=\s*[01]\s*\}" + LIMITS.replace(r"\(", r"[({]")
     .replace(r"\)", r"[)}]"), r"_\1 "),
    (r"_\s*\(?\s*([a-z])\s*=\s*[01]\s*\)?" + LIMITS, r"_\1 "),
    (r"_\{([a-z, ]+)\}", lambda m: f"_{re.sub('[, ]', '', m[1])} "),
    (r"\^\s*(\{T\}|T\b|\{?\\(?:top|intercal)\}?)|\.T\b|\.transpose\(\)",
     "ᵀ"),
    (r"\\sqrt\s*\{" + INNER + r"\}", r"√(\1)"),
    (r"\\sqrt\s*(\w)", r"√\1"),
    (r"\^\s*\{" + INNER + r"\}", r"^(\1)"),
    (r"(\w+̂?)_\(?[01]\)?\s*\+\s*(?:\1_\(?\d\)?\s*\+\s*)*\.\.\.\s*\+\s*"
     r"\1_(?:[Nn]\b|\([Nn]\s*-\s*1\)|\{[Nn]\s*-\s*1\}|\{[Nn]\})", r"(Σ_k \1_k)"),
    (r"(?:ρ|\\?\brho)\s*(′?)\s*\(\s*(?:ℓ|\\?ell)\s*\)", r" ρ\1 "),
    (r"\bmean\b(?!\s*[_(\[])", " μ "),
]]  # fmt: skip
FRACTION = re.compile(r"\\[dt]?frac\s*\{" + INNER + r"\}\s*\{" + INNER + "}")
WORD = re.compile(
    r"d(?=[μσγβερℓ])|(_?)\\?([A-Za-zτληφα]+(?:(?<=[A-Za-z])[12₁₂])?(?:̂)?)"
)


class Unreadable(ValueError):
    """Says in a sentence where reading stopped and how to write it."""


class Misfit(Unreadable):
    """Can be read, but shapes do not fit."""


class Reader:
    """The letters that a line may use."""

    def __init__(self, names):
        self.names, self._grammar = set(names), None

    def let(self, name):
        """Take in a letter of the learner's own."""
        self.names.add(name)
        self._grammar = None

    def spelled(self, text):
        """Return the text in the one spelling that the grammar reads."""
        text = unicodedata.normalize("NFD", text).translate(CHARS)
        while FRACTION.search(text):
            text = FRACTION.sub(_fraction, text)
        for old, new in REWRITES:
            text = old.sub(new, text)
        text = text.translate(str.maketrans("{}", "()"))
        text = WORD.sub(self._word, text)
        names = "|".join(map(re.escape, sorted(self.names, key=len)[::-1]))
        text = re.sub(rf"∂\s*\(\s*({names})(_[a-z]+)?\s*\)", r"∂\1\2", text)
        slope = (
            rf"\bd ?({names})((?:_[a-z]{{1,2}}\b)?\s*(?:\^\s*\(?\d\)?)?)"
            rf"\s*/\s*[d∂] ?(?={names})"
        )
        text = re.sub(slope, r"∂\1\2/∂", text)
        text = re.sub(rf"(∂[^/=]*/\s*)d ?({names})", r"\1∂\2", text)
        return re.sub(r"\s+", " ", text).strip()

    def _word(self, match):
        """Write one word: a letter, dp, an index and what follows it."""
        under, word = match.groups()
        if word is None:
            return " d"
        if not under:
            return self._letter(word)
        rest = word.lstrip(INDEX)
        own = word[: len(word) - len(rest)]
        return f"_{own} " + (self._letter(rest) if rest.strip("2") else rest)

    def _letter(self, word):
        if word in self.names or word in FUNCTIONS:
            return f" {word}"
        if word in WORDS and (word != "n" or "N" in self.names):
            return f" {WORDS[word]}"
        if word[0] == "d" and len(word) > 1:
            try:
                after = self._letter(word[1:]).strip()
            except Unreadable:
                after = ""
            if after in self.names:
                return f" d{after}"
        if len(word) > 1 and self.names.issuperset(word):
            return " " + " ".join(word)  # Ns is N s
        if word == "sigma2":
            return " σ²"
        if len(word) > 1 and word[-1] == "2":
            return f"{self._letter(word[:-1])}^2"
        raise Unreadable(self._unknown(word))

    def _unknown(self, word):
        if word in NOT_HERE:
            return f"“{word}” is not needed here, and cannot be read"
        if len(word) == 1 and word in INDEX:
            return (
                f"“{word}” alone is no letter here; as an index write x_{word}"
            )
        said = f"the name “{word}” is not known here"
        if word[0] in self.names and set(word[1:]) <= set(INDEX):
            return f"{said}; write an index as in {word[0]}_{word[1:]}"
        return f"{said}; give it a meaning first, as in “let {word} = …”"

    def read(self, text):
        """Return the readings of one side, the usual one first.

        In ``a/b c`` the c may have been meant to stand below the bar.
        """
        if len(text) > LONGEST:
            raise Unreadable(f"a line may have {LONGEST} characters at most")
        self._grammar = self._grammar or grammar(self.names)
        try:
            tree = self._grammar.parse_string(text, parse_all=True)[0]
        except pp.ParseBaseException:
            raise Unreadable(self._where(text)) from None
        except RecursionError:
            raise Unreadable("there are too many brackets") from None
        choices = every_choice((False, True), repeat=min(_spots(tree), 3))
        return [_resolve(tree, iter(choice)) for choice in choices]

    def _fits(self, text):
        try:
            self._grammar.parse_string(text, parse_all=True)
        except (pp.ParseBaseException, RecursionError):
            return False
        return True

    def _where(self, text):
        """Say where the longest readable beginning ends, and what to do."""
        ends = [m.end() for m in re.finditer(r"\S", text)][-80:][::-1]
        best = next((m for m in ends
                     if self._fits(text[:m] + _closing(text[:m]))), 0)  # fmt: skip
        rest, before = nice(text[best:]), nice(text[:best])
        if not rest:
            whole = f"“{nice(text)}”"
            return f"in {whole} a bracket is not closed" if _closing(text) else (
                f"{whole} is not complete"
            )  # fmt: skip
        why = next((said for sign, said in STOPS if re.match(sign, rest)), "")
        if text.count("(") != text.count(")"):
            why = "the brackets do not pair"
        after = f"after “{before}” " if before else ""
        return f"{after}I cannot read “{rest[:24]}”" + (why and f": {why}")


STOPS = [
    (r"_ ?\d", "an index is a letter, as in x_k"),
    (r"_", "an index of a bracket stands directly behind it, as in (C x)_i"),
    (r"[a-z]\b", "an index stands below a letter, as in x_k"),
    (r"\.\.\.", "write such a sum with Σ_k"),
    (r"[≈≠≤<>]", "a line must be an equality"),
    (r"∂[^/]*/ ?∂ ?\S* ?\^",
     "give a power a letter before you differentiate by it: let v = s²"),
    (r"∂", "a slope is written ∂A/∂x_j"),
    (r"\\", "this command of LaTeX is not known here"),
]  # fmt: skip


def nice(text):
    """Write the inner spelling as people read it."""
    text = re.sub(r"\^\(([23])\)", lambda m: "²³"[int(m[1]) - 2], text)
    return re.sub(r"\s+", " ", text.replace("-", "−")).strip()


def _fraction(match):
    top, below = match.groups()
    slope = top.strip().startswith(("\\partial", "∂", "d\\", "d "))
    return f" {top}/{below} " if slope else f" (({top})/({below})) "


def _closing(text):
    """Return the brackets that a beginning leaves open."""
    stack = []
    for c in text:
        if c in "([":
            stack.append(")" if c == "(" else "]")
        elif c in ")]" and stack:
            stack.pop()
    return "".join(reversed(stack))


def grammar(names):
    """Make pyparsing's grammar from the letters of a lesson."""
    expr, product, factor = pp.Forward(), pp.Forward(), pp.Forward()
    mark, maybe = pp.Suppress, pp.Optional
    one, both = pp.Regex(f"[{INDEX}]"), pp.Regex(f"[{INDEX}]{{1,2}}(?![a-z])")
    below = maybe(mark("_") + both, default="")

    def made(parser, action):
        return parser.set_parse_action(action)

    name = pp.one_of(sorted(names)) + below
    letter = made(name.copy(), lambda t: ("sym", t[0], t[1]))
    number = made(pp.Regex(r"\d{1,9}(\.\d{1,9})?"),
                  lambda t: ("num", Fraction(t[0])))  # fmt: skip
    delta = made(mark("δ") + mark("_") + pp.Regex(f"[{INDEX}]{{2}}"),
                 lambda t: ("delta", t[0]))  # fmt: skip
    ones = made(pp.Regex("[1𝟏] ?[1𝟏] ?ᵀ"), lambda: ("sym", "11ᵀ", ""))
    row = made(pp.Regex("[1𝟏] ?ᵀ"), lambda: ("sym", "1ᵀ", ""))
    bracket = (mark("(") + expr + mark(")")) | (mark("[") + expr + mark("]"))
    root = made(mark("√") + factor, lambda t: ("fn", "√", t[0]))
    variance = made(mark("variance") + bracket,
                    lambda t: ("fn", "variance", *t))  # fmt: skip
    index = maybe(mark("_") + one, default="")
    mean = made(mark("mean") + index + bracket, lambda t: ("mean", *t))
    norm = made(mark("|") + expr + mark("|"), lambda t: ("fn", "norm", t[0]))
    below_it = made(name + ~pp.Literal("^"), lambda t: [tuple(t)])
    top = pp.Forward()
    slope = made(mark("∂") + top + mark("/") + mark("∂") + below_it,
                 lambda t: ("der", t[0], *t[1]))  # fmt: skip
    taken = mark("∂") + mark("/") + mark("∂") + below_it
    taken = (taken | mark("(") + taken + mark(")")) + (bracket | product)
    taken = made(taken, lambda t: ("der", t[1], *t[0]))
    short = made(mark("∂") + mark("_") + one + top,
                 lambda t: ("der", t[1], "x", t[0]))  # fmt: skip
    gradient = pp.NoMatch()
    if "L" in names:
        own = pp.one_of({"d" + n for n in names} - names) + below
        gradient = made(own, lambda t: ("der", LOSS, t[0][1:], t[1]))
    atom = (ones | row | delta | mean | variance | root | taken | slope
            | short | gradient | letter | number | bracket | norm)  # fmt: skip
    power = mark("^") + (bracket | made(
        maybe("-") + (number | letter | root),
        lambda t: ("neg", t[1]) if t[0] == "-" else t[0]))  # fmt: skip
    tail = (made(power, lambda t: [("pow", t[0])])
            | made(pp.Literal("ᵀ"), lambda: [("T",)])
            | made(pp.Literal("′"), lambda: [("prime",)]))  # fmt: skip
    at = made(mark("_") + both, lambda t: [("at", t[0])])

    def wrapped(t):
        found = t[0]
        for extra in t[1:]:
            found = (extra[0], found, *extra[1:])
        return found

    factor <<= (made(bracket + pp.ZeroOrMore(tail | at), wrapped)
                | made(atom + pp.ZeroOrMore(tail), wrapped))  # fmt: skip
    top <<= factor
    total = made(mark("Σ") + index + product, lambda t: ("sum", *t))
    negative = made(mark("-") + factor, lambda t: ("neg", t[0]))
    sign = pp.one_of("· * ∘ / @")
    beside = made(pp.Empty(), lambda: "") + (total | factor)
    more = pp.Group(sign + (total | factor | negative)) | pp.Group(beside)
    product <<= made((total | factor) + pp.ZeroOrMore(more), _flat)
    term = made(mark("-") + product, lambda t: ("neg", t[0]))
    term |= mark("+") + product
    expr <<= made((term | product) + pp.ZeroOrMore(term),
                  lambda t: sum_of(list(t)))  # fmt: skip
    return expr


def _flat(t):
    return t[0] if len(t) == 1 else ("flat", t[0], *map(tuple, t[1:]))


def _plain(tree):
    base = tree[1] if tree[0] == "pow" else tree
    return base[0] in ("sym", "num", "delta") or base[:2] == ("der", LOSS)


def _may_stand_below(tree):
    """Return the places a/b c of a product, where c may be below the bar."""
    return [
        n
        for n, ((sign, f), after) in enumerate(zip(tree[2:], tree[3:]), 2)
        if (sign, after[0]) == ("/", "") and _plain(after[1]) and _plain(f)
    ]


def _spots(tree):
    if tree[0] != "flat":
        return sum(map(_spots, children(tree)))
    inner = sum(_spots(f) for f in [tree[1], *(f for _, f in tree[2:])])
    return len(_may_stand_below(tree)) + inner


def _resolve(tree, choices):
    """Make flat products two-sided; each choice puts a c below its bar."""
    if tree[0] != "flat":
        return mapped(tree, lambda c: _resolve(c, choices))
    spots, below = _may_stand_below(tree), False
    runs, last = [["", [("", _resolve(tree[1], choices))]]], None
    for n, (sign, f) in enumerate(tree[2:], 2):
        f = _resolve(f, choices)
        if below and sign == "" and _plain(f):
            parts = runs[-1][1]
            parts[-1] = ("/", ("mul", "", parts[-1][1], f))
            continue
        below = n in spots and next(choices, False)
        if sign in ("", "@", "/"):  # these bind tighter than · ∘ *
            runs[-1][1].append((sign, f))
        else:
            runs.append([sign, [("", f)]])
    for sign, parts in runs:
        found = parts[0][1]
        for inner, f in parts[1:]:
            found = ("div", found, f) if inner == "/" else (
                "mul", inner, found, f)  # fmt: skip
        last = found if last is None else ("mul", sign, last, found)
    return last
