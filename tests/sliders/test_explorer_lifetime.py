"""What an hour of use must not do: leak, warn, answer twice, stop."""

import gc
from contextlib import closing
from threading import Thread

import comm
import pytest
from ipywidgets import Widget, widgets
from jupyter_client.manager import start_new_kernel

from course_lib.sliders.show import show
from lesson_parts.layernorm.explorers import GammaBeta

MIB = 2**20


@pytest.fixture
def panel(monkeypatch):
    # Where ipykernel is loaded, messages wait for a kernel that is not there.
    monkeypatch.setattr(comm, "create_comm", comm._create_comm)
    with closing(GammaBeta()) as made:
        yield made


def test_a_move_waits_for_the_picture_that_is_kept(panel, monkeypatch):
    """JupyterLab sends the first move to another thread than the next."""
    moves = Thread(target=panel.set, kwargs={"gamma": 0.0})

    def meanwhile(figure, words):
        moves.start()
        moves.join(0.3)  # without a lock it ends by then
        return show(figure, words)

    monkeypatch.setattr("course_lib.sliders.explorer_panel.show", meanwhile)
    first = panel.text
    assert first in str(panel.fallback())
    moves.join()
    assert panel.text != first
    assert panel.frame == panel.picture.frame(), "drawn for another size"


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
    panel.set(gamma=1.5, beta=1.0, moved="feature 1 alone")
    assert len(computed) == 2


@pytest.mark.parametrize("step", ["draw", "move", "sentence"])
def test_an_explorer_that_cannot_start_says_so_and_leaves_nothing(step):
    def fail(*args):
        raise LookupError("no words")

    before = set(widgets.widget._instances)
    with pytest.raises(LookupError, match="no words"):
        type("Broken", (GammaBeta,), {step: fail})()
    gc.collect()
    assert set(widgets.widget._instances) == before


# With a picture that takes little time.
SMALL = """
from course_lib.sliders.explorer import Explorer, Slider

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
CELL = "panel = Small()\npanel"
COUNT = """
import gc, ipywidgets, psutil
gc.collect()
print(len(ipywidgets.widgets.widget._instances))
print(psutil.Process().memory_info().rss)
"""


@pytest.fixture(scope="module")
def run():
    """Lend a kernel as a notebook has it: cells come with an id."""
    manager, client = start_new_kernel(kernel_name="python3")

    def run_cell(code, cell):
        """Run a cell and return the numbers and words that it printed."""
        printed = []

        def keep(message):
            content = message["content"]
            if message["msg_type"] == "error":
                raise AssertionError("\n".join(content["traceback"]))
            printed.append(content.get("text", ""))

        client.session.metadata = {"cellId": cell} if cell else {}
        client.execute_interactive(code, output_hook=keep, timeout=600)
        return "".join(printed).split()

    run_cell(SMALL, "class")
    yield run_cell
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.mark.thorough
@pytest.mark.parametrize(("cell", "runs"), [("small", 12), (None, 8)])
def test_running_the_cell_again_leaves_all_as_it_was(run, cell, runs):
    """IPython's Out holds each closed panel, so memory is counted too."""
    for _ in range(9):  # until caches are full
        run(CELL, cell)
    counts = [run(COUNT, "count")]
    for _ in range(2):  # what is kept grows both times, other memory once
        for _ in range(runs // 2):
            run(CELL, cell)
        counts.append(run(COUNT, "count"))
    widgets, memory = zip(*(map(int, count) for count in counts))
    assert len({*widgets}) == 1
    before, between, now = memory
    assert min(between - before, now - between) < 1.5 * MIB


def test_panels_of_other_cells_and_of_one_run_live_on(run):
    run(CELL.replace("panel", "other"), "first")
    run(f"{CELL}\ntwin = Small()", "second")
    alive = "print(*[bool(each.comm) for each in (other, panel, twin)])"
    assert run(alive, "alive") == ["True", "True", "True"]
    run(f"panel = twin = None\n{CELL}", "second")
    assert run("print(bool(other.comm))", "alive") == ["True"]
