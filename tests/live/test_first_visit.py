"""A first visit to a page with Python in it: read, slide, and be told."""

from pathlib import Path

import pytest
from lab import ALL_CAME, panels

from course_lib import live

ANSWER = """from course_lib.exercises import check


def average(numbers):
    {}


check(average)
"""
OUTPUT = """id => courseLive.cells().find(each => each.model.id === id)
    .node.querySelector(".jp-OutputArea-output").innerText"""


@pytest.mark.live
def test_a_stranger_reads_slides_and_is_told_a_mistake(learner):
    lesson = learner()
    kept = lesson.page.evaluate(OUTPUT, "moving-picture")
    assert kept.startswith("Three tokens, drawn as dots"), kept
    lesson.ready()
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


def test_what_comes_later_counts_whatever_the_clock_says(chromium):
    """In one millisecond, or after a file of a clock that is ahead."""
    page = chromium.new_page()
    page.route("**", lambda route: route.fulfill(body="<p>"))
    page.goto("http://localhost/")
    page.add_script_tag(path=Path(live.__file__).parent / "page/kept.js")
    kept = page.evaluate(
        """() => courseKept.ready.then(() => {
            Date.now = () => 1000;
            for (const n of [1, 2, 3]) courseKept.put("cell", "a", n);
            return courseKept.get("cell", "a");
        })"""
    )
    page.close()
    assert kept == 3


def test_what_is_bundled_has_its_licence_in_the_folder(site):
    licences = {each.name for each in (site.folder / "licences").iterdir()}
    assert {"LICENSE.txt", "MPL-2.0.txt"} <= licences
    python = site.folder / "static" / "pyodide"
    bundled = {each.name.split("-")[0] for each in python.glob("*.whl")}
    # The first is Python's, and what comes later belongs to the course.
    assert bundled - licences == {
        "sqlite3", "add_norm_course_weights", "add_norm_course_rare_pieces"
    }  # fmt: skip
