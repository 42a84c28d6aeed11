"""Every command and every path that a page prints leads somewhere.

A command of the course is read by its own parser or run in a folder of its
own; of another program's commands the modules, files, extras, folders and
marks are looked up.
"""

import importlib.util
import re
import shlex
import tomllib
from functools import cache
from pathlib import Path

import nbformat
import pytest

from course_desk import lesson, update
from course_desk.__main__ import _parser as course
from course_desk.__main__ import main as run
from course_site.book.explorer_registry import explorers
from lesson_parts.figures import FIGURES

TOP = Path(__file__).parents[2]
SETTINGS = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
WHERE = [
    "*.md",
    *(
        f"{room}/**/*.md"
        for room in (
            "answer_check",
            "course_desk",
            "course_lib",
            "course_site",
            "derivation_check",
        )
    ),  # fmt: skip
    "tests/**/*.md",
    "notebooks/**/*.md",
    "notebooks/*.ipynb",
]
PAGES = [path for each in WHERE for path in sorted(TOP.glob(each))]
# What it names lies in the folder that is built.
PAGES.remove(TOP / "course_site/live/page/licences.md")
ROOMS = (
    "answer_check", "course_desk", "course_lib", "course_site",
    "derivation_check", "notebooks", "tests", "benchmarks", "figures",
)  # fmt: skip
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


@cache
def text_of(path):
    """Return what a page says: of a notebook the sources of its cells."""
    text = path.read_text("utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = nbformat.reads(text, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells)


def commands(text):
    """Return the modules that a page runs with -m, and their arguments."""
    found = re.findall(
        r"(?:python3?|py -3|%run|\bpython\W+\"?) ?-m ([\w.]+)([^`;}&|\n]*)",
        re.sub(r"(`[^`\n]*)\n([^`\n]*`)", r"\1 \2", text),
    )
    return [(module, rest) for module, rest in found]


def words_of(rest):
    """Split the arguments of a command as a shell does, without comments."""
    return shlex.split(rest.replace("\\", "/").removesuffix('")'))


def is_runnable(module):
    """Whether python -m finds a module and something in it that runs."""
    spec = importlib.util.find_spec(module)
    if spec is None:
        return False
    if spec.submodule_search_locations:
        return importlib.util.find_spec(f"{module}.__main__") is not None
    return "__main__" in Path(spec.origin).read_text("utf-8")


def in_a_folder_of_its_own(words, folder, monkeypatch):
    """Run the command about lessons there."""
    monkeypatch.setattr(update, "main", lambda: 0)
    monkeypatch.setenv("COURSE_PROGRESS", str(folder / "progress.jsonl"))
    monkeypatch.chdir(folder)
    lesson.give(folder)
    words = [str(folder / "new") if "/" in w or w.isupper() else w
             for w in words]  # fmt: skip
    assert run(words) == 0, words


def installs(words):
    """Whether pip's requirement files and extras are there."""
    assert words[0] in ("install", "uninstall"), words
    for before, word in zip(words, words[1:]):
        if before == "-r":
            assert (TOP / word).is_file(), word
        if before == "-e":
            extras = re.findall(r"\w+", word)
            known = SETTINGS["project"]["optional-dependencies"]
            assert extras and set(extras) <= set(known), word


def is_tested(words):
    """Whether pytest's files, names of tests and marks are there."""
    for option, word in zip(["", *words], [*words, ""]):
        if option == "-m":
            markers = SETTINGS["tool"]["pytest"]["ini_options"]["markers"]
            assert word in [each.split(":")[0] for each in markers], word
        elif "/" in word:
            assert (TOP / word).exists(), word


READERS = {
    "course_desk": lambda words: course().parse_args(words),
    "pip": installs,
    "pytest": is_tested,
    "jupyterlab": lambda words: [
        (TOP / word).stat() for word in words if "/" in word
    ],
}
# Of the other modules, all that may stand behind them.
TAKES = {
    "course_site.book": {"build/book"},  # tests/book builds another
    "course_site.live": {"build/live", "build/book/live", "--book", ".."},
    "course_site.address": {"https://github.com/OWNER/course", "none"},
    "course_site.book.picture": {"build/book"},
    "course_site.book.recordings": {*explorers(), "Name"},
    "lesson_parts.feed_forward.demo": {},
    "lesson_parts.figures": {*FIGURES, "NAME"},
}
LESSONS = {"afresh", "update"}  # what changes files of lessons


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_module_that_a_page_runs(path, tmp_path, monkeypatch):
    for module, rest in commands(text_of(path)):
        assert module in ELSEWHERE or is_runnable(module), (
            f"{path.name} runs python -m {module}, which is not here: mend "
            "the page, or name in ELSEWHERE what another package brings"
        )
        if module == "course_desk" and words_of(rest)[0] in LESSONS:
            in_a_folder_of_its_own(words_of(rest), tmp_path, monkeypatch)
        elif module in READERS:
            READERS[module](words_of(rest))
        elif module not in ELSEWHERE:
            assert {*words_of(rest)} <= {*TAKES.get(module, ())}, (
                f"{path.name} runs {module} {rest}: mend the page, or say in "
                "TAKES of this file which words it takes"
            )


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


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_path_that_a_page_names(path):
    for name in paths(text_of(path)):
        if MADE.search(name) or "…" in name:
            continue
        ends = f"/{name.strip('/')}"
        assert any(file.endswith(ends) for file in FILES), (
            f"{path.name} names {name}, and there is no such file: mend the "
            "page, or name in MADE what a command makes"
        )
    for name in re.findall(r"`(lesson_parts(?:\.\w+)+)`", text_of(path)):
        found = importlib.util.find_spec(name)
        assert found, f"{path.name}: mend {name}, which is no module"
