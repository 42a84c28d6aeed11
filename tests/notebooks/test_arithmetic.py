"""Arithmetic that a page writes out is right.

Read are ``3 + 5 = 8`` and chains such as ``(2 + 4) / 3 = 6/3 = 2``. A side
with a letter in it is left to readers, as are equations between ``$``, which
`test_equations.py` holds. Tables of steps by hand have rows in `numbers`.
"""

import re
from itertools import pairwise

import numpy as np
from course_pages import each_page, kinds
from printed_numbers import NUMBER, RAISED, says

POWER = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
PIECE = rf"(?:{NUMBER}|[{POWER}]+|[½¼¾]|[-−+·×/()√]|\bln\b|\barctan\b)"
# No sign, digit or letter of one's own may go on before or behind a side.
END = r"(?![\w\u0302%]|[.,]\d|\s?[−+·×/√½¼¾%]| [a-zα-ωA-Zℓ]\b)"
SIDE = rf"(?:{PIECE}\s?)*{PIECE}{END}"
CHAIN = re.compile(rf"(?<![\w.,\u0302]){SIDE}(?:\s?[=≈]\s?{SIDE})+")
GOES_ON = re.compile(r"(\b\w\u0302?|[²₀-₉ᵀ)+·×/]|\d|\S\|)\s?$")
IN_PYTHON = {
    "−": "-", "·": "*", "×": "*", "√": " sqrt ", ",": "",
    "½": "(1/2)", "¼": "(1/4)", "¾": "(3/4)",
}  # fmt: skip
FUNCTIONS = {
    "__builtins__": {}, "sqrt": np.sqrt, "ln": np.log,
    "arctan": lambda slope: np.degrees(np.arctan(slope)),
}  # fmt: skip


def value(side):
    """Compute a side."""
    code = re.sub(
        f"[{POWER}]+", lambda found: "**" + found[0].translate(RAISED), side
    )
    for sign, other in IN_PYTHON.items():
        code = code.replace(sign, other)
    code = re.sub(r"(sqrt|ln|arctan)\s*([\d.]+)", r"\1(\2)", code)
    return eval(re.sub(r"(?<![\d.])0+(?=\d)", "", code).strip(), FUNCTIONS)


def balanced(side):
    """Leave out the bracket that a sentence opened before, or closes after."""
    side = side.strip()
    while side.count("(") > side.count(")") and side[0] == "(":
        side = side[1:]
    while side.count(")") > side.count("(") and side[-1] == ")":
        side = side[:-1]
    return side.strip()


def chains(cell):
    """Yield the sides of each chain of equal numbers in a cell's text."""
    text = re.sub(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", " x ", cell, flags=re.S)
    text = re.sub(r"\]\([^)]*\)|<[^>]+>|\*\*|^>", "", text, flags=re.M)
    text = re.sub(r"(?<!\|)\n(?![\n|])", " ", text)
    for found in CHAIN.finditer(text):
        first, *_ = parts = re.split("[=≈]", found[0])
        in_a_vector = first.count(")") > first.count("(")
        if not (in_a_vector or GOES_ON.search(text[: found.start()])):
            yield [balanced(side) for side in parts]


def wrong(sides):
    """Yield each pair of neighbours that are not equal, to their digits."""
    for left, right in pairwise(sides):
        try:
            one, other = value(left), value(right)
        except (SyntaxError, TypeError):  # numbers side by side: no sum
            continue
        lone = right.replace(" ", "")
        whole = re.fullmatch(r"[−-]?[\d,]+", lone) and not re.search(
            r"[.√a-z]", left
        )  # whole numbers in, a whole number out: nothing is rounded
        equal = (
            says(lone, one)
            if re.fullmatch(NUMBER, lone) and not whole
            else np.isclose(one, other, rtol=1e-9, atol=0)
        )
        if not equal:
            yield f"“{left} = {right}”, but {left} is {one:.6g}"


@each_page
def test_what_a_page_computes_in_words_is_right(page):
    found = [
        f"{cell.id}: {said}"
        for cell in kinds(page, "markdown")
        for sides in chains(cell.source)
        for said in wrong(sides)
    ]
    assert not found, f"Mend {page}:\n" + "\n".join(found)
