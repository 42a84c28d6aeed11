"""Every page with Python in the browser: it runs through, its panels move."""

import pytest
from lab import ALL_CAME, panels

from course_tools.lesson import pages

pytestmark = pytest.mark.live
PAGES = [page.name for page in pages()]
RUN_ALL = """async () => {
    const run = courseLive.app.commands;
    await run.execute("notebook:clear-all-cell-outputs");
    await run.execute("notebook:run-all-cells");
}"""
# What each cell of code left: its id, its count, and its errors in words.
LEFT = """() => courseLive.cells().map(each => each.model).filter(
    model => model.type === "code" && model.sharedModel.getSource().trim()
).map(model => [model.id, model.executionCount, model.outputs.toJSON().filter(
    each => each.output_type === "error" || each.name === "stderr"
).map(each => each.evalue ?? each.text)])"""

# The laboratory trains for two minutes on a desktop, and far longer here.
SHORT = """
import lesson_parts.laboratory.live as _live
_whole = _live.train
_live.train = lambda cell, *more: _whole(
    cell._replace(steps=20, warm_up=5), *more)
_live.write.__kwdefaults__["steps"] = 20
"""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_runs_through_and_its_panels_answer(name, reader):
    lesson = reader(name).ready()
    if "laboratory" in name:
        assert lesson.python(SHORT) == ""
    lesson.ask(RUN_ALL)
    lesson.ready()
    left = lesson.page.evaluate(LEFT)
    assert [row for row in left if row[1] is None or row[2]] == []
    lesson.page.wait_for_function(ALL_CAME, polling=100)
    for panel in panels(lesson.page):
        panel.answers_a_key()
