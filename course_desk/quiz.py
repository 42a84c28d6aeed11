"""The quizzes before and after the course, as pages to print."""

import re
from pathlib import Path

from answer_check.box.html import inline, paragraph
from course_desk.lesson import needs_its_folder
from course_desk.sheets import page

FOLDER = Path(__file__).parents[1] / "notebooks" / "teaching"
NAMES = "before", "after"
QUESTION = re.compile(
    r"^## (\d+\. .+?)\n\n(.+?)\n\n<details><summary>Answer</summary>\n\n"
    r"(.+?)\n\n</details>",
    re.M | re.S,
)


def questions(name):
    """Return the questions of a quiz: heading, text and answer of each."""
    needs_its_folder()
    text = (FOLDER / f"quiz_{name}.md").read_text(encoding="utf-8")
    return QUESTION.findall(text)


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
    for heading, text, answer in questions(name):
        body.append(f"<section><h2>{inline(heading)}</h2>{_html(text)}")
        body += [_html(answer)] if teacher else []
        body.append("</section>")
    return page(f"Ten questions {name} the course", "\n".join(body))


def _html(text):
    """Return the Markdown of a quiz as HTML: bold, italic, code, links."""
    html = paragraph(re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text))
    html = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html)
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", html)
