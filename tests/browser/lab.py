"""JupyterLab in a real Chromium: start it, run a notebook, find a panel."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import numpy as np
from axe_playwright_python.sync_playwright import Axe
from picture_rules import contrast
from playwright.sync_api import expect

from course_site.book import browser as chromium
from course_site.book.browser import CHROMIUM, INSTALL  # noqa: F401

PATIENCE = 240  # seconds; what takes one here may take a hundred elsewhere
SETTINGS = {
    "settings/overrides.json": {
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
    },
}
BAD_OUTPUT = ",".join(
    f"[data-mime-type='application/vnd.jupyter.{kind}']"
    for kind in ("stderr", "error")
)
OPEN = """async path => {
    const made = await jupyterapp.commands.execute(
        "docmanager:open", {path});
    await made.context.sessionContext.ready;
}"""
# What is not saved is lost, as when the page is closed.
CLOSE = """async () => {
    [...jupyterapp.shell.widgets("main")].forEach(each => {
        if (each.context) each.context.model.dirty = false;
        each.close();
    });
    await jupyterapp.serviceManager.sessions.shutdownAll();
}"""
# Committed notebooks carry counts and outputs; see the new ones only.
RUN_ALL = """async () => {
    await jupyterapp.commands.execute("notebook:clear-all-cell-outputs");
    await jupyterapp.commands.execute("notebook:run-all-cells");
}"""
SAVE = "() => jupyterapp.commands.execute('docmanager:save')"
IDLE = """() => document.querySelector("#jp-main-statusbar")
    .textContent.includes("| Idle")"""
# Widgets come to the page piece by piece, after the cell has run; an empty
# element keeps the place of each until it has come.
ALL_CAME = """() => [...document.querySelectorAll(
    ".jp-OutputArea-output[data-mime-type$='widget-view+json']")]
    .every(each => each.querySelector(".jupyter-widgets")
        && !each.querySelector("[class=lm-Widget]:empty"))"""
# Each text of a panel in view, outside its picture: its words, and red, green,
# blue and alpha of it and of all that lies below it.
COLOURS_BELOW = """root => {
    const parts = colour => {
        const [red, green, blue, alpha = 1] = colour.match(/[\\d.]+/g);
        const most = colour.startsWith("color(srgb") ? 1 : 255;  // if mixed
        return [red / most, green / most, blue / most, Number(alpha)];
    };
    const seen = [], walk = document.createTreeWalker(root, 4);
    for (let node; (node = walk.nextNode());) {
        const at = node.parentElement;
        if (!node.data.trim()
            || at.closest("style, .course-spoken, svg, :disabled")
            || !at.checkVisibility({visibilityProperty: true})) continue;
        const colours = [parts(getComputedStyle(at).color)];
        for (let each = at; each; each = each.parentElement) {
            const style = getComputedStyle(each);
            colours[0][3] *= style.opacity;
            colours.push(parts(style.backgroundColor));
        }
        seen.push([node.data.trim(), colours]);
    }
    return seen;
}"""
THEME = """theme => jupyterapp.commands.execute(
    "apputils:change-theme", {theme})"""
# The command ends before the theme has come. Then JupyterLab hides all that
# it shows, until the next frame.
THEMED = """theme => document.body.dataset.jpThemeName === theme
    && jupyterapp.shell.isVisible"""
# All at once, since a page may scroll between two questions.
BOXES = """all => all.map(each => each.getBoundingClientRect().toJSON())"""

# What a screen reader is told goes again, after it was heard.
HEARS = """news => {
    news.heard = [];
    new MutationObserver(() => news.heard.push(news.textContent)).observe(
        news, {childList: true, characterData: true, subtree: true});
}"""
HAS_HEARD = """([news, words]) =>
    news.heard.some(each => each.includes(words))"""


def launch(playwright):
    """Start the Chromium of this machine without a window."""
    expect.set_options(timeout=1000 * PATIENCE)
    return chromium.launch(playwright, timeout=1000 * PATIENCE)


def new_page(browser, **options):
    """Open a page that waits as long as every other."""
    context = browser.new_context(**options)
    context.set_default_timeout(1000 * PATIENCE)
    return context.new_page()


def eventually(claim):
    """Repeat what asserts something until it holds.

    After a change of its size a page finds its places in several steps.
    """
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return claim()
        except AssertionError:
            if time.monotonic() > end:
                raise
        time.sleep(0.1)


def assert_accessible(page, context, **options):
    """Nothing in a part of a page is against axe's rules."""
    options["resultTypes"] = ["violations"]  # the others are long
    options["preload"] = False  # it asks for files, which a file may not
    report = Axe().run(page, context, options)
    assert report.violations_count == 0, report.generate_report()


