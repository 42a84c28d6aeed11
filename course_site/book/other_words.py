"""What a page of the book says where a notebook speaks of its kernel.

By the title of the notebook and the name of the cell; None leaves a cell out.
The first one, which looks for the course, is left out on every page.
"""

from course_site.first_cell import FIRST

WORDS = {
    "# 00 What will I be able to do?": {
        "how-to-run": """**Here you need nothing but this page**: read,
predict and move the sliders. The exercises need Python;
[how to run it yourself](run_it_yourself.md) says how you get it. The notebook
of this lesson then begins with a cell that looks whether all is installed.""",
        "check-kernel": None,
        "progress-text": """## How far are you?

This browser remembers what you answered in a panel, where you left its
sliders, and which pages you read to the end. [The cover](index.md) says so,
and there you can have it forgotten. What you solve in the notebooks is kept by
the course on your own machine.""",
        "progress": None,
    },
}


def in_other_words(cells):
    """Return the cells of a notebook as the book has them."""
    title = cells[0].source.partition("\n")[0]
    words = WORDS.get(title, {})
    for cell in cells:
        cell.source = words.get(cell.id) or cell.source
    return [
        cell
        for cell in cells
        if cell.id != FIRST and words.get(cell.id, "") is not None
    ]
