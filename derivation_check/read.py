"""Reads a line of mathematics as people type it: text → tree.

Unicode, ASCII, NumPy's and LaTeX's spellings become one spelling first, by
the rules of spellings.toml, and pyparsing reads that. Nothing is evaluated as
Python. What a lesson gives is only which letters there are.
"""

import re
import tomllib
import unicodedata
from fractions import Fraction
from pathlib import Path

import pyparsing as pp

from derivation_check.trees import LOSS, MESSAGES, ONE, mapped, sum_of

pp.ParserElement.enable_packrat()
LONGEST = 400  # characters of a line
INDEX = "ijklmnpqtab"
FILE = Path(__file__).with_name("spellings.toml")
SPELLINGS = tomllib.loads(FILE.read_text(encoding="utf-8"))
WORDS = SPELLINGS["words"]
BRACES = r"((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
BRACKET = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
SHORT = {  # what … stands for in a rule
    "…}": BRACES,
    r"…\)": r"((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)",
    "…,": r"((?:[^(),]|\((?:[^()]|\([^()]*\))*\))*)",
}


def _compiled(rule):
    for short, meant in SHORT.items():
        rule = rule.replace(short, meant)
    return re.compile(rule)


RULES, LAYOUT, REFUSED = (
    [(_compiled(old), new) for old, new in SPELLINGS[kind]]
    for kind in ("rules", "layout", "refused")
)
AXIS = re.compile(r"(\.[a-z]+\()-?[01](?=[,)])|,? ?(?:axis|dim) ?= ?-?[01]\b")
CHARACTERS = str.maketrans(SPELLINGS["characters"])
SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ", "0123456789-/")
RAISED = re.compile("(?<!σ)[⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ]+|(?<=σ)[⁰¹³⁴⁵⁶⁷⁸⁹⁻]+")
FRACTION = re.compile(r"\\[dt]?frac\s*\{" + BRACES + r"\s*\{" + BRACES)
FIRST = 0x4E00  # no letter of any formula, but one for regular expressions
FREE = "τληφαθκξωψΠΛ"  # Greek letters that a lesson leaves to the learner
OWN = f"{chr(FIRST)}-{chr(FIRST + 99)}"
WORD = re.compile(rf"d(?=[μσγβερℓ{OWN}])|(_?)\\?([A-Za-z{FREE}]+2?̂?)")


class Unreadable(ValueError):
    """Says in a sentence where reading stopped and how to write it."""

    def __init__(self, reason, *about):
        self.reason = reason
        message = MESSAGES["reasons"].get(reason, reason)
        super().__init__(message.format(*about))


class Misfit(Unreadable):
    """Can be read, but shapes do not fit."""


