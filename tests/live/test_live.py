"""The live site in Chromium: checks, what is kept, and what goes wrong."""

import json
import os

import nbformat
import pytest
from lab import ALL_CAME, panels

from course_site.live import __main__ as live
from course_site.live import sources
from course_tools import own_files

pytestmark = pytest.mark.live
ANSWER = """from answer_check import check


def average(numbers):
    {}


check(average)
"""
RIGHT = ANSWER.format("return sum(numbers) / len(numbers)")
HOW_MANY = """from answer_check import progress
print(len(progress.done()), progress.trouble() or "whole")"""
OUTPUT = """id => courseLive.cells().find(each => each.model.id === id)
    .node.querySelector(".jp-OutputArea-output").innerText"""
MOST = 39e6  # bytes of a first visit
UNCOMPILED = """
import os, sys
print(*(name for name, module in [*sys.modules.items()]
        if (spec := getattr(module, "__spec__", None))
        and (spec.origin or "").endswith(".py")
        and not os.path.exists(spec.cached or "")))
"""


def test_a_stranger_with_a_phone_slides_and_is_told_a_mistake(learner):
    lesson = learner()
    lesson.page.set_viewport_size({"width": 390, "height": 844})
    kept = lesson.page.evaluate(OUTPUT, "moving-picture")
    assert kept.startswith("Three tokens, drawn as dots"), kept
    lesson.ready()
    wide = "document.documentElement.scrollWidth"
    assert lesson.page.evaluate(wide) == 390
    lesson.run("mean-slider")
    lesson.page.wait_for_function(ALL_CAME, polling=100)
    panels(lesson.page)[0].answers_a_key()
    for line, words in [
        ("return max(numbers)", "You returned the largest number."),
        ("while True: pass", "It was still running after 5 s"),
        ("return sum(numbers) / len(numbers)", "Right."),
    ]:
        said = lesson.run("average-starter", ANSWER.format(line))
        assert words in said, said
    assert "Your answers are kept in this browser" in lesson.note()
    again = "courseKept.load(courseKept.text()).then(({ news }) => news)"
    assert lesson.page.evaluate(again) == [], "its own file is news to it"


def test_code_in_c_without_an_end_is_left_by_a_new_python(learner):
    lesson = learner().ready()
    assert "Right." in lesson.run("average-starter", RIGHT)
    lesson.page.evaluate(
        """() => { courseLive.session.session.kernel.requestExecute(
            {code: "sum(1 for _ in iter(int, 1))"}); }"""
    )
    lesson.page.locator("#course-restart").click()
    lesson.ready()
    assert lesson.python(HOW_MANY) == "1 whole"
    mistake = ANSWER.format("return max(numbers)")
    said = lesson.run("average-starter", mistake)
    assert "You returned the largest number." in said


def test_a_file_holds_all_and_is_taken_in_once(
    learner, chromium, site, tmp_path, monkeypatch
):
    from answer_check import progress

    lesson = learner().ready()
    lesson.run("average-starter", RIGHT)
    lesson.page.evaluate("() => courseLive.keep()")
    lesson.page.locator("#course-bar summary").click()
    with lesson.page.expect_download() as download:
        lesson.page.locator("#course-save").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    with lesson.page.expect_navigation():  # it loads itself anew
        lesson.page.evaluate("() => { courseLive.afresh(); }")
    lesson.loaded()
    assert "NotImplementedError" in lesson.sources()["average-starter"]

    other = type(lesson)(
        chromium.new_context(), site, "00_start_here.ipynb"
    )  # another browser
    for words in "2 entries are new", "0 entries are new":
        other.page.locator("#course-file").set_input_files(file)
        other.page.wait_for_function(
            "words => document.getElementById('course-note')"
            ".textContent.includes(words)",
            arg=words,
        )
    assert other.sources()["average-starter"] == RIGHT
    other.page.context.close()

    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "desktop.jsonl"))
    assert [progress.take_in(file.read_text("utf-8")) for _ in "ab"] == [1, 0]
    assert set(progress.done()) == {"average"}


