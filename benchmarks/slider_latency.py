"""Measure a slider from the key press to the painted picture.

    python benchmarks/slider_latency.py [key presses] [build/book]

Two techniques draw the same picture, the one of GammaBeta, in one notebook in
JupyterLab in Chromium: this course's explorer, and `interact` with a new
figure every time. A third only writes the number, so it shows what the way to
the kernel and back costs. If the folder of the built book is given, its player
takes part. They take turns, so that a busy machine hurts all of them alike:
read the ratios. It is a benchmark, not a test: it never fails.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright

TOP = Path(__file__).parents[1]
sys.path[:0] = [str(TOP / "tests" / room) for room in ("browser", "notebooks")]

import lab as jupyterlab  # noqa: E402

_parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
_parser.add_argument(
    "presses", nargs="?", type=int, default=60, help="of a key, by technique"
)
_parser.add_argument("book", nargs="?", type=Path, help="the built book")
ARGUMENTS = _parser.parse_args()
PRESSES = ARGUMENTS.presses
ROUND = min(10, PRESSES)  # before the next technique takes its turn

SHARED = '''
import time
import ipywidgets as widgets
import numpy as np
from IPython.display import Image, display
from lesson_parts.layernorm.explorers import GammaBeta
from course_lib.sliders.show import png_bytes

model = GammaBeta()
seconds = {}

def timed(name, function):
    """Wrap a callback to keep its time by the clock and the processor's."""
    def inside(*args, **kwargs):
        begin = time.perf_counter(), time.thread_time()
        try:
            return function(*args, **kwargs)
        finally:
            end = time.perf_counter(), time.thread_time()
            seconds.setdefault(name, []).append(np.subtract(end, begin))
    return inside

def slider():
    return model.controls["gamma"].widget()
'''

INTERACT = """
def redraw(gamma):
    display(Image(png_bytes(model.snapshot(gamma=gamma))))

widgets.interact(timed("interact", redraw), gamma=slider());
"""

EXPLORER = """
explorer = GammaBeta()
explorer.prediction.skip()
explorer._redraw = timed("explorer", explorer._redraw)
explorer
"""

NUMBER = """
number_picture, number_slider = widgets.HTML(), slider()

def write_number(change):
    number_picture.value = (
        f'<svg role="img"><text y="20">{change["new"]}</text></svg>')

number_slider.observe(timed("number", write_number), "value")
write_number({"new": 1.0})
widgets.VBox([number_slider, number_picture])
"""

RESULT = "print(*[f'{v * 1e3:.3f}' for v in np.ravel(seconds[%r])])"

TECHNIQUES = {
    "interact": ("interact, a new figure", INTERACT),
    "explorer": ("this course's explorer", EXPLORER),
    "number": ("the number alone", NUMBER),
}

# Resolves with the milliseconds from the key press to the painted picture.
WATCH = """root => {
    const picture = () =>  // the live one: a kept one follows a second later
        root.querySelector("svg[role=img]") ||
        [...root.querySelectorAll("img")].pop();
    const content = it => it && (it.src || it.innerHTML);
    const before = content(picture());
    window.painted = new Promise(resolve => {
        let pressed;
        root.addEventListener("keydown",
            event => { pressed = event.timeStamp; },
            {capture: true, once: true});
        const observer = new MutationObserver(async () => {
            const now = picture();
            if (!now || content(now) === before) return;
            observer.disconnect();
            if (now.decode) await now.decode();
            requestAnimationFrame(() => {
                const channel = new MessageChannel();
                channel.port1.onmessage =
                    () => resolve(performance.now() - pressed);
                channel.port2.postMessage(0);
            });
        });
        observer.observe(root,
            {childList: true, subtree: true, attributes: true});
    });
}"""


def notebook():
    """Write one cell a technique, and one a table of kernel times."""
    made = nbformat.v4.new_notebook()
    made.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
    }
    sources = [SHARED, *(source for _, source in TECHNIQUES.values())]
    made.cells = [nbformat.v4.new_code_cell(each) for each in sources]
    return made


def panels(page, book):
    """Return where each technique's picture is, and what takes its keys."""
    found = {}
    for index, name in enumerate(TECHNIQUES, start=1):
        cell = page.locator(".jp-CodeCell").nth(index)
        output = cell.locator(".jp-Cell-outputArea")
        found[name] = output, output.locator(".noUi-handle").first
    if book:
        other = page.context.new_page()
        other.goto((book / "05_layernorm.html").resolve().as_uri())
        panel = other.locator("[data-recording=GammaBeta]")
        panel.get_by_role("button", name="Skip the question").click()
        found["book"] = panel, panel.locator("input").first
    return found


def measure(panels):
    """Press arrow keys on every slider in turn; return milliseconds."""
    taken = {name: [] for name in panels}
    for turn in range(PRESSES // ROUND + 1):
        for name, (panel, handle) in panels.items():
            panel.page.bring_to_front()
            panel.scroll_into_view_if_needed()
            handle.focus()
            for press in range(ROUND):
                panel.evaluate(WATCH)
                panel.page.keyboard.press(
                    "ArrowLeft" if (press + turn) % 2 else "ArrowRight"
                )
                taken[name].append(panel.page.evaluate("window.painted"))
                panel.page.wait_for_timeout(30)
    return {name: each[ROUND:] for name, each in taken.items()}  # warm


def kernel_times(page):
    """Read from the kernel the milliseconds of each callback.

    Two lists a technique: by the clock, and the processor's own.
    """
    times = {}
    for name in TECHNIQUES:
        cell = page.locator(".jp-CodeCell").last
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(RESULT % name)
        page.keyboard.press("Control+Enter")
        words = cell.locator(".jp-OutputArea-output pre")
        page.wait_for_timeout(1500)
        flat = [float(each) for each in words.inner_text().split()]
        times[name] = flat[2 * ROUND :: 2], flat[2 * ROUND + 1 :: 2]
    return times


def summary(milliseconds):
    """Return median and 95th percentile, as text."""
    ranked = sorted(milliseconds)
    late = ranked[int(0.95 * (len(ranked) - 1))]
    return f"{statistics.median(ranked):6.0f} / {late:6.0f}"


def main():
    book = ARGUMENTS.book
    if not jupyterlab.CHROMIUM:
        sys.exit(jupyterlab.INSTALL)
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "notebooks"
        root.mkdir()
        made = notebook()
        made.cells.append(nbformat.v4.new_code_cell("0"))
        nbformat.write(made, root / "sliders.ipynb")
        server = jupyterlab.Lab(root, Path(scratch) / "lab")
        try:
            with sync_playwright() as playwright:
                browser = jupyterlab.launch(playwright)
                page = browser.new_context().new_page()
                server.run_all(page, "sliders.ipynb")
                painted = measure(panels(page, book))
                page.bring_to_front()
                inside = kernel_times(page)
                browser.close()
        finally:
            server.stop()
    print("milliseconds, median / 95th percentile")
    print(
        f"{'':<30} {'painted':>15} {'ratio':>6} {'in the kernel':>15} "
        f"{'processor':>15}"
    )
    worst = statistics.median(painted["interact"])
    for name, (title, _) in TECHNIQUES.items():
        ratio = worst / statistics.median(painted[name])
        print(
            f"{title:<30} {summary(painted[name]):>15} {ratio:5.1f}× "
            f"{summary(inside[name][0]):>15} {summary(inside[name][1]):>15}"
        )
    if book:
        ratio = worst / statistics.median(painted["book"])
        print(f"{'the book':<30} {summary(painted['book']):>15} {ratio:5.1f}×")


if __name__ == "__main__":
    main()
