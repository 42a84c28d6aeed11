"""Which explorers there are, and in which order the lessons show them."""

import inspect
import json
import re
from functools import cache
from importlib import import_module

from course_lib.sliders.explorer import Explorer
from course_tools.lesson import NOTEBOOKS, pages

PARTS = NOTEBOOKS / "lesson_parts"


@cache
def explorers():
    """Return every explorer of the course by the name of its class."""
    found = {}
    for path in sorted(PARTS.glob("*/*.py")):
        if "course_lib.sliders.explorer import" not in path.read_text("utf-8"):
            continue
        module = f"{PARTS.name}.{path.parent.name}.{path.stem}"
        members = inspect.getmembers(import_module(module), inspect.isclass)
        for name, kind in members:
            if issubclass(kind, Explorer) and kind.controls:
                found[name] = kind
    return found


@cache
def live(name):
    """Return an explorer, made once for all that the book asks of it."""
    return explorers()[name]()


def in_lesson_order(notebooks=NOTEBOOKS):
    """List ``(page, explorer)`` as the lessons show them, each once.

    ``page`` is the lesson's number with the page's title. A side page comes
    right after the lesson that it leads back to.
    """
    return [(page, kind) for page, _, kind in in_sections(notebooks)]


def in_sections(notebooks=NOTEBOOKS):
    """List ``(page, section, explorer)``: under which heading it stands."""
    lessons = []
    for path in pages(notebooks):
        if "_" not in path.name:
            continue  # a page that goes with all lessons
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells]
        side = path.stem.startswith("side_")
        named = sources[0] if side else path.stem
        lesson = re.search(r"\b\d\d(?=_)", named)[0]
        title = re.sub(r"# (\d\d )?", "", sources[0].splitlines()[0])
        lessons.append((lesson, side, f"{lesson} {title}", sources))
    kinds, shown = explorers(), {}
    for lesson, _, title, sources in sorted(lessons):
        section = title.removeprefix(f"{lesson} ")
        for source in sources:
            *_, section = section, *re.findall("^#{2,3} (.+)", source, re.M)
            called = re.search(r"^(\w+)\(\)\s*\Z", source, re.M)
            if called and called[1] in kinds:
                shown.setdefault(kinds[called[1]], (title, section))
    places = list(shown.values())
    return [
        (title, section + ", again" * ((title, section) in places[:k]), kind)
        for k, (kind, (title, section)) in enumerate(shown.items())
    ]
