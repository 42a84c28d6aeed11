"""What the book's cover shows: a block, a panel, a model, the lessons."""

import re
from contextlib import closing

import nbformat

from course_site.book.explorer_registry import explorers
from course_site.book.notebook_page import RUN, recorded
from course_tools.lesson import pages

PANEL = "GammaBeta"
BLOCK = """<p class="course-block" role="img" aria-label="One block of a
 Transformer: attention, Add & Norm, feed-forward, Add & Norm. A shortcut
 leads around attention, and one around the feed-forward layer."><span>
attention</span><b>Add &amp; Norm</b><span>feed-forward</span><b>Add &amp;
 Norm</b></p>"""
DOORS = """<p class="course-doors">
<a href="00_start_here.html">Read</a>
<a href="00_start_here.html#write-then-check">Write your first function</a>
</p>"""


def cover(text):
    """Fill in the places of the cover's page."""
    made = {
        "block": raw(BLOCK),
        "panel": panel(PANEL),
        "model": model(),
        "doors": raw(DOORS),
        "routes": routes(),
        "lessons": lessons(),
    }
    for place, words in made.items():
        text = text.replace(f"<!-- {place} -->", words)
    return text


def numbered():
    """List the notebooks of the lessons in order."""
    return sorted(page for page in pages() if page.name[:2].isdigit())


def heading(notebook):
    """Return the number, the question and the name of a lesson."""
    opening = nbformat.read(notebook, as_version=4).cells[0].source
    return re.match(r"# (\d\d) (.+)\n\n\*(.+)\*\n", opening).groups()


def minutes(notebook):
    """Return how long a page takes, as its first cell says of each sitting."""
    opening = nbformat.read(notebook, as_version=4).cells[0].source
    said = re.search(r"\*\*Time\.\*\*(.+?)minutes", opening, re.S)[1]
    return [int(number) for number in re.findall(r"\d+", said)]


def lessons():
    """Return the table of the lessons: question, name, minutes."""
    rows = ["| the question | lesson | minutes |", "|---|---|--:|"]
    for notebook in numbered():
        number, question, name = heading(notebook)
        link = f"[{question}]({notebook.name})"
        rows.append(f"| {link} | {number} {name} | {sum(minutes(notebook))} |")
    return "\n".join(rows)


def routes():
    """Return the table of the routes, as lesson 00 prints it."""
    cells = nbformat.read(numbered()[0], as_version=4).cells
    text = next(cell.source for cell in cells if cell.id == "routes")
    return re.search(r"(^\|.+\n?)+", text, re.M)[0]


def panel(name):
    """Return an explorer whose sliders move at once."""
    with closing(explorers()[name]()) as explorer:
        still = RUN.sub("", explorer.fallback()["text/html"])
    return raw(recorded(name, still, asks=False))


def model():
    """Return the picture of the real model, as lesson 10 shows it."""
    page = next(path for path in numbered() if "real_model" in path.name)
    cells = nbformat.read(page, as_version=4).cells
    shown = next(cell for cell in cells if cell.id == "inside").outputs[-1]
    look = "cell_output course-wide"
    still = f'<div class="text_html">{shown.data["text/html"]}</div>'
    return raw(f'<div class="{look}">{still}</div>')


def raw(html):
    """Return HTML as Markdown that leaves it as it is."""
    return f"```{{raw}} html\n{html}\n```"
