"""What the book's cover shows: a panel, a model, the lessons, a short path."""

import re
from contextlib import closing

import nbformat

from course_lib.book.explorer_registry import explorers
from course_lib.book.notebook_page import RUN, recorded
from course_lib.lesson import NOTEBOOKS, pages

README = NOTEBOOKS.parent / "README.md"
SHORT_PATH = NOTEBOOKS / "teaching" / "README.md"
PANEL = "SphereFromAllSides"


def cover(text):
    """Fill in the places of the cover's page."""
    hours = sum(sum(minutes(page)) for page in numbered()) / 60
    made = {
        "panel": panel(PANEL),
        "model": model(),
        "lessons": lessons(),
        "short-path": short_path(),
        "hours": f"{hours:.0f}",
    }
    for place, words in made.items():
        text = text.replace(f"<!-- {place} -->", words)
    return text


def numbered():
    """List the notebooks of the lessons in order."""
    return [NOTEBOOKS / f"{name}.ipynb" for name, _ in questions()]


def questions():
    """List ``(notebook, question)`` as the README does."""
    rows = re.findall(
        r"^\| (\d\d) .* \| (.*) \|$", README.read_text("utf-8"), re.M
    )
    return [
        (next(p.stem for p in pages() if p.name[:2] == number), question)
        for number, question in rows
    ]


def minutes(notebook):
    """Return how long a page takes, as its first cell says of each sitting."""
    opening = nbformat.read(notebook, as_version=4).cells[0].source
    said = re.search(r"\*\*Time\.\*\*(.+?)minutes", opening, re.S)[1]
    return [int(number) for number in re.findall(r"\d+", said)]


def lessons():
    """Return the table of the lessons: name, question, minutes."""
    rows = ["| lesson | the question it answers | minutes |", "|---|---|--:|"]
    for name, question in questions():
        notebook = NOTEBOOKS / f"{name}.ipynb"
        title = nbformat.read(notebook, as_version=4).cells[0].source
        title = title.splitlines()[0].removeprefix("# ").partition(":")[0]
        link = f"[{title}]({name}.ipynb)"
        rows.append(f"| {link} | {question} | {sum(minutes(notebook))} |")
    return "\n".join(rows)


def short_path():
    """Return the sections of the shortest way through, one a line."""
    text = SHORT_PATH.read_text("utf-8")
    lecture = text.partition("## One lecture")[2].partition("\n## ")[0]
    row = r"^\| [\d–]+ \| \[(.*)\]\(\.\./(.*)\) \|"
    links = re.findall(row, lecture, re.M)
    return "\n".join(f"1. [{title}]({link})" for title, link in links)


def panel(name):
    """Return an explorer whose sliders move at once."""
    with closing(explorers()[name]()) as explorer:
        still = RUN.sub("", explorer.fallback()["text/html"])
    return raw(recorded(name, still, asks=False))


def model():
    """Return the picture of the real model, as lesson 11 shows it."""
    cells = nbformat.read(numbered()[-1], as_version=4).cells
    shown = next(cell for cell in cells if cell.id == "inside").outputs[-1]
    look = "cell_output course-wide"
    still = f'<div class="text_html">{shown.data["text/html"]}</div>'
    return raw(f'<div class="{look}">{still}</div>')


def raw(html):
    """Return HTML as Markdown that leaves it as it is."""
    return f"```{{raw}} html\n{html}\n```"
