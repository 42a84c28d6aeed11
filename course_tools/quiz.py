"""The quizzes before and after the course: to print, and to answer."""

import re
import zlib
from pathlib import Path

from answer_check import progress
from answer_check.widgets.html import inline, paragraph
from course_tools.lesson import needs_its_folder
from course_tools.sheets import page

FOLDER = Path(__file__).parents[1] / "notebooks" / "teaching"
NAMES = "before", "after"
QUESTION = re.compile(
    r"^## (\d+\. .+?)\n\n(.+?)\n\n<details><summary>Answer</summary>\n\n"
    r"(.+?)\n\n</details>",
    re.M | re.S,
)
# Of an answer: the right letter, the one that shows a belief, the belief.
SAID = re.compile(r"\*\*([ABC])\.\*\*.+Who says \*([ABC])\* .+?“(.+)”", re.S)


def questions(name):
    """Return the questions of a quiz: heading, text and answer of each."""
    needs_its_folder()
    text = (FOLDER / f"quiz_{name}.md").read_text(encoding="utf-8")
    return QUESTION.findall(text)


def key(name):
    """Return ``(right letter, letter of the belief, belief)`` of each."""
    return [SAID.search(said).groups() for _, _, said in questions(name)]


def edition(name):
    """Return a mark of what a quiz asks and of its right answers."""
    asked = [(text, said[2]) for _, text, said in questions(name)]
    return f"{zlib.crc32(repr(asked).encode()):08x}"


def answer(name, letters):
    """Keep a learner's letters, ``X`` for none; return how many there are.

    Raises LookupError if they are not one for each question.
    """
    given = re.sub(r"[\s,.]", "", letters).upper()
    count = len(questions(name))
    if not re.fullmatch(f"[ABCX]{{{count}}}", given):
        raise LookupError(
            f"Give {count} letters, A, B or C, and X for no answer, as in "
            f"ABCXBCABCA; got {letters!r}. Nothing is kept."
        )
    progress.remember_quiz(name, given, edition(name))
    return count


def quiz(name, *, teacher=False):
    """Lay out a quiz for printing, as a page of HTML, complete in itself.

    Parameters
    ----------
    name : {"before", "after"}
        Before the course, or after it.
    teacher : bool
        With the answers.
    """
    body = [f"<h1>Ten questions {name} the course</h1>"]
    for heading, text, said in questions(name):
        body.append(f"<section><h2>{inline(heading)}</h2>{_html(text)}")
        body += [_html(said)] if teacher else []
        body.append("</section>")
    return page(f"Ten questions {name} the course", "\n".join(body))


def _html(text):
    """Return the Markdown of a quiz as HTML: bold, italic, code, links."""
    html = paragraph(re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text))
    html = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html)
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", html)
