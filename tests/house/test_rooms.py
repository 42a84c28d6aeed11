"""The house: imports run one way, and heavy rooms load when entered.

parts → course_lib → course_lib.exercises → course_lib.page. The engine of the
exercises imports nothing of course_lib but the page, the layers only NumPy.
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
LIBRARY, PARTS = TOP / "course_lib", TOP / "notebooks" / "parts"
# room of course_lib: the other rooms that it may import from
MAY_ENTER = {
    "layers": set(),
    "page": set(),
    "exercises": {"page"},
    "evidence": {"layers"},
    "panels": {"exercises", "page"},
    "teaching": {"exercises", "page"},
    "book": {"panels", "exercises", "page"},
    "live": {"exercises"},
}
# The packages of the lessons, in the order of the lessons.
LESSONS = [
    "start",
    "statistics",
    "vectors",
    "derivatives",
    "residual_add",
    "layer_norm",
    "jacobian",
    "backward",
    "feed_forward",
    "training",
    "todays_models",
    "real_model",
    "trials",
]
# lesson: the earlier ones that it continues, and so may import from
CONTINUES = {
    "derivatives": {"statistics"},
    "layer_norm": {"residual_add"},
    "jacobian": {"layer_norm"},
    "backward": {"jacobian"},
    "todays_models": {"layer_norm", "feed_forward", "jacobian"},
    "real_model": {"layer_norm", "feed_forward"},
    "trials": {"training"},
}
# package: the rooms that may import it; "parts" stands for all lessons
AT_HOME = {
    "sympy": {"evidence", "parts"},
    "ipywidgets": {"page", "panels", "exercises", "parts"},
    "anywidget": {"page", "panels"},
    "matplotlib": {"book", "panels", "parts"},
    "sphinx": {"book"},
}


def imports(path):
    """List what a file imports, wherever in it the import stands."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, (
                f"{path.name}: write the import in full, from course_lib.… "
                "or from parts.…"
            )
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def files(folder):
    """Yield each file in the rooms of a folder, with its room."""
    for path in sorted(folder.glob("*/**/*.py")):
        yield path, path.relative_to(folder).parts[0]


def wrong_imports():
    """Say of each import that no arrow permits what to do about it."""
    rooms = {path.parent.name for path in LIBRARY.glob("*/__init__.py")}
    for path, room in files(LIBRARY):
        for module in imports(path):
            top, inner, *_ = f"{module}..".split(".")
            if top == "parts":
                yield (
                    f"{path.name} in course_lib/{room} imports {module}. "
                    "The library knows no lesson: hand it over as an "
                    "argument, or move the file to notebooks/parts."
                )
            if top == "course_lib" and inner in (
                rooms - {room} - MAY_ENTER[room]
            ):
                yield (
                    f"{path.name} in course_lib/{room} imports {module}. "
                    f"No arrow leads from {room} to {inner}: move what both "
                    "need, or draw the arrow in MAY_ENTER and CONTRIBUTING."
                )
    for path, lesson in files(PARTS):
        for module in imports(path):
            top, other, *_ = f"{module}..".split(".")
            if top == "parts" and other not in (
                {lesson} | CONTINUES.get(lesson, set())
            ):
                yield (
                    f"{path.name} in parts/{lesson} imports {module}. If "
                    f"{lesson} really continues {other}, an earlier lesson, "
                    "add it to CONTINUES; if not, move what both need to the "
                    "earlier one or to course_lib."
                )


def test_every_import_follows_an_arrow():
    wrong = list(wrong_imports())
    assert not wrong, "\n".join(wrong)


def test_every_folder_has_its_place():
    rooms = {path.parent.name for path in LIBRARY.glob("*/__init__.py")}
    assert rooms == set(MAY_ENTER), (
        "a room of course_lib is new or gone: change MAY_ENTER and "
        "CONTRIBUTING (The rooms, What is where)"
    )
    found = {path.parent.name for path in PARTS.glob("*/__init__.py")}
    assert found <= set(LESSONS), (
        f"give {found - set(LESSONS)} a place in LESSONS, in lesson order"
    )
    for later, earlier in CONTINUES.items():
        for other in earlier:
            assert LESSONS.index(other) < LESSONS.index(later), (
                f"{later} comes before {other} and cannot continue it"
            )


def test_one_file_imports_by_a_name_made_at_run_time():
    """`wrong_imports` cannot see where such an import leads."""
    by_name = {
        path.relative_to(TOP).as_posix()
        for folder in (LIBRARY, PARTS)
        for path, _ in files(folder)
        if re.search(
            r"\b(import_module|__import__|run_module|run_path)\(",
            path.read_text(encoding="utf-8"),
        )
    }
    assert by_name == {"course_lib/exercises/shelves.py"}, (
        "load modules of the lessons through shelves.load, so that the loads "
        f"which no guard follows stand in one file: {by_name}"
    )


def test_contributing_draws_the_same_arrows():
    text = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    drawn = {
        room: set(entered.split(", "))
        for entered, room in re.findall(r"((?:\w+, )*\w+) +← +(\w+)", text)
    }
    for room, entered in MAY_ENTER.items():
        assert drawn.get(room, set()) == entered, (
            f"CONTRIBUTING draws other arrows to {room} than MAY_ENTER"
        )


def test_a_heavy_package_is_imported_in_few_rooms():
    places = [(path, room) for path, room in files(LIBRARY)]
    places += [(path, "parts") for path, _ in files(PARTS)]
    for path, room in places:
        for module in imports(path):
            package = module.split(".")[0]
            assert room in AT_HOME.get(package, {room}), (
                f"{path.name} in {room} imports {package}, which is at home "
                f"in {AT_HOME[package]}: move the code there"
            )


def test_the_layers_import_numpy_alone():
    for path in sorted((LIBRARY / "layers").glob("*.py")):
        tops = {module.split(".")[0] for module in imports(path)}
        others = tops - sys.stdlib_module_names - {"course_lib", "numpy"}
        assert not others, f"{path.name} imports {others}"


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
    "import numpy as np; "
    "from parts.backward.agreement import agreement_panel; "
    "from course_lib.layers import LayerNorm; "
    "agreement_panel(LayerNorm(3), np.eye(3))"
)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("from course_lib.layers import LayerNorm", set()),
        ("from course_lib.evidence import *", set()),
        ("from parts.jacobian import every_n", {"sympy"}),
        (PANEL, {"sympy"}),
    ],
)
def test_a_room_loads_nothing_heavy_before_it_is_needed(statement, expected):
    heavy = {"sympy", "matplotlib", "ipywidgets", "torch"}
    loaded = run(f"import sys; {statement}; print(*sys.modules)")
    assert heavy & set(loaded) == expected


def test_the_library_costs_no_more_to_import_than_numpy():
    loaded = run("import sys, numpy; print(*sys.modules)")
    more = run("import sys, numpy, course_lib; print(*sys.modules)")
    # threadpoolctl makes a NumPy that is loaded already use one thread.
    extra = set(more) - set(loaded) - sys.stdlib_module_names
    extra = {name for name in extra if "." not in name and name[0] != "_"}
    assert extra <= {"course_lib", "threadpoolctl"}
    without = run("import sys, course_lib; print(*sys.modules)")
    assert "numpy" not in without


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
