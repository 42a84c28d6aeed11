"""From what a learner writes to the text of single equalities.

Words stand between the lines, before and behind them; brackets may go on over
several lines; LaTeX puts boxes and tags about them. All of that is taken off
here, by the rules of spellings.toml.
"""

import re

from derivation_check.read import FREE, LAYOUT, SPELLINGS, WORDS

MOST = 40  # lines
GREEK = [name for name, sign in WORDS.items() if sign in FREE]
COMMAND = re.compile(rf"\\({'|'.join(GREEK)})(?![a-z])")  # of LaTeX
START, LEAD, AND, REMARK, ONLY, OWN, LET = (
    re.compile(SPELLINGS[kind], re.IGNORECASE)
    for kind in ("start", "lead", "and", "remark", "only", "own", "let")
)
NAME = re.compile(r"\s*([A-Za-z]{2,}|[aA](?!\s*:?=)),?\s+(?=\S)")
OPENERS = SPELLINGS["openers"].split()
KEYWORD = re.compile(r"\b[a-z]+ ?= ?(?:-?\d|True|False)")
FORMULA = re.compile(r"[=∂Σ√\\≈≤≥]|->")
NO_EQUALITY = re.compile("[≈≠≤≥→]|->|[<>!]=")


def written(text):
    """Return the lines, each with all that its brackets hold."""
    text = COMMAND.sub(lambda m: WORDS[m[1]], text)
    for old, new in LAYOUT:
        text = old.sub(new, text)
    lines = [line for line in text.splitlines() if line.strip()]
    found = []
    while lines:
        whole = lines.pop(0)
        for n in range(len(lines) + 1):
            longer = " ".join([whole, *lines[:n]])
            if n and "=" in KEYWORD.sub("", lines[n - 1]):
                break
            if longer.count("(") == longer.count(")"):
                whole, lines = longer, lines[n:]
                break
        found.append(whole)
    return found


def parts(line):
    """Return what a line joins by an arrow or by “so”."""
    return [part.strip() for part in AND.split(line)]


def bare(text):
    """Return a line without the words that begin it, and without a lead."""
    whole = START.sub("", text.split("#")[0].rstrip("\\,;. ✓✗∎□"))
    return START.sub("", LEAD.sub("", whole)), whole


def without_words(text, known):
    """Return a line without words before or behind it, or its halves."""
    words, rest = 0, text
    while (word := NAME.match(rest)) and not known(word[1]):
        words, rest = words + 1, rest[word.end() :]
    if words > 1 or words and NAME.match(text)[1].lower() in OPENERS:
        return [rest]
    cut = REMARK.split(text, maxsplit=1)[0]
    if cut.strip() and len(cut) < len(text):
        return [cut]
    first, comma, second = text.partition(", ")
    whole = first.count("(") == first.count(")")
    return [first, second] if comma and "=" in second and whole else []


def only(text):
    """Return a line, and for which indices it is meant as a factor."""
    found = ONLY.search(text)
    if not found or "=" not in text.replace(found[0], "", 1):
        return text, "{}"
    i, sign, j = [g for g in found.groups() if g]
    keep = f"δ_{i}{j}" if sign[0] == "=" else f"(1 - δ_{i}{j})"
    return text.replace(found[0], " ", 1), keep + " ({})"
