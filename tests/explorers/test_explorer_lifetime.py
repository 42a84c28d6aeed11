"""What an hour of use must not do: leak, warn, answer twice, stop."""

import gc

import psutil
import pytest
from jupyter_client.manager import start_new_kernel
from matplotlib import pyplot

from course_lib.explorers.layer_norm import GammaBeta

MIB = 2**20


@pytest.fixture
def panel():
    made = GammaBeta()
    made.skip()
    yield made
    made.close()


def slide(panel, events):
    """Move γ back and forth as the browser does: one value an event."""
    slider = panel.control("gamma")
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


def test_one_event_is_one_redraw(panel, monkeypatch):
    drawn = []
    move = panel.move
    monkeypatch.setattr(
        panel,
        "move",
        lambda *args, **values: drawn.append(move(*args, **values)),
    )
    panel.control("gamma").value = 0.5
    assert len(drawn) == 1
    panel.set(gamma=1.5, beta=1.0, token="another token")
    assert len(drawn) == 2


def test_an_explorer_that_cannot_start_says_so_and_leaves_nothing():
    import ipywidgets

    class Broken(GammaBeta):
        def sentence(self, **values):
            raise LookupError("no words")

    before = set(ipywidgets.widgets.widget._instances)
    with pytest.raises(LookupError, match="no words"):
        Broken()
    assert set(ipywidgets.widgets.widget._instances) == before


CELL = """
from course_lib.explorers.layer_norm import GammaBeta
panel = GammaBeta()
panel
"""
# As CELL, with a picture that takes little time.
SMALL_CELL = """
from course_lib.explorers.base import Explorer, Slider

class Small(Explorer):
    question, choices, answer = "Why?", {"so": "So it is."}, "so"
    controls = {"x": Slider("x", min=0.0, max=1.0, step=0.1, start=0.0)}
    size = (1, 1)

    def draw(self, figure, x):
        return {"says": figure.add_subplot().text(0, 0, "")}

    def move(self, artists, x):
        artists["says"].set_text(str(x))

    def sentence(self, x):
        return f"x is {x}."

Small()
"""
COUNT_WIDGETS = (
    "print(len(__import__('ipywidgets').widgets.widget._instances))"
)
COUNT_CALLS = """
calls = []
move = panel.move
panel.move = lambda *args, **values: calls.append(move(*args, **values))
panel.control("gamma").value = 0.5
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


@pytest.mark.parametrize(("cell", "runs"), [("small", 200), (None, 20)])
def test_running_the_cell_again_leaves_as_many_widgets(kernel, cell, runs):
    kernel.run(SMALL_CELL, cell)
    first = kernel.run(COUNT_WIDGETS, "count")
    for _ in range(runs):
        kernel.run(SMALL_CELL, cell)
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
