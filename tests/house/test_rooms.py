"""The house: imports run one way, and heavy rooms load when entered."""

import ast
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
PACKAGE = TOP / "course_lib"
# room: the rooms it may import from
MAY_ENTER = {
    "layers": set(),
    "data": set(),
    "evidence": {"layers"},
    "proofs": set(),
    "training": {"layers", "data"},
    "plots": {"layers"},
    "panels": {"plots"},
    "explorers": {"layers", "plots", "training", "panels"},
    "exercises": {"layers", "evidence", "panels"},
    "book": {"explorers", "exercises"},
}
# package: the rooms that may import it; layers, besides, import NumPy, and
# numba where it is asked for
AT_HOME = {
    "sympy": {"proofs", "evidence"},
    "ipywidgets": {"panels", "explorers", "exercises"},
    "anywidget": {"panels"},
    "matplotlib": {"plots", "explorers"},
}
ROOMS = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}


def imports(path):
    """Yield what a file imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: write course_lib in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def used():
    """Return the rooms, and the packages, that each room imports."""
    entered, packages = defaultdict(set), defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0]
        for module in imports(path):
            top, inner, *_ = f"{module}.".split(".")
            if top != "course_lib":
                packages[top].add(room)
            elif inner in ROOMS - {room}:
                entered[room].add(inner)
    return entered, packages


def test_contributing_draws_the_same_arrows():
    text = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    drawn = {
        room: set(entered.split(", "))
        for entered, room in re.findall(r"((?:\w+, )*\w+) +← +(\w+)", text)
    }
    assert drawn == {room: each for room, each in MAY_ENTER.items() if each}


def test_every_arrow_between_rooms_is_permitted_and_every_permit_used():
    entered, packages = used()
    assert {room: entered[room] for room in ROOMS} == MAY_ENTER
    for package, rooms in AT_HOME.items():
        assert packages[package] == rooms, package
    layers_load = {top for top, rooms in packages.items() if "layers" in rooms}
    assert layers_load - sys.stdlib_module_names == {"numpy", "numba"}


def run(code, **environment):
    """Run code in a fresh Python; return the words that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


PANEL = (
    "import numpy as np; from course_lib.evidence import agreement_panel; "
    "from course_lib.layers import LayerNorm; "
    "agreement_panel(LayerNorm(3), np.eye(3))"
)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("import course_lib", set()),
        ("from course_lib.layers import LayerNorm, compiled", set()),
        ("from course_lib.evidence import *", set()),
        ("from course_lib.proofs import layer_norm_every_n", {"sympy"}),
        (PANEL, {"sympy"}),
    ],
)
def test_a_room_loads_nothing_heavy_before_it_is_needed(statement, expected):
    heavy = {"sympy", "matplotlib", "ipywidgets", "torch", "numba"}
    loaded = run(f"import sys; {statement}; print(*sys.modules)")
    assert heavy & set(loaded) == expected


@pytest.mark.parametrize(
    ("statement", "set_to", "threads"),
    [
        ("import course_lib, numpy", "", "1"),
        ("import numpy, course_lib", "", "1"),
        ("import numpy, course_lib", "2", "2"),
    ],
)
def test_one_blas_thread_unless_told_otherwise(statement, set_to, threads):
    if os.cpu_count() < int(threads):
        pytest.skip("one processor")
    code = (
        f"import os; {'' if set_to else 'del os.environ[name]; '}{statement}; "
        "from threadpoolctl import threadpool_info; "
        "print(*{i['num_threads'] for i in threadpool_info()})"
    ).replace("name", "'OPENBLAS_NUM_THREADS'", 1)
    assert run(code, OPENBLAS_NUM_THREADS=set_to) == [threads]


def test_the_two_lists_of_pins_agree():
    def pins(path):
        lines = path.read_text(encoding="utf-8").splitlines()
        return {line.split(" ;")[0] for line in lines if "==" in line}

    course = pins(TOP / "requirements.txt")
    assert course <= pins(TOP / "tests" / "requirements.txt")
    assert any(pin.startswith("jupyterlab==") for pin in course)
