"""Every command and every path that a page prints leads somewhere.

A command of the course is read by its own parser; of another program's the
modules and the files are looked up.
"""

import importlib.util
import re
import shlex

import pytest
from course_pages import DOCUMENTS, ROOMS, TOP, text_of

from course_tools.__main__ import _parser as course

# What it names lies in the folder that is built.
BUILT = TOP / "course_site/live/page/licences.md"
PAGES = [path for path in DOCUMENTS if path != BUILT]
FILES = [
    f"/{path.relative_to(TOP).as_posix()}"
    for room in (TOP.glob("*"), *((TOP / r).rglob("*") for r in ROOMS))
    for path in room
]
# What a reader, a hub or the book makes, and a model's own file.
MADE = re.compile(
    r"build/(book|live)|\.venv|class/|home/|node_modules|FOLDER"
    r"|published/|double\.py|lesson_05(_teacher)?\.html|results\.html|index\.html"
    r"|(seat07|copy|name|my-answers)\.jsonl|update\.py"
    r"|vocab\.txt|classroom\.html|fahrenheit\.py|kitchen/|PACKAGE/"
)
# Modules that come with Python, or that the same line installs.
ELSEWHERE = {"pip", "venv", "zipfile", "mutmut", "http.server"}


def commands(text):
    """Return the modules that a page runs with -m, and their arguments."""
    return re.findall(
        r"(?:python3?|py -3|%run|\bpython\W+\"?) ?-m ([\w.]+)([^`;}&|\n]*)",
        re.sub(r"(`[^`\n]*)\n([^`\n]*`)", r"\1 \2", text),
    )


def is_runnable(module):
    """Whether python -m finds a module and something in it that runs."""
    spec = importlib.util.find_spec(module)
    if spec and spec.submodule_search_locations:
        spec = importlib.util.find_spec(f"{module}.__main__")
    return spec is not None


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_command_and_every_path_that_a_page_names(path):
    text = text_of(path)
    for module, rest in commands(text):
        assert module in ELSEWHERE or is_runnable(module), (
            f"{path.name} runs python -m {module}, which is not here: mend "
            "the page, or name in ELSEWHERE what another package brings"
        )
        if module == "course_tools":
            course().parse_args(shlex.split(rest.removesuffix('")')))
    for name in paths(text):
        ends = f"/{name.strip('/')}"
        there = any(file.endswith(ends) for file in FILES)
        assert there or MADE.search(name) or "…" in name, (
            f"{path.name} names {name}, and there is no such file: mend the "
            "page, or name in MADE what a command makes"
        )
    for name in re.findall(r"`(lesson_parts(?:\.\w+)+)`", text):
        found = importlib.util.find_spec(name)
        assert found, f"{path.name}: mend {name}, which is no module"


def paths(text):
    """Return what a page names as a file or a folder: in code, by its form."""
    code = re.findall(r"^```\w*\n(.*?)^```|`([^`\n]+)`", text, re.M | re.S)
    for block in map("".join, code):
        block = re.sub(r"https?:\S+", "", block)
        block = block.replace("\\", "/")
        yield from re.findall(
            r"(?<![\w/.*$…{}<])[\w.…-]+(?:/[\w.…-]+)*"
            r"(?:/(?![\w*{</])|\.(?:py|md|txt|ipynb|jsonl?|sh|toml|yaml|cfg|css"
            r"|js|csv|html|in)\b)",
            block,
        )