def seen(colours):
    """Return what one sees of colours that lie over one another."""
    mixed = np.ones(3)
    for *colour, alpha in reversed(colours):
        mixed = alpha * np.array(colour) + (1 - alpha) * mixed
    return mixed


def assert_texts_stand_out(page):
    """Texts of panels keep a contrast of 4.5:1 in both themes.

    Axe does not judge them in JupyterLab, as pictures lie below.
    """
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        page.evaluate(THEME, theme)
        page.wait_for_function(THEMED, arg=theme, polling=100)
        for panel in page.locator(".course-explorer, .course-told").all():
            texts = panel.evaluate(COLOURS_BELOW)
            assert texts
            for words, (ink, *paper) in texts:
                found = contrast(seen([ink, *paper]), seen(paper))
                assert found >= 4.5, f"{theme}: {words!r} has {found:.2f}:1"


class Lab:
    """One JupyterLab server on a folder of notebooks.

    Parameters
    ----------
    root : pathlib.Path
        The folder it serves. It writes there, so pass a copy.
    scratch : pathlib.Path
        A folder for its settings and its log.
    python : str or pathlib.Path
        The Python of an environment with the course.
    **more : str
        Other environment variables of the server and its kernels.
    """

    def __init__(self, root, scratch, python=sys.executable, **more):
        for name, settings in SETTINGS.items():
            (scratch / name).parent.mkdir(parents=True)
            (scratch / name).write_text(json.dumps(settings), "utf-8")
        # Where Jupyter looks for a free port. Kernels get higher ones.
        port = 10_000 + os.getpid() % 20_000
        self._log = scratch / "lab.log"
        self._told = scratch / "run"
        with self._log.open("w", encoding="utf-8") as log:
            self._server = subprocess.Popen(
                [
                    *(python, "-m", "jupyterlab"),
                    *("--no-browser", "--allow-root"),
                    f"--ServerApp.root_dir={root}",
                    f"--ServerApp.port={port}",
                    "--IdentityProvider.token=course",
                    "--expose-app-in-browser",
                    f"--LabApp.app_settings_dir={scratch / 'settings'}",
                ],
                stdout=log,
                stderr=subprocess.STDOUT,
                env=os.environ
                | {
                    "JUPYTER_CONFIG_DIR": str(scratch),
                    "JUPYTER_DATA_DIR": str(scratch / "data"),
                    "JUPYTER_RUNTIME_DIR": str(self._told),
                    "IPYTHONDIR": str(scratch / "ipython"),
                    # No answer given here is lesson 11's later on.
                    "COURSE_PROGRESS": str(scratch / "progress.jsonl"),
                }
                | more,
            )
        self._wait_until_it_answers()

    def _wait_until_it_answers(self):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                (about,) = self._told.glob("jpserver-*.json")
                port = json.loads(about.read_text("utf-8"))["port"]
                self.url = f"http://127.0.0.1:{port}"
                return urllib.request.urlopen(f"{self.url}/api").close()
            except (OSError, ValueError) as error:  # not there, or not whole
                if self._server.poll() is not None or time.monotonic() > end:
                    self.stop()
                    raise RuntimeError(self._log.read_text("utf-8")) from error
            time.sleep(0.1)

    def load(self, page, notebook):
        """Load JupyterLab into the page, and a notebook, as it is on disk."""
        page.goto(f"{self.url}/lab/workspaces/course?token=course&reset")
        page.wait_for_function("window.jupyterapp?.shell", polling=100)
        page.evaluate("() => jupyterapp.restored")
        page.evaluate(OPEN, notebook)
        page.wait_for_function(IDLE, polling=100)
        page.wait_for_selector(".jp-CodeCell", state="attached")

    def open(self, page, notebook):
        """Open a notebook, as it is on disk; JupyterLab is loaded once."""
        if not page.url.startswith(self.url):
            return self.load(page, notebook)
        page.evaluate(CLOSE)
        page.wait_for_selector(".jp-Notebook", state="detached")
        page.evaluate(OPEN, notebook)
        page.wait_for_function(IDLE, polling=100)
        page.wait_for_selector(".jp-CodeCell", state="attached")

    def run_all(self, page, notebook):
        """Open a notebook in the page and run its cells, top to bottom."""
        self.open(page, notebook)
        run_cells(page)

    def stop(self):
        """End the server and its kernels."""
        self._server.terminate()
        try:
            self._server.wait(20)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()


def at_rest(page):
    """Wait until the kernel has answered all that it was sent.

    A key that is pressed earlier can meet a control before its change.
    """
    page.wait_for_function(IDLE, polling=100)


def run_cells(page):
    """Run the cells of the notebook that is open.

    Raises
    ------
    AssertionError
        With the words of the first error or warning that a cell printed.
    """
    page.evaluate(RUN_ALL)
    page.wait_for_function(IDLE, polling=100)
    for bad in page.locator(BAD_OUTPUT).all():
        raise AssertionError(bad.inner_text())
    page.wait_for_function(ALL_CAME, polling=100)


