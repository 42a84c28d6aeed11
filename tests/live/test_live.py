"""The lessons with Python in the browser: built, opened, run and checked.

A request to any host but the one that hands out the folder fails the test.
"""

import functools
import http.server
from threading import Thread

import pytest
from lab import new_page

from course_lib.live import __main__ as live
from course_lib.live import sources

pytestmark = pytest.mark.thorough
READY = """() => document.getElementById("course-said").textContent
    === "Python is ready." """
RUN = """async ([id, source]) => {
    const cell = courseLive.cells().find(each => each.model.id === id);
    if (source) cell.model.sharedModel.setSource(source);
    await courseLive.run([cell]);
    return JSON.stringify(cell.model.outputs.toJSON());
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build the site and serve it; return its address."""
    folder = tmp_path_factory.mktemp("live") / "site"
    assert live.main([str(folder)]) == 0
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Hands out files and prints nothing."""

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def first_lesson(site, chromium):
    """Open lesson 00 and wait until Python is ready."""
    page, asked = new_page(chromium), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/notebooks/index.html?path=00_start_here.ipynb")
    page.wait_for_function(READY)
    yield page
    elsewhere = [
        url for url in asked if not url.startswith((site, "data:", "blob:"))
    ]
    assert not elsewhere, f"the site asked another host: {elsewhere}"
    page.context.close()


ANSWER = """from course_lib.exercises import check


def average(numbers):
    {}


check(average)
"""


@pytest.mark.parametrize(
    "line, words",
    [
        ("return sum(numbers) / len(numbers)", "Right."),
        ("return max(numbers)", "You returned the largest number."),
        ("while True: pass", "It was still running after 5 s"),
    ],
)
def test_an_answer_is_judged_in_the_browser(line, words, first_lesson):
    """A right one, a named mistake, and a loop that never ends."""
    said = first_lesson.evaluate(RUN, ["average-starter", ANSWER.format(line)])
    assert words in said, said


def test_an_altered_file_of_pyodide_stops_the_build(tmp_path, capsys):
    take = sources.taker(sources.SOURCE)
    source, out = tmp_path / "pyodide", tmp_path / "site"
    source.mkdir()
    for name in sources.PINNED["core"] | sources.PINNED["wheels"]:
        (source / name).write_bytes(take(name))
    data = bytearray((source / name).read_bytes())
    data[len(data) // 2] ^= 1
    (source / name).write_bytes(data)
    assert live.main([str(out), "--pyodide", str(source)]) == 1
    assert f"{name} is not the file that Pyodide" in capsys.readouterr().err
    assert not out.exists()
