"""A verdict as it is read: on a page and in a terminal."""

import html
import re

import pytest

from course_lib.exercises.exercise import find
from course_lib.exercises.judging.judge import judge
from course_lib.exercises.judging.verdict import NOT_YET, Compared, Verdict
from course_lib.exercises.showing import Shown, highlighted, sign, signed


def read(page):
    """Return what one reads of HTML."""
    return html.unescape(re.sub("<[^>]+>", " ", page))


def test_a_page_says_what_a_terminal_says(cell):
    """Every word of it, but for two numbers that stand in a table."""
    exercise, tables = find("layer_norm_backward"), 0
    for mistake in exercise.listed:
        verdict = judge(mistake.function, exercise)
        shown = Shown(verdict)
        page, text = read(shown.html()), repr(shown)
        for pair in verdict.compared:
            tables += 1
            text = " ".join(text.split())
            assert pair.sentence[1:] in text
            text = re.sub("." + re.escape(pair.sentence[1:]), "", text)
            assert {pair.came, pair.expected} <= set(page.split("  "))
        words = set(re.findall(r"[\w']+", text))
        assert words <= set(re.findall(r"[\w']+", page))
        assert "`" not in page
    assert tables


COMPARED = Compared("entry [0] of dx", "1", "2")
VERDICTS = {
    "<code>x &lt; 1</code>": Verdict(NOT_YET, ("Write `x < 1`.",)),
    "<p>With x = 3: </p><table>": Verdict(
        NOT_YET, ("No.",), f"With x = 3: {COMPARED.sentence}",
        compared=(COMPARED,),
    ),
    "</b> </p><table><tr><td></td><th>yours</th><th>expected</th></tr><tr>"
    "<th>entry [0] of dx</th><td>1</td><td>2</td></tr></table><p> More.</p>":
        Verdict(NOT_YET, ("Entry [0] of dx is 1, expected is 2.", "More."),
                compared=(COMPARED,)),
    "<pre>&lt;b&gt;</pre>": Verdict(NOT_YET, ("No.",), printed="<b>\n"),
    "<p>Only words.</p>": Verdict("", ("Only words.",)),
}  # fmt: skip


@pytest.mark.parametrize("form", VERDICTS)
def test_the_form_on_a_page(form):
    page = Shown(VERDICTS[form]).html()
    assert form in page and page.count("<p>") == page.count("</p>")


def test_states_differ_in_word_sign_and_colour():
    states = "Right.", "Not yet.", "Not started yet."
    assert len({sign(state)[0] for state in states}) == 3
    assert len({sign(state)[1] for state in states}) == 3
    assert all(f"<b>{state}</b>" in signed(state) for state in states)


def test_code_keeps_its_words():
    code = find("layer_norm").solution
    page = highlighted(code)
    assert html.unescape(re.sub("<[^>]+>", "", page)) == code
    assert '<span class="course-k">return</span>' in page