def run_alone(page, cell_id):
    """Run one cell by keyboard; return it."""
    number = page.evaluate(
        """id => [...jupyterapp.shell.currentWidget.context.model.cells]
            .findIndex(cell => cell.id === id)""",
        cell_id,
    )
    cell = page.locator(".jp-Notebook .jp-Cell").nth(number)
    cell.locator(".jp-InputPrompt").click()
    page.keyboard.press("Control+Enter")
    at_rest(page)
    return cell


def writes(lines, at):
    """Write words at the beginning or the end of a text, and leave it."""
    lines.press(f"Control+{at}")
    lines.press_sequentially(" The dog slept. ")
    lines.press("Tab")


class Panel:
    """An explorer on a page.

    Parameters
    ----------
    root : playwright.sync_api.Locator
        The element of the whole panel; ``panels`` finds them.
    """

    def __init__(self, root):
        self.root = root
        self.drawing = root.locator("svg[role=img]")
        self.status = root.locator(".course-sentence")
        self.sliders = root.locator(".widget-hslider")
        self.lines = root.locator("textarea")
        # Buttons of a row of choices that can be chosen and are not.
        self.others = root.locator(
            ".widget-toggle-button:enabled:not(.mod-active)"
        )

    def words(self):
        """Read the sentence below the picture."""
        return " ".join(self.status.inner_text().split())

    @contextmanager
    def tells(self, words):
        """Demand that a screen reader is told this, by a node that stays."""
        news = self.root.get_by_role("status").element_handle()
        news.evaluate(HEARS)
        yield
        page = self.root.page
        page.wait_for_function(HAS_HEARD, arg=[news, words], polling=100)
        assert news.evaluate("each => each.isConnected"), "a node made anew"

    def places(self, selector):
        """Measure where the panel and its parts stand in the panel."""
        parts = self.root.locator(selector)
        top, *boxes = self.root.or_(parts).evaluate_all(BOXES)
        return [
            [round(box[side] - top[side]) for side in ("x", "y")]
            + [round(box[side]) for side in ("width", "height")]
            for box in (top, *boxes)
        ]

    def button(self, name):
        """Find a button by its words."""
        return self.root.get_by_role("button", name=name)

    def answers_a_key(self):
        """Demand that a key at its first control changes the sentence."""
        self.skip_the_question()
        said = self.words()
        if self.sliders.count():
            slider = Slider(self.sliders.first)
            key = "ArrowLeft" if slider.share() > 0.5 else "ArrowRight"
            for _ in range(2):
                slider.handle.press(key)
        elif self.lines.count():
            writes(self.lines, "End")
        else:
            self.others.first.press("Enter")
        expect(self.status).not_to_have_text(said)

    def skip_the_question(self):
        """Unlock the controls without a prediction, if one is asked."""
        skip = self.button("Skip the question")
        if skip.count() and skip.is_visible():
            skip.click()
            skip.wait_for(state="detached")
            at_rest(self.root.page)

    def slider(self, label):
        """Find a slider by the label beside it."""
        name = self.root.page.get_by_text(label, exact=True)
        return Slider(self.sliders.filter(has=name))


class Slider:
    """One slider of a panel."""

    def __init__(self, row):
        self.row, self.page = row, row.page
        self.handle = row.locator(".noUi-handle")
        self.readout = row.locator(".widget-readout")

    def share(self):
        """Read where the handle stands, as a share of the length."""
        now, low, high = (
            float(self.handle.get_attribute(f"aria-value{end}"))
            for end in ("now", "min", "max")
        )
        return (now - low) / (high - low)

    def step(self):
        """Move one step by the keyboard, away from the end if it is there."""
        at_rest(self.page)
        self.handle.press("ArrowLeft" if self.share() == 1 else "ArrowRight")

    def drag_across(self):
        """Drag the handle by mouse into the other half."""
        self.drag(0.1 if self.share() > 0.5 else 0.9)

    def drag(self, share, steps=8):
        """Drag the handle by mouse to a share of the length, 0 to 1."""
        self.row.scroll_into_view_if_needed()
        ends = self.row.locator(".noUi-base, .noUi-handle")
        track, knob = ends.evaluate_all(BOXES)
        height = knob["y"] + knob["height"] / 2
        self.page.mouse.move(knob["x"] + knob["width"] / 2, height)
        self.page.mouse.down()
        goal = track["x"] + share * track["width"]
        self.page.mouse.move(goal, height, steps=steps)
        self.page.mouse.up()


def panels(page):
    """List the explorers of a page, top to bottom."""
    drawn = page.locator(".course-explorer").filter(
        has=page.locator(".course-sentence")
    )
    return [Panel(each) for each in drawn.all()]
