"""JupyterLab in a real Chromium: start it, run a notebook, find a panel."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "google-chrome"))), None
)
INSTALL = (
    "no Chromium found: `apt-get install chromium` on Debian and Ubuntu, or "
    "set CHROMIUM to the path of Chromium or Chrome"
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SETTINGS = {
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}
NO_NEWS = {
    "disabledExtensions": {
        "@jupyterlab/apputils-extension:announcements": True
    }
}
BAD_OUTPUT = ",".join(
    f"[data-mime-type='application/vnd.jupyter.{kind}']"
    for kind in ("stderr", "error")
)
ALL_CELLS_RAN = """bad => {
    if (document.querySelector(bad)) return true;  // no cell runs after it
    const prompts = document.querySelectorAll(
        ".jp-CodeCell .jp-InputArea-prompt");
    // A hidden source has no prompt; a page of these alone shows an output.
    if (!prompts.length && !document.querySelector(".jp-OutputArea-output"))
        return false;
    return [...prompts].every(
        each => /^\\[\\d+\\]:$/.test(each.textContent.trim()));
}"""
OPEN = "path => jupyterapp.commands.execute('docmanager:open', {path})"
# What is not saved is lost, as when the page is closed.
CLOSE = """() => [...jupyterapp.shell.widgets("main")].forEach(each => {
    if (each.context) each.context.model.dirty = false;
    each.close();
})"""
IDLE = """() => document.querySelector("#jp-main-statusbar")
    .textContent.includes("| Idle")"""
# Widgets come to the page piece by piece, after the cell has run.
SETTLED = """() => new Promise(resolve => {
    let waiting = setTimeout(resolve, 500);
    new MutationObserver(() => {
        clearTimeout(waiting);
        waiting = setTimeout(resolve, 500);
    }).observe(document.querySelector(".jp-Notebook"),
               {childList: true, subtree: true});
})"""


def launch(playwright):
    """Start the Chromium of this machine without a window."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


def free_port():
    """Ask the system for a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def assert_accessible(page, context, **options):
    """Nothing in a part of a page is against axe's rules."""
    options["resultTypes"] = ["violations"]  # the others are long
    options["preload"] = False  # it asks for files, which a file may not
    report = Axe().run(page, context, options)
    assert report.violations_count == 0, report.generate_report()


def choose(page, menu, command):
    """Choose a command from JupyterLab's menus."""
    page.get_by_role("menuitem", name=menu, exact=True).click()
    page.locator(".lm-Menu").get_by_text(command, exact=True).click()


