"""Shows what was judged, in text and on a page, and what to derive."""

from collections import Counter
from html import escape
from textwrap import fill, indent

from derivation_check import engine
from derivation_check.goals import find
from derivation_check.judge import FOLLOWS, HOLDS, UNREAD, WRONG, Derivation
from derivation_check.trees import MESSAGES, html, show

COLOURS = {HOLDS: "#009e73", WRONG: "#d55e00", UNREAD: "#d55e00",
           FOLLOWS: "#cc79a7"}  # fmt: skip
LONGEST = 6000  # characters
_runs = Counter()  # how often a false line was judged, in this kernel


class Report:
    """The verdicts of a derivation; true when it is derived."""

    def __init__(self, name, judged, hint):
        self.judged, first = judged, judged.first
        if first and first.mark == WRONG and judged.steps.proved is not False:
            _runs[name, first.plain()] += 1
            engine.missed(name, f"{show(first.left)} = {show(first.right)}")
            level = 3 if hint else min(_runs[name, first.plain()], 3)
            said, kind = judged.why(first, level)
            if level == 1:
                said = ["once_more"] * bool(said or kind)
            elif not said:
                said.append("no_kind")
            elif level == 2:
                said.append("twice_more")
            said = [MESSAGES["lines"].get(each, each) for each in said]
            first.message = " ".join([first.message, *said])
        if judged.derived:
            engine.keep(name, judged.text.strip("\n"))

    def __bool__(self):
        return self.judged.derived

    def __repr__(self):
        rows = []
        for number, line in enumerate(self.judged.lines, 1):
            rows.append(f"{line.mark} {number:>2}  {line.plain()}")
            if line.message:
                rows.append(indent(fill(line.message, 72), " " * 7))
        return "\n".join([*rows, fill(self.judged.verdict(), 79)])

    def _repr_html_(self):
        rows = []
        for number, line in enumerate(self.judged.lines, 1):
            colour = COLOURS.get(line.mark, "gray")
            body = html(line.plain()) if line.left else escape(line.text)
            said = f"<br><small>{escape(line.message)}</small>"
            rows.append(
                f'<tr><td style="color:{colour}">{line.mark}</td>'
                f'<td>{number}</td><td style="text-align:left">{body}'
                f"{said if line.message else ''}</td></tr>"
            )
        verdict = escape(self.judged.verdict())
        return f"<table>{''.join(rows)}</table><p><b>{verdict}</b></p>"


def derive(name, lines="", *, hint=False):
    """Judge the lines of a derivation, one verdict a line.

    Parameters
    ----------
    name : str
        What is derived, as ``derivation_card`` says.
    lines : str
        Your lines of mathematics, an equality a line.
    hint : bool
        Tell at once where the first false line is off. Otherwise the first
        run shows the line and an example, the next run of the same line tells
        what kind of slip it is, and the third one where.

    Returns
    -------
    Report
    """
    goal = find(name)
    if not isinstance(lines, str):
        kind = type(lines).__name__
        raise TypeError("derive wants the lines as one text, in three "
                        f"quotation marks, not {kind}")  # fmt: skip
    if len(lines) > LONGEST:
        raise ValueError(
            f"a derivation may have {LONGEST} characters, and this text has "
            f"{len(lines)}: give the lines of one derivation"
        )
    return Report(name, Derivation(goal, lines), hint)


class Shown:
    """Words for a page, the same with and without HTML."""

    def __init__(self, text, page):
        self.text, self.page = text, page

    def __repr__(self):
        return self.text

    def _repr_html_(self):
        return self.page


def derivation(name):
    """Return your own derivation, as it was accepted, to see it again."""
    find(name)
    said = engine.kept(name) or MESSAGES["card"]["none_yet"]
    return Shown(said, f"<pre>{escape(said)}</pre>")


def derivation_card(name):
    """Return what to derive, with three hints and two ways, folded."""
    goal = find(name)
    ask = goal.left.split(" | ")[0]
    how = MESSAGES["card"]["how"].format(ask) if ask else ""
    hints, ways = engine.allowed(len(goal.hints))
    folds = [(f"Hint {n}", escape(hint)) for n, hint
             in enumerate(goal.hints[:hints], 1)]  # fmt: skip
    folds += [(f"One way: {title}", f"<pre>{escape(lines)}</pre>")
              for title, lines in goal.routes.items() if ways]  # fmt: skip
    page = f"<p><b>Derive.</b> {escape(goal.statement)}</p><p>{how}</p>"
    page += "".join(
        f"<details><summary>{escape(title)}</summary>{body}</details>"
        for title, body in folds
    )
    return Shown(fill(f"Derive. {goal.statement} {how}", 79), page)
