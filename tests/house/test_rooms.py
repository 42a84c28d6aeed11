"""The house: imports run one way, and heavy rooms load when entered."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "course_lib"
# room: the rooms it may import from
MAY_ENTER = {
    "layers": set(),
    "data": set(),
    "evidence": {"layers"},
    "proofs": set(),
    "training": {"layers", "data"},
    "plots": {"layers", "evidence", "data", "training"},
    "panels": {"plots"},
    "explorers": {"layers", "evidence", "plots", "training", "panels"},
    "exercises": {"layers", "evidence", "panels"},
}
# package: the rooms that may import it
AT_HOME = {
    "sympy": {"proofs", "evidence"},
    "ipywidgets": {"panels", "explorers", "exercises"},
    "matplotlib": {"plots", "panels", "explorers"},
}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: write course_lib in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


FILES = sorted(
    path for room in MAY_ENTER for path in (PACKAGE / room).rglob("*.py")
)


@pytest.mark.parametrize(
    "path", FILES, ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_imports_run_one_way(path):
    room = path.relative_to(PACKAGE).parts[0]
    for module in imports(path):
        top, *inner = module.split(".")
        if top == "course_lib" and inner:
            allowed = {room, "teaching", *MAY_ENTER[room]}
            assert inner[0] in allowed, module
        if top in AT_HOME:
            assert room in AT_HOME[top], f"{module} in {room}"
        if room == "layers":
            assert top in {"numpy", "course_lib", *sys.stdlib_module_names}


def loaded_by(statement):
    code = f"import sys; {statement}; print(*sys.modules)"
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()


@pytest.mark.parametrize(
    "statement",
    [
        "import course_lib",
        "from course_lib.layers import LayerNorm",
        "from course_lib.evidence import check_gradients",
    ],
)
def test_entering_a_light_room_loads_nothing_heavy(statement):
    heavy = {"sympy", "matplotlib", "ipywidgets", "torch"}
    assert not heavy & set(loaded_by(statement))


@pytest.mark.parametrize(
    "statement, set_to, threads",
    [
        ("import course_lib, numpy", None, 1),
        ("import numpy, course_lib", None, 1),
        ("import numpy, course_lib", "2", 2),
    ],
)
def test_one_blas_thread_unless_told_otherwise(statement, set_to, threads):
    code = (
        f"{statement}; from threadpoolctl import threadpool_info; "
        "print(*{i['num_threads'] for i in threadpool_info()})"
    )
    environment = dict(os.environ)
    environment.pop("OPENBLAS_NUM_THREADS", None)
    if set_to:
        environment["OPENBLAS_NUM_THREADS"] = set_to
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment,
    )
    if os.cpu_count() >= threads:
        assert run.stdout.split() == [str(threads)], run.stderr


def test_rooms_open_by_name():
    code = "import course_lib; print(course_lib.layers.LayerNorm(3).eps)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True
    )
    assert run.stdout == "1e-05\n", run.stderr


def test_the_two_lists_of_pins_agree():
    def pins(path):
        lines = path.read_text(encoding="utf-8").splitlines()
        return {line.split(" ;")[0] for line in lines if "==" in line}

    top = PACKAGE.parent
    course = pins(top / "requirements.txt")
    assert course <= pins(top / "tests" / "requirements.txt")
