"""The live site, built and served once, and a browser without a network."""

import functools
import http.server
import os
import re
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import lab
import pytest

from course_site.live import __main__ as live
from course_site.live import sources

PUBLISHING = Path(__file__).parents[2] / "PUBLISHING.md"
POLICY = re.findall("^default-src .*$", PUBLISHING.read_text("utf-8"), re.M)[1]
LIMIT = 300  # seconds; what takes five here may take a hundred elsewhere
READY = """() => document.getElementById("course-said").textContent
    === "Python is ready." """
# Playwright waits for ever for what a script promises.
WITHIN = f"""given => new Promise((done, fail) => {{
    (script)(given).then(done, fail);
    const start = Date.now(), wait = {1000 * LIMIT};
    setInterval(() => {{
        if (Date.now() - Math.max(start, window.courseLive?.last ?? 0) > wait)
            fail(Error("Python has given no sign for {LIMIT} s"));
    }}, 1000);
}})"""
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
def pyodide():
    """Fetch what the site is made of; skip where none is had, never in CI."""
    try:
        sources.tools()
        return sources.pyodide() | sources.wheels()
    except sources.NotBuilt as error:
        skip_or_fail = pytest.fail if os.environ.get("CI") else pytest.skip
        skip_or_fail(f"the live site cannot be built here: {error}")


@pytest.fixture(scope="session")
def site(tmp_path_factory, pyodide):
    """Build the site and serve it; count the bytes that it hands out."""
    folder = tmp_path_factory.mktemp("live") / "site"
    assert live.main([str(folder)]) == 0
    found = SimpleNamespace(folder=folder, bytes=0)

    class Answer(http.server.SimpleHTTPRequestHandler):
        def end_headers(self):
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

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
        self.page, self.site = context.new_page(), site
        self.asked, self.told = [], []
        self.page.set_default_timeout(1000 * LIMIT)
        self.page.on("request", lambda r: self.asked.append(r.url))
        self.page.on("console", lambda said: self.told.append(said.text))
        self.page.on("pageerror", lambda said: self.told.append(str(said)))
        self.name = name
        self.open()

    def open(self):
        """Load the page."""
        address = f"{self.site.address}/notebooks/index.html?path={self.name}"
        self.page.goto(address)
        return self.loaded()

    def loaded(self):
        """Wait for the page's cells."""
        self.page.wait_for_function(ALL_THERE)
        return self

    def ready(self):
        """Wait until Python waits for cells."""
        self.page.wait_for_function(READY)
        return self

    def ask(self, script, given=None):
        """Let the page do something that has an end."""
        return self.page.evaluate(WITHIN.replace("script", script), given)

    def run(self, cell, source=""):
        """Run a cell, with another source if there is one; return outputs."""
        return self.ask(RUN, [cell, source])

    def python(self, code):
        """Run code in the kernel, in no cell; return what it printed."""
        return self.ask(
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
        self.ask(
            """async ([id, source]) => {
                courseLive.cells().find(each => each.model.id === id)
                    .model.sharedModel.setSource(source);
                await courseLive.keep();
            }""",
            [cell, source],
        )

    def shown(self):
        """Say what the page shows, for whoever reads a red."""
        if self.page.is_closed():
            return f"{self.name}: closed"
        bar = self.page.locator("#course-bar").inner_text(timeout=5000)
        errors = self.page.locator(lab.BAD_OUTPUT).all_inner_texts()
        return "\n".join([f"{self.name}: {bar!r}", *errors, *self.told[-20:]])


@contextmanager
def browsing(context, site, request):
    """Lend what opens lessons, each in a tab; nothing else may be asked."""
    context.set_default_timeout(1000 * LIMIT)
    opened, failed = [], request.session.testsfailed

    def open_lesson(name="00_start_here.ipynb"):
        opened.append(Lesson(context, site, name))
        return opened[-1]

    open_lesson.context = context
    yield open_lesson
    if request.session.testsfailed > failed:
        print(*[each.shown() for each in opened], sep="\n")
    for each in opened:
        each.page.close()
    own = site.address, "data:", "blob:"
    asked = [url for each in opened for url in each.asked]
    elsewhere = [url for url in asked if not url.startswith(own)]
    assert not elsewhere, f"the site asked another host: {elsewhere}"


@pytest.fixture
def learner(chromium, site, request):
    """Return what opens lessons in a browser that knows no other."""
    context = chromium.new_context()
    with browsing(context, site, request) as open_lesson:
        yield open_lesson
    context.close()


@pytest.fixture(scope="module")
def used(chromium):
    """One browser for a file of tests: most of the site is loaded once."""
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture
def reader(used, site, request):
    """Return what opens lessons in that browser."""
    with browsing(used, site, request) as open_lesson:
        yield open_lesson
