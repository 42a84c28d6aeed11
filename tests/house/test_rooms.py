"""The house: imports run one way, and heavy rooms load when entered."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "course_lib"
# room: the rooms it may import from, the packages only it may import
MAY_ENTER = {
    "layers": set(),
    "data": set(),
    "evidence": {"layers"},
    "plots": {"layers", "evidence", "data", "training"},
    "training": {"layers", "data"},
    "explorers": {
        "layers", "evidence", "plots", "data", "training", "teaching"
    },
    "exercises": {
        "layers", "evidence", "plots", "data", "training", "teaching"
    },
}  # fmt: skip
AT_HOME = {
    "sympy": {"evidence"},
    "ipywidgets": {"explorers", "exercises"},
    "matplotlib": {"plots", "explorers"},
}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module


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
            assert inner[0] == room or inner[0] in MAY_ENTER[room], module
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