class Reader:
    """The letters that a line may use."""

    def __init__(self, names, matrices=False):
        self.names, self._grammar = set(names), None
        self.own, self.matrices = [], matrices

    def let(self, name):
        """Take in a letter of the learner's own."""
        self.names.add(name)
        if not name.isalpha():  # c1, g_mean: one sign while it is spelled
            self.own.append(name)
            self.own.sort(key=len, reverse=True)
        self._grammar = None

    def spelled(self, text):
        """Return the text in the one spelling that the grammar reads."""
        text = unicodedata.normalize("NFD", text).translate(CHARACTERS)
        for sign, how in REFUSED:
            if found := sign.search(text):
                why = found.expand(how)
                raise Unreadable("“{}”: {}", found[0].strip(), why)
        text = text if self.matrices else AXIS.sub(lambda m: m[1] or "", text)
        for n, own in enumerate(self.own):
            own = rf"(?<![A-Za-z_])(d?){own}(?![A-Za-z0-9])"
            text = re.sub(own, rf"\1{chr(FIRST + n)}", text)
        for old, new in RULES:
            text = old.sub(new, text)
        while FRACTION.search(text):
            text = FRACTION.sub(_fraction, text)
        if re.search(r"(Σ|sum)\s*_\s*[({]?\s*[a-z]\s*=", text):
            raise Unreadable("bounds")
        text = text if self.matrices else text.replace("∀", "")
        text = RAISED.sub(lambda m: f"^({m[0].translate(SUPER)})", text)
        text = text.replace("{", "(").replace("}", ")")
        text = WORD.sub(self._word, text)
        for n, own in enumerate(self.own):
            text = text.replace(f"d{chr(FIRST + n)}", f" d{own}")
            text = text.replace(chr(FIRST + n), f" {own}")
        names = "|".join(map(re.escape, sorted(self.names, key=len)[::-1]))
        text = re.sub(rf"∂\s*\(\s*({names})(_[a-z]+)?\s*\)", r"∂\1\2", text)
        index, power = r"(?:_[a-z1-9]{1,2}\b)?", r"(?:\^\s*\(?\d\)?)?"
        slope = rf"\bd ?({names})({index}\s*{power})\s*/\s*[d∂] *(?={names})"
        text = re.sub(slope, r"∂\1\2/∂", text)
        slope = rf"(∂(?:[^/=(]*| ?{BRACKET}\s*)/\s*)d ?({names})"
        text = re.sub(slope, r"\1∂\2", text)
        return re.sub(r"\s+", " ", text).strip()

    def _word(self, match):
        """Write one word: a letter, dp, an index and what follows it."""
        under, word = match.groups()
        if word is None:
            return " d"
        if not under:
            try:
                return self._letter(word)
            except Unreadable as error:
                if error.reason == "let" and match[0][0] == "\\":
                    raise Unreadable("latex", word) from None
                raise
        rest = word.lstrip(INDEX)
        own = word[: len(word) - len(rest)]
        return f"_{own} " + (self._letter(rest) if rest.strip("2") else rest)

    def _letter(self, word):
        if word in self.names or word in ("mean", "variance"):
            return f" {word}"
        meant = WORDS.get(word, FREE)
        if meant in self.names or meant not in FREE and word not in "nl":
            return f" {meant}"
        word = word if meant == FREE else meant
        if len(word) > 1 and word[0] == "d":
            try:
                return f" d{self._letter(word[1:]).strip()}"
            except Unreadable as error:
                if error.reason == "sub":
                    raise
        if len(word) > 1 and self.names.issuperset(word):
            return " " + " ".join(word)  # Ns is N s
        if len(word) > 1 and word[-1] == "2":
            try:
                return f"{self._letter(word[:-1])}^2"
            except Unreadable as error:
                if error.reason == "let":
                    raise Unreadable("let", word, word) from None
                raise
        if word in SPELLINGS["not_here"]:
            raise Unreadable("not_here", word)
        if len(word) == 1 and word in INDEX:
            raise Unreadable("alone", word)
        if word[0] in self.names and set(word[1:]) <= set(INDEX):
            raise Unreadable("sub", word, word[0], word[1:])
        if word == "x" and "x̂" in self.names:
            raise Unreadable("hat")
        raise Unreadable("let", word, word if len(word) < 3 else "c")

    def read(self, text):
        """Return the readings of one side, the usual one first.

        In ``a/b c`` the c may have been meant to stand below the bar.
        """
        if len(text) > LONGEST:
            raise Unreadable("long", LONGEST)
        self._grammar = self._grammar or grammar(self.names)
        tree = self._parsed(text)
        if tree is None:
            raise Unreadable("{}", self._where(text))
        usual, other = (_resolved(tree, below) for below in (False, True))
        return list(dict.fromkeys([usual, other, _constant(usual)]))

    def _parsed(self, text):
        try:
            return self._grammar.parse_string(text, parse_all=True)[0]
        except (pp.ParseBaseException, RecursionError):
            return None

    def _where(self, text):
        """Say where the longest readable beginning ends, and what to do."""
        for end in [m.end() for m in re.finditer(r"\S", text)][-80:][::-1]:
            if self._parsed(text[:end] + _closing(text[:end])):
                break
        else:
            end = 0
        before, rest = nice(text[:end]), nice(text[end:])
        if not rest:
            return f"in “{before}” " + ("a bracket is not closed"
                if _closing(text) else "something is missing")  # fmt: skip
        stops = (how for sign, how in SPELLINGS["stops"]
                 if re.match(sign, rest))  # fmt: skip
        why = next(stops, "")
        if text.count("(") != text.count(")"):
            why = "the brackets do not pair"
        after = f"after “{before}” " if before else ""
        return f"{after}I cannot read “{rest[:24]}”" + (why and f": {why}")


def nice(text):
    """Write the inner spelling as people read it."""
    text = re.sub(r"\^\(([23])\)", lambda m: "²³"[int(m[1]) - 2], text)
    return re.sub(r"\s+", " ", text.replace("-", "−")).strip()


def _fraction(match):
    top, below = match.groups()
    slope = all(re.match(r"\s*[∂d]", part) for part in (top, below))
    return f" {top}/{below} " if slope else f" (({top})/({below})) "


def _closing(text):
    """Return the brackets that a beginning leaves open."""
    while text != (text := re.sub(r"\([^()\[\]]*\)|\[[^()\[\]]*\]", "", text)):
        pass
    pairs = {"(": ")", "[": "]"}
    return "".join(pairs[c] for c in reversed(text) if c in pairs)


