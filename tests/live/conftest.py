"""The live site, built and served once, and a browser without a network."""

import functools
import http.server
from threading import Thread
from types import SimpleNamespace

import lab
import pytest

from course_lib.live import __main__ as live

READY = """() => document.getElementById("course-said").textContent
    === "Python is ready." """
ALL_THERE = """() => {
    const content = window.courseLive?.panel.content;
    return content && content.widgets.length === content.model.cells.length;
}"""
RUN = """async ([id, source]) => {
    const cell = courseLive.cells().find(each => each.model.id === id);
    if (source) cell.model.sharedModel.setSource(source);
    await courseLive.run([cell]);
    return JSON.stringify(cell.model.outputs.toJSON());
}"""


@pytest.fixture(autouse=True)
def idle_here(monkeypatch):
    """Let panels wait for Python as this page tells of it."""
    monkeypatch.setattr(lab, "IDLE", READY)


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the site and serve it; count the bytes that it hands out."""
    folder = tmp_path_factory.mktemp("live") / "site"
    assert live.main([str(folder)]) == 0
    found = SimpleNamespace(folder=folder, bytes=0)

    class Answer(http.server.SimpleHTTPRequestHandler):
        def copyfile(self, source, outputfile):
            data = source.read()
            found.bytes += len(data)
            outputfile.write(data)

        def log_message(self, *_):
            pass

    handler = functools.partial(Answer, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    found.address = f"http://127.0.0.1:{server.server_port}"
    yield found
    server.shutdown()
    server.server_close()


class Lesson:
    """A lesson in a tab of its own."""

    def __init__(self, context, site, name):
        self.page, self.site, self.asked = context.new_page(), site, []
        self.page.set_default_timeout(5000 * lab.PATIENCE)  # much to load
        self.page.on("request", lambda r: self.asked.append(r.url))
        self.name = name
        self.open()

    def open(self):
        """Load the page, and wait for its cells."""
        address = f"{self.site.address}/notebooks/index.html?path={self.name}"
        self.page.goto(address)
        self.page.wait_for_function(ALL_THERE)
        return self

    def ready(self):
        """Wait until Python waits for cells."""
        self.page.wait_for_function(READY)
        return self

    def run(self, cell, source=""):
        """Run a cell, with another source if there is one; return outputs."""
        return self.page.evaluate(RUN, [cell, source])

    def python(self, code):
        """Run code in the kernel, in no cell; return what it printed."""
        return self.page.evaluate(
            """async code => {
                const run = courseLive.session.session.kernel.requestExecute(
                    {code});
                let said = "";
                run.onIOPub = ({content}) => {
                    said += content.text ?? content.evalue ?? "";
                };
                await run.done;
                await courseKept.stored();
                return said.trim();
            }""",
            code,
        )

    def note(self):
        """Read what stands below the bar."""
        return self.page.locator("#course-note").inner_text()

    def sources(self):
        """Return the sources of the page by the ids of their cells."""
        return self.page.evaluate(
            """() => Object.fromEntries(courseLive.cells().map(
                ({model}) => [model.id, model.sharedModel.getSource()]))"""
        )

    def write(self, cell, source):
        """Write into a cell, and wait until the browser keeps it."""
        self.page.evaluate(
            """async ([id, source]) => {
                courseLive.cells().find(each => each.model.id === id)
                    .model.sharedModel.setSource(source);
                await courseLive.keep();
            }""",
            [cell, source],
        )


@pytest.fixture
def learner(chromium, site):
    """Return what opens lessons in one browser that knows no other."""
    context = chromium.new_context()
    opened = []

    def open_lesson(name="00_start_here.ipynb"):
        opened.append(Lesson(context, site, name))
        return opened[-1]

    open_lesson.context = context
    yield open_lesson
    own = site.address, "data:", "blob:"
    asked = [url for each in opened for url in each.asked]
    elsewhere = [url for url in asked if not url.startswith(own)]
    context.close()
    assert not elsewhere, f"the site asked another host: {elsewhere}"
