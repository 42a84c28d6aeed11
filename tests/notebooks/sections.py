"""A page, cut at its headings: its sittings, and what is optional in them."""

import ast
import re

CALL = "fold_the_answer()"


def folds(cell):
    """Whether a cell folds all that it puts out, from its first line on."""
    if cell.cell_type != "code":
        return False
    imports = ast.Import, ast.ImportFrom
    body = ast.parse(cell.source).body
    lines = [ast.unparse(e) for e in body if not isinstance(e, imports)]
    return lines[:1] == [CALL]


def pieces(cells):
    """Yield each cell, or part of one: its cell, words, sitting, optional.

    A sitting after the first begins with a heading that says so. A section
    that begins with *Optional.* ends at the next heading that is no deeper.
    """
    sitting, depth = 0, 0
    for cell in cells:
        if cell.cell_type == "code":
            yield cell, "", sitting, bool(depth)
            continue
        for text in re.split(r"^(?=##+ )", cell.source, flags=re.M):
            found = re.match(r"(##+) (.*)\n+(\*Optional\.\*)?", text)
            if found and not 0 < depth < len(found[1]):
                depth = len(found[1]) if found[3] else 0
            sitting += bool(re.match("## (Second|Third) sitting", text))
            yield cell, text, sitting, bool(depth)