def grammar(names):
    """Make pyparsing's grammar from the letters of a lesson."""

    def made(parser, *kind):
        """Let what a parser finds be a tree of this kind."""
        return parser.set_parse_action(lambda t: (*kind, *t))

    expr, product, factor = pp.Forward(), pp.Forward(), pp.Forward()
    top, mark, many = pp.Forward(), pp.Suppress, pp.ZeroOrMore
    one, two = pp.Regex(f"[{INDEX}1-9]"), pp.Regex(f"[{INDEX}1-9]{{2}}")
    both = pp.Regex(f"[{INDEX}1-9]{{1,2}}(?![a-z])")
    index = pp.Optional(mark("_") + one, default="")
    below = pp.Optional(mark("_") + both, default="")
    d, name = mark("∂"), pp.one_of(sorted(names)) + below
    bracket = (mark("(") + expr + mark(")")) | (mark("[") + expr + mark("]"))
    number = pp.Regex(
        r"[0-9]{1,9}(\.[0-9]{1,9}|\.(?=[\s/*)]))?"
    ).set_parse_action(lambda t: ("num", Fraction(t[0])))
    ones = pp.Regex("[1𝟏] ?[1𝟏] ?ᵀ").set_parse_action(
        lambda: ("sym", "11ᵀ", "")
    )
    letter = made(name.copy(), "sym")
    root = made(mark("√") + factor, "fn", "√")
    over = mark("/") + d + name + ~pp.Literal("^")
    slope = made(d + top + over, "der")
    taken = (d + over) | (mark("(") + d + over + mark(")"))
    taken = (taken + (bracket | product)).set_parse_action(
        lambda t: ("der", t[2], *t[:2])
    )
    short = (d + mark("_") + one + top).set_parse_action(
        lambda t: ("der", t[1], "x", t[0])
    )
    gradient = pp.NoMatch()
    if "L" in names:
        own = pp.one_of({"d" + n for n in names} - names) + below
        gradient = own.set_parse_action(
            lambda t: ("der", LOSS, t[0][1:], t[1])
        )
    delta = made(mark("δ") + mark("_") + two, "delta")
    mean = made(mark("mean") + index + bracket, "mean")
    variance = made(mark("variance") + bracket, "fn", "variance")
    whole = made(mark("∀") + bracket, "fn", "all")
    norm = made(mark("|") + expr + mark("|"), "fn", "norm")
    atom = ones | delta | mean | variance | root | taken | slope | short
    atom |= gradient | letter | number | bracket | norm | whole
    exponent = bracket | number | letter | root
    exponent |= made(mark("-") + (number | letter), "neg")
    tail = made(mark("^") + exponent, "pow")
    tail |= made(mark("ᵀ"), "T") | made(mark("′"), "prime")
    at = made(mark("_") + both, "at")
    factor <<= (bracket + many(tail | at)) | (atom + many(tail))
    factor.add_parse_action(_wrapped)
    top <<= factor
    total = made(mark("Σ") + index + product, "sum")
    total |= made(mark("mean") + mark("_") + one + product, "mean")
    negative = made(mark("-") + factor, "neg")
    beside = pp.Empty().set_parse_action(lambda: "") + (total | factor)
    more = pp.one_of("· * ∘ / @") + (total | factor | negative)
    product <<= (total | factor) + many(pp.Group(more) | pp.Group(beside))
    product.add_parse_action(
        lambda t: t[0] if len(t) == 1 else ("flat", t[0], *map(tuple, t[1:]))
    )
    term = made(mark("-") + product, "neg") | (mark("+") + product)
    expr <<= (term | product) + many(term)
    expr.add_parse_action(lambda t: sum_of(list(t)))
    return expr


def _wrapped(t):
    found = t[0]
    for kind, *rest in t[1:]:
        found = (kind, found, *rest)
    return found


def _constant(tree):
    """Let a mean beside · be a vector whose entries are all this number.

    Between two means the point is a product of numbers: as a product of
    vectors it would be N times as large, and hide that an N is forgotten.
    """
    tree = mapped(tree, _constant)
    if tree[:2] != ("mul", "·") or tree[2][0] == tree[3][0] == "mean":
        return tree
    return (*tree[:2], *map(_vector, tree[2:]))


def _vector(side):
    """Let a mean, or a 1 that ends a product, be a vector of one number."""
    ones = ("sym", "𝟏", "")
    if side[0] == "mean":
        return ("mul", "", side, ones)
    if side[:2] == ("mul", "") and side[3] == ONE:
        return (*side[:3], ones)
    return ones if side == ONE else side


def _plain(tree):
    base = tree[1] if tree[0] == "pow" else tree
    plain = base[0] in ("sym", "num", "delta")
    return plain or base[:2] in (("der", LOSS), ("fn", "√"))


def _resolved(tree, below):
    """Make flat products two-sided; with below, a/b c has c below the bar."""
    if tree[0] != "flat":
        return mapped(tree, lambda child: _resolved(child, below))
    found, run, sign, last = None, _resolved(tree[1], below), "", None
    for after, f in tree[2:]:
        f = _resolved(f, below)
        if below and last and after == "" and _plain(f):
            run = ("div", run[1], ("mul", "", run[2], f))
        elif after == "/":
            run = ("div", run, f)
        elif after == "":  # it binds tighter than · ∘ * @
            run = ("mul", "", run, f)
        else:
            found = ("mul", sign, found, run) if found else run
            sign, run = after, f
        last = run[0] == "div" and after in "/" and _plain(f)
    return ("mul", sign, found, run) if found else run