def test_a_new_edition_keeps_what_was_written(learner, site):
    """In a changed page, a changed starter, and a cell that is gone."""
    lesson = learner("05_layernorm.ipynb")
    before = lesson.sources()
    starter = before["layer-norm-starter"]
    written = starter.replace("raise NotImplementedError", "return x  # mine")
    for cell, source in [
        ("layer-norm-starter", written),
        ("normalize", "my_own = 1"),
        ("gamma-beta-numbers", "another = 2"),
        ("drift", "third = 3"),
    ]:
        lesson.write(cell, source)
    file = site.folder / "files" / "05_layernorm.ipynb"
    text = file.read_text("utf-8")
    edition = nbformat.reads(text, as_version=4)
    cells = {cell.id: cell for cell in edition.cells}
    cells["opening"].source += "\n\nThe second edition."
    cells["layer-norm-starter"].source = f"import math\n\n{starter}"
    cells["normalize"].source += "\n# new"
    edition.cells.remove(cells["gamma-beta-numbers"])
    nbformat.write(edition, file)
    later = file.stat().st_mtime + 10
    os.utime(file, (later, later))
    try:
        found = lesson.open().sources()
        lesson.page.evaluate("() => courseLive.keep()")
        again = lesson.open().sources()
    finally:
        file.write_text(text, "utf-8")
        os.utime(file, (later + 10, later + 10))
    assert found == again
    assert found["opening"].endswith("The second edition.")
    assert found["layer-norm-starter"] == f"import math\n\n\n{written}"
    assert found["normalize"] == before["normalize"] + "\n# new"
    assert found["yours-normalize"] == "my_own = 1"
    assert found["gamma-beta-numbers"] == "another = 2"
    assert found["drift"] == "third = 3"
    order = [*found]
    for one, next_one in [
        ("normalize", "yours-normalize"),
        ("gamma-beta", "gamma-beta-numbers"),
    ]:
        assert order.index(next_one) == order.index(one) + 1


def test_a_browser_that_keeps_nothing_gets_a_sentence(learner):
    learner.context.add_init_script(
        "IDBFactory.prototype.open = () => { throw new Error('private'); }"
    )
    lesson = learner().ready()
    assert "Save your answers as a file" in lesson.note()
    assert "Right." in lesson.run("average-starter", RIGHT)
    text = lesson.page.evaluate("courseKept.text()")
    assert json.loads(text.splitlines()[0])["exercise"] == "average"


def test_a_first_visit_is_light(learner, site):
    site.bytes = 0
    lesson = learner("05_layernorm.ipynb").ready()
    assert "Not started yet." in lesson.run("layer-norm-starter")
    assert site.bytes <= MOST, f"{site.bytes / 1e6:.1f} MB"
    compiled_here = lesson.python(UNCOMPILED)
    assert not compiled_here, (
        f"{compiled_here} came as source and had to be compiled: let "
        "starting_modules.py in course_site/live import it"
    )


def test_pages_of_the_book_lead_to_where_one_reads(tmp_path):
    """The builder tells its folder to the book around it, and to no other."""
    script = tmp_path / "made" / "_static" / "live.js"
    script.parent.mkdir(parents=True)
    script.write_text('const LIVE = "";')
    own_files.put_folder(tmp_path / "made", tmp_path / "book", "book")
    script = tmp_path / "book" / "_static" / "live.js"
    live.lead_from_the_book(tmp_path / "elsewhere", str(tmp_path / "book"))
    assert script.read_text() == 'const LIVE = "";'
    live.lead_from_the_book(tmp_path / "book" / "live", "..")
    assert script.read_text() == 'const LIVE = "live";'


def test_an_altered_file_of_pyodide_stops_the_build(tmp_path, capsys, pyodide):
    source, out = tmp_path / "pyodide", tmp_path / "site"
    source.mkdir()
    for name in sources.PINNED["core"] | sources.PINNED["wheels"]:
        (source / name).write_bytes(pyodide[name])
    data = bytearray((source / name).read_bytes())
    data[len(data) // 2] ^= 1
    (source / name).write_bytes(data)
    assert live.main([str(out), "--pyodide", str(source)]) == 1
    assert f"{name} is not the file that Pyodide" in capsys.readouterr().err
    assert not out.exists()
