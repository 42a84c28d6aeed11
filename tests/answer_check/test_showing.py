"""A verdict as it is read: on a page and in a terminal."""

import re

import pytest

from answer_check.exercise import find
from answer_check.judging.judge import judge
from answer_check.judging.verdict import MARK, NOT_YET, Verdict
from answer_check.verdict_html import Shown, highlighted
from learner import plain


def test_a_page_says_what_a_terminal_says():
    """Every word and number of it; a mark in a terminal is bold on a page."""
    exercise, tables = find("layer_norm_backward"), 0
    for mistake in exercise.listed:
        verdict = judge(mistake.function, exercise)
        shown = Shown(verdict)
        page, text = shown.html(), repr(shown)
        for label, *cells in verdict.example[1:]:
            tables += 1
            for each in (label, *cells):
                assert each in text
                bold = f"<b>{each[1:]}</b>" if each[:1] == MARK else each
                assert bold in page
        words = set(re.findall(r"[\w'.-]+", text))
        assert words <= set(re.findall(r"[\w'.-]+", plain(page, " ")))
        assert "`" not in page
    assert tables


VERDICTS = {
    "<code>x &lt; 1</code>": Verdict(NOT_YET, ("Write `x < 1`.",)),
    "<p>So:</p><table><tr><th>x</th><td>1</td><td><b>2</b></td></tr></table>":
        Verdict(NOT_YET, ("No.",), ("So:", ("x", "1", "→2"))),
    "<pre>&lt;b&gt;</pre>": Verdict(NOT_YET, ("No.",), printed="<b>\n"),
    "<p>Only words.</p>": Verdict("", ("Only words.",)),
}  # fmt: skip


@pytest.mark.parametrize("form", VERDICTS)
def test_the_form_on_a_page(form):
    page = Shown(VERDICTS[form]).html()
    assert form in page and page.count("<p>") == page.count("</p>")


def test_code_keeps_its_words():
    code = find("layer_norm").solution
    page = highlighted(code)
    assert plain(page) == code
    assert '<span class="course-k">return</span>' in page
