"""What is in a picture: its words, and the roles of its colours, in order.

``inventory.md`` keeps both for every picture of the course, and
``places.json`` where things stand. To write them anew:
``python tests/parts/inventory.py``; read in the diff what has changed, and
look at the pictures whose places have.
"""

import textwrap
from itertools import groupby
from pathlib import Path

from matplotlib.collections import QuadMesh
from matplotlib.colors import to_hex, to_rgba
from matplotlib.text import Text

from course_lib.panels import style

FILE = Path(__file__).with_suffix(".md")
HEAD = """\
# What is in every picture

`test_inventory.py` compares this with the pictures. Whoever changes a picture
writes it anew, `python tests/parts/inventory.py`, and reads what has changed.

Colours are named by their roles (`course_lib/panels/style.py`), panel by
panel: lines and marks, areas, groups of marks, arrows (→). A ○ is a hollow
mark, a ┄ a line or an arrow that is not solid. Words are all that have a
letter, with the role of their colour if it has one. What is drawn in numbers
is compared elsewhere.
"""
NAMES = ("DATA", "OUTPUT", "RESIDUAL", "GRADIENT", "REFERENCE", "TEXT")
ROLES = {getattr(style, name): name for name in NAMES}
ROLES |= {style.INKS[getattr(style, name)]: name for name in NAMES[1:5]}


def role(colour):
    """Name the role of a colour, or give the colour."""
    found = to_hex(colour).upper()
    return ROLES.get(found, found)


def colours(figure):
    """Name the roles of all that is drawn, in panels."""
    panels = groupby(map(_panel, figure.axes))
    counted = [(len([*same]), panel) for panel, same in panels]
    return " | ".join(
        f"{count} × ({panel})" if count > 1 else panel
        for count, panel in counted
    )


def _panel(axes):
    arrows = [
        text.arrow_patch
        for text in axes.texts
        if getattr(text, "arrow_patch", None)
    ]
    found = [
        *map(_of_line, axes.lines),
        *map(_of_area, axes.patches),
        *(
            role(_seen(each))
            for each in axes.collections
            if not isinstance(each, QuadMesh)  # its colours are numbers
        ),
        *(f"→{_dash(each)}{role(each.get_edgecolor())}" for each in arrows),
    ]
    return " ".join(name for name, _ in groupby(found))


def _of_line(line):
    if line.get_linestyle() != "None":
        return _dash(line) + role(line.get_color())
    face = line.get_markerfacecolor()
    hollow = (
        "○" if to_rgba(face) in (to_rgba("none"), to_rgba("white")) else ""
    )
    return hollow + role(line.get_markeredgecolor())


def _of_area(patch):
    face = role(patch.get_facecolor())
    return face if face in NAMES else role(patch.get_edgecolor())


def _seen(collection):
    return [*collection.get_edgecolor(), *collection.get_facecolor()][0]


def _dash(artist):
    return "" if artist.get_linestyle() in ("-", "solid") else "┄"


def words(figure):
    """Return every text that has a letter, and its role if it has one."""
    found = []
    for text in figure.findobj(Text):
        said = " ".join(text.get_text().split())
        if text.get_visible() and any(map(str.isalpha, said)):
            name = role(text.get_color())
            found.append(said if name == "TEXT" else f"{said}: {name}")
    return " | ".join(found)


def entry(name, figure):
    """Write what is in a picture."""
    lines = [f"## {name}"]
    for kind, said in (("Colours", colours(figure)), ("Words", words(figure))):
        lines.append(textwrap.fill(f"{kind}: {said}".strip(), 79))
    return "\n\n".join(lines) + "\n"


def kept():
    """Return what is kept, by picture."""
    _, *entries = FILE.read_text(encoding="utf-8").split("\n## ")
    return {each.split("\n")[0]: f"## {each.rstrip()}\n" for each in entries}


if __name__ == "__main__":
    from places import keep, places
    from sample_pictures import SAMPLES

    drawn = {name: draw() for name, draw in SAMPLES.items()}
    keep({name: places(figure) for name, figure in drawn.items()})
    entries = [entry(name, figure) for name, figure in drawn.items()]
    text = "\n".join([HEAD, *entries])
    FILE.write_text(text, encoding="utf-8", newline="\n")
