"""What an hour of use must not do: leak, warn, answer twice, stop."""

import gc
import subprocess
import sys

import matplotlib
import psutil
import pytest
from ipywidgets import Widget
from jupyter_client.manager import start_new_kernel
from matplotlib import pyplot

from course_lib.explorers.layer_norm import GammaBeta
from course_lib.plots.style import style

MIB = 2**20


@pytest.fixture
def panel():
    made = GammaBeta()
    made.prediction.skip()
    yield made
    made.close()


def slide(panel, events):
    """Move γ back and forth as the browser does: one value an event."""
    slider = panel.inputs["gamma"]
    for event in range(events):
        slider.value = round(-2 + 0.02 * (event % 201), 2)


def test_a_thousand_events_leave_memory_as_it_was(panel):
    slide(panel, 250)  # every position once: caches are full
    gc.collect()
    before = psutil.Process().memory_info().rss
    slide(panel, 1000)
    assert psutil.Process().memory_info().rss - before < 10 * MIB
    assert pyplot.get_fignums() == []
    assert panel.error is None


def test_one_event_is_one_computation_and_one_message(panel, monkeypatch):
    computed, sent = [], []
    state = panel.state

    def counted(**values):
        computed.append(values)
        return state(**values)

    monkeypatch.setattr(panel, "state", counted)
    monkeypatch.setattr(
        Widget, "_send", lambda self, message, **_: sent.append(message)
    )
    panel.inputs["gamma"].set_state({"value": 0.5})  # as from the page
    assert len(computed) == 1
    assert [each["method"] for each in sent] == ["echo_update", "update"]
    panel.set(gamma=1.5, beta=1.0, token="another token")
    assert len(computed) == 2


def test_a_readers_own_settings_stand_while_a_panel_moves(panel):
    """A slider may move, in another thread, while a cell draws."""
    during = []

    class Watched(GammaBeta):
        def move(self, artists, now):
            super().move(artists, now)
            during.append(dict(matplotlib.rcParams))

    watched, before = Watched(), dict(matplotlib.rcParams)
    during.clear()
    watched.prediction.skip()
    watched.set(gamma=0.5)
    watched.close()
    assert during == [before]
    with matplotlib.rc_context({"svg.fonttype": "none", "font.size": 20}):
        panel.set(gamma=1.0)
        frame = panel.frame
        panel.set(gamma=0.5)
    panel.set(gamma=1.0)
    assert panel.frame == frame


def test_overlapping_uses_of_the_style_bring_back_what_was():
    before = dict(matplotlib.rcParams)
    first, second = style(), style()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert matplotlib.rcParams["axes.titleweight"] == "bold"
    second.__exit__(None, None, None)
    assert dict(matplotlib.rcParams) == before


def test_an_explorer_that_cannot_start_says_so_and_leaves_nothing():
    import ipywidgets

    class Broken(GammaBeta):
        def sentence(self, now):
            raise LookupError("no words")

    before = set(ipywidgets.widgets.widget._instances)
    with pytest.raises(LookupError, match="no words"):
        Broken()
    assert set(ipywidgets.widgets.widget._instances) == before


def test_a_script_that_leaves_a_panel_open_ends_in_silence():
    ended = subprocess.run(
        [sys.executable, "-c", CELL], capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")


CELL = """
from course_lib.explorers.layer_norm import GammaBeta
panel = GammaBeta()
panel
"""
# As GammaBeta, with a picture that takes little time.
SMALL = """
from course_lib.explorers.base import Explorer, Slider

class Small(Explorer):
    question, choices, answer = "Why?", {"so": "So it is."}, "so"
    controls = {"x": Slider("x", min=0.0, max=1.0, step=0.1, start=0.0)}
    size = (1, 1)

    def draw(self, figure):
        return {"says": figure.add_subplot().text(0, 0, "")}

    def move(self, artists, now):
        artists["says"].set_text(str(now.x))

    def sentence(self, now):
        return f"x is {now.x}."
"""
COUNT_WIDGETS = (
    "print(len(__import__('ipywidgets').widgets.widget._instances))"
)
COUNT_MEMORY = """
import gc, psutil
gc.collect()
print(psutil.Process().memory_info().rss)
"""
BAR_CELL = """
from course_lib.panels.progress_bar import progress_bar
for _ in progress_bar("Counting")([1, 2, 3]):
    pass
"""
COUNT_CALLS = """
calls = []
move = panel.move
panel.move = lambda *args: calls.append(move(*args))
panel.inputs["gamma"].value = 0.5
print(len(calls))
"""


class Kernel:
    """A kernel as a notebook has it: cells come with an id."""

    def __init__(self):
        self.manager, self.client = start_new_kernel(kernel_name="python3")

    def run(self, code, cell):
        """Run a cell and return what it printed."""
        message = self.client.session.msg(
            "execute_request",
            {
                "code": code,
                "silent": False,
                "store_history": True,
                "user_expressions": {},
                "allow_stdin": False,
                "stop_on_error": True,
            },
            metadata={"cellId": cell} if cell else {},
        )
        self.client.shell_channel.send(message)
        return self._printed(message["header"]["msg_id"])

    def _printed(self, request):
        printed = ""
        while True:
            came = self.client.get_iopub_msg(timeout=60)
            if came["parent_header"].get("msg_id") != request:
                continue
            content = came["content"]
            if came["msg_type"] == "error":
                raise AssertionError("\n".join(content["traceback"]))
            if came["msg_type"] == "stream":
                printed += content["text"]
            if content.get("execution_state") == "idle":
                return printed.strip()

    def stop(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def kernel():
    made = Kernel()
    yield made
    made.stop()


@pytest.mark.parametrize(("cell", "runs"), [("small", 60), (None, 20)])
def test_running_the_cell_again_leaves_all_as_it_was(kernel, cell, runs):
    """IPython's Out holds each closed panel, so memory is counted too."""
    kernel.run(SMALL, "class")
    for _ in range(3):
        kernel.run("Small()", cell)
    first = kernel.run(COUNT_WIDGETS, "count")
    before = float(kernel.run(COUNT_MEMORY, "count"))
    for _ in range(runs):
        kernel.run("Small()", cell)
    assert kernel.run(COUNT_WIDGETS, "count") == first
    assert float(kernel.run(COUNT_MEMORY, "count")) - before < 10 * MIB


def test_progress_bars_close_when_their_cell_runs_again(kernel):
    kernel.run(BAR_CELL, "bar")
    first = kernel.run(COUNT_WIDGETS, "count")
    kernel.run(BAR_CELL, "bar")
    assert kernel.run(COUNT_WIDGETS, "count") == first


def test_after_three_runs_one_event_is_one_callback(kernel):
    for _ in range(3):
        kernel.run(CELL, "gamma-beta")
    assert kernel.run(COUNT_CALLS, "calls") == "1"


def test_panels_of_other_cells_and_of_one_run_live_on(kernel):
    kernel.run(CELL.replace("panel", "other"), "first")
    kernel.run(CELL + "twin = GammaBeta()", "second")
    alive = "print(*[bool(each.comm) for each in (other, panel, twin)])"
    assert kernel.run(alive, "alive") == "True True True"
    kernel.run("panel = twin = None\n" + CELL, "second")
    assert kernel.run("print(bool(other.comm))", "alive") == "True"