class Lab:
    """One JupyterLab server on a folder of notebooks.

    Parameters
    ----------
    root : pathlib.Path
        The folder it serves. It writes there, so pass a copy.
    scratch : pathlib.Path
        A folder for its settings and its log.
    theme : str
    """

    def __init__(self, root, scratch, theme="JupyterLab Light"):
        settings, labconfig = scratch / "settings", scratch / "labconfig"
        settings.mkdir(parents=True)
        labconfig.mkdir()
        themes = {"@jupyterlab/apputils-extension:themes": {"theme": theme}}
        (settings / "overrides.json").write_text(
            json.dumps(SETTINGS | themes), encoding="utf-8"
        )
        (labconfig / "page_config.json").write_text(
            json.dumps(NO_NEWS), encoding="utf-8"
        )
        self.port = free_port()
        self._log = open(scratch / "lab.log", "w", encoding="utf-8")  # noqa: SIM115
        self._server = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab"),
                *("--no-browser", "--allow-root"),
                f"--ServerApp.root_dir={root}",
                f"--ServerApp.port={self.port}",
                "--ServerApp.port_retries=0",
                "--IdentityProvider.token=course",
                "--expose-app-in-browser",
                f"--LabApp.app_settings_dir={settings}",
            ],
            stdout=self._log,
            stderr=subprocess.STDOUT,
            env=os.environ
            | {
                "JUPYTER_CONFIG_DIR": str(scratch),
                "JUPYTER_DATA_DIR": str(scratch / "data"),
                "JUPYTER_RUNTIME_DIR": str(scratch / "run"),
                # No answer given here is lesson 09's later on.
                "COURSE_PROGRESS": str(scratch / "progress.jsonl"),
            },
        )
        self._wait_until_it_answers(scratch / "lab.log")

    def _wait_until_it_answers(self, log, seconds=90):
        end = time.monotonic() + seconds
        while True:
            try:
                return self.ask("GET", "/api")
            except OSError as error:
                if self._server.poll() is not None or time.monotonic() > end:
                    self.stop()
                    raise RuntimeError(log.read_text("utf-8")) from error
            time.sleep(0.1)

    def ask(self, method, path):
        """Send a request to the server and return its JSON, if any."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}?token=course", method=method
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read() or "null")

    def run_all(self, page, notebook, seconds=180):
        """Open a notebook in the page and run its cells, top to bottom.

        Raises
        ------
        AssertionError
            With the words of the first error or warning that a cell printed.
        """
        self.open(page, notebook)
        self.wait_for_kernel(page, notebook)
        return self.run_cells(page, notebook, seconds)

    def run_cells(self, page, notebook, seconds=180):
        """Run the cells of the notebook that is open."""
        # Committed notebooks carry counts and outputs; see the new ones only.
        choose(page, "Edit", "Clear Outputs of All Cells")
        choose(page, "Run", "Run All Cells")
        page.wait_for_function(
            ALL_CELLS_RAN, arg=BAD_OUTPUT, timeout=seconds * 1000
        )
        bad = page.locator(BAD_OUTPUT)
        if bad.count():
            raise AssertionError(f"{notebook}: {bad.first.inner_text()}")
        page.wait_for_function(IDLE)
        page.evaluate(SETTLED)
        return page

    def load(self, page, notebook):
        """Load JupyterLab into the page, and a notebook, as it is on disk."""
        page.goto(
            f"http://127.0.0.1:{self.port}/lab/workspaces/course/tree/"
            f"{notebook}?token=course&reset"
        )
        page.wait_for_selector(".jp-CodeCell", state="attached")

    def open(self, page, notebook):
        """Open a notebook, as it is on disk; JupyterLab is loaded once."""
        if f":{self.port}/" not in page.url:
            return self.load(page, notebook)
        self.close(page)
        page.evaluate(OPEN, notebook)
        page.wait_for_selector(".jp-CodeCell", state="attached")

    def close(self, page):
        """Close the notebook that is open, and end its kernel."""
        page.evaluate(CLOSE)
        page.wait_for_selector(".jp-Notebook", state="detached")
        self.shut_down_kernels()

    def wait_for_kernel(self, page, notebook, seconds=60):
        end = time.monotonic() + seconds
        # The page says Idle before the kernel exists, so ask the server.
        while not any(
            each["path"] == notebook
            and each["kernel"]["execution_state"] == "idle"
            and each["kernel"]["connections"]
            for each in self.ask("GET", "/api/sessions")
        ):
            if time.monotonic() > end:
                raise TimeoutError(f"no kernel for {notebook}")
            page.wait_for_timeout(100)
        page.wait_for_function(IDLE)

    def save(self, page, notebook):
        """Save the notebook, and wait until the server has written it."""
        before = self.ask("GET", f"/api/contents/{notebook}")["last_modified"]
        choose(page, "File", "Save Notebook")
        for _ in range(100):
            page.wait_for_timeout(100)
            now = self.ask("GET", f"/api/contents/{notebook}")
            if now["last_modified"] != before:
                return
        raise TimeoutError(f"{notebook} was not saved")

    def shut_down_kernels(self):
        """End every kernel: a later notebook must not wait for this one."""
        for session in self.ask("GET", "/api/sessions"):
            self.ask("DELETE", f"/api/sessions/{session['id']}")

    def stop(self):
        """End the server and its kernels."""
        self._server.terminate()
        try:
            self._server.wait(20)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        self._log.close()


class Panel:
    """An explorer on a page.

    Parameters
    ----------
    root : playwright.sync_api.Locator
        The element of the whole panel; ``panels`` finds them.
    """

    def __init__(self, root):
        self.root, self.page = root, root.page
        self.picture = root.locator(".widget-gridbox")
        self.drawing = root.locator("svg[role=img]")
        self.status = root.locator(".course-sentence")
        self.sliders = root.locator(".widget-hslider")

    def words(self):
        """Read the sentence below the picture."""
        return " ".join(self.status.inner_text().split())

    def places(self):
        """Measure where the picture and the sliders stand in the panel."""
        top = self.root.bounding_box()
        parts = [self.root, self.picture, *self.sliders.all()]
        boxes = [each.bounding_box() for each in parts]
        return [
            [
                round(box["x"] - top["x"]),
                round(box["y"] - top["y"]),
                round(box["width"]),
                round(box["height"]),
            ]
            for box in boxes
        ]

    def look(self):
        """Take a picture of the picture, as PNG bytes."""
        return self.picture.screenshot()

    def button(self, name):
        """Find a button by its words."""
        return self.root.get_by_role("button", name=name)

    def skip_the_question(self):
        """Unlock the controls without a prediction, if one is asked."""
        skip = self.button("Skip the question")
        if skip.count() and skip.is_visible():
            skip.click()
            skip.wait_for(state="detached")

    def slider(self, label):
        """Find a slider by the label beside it."""
        name = self.page.get_by_text(label, exact=True)
        return Slider(self.sliders.filter(has=name))

    def first_slider(self):
        """Return the topmost slider."""
        return Slider(self.sliders.first)


class Slider:
    """One slider of a panel."""

    def __init__(self, row):
        self.row, self.page = row, row.page
        self.handle = row.locator(".noUi-handle")
        self.readout = row.locator(".widget-readout")

    def value(self):
        """Read where the handle stands."""
        return float(self.handle.get_attribute("aria-valuenow"))

    def share(self):
        """Read where the handle stands, as a share of the length."""
        low, high = (
            float(self.handle.get_attribute(f"aria-value{end}"))
            for end in ("min", "max")
        )
        return (self.value() - low) / (high - low)

    def press(self, *keys):
        """Press keys while the handle has the focus."""
        self.handle.focus()
        for key in keys:
            self.page.keyboard.press(key)

    def step(self):
        """Move one step by the keyboard, away from the end if it is there."""
        self.press("ArrowLeft" if self.share() == 1 else "ArrowRight")

    def drag_across(self):
        """Drag the handle by mouse into the other half."""
        self.drag(0.1 if self.share() > 0.5 else 0.9)

    def drag(self, share, steps=8):
        """Drag the handle by mouse to a share of the length, 0 to 1."""
        self.row.scroll_into_view_if_needed()
        track = self.row.locator(".noUi-base").bounding_box()
        knob = self.handle.bounding_box()
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


def copy_notebooks(repository, root):
    """Copy the notebooks of the repository; tests never write there."""
    source = Path(repository) / "notebooks"
    ignore = shutil.ignore_patterns(".ipynb_checkpoints")
    shutil.copytree(source, root, ignore=ignore, dirs_exist_ok=True)
