"""The house: imports run one way, and heavy packages load when needed.

lesson_parts → course_lib → answer_check. The engine that checks answers
imports nothing of the course, the layers only NumPy.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
LIBRARY, PARTS = TOP / "course_lib", TOP / "notebooks" / "lesson_parts"
# room: the other rooms that it may import from, and what is heavy to load
MAY_ENTER = {
    "answer_check": {"ipywidgets", "anywidget"},
    "derivation_check": {"answer_check", "sympy"},
    "course_lib/layers": set(),
    "course_lib/evidence": {"course_lib/layers", "sympy"},
    "course_lib/sliders": {
        "answer_check", "ipywidgets", "anywidget", "matplotlib",
    },
    "course_tools": {"answer_check", "course_lib/sliders"},
    "course_site/book": {
        "answer_check", "course_tools", "course_lib/sliders",
        "anywidget", "matplotlib", "sphinx",
    },
    "course_site/live": {"answer_check", "course_tools"},
}  # fmt: skip
HEAVY = {each for rooms in MAY_ENTER.values() for each in rooms} - {*MAY_ENTER}
# The packages of the lessons, in the order of the lessons.
LESSONS = [
    "start",
    "statistics",
    "vectors",
    "derivatives",
    "residual_add",
    "layernorm",
    "layernorm_jacobian",
    "add_norm_backward",
    "feed_forward",
    "todays_layers",
    "real_model",
    "laboratory",
    "weight_before_norm",
]
# lesson: the earlier ones that it continues, and so may import from
CONTINUES = {
    "derivatives": {"statistics"},
    "layernorm": {"residual_add"},
    "layernorm_jacobian": {"layernorm"},
    "add_norm_backward": {"layernorm_jacobian"},
    "todays_layers": {"layernorm", "feed_forward", "layernorm_jacobian"},
    "real_model": {"layernorm", "feed_forward"},
    "weight_before_norm": {"laboratory"},
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
                "or from lesson_parts.…"
            )
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def files(room):
    """Yield each file of a room."""
    yield from sorted((TOP / room).rglob("*.py"))


def target_of(module):
    """Return the room, or the heavy package, that a module lies in, or None.

    All lessons are one room, "lesson_parts".
    """
    place = module.replace(".", "/") + "/"
    targets = *MAY_ENTER, *HEAVY, "lesson_parts"
    return next((t for t in targets if place.startswith(f"{t}/")), None)


@pytest.mark.parametrize("room", MAY_ENTER)
def test_every_import_follows_an_arrow(room):
    wrong = [
        f"{path.name} imports {module}"
        for path in files(room)
        for module in imports(path)
        if target_of(module) not in {None, room, *MAY_ENTER[room]}
    ]
    assert not wrong, (
        f"{wrong}: no arrow leads there from {room}. The library knows no "
        "lesson: hand it over as an argument. Else move what both need, or "
        "draw the arrow in MAY_ENTER and CONTRIBUTING."
    )


def test_a_lesson_imports_only_from_those_that_it_continues():
    for path in sorted(PARTS.glob("*/**/*.py")):
        lesson = path.relative_to(PARTS).parts[0]
        for module in imports(path):
            top, other, *_ = f"{module}..".split(".")
            assert top != "lesson_parts" or other in (
                {lesson} | CONTINUES.get(lesson, set())
            ), (
                f"{path.name} in lesson_parts/{lesson} imports {module}. "
                f"If {lesson} really continues {other}, an earlier lesson, "
                "add it to CONTINUES; if not, move what both need to the "
                "earlier one or to course_lib."
            )


def test_every_folder_has_its_place():
    found = {path.parent.name for path in PARTS.glob("*/__init__.py")}
    assert found <= set(LESSONS), (
        f"give {found - set(LESSONS)} a place in LESSONS, in lesson order"
    )
    rooms = {f"course_lib/{p.parent.name}"
             for p in LIBRARY.glob("*/__init__.py")}  # fmt: skip
    assert rooms <= {*MAY_ENTER}, (
        f"{rooms - {*MAY_ENTER}} is new: give it its arrows in MAY_ENTER and "
        "CONTRIBUTING (The rooms, What is where)"
    )
    for later, earlier in CONTINUES.items():
        for other in earlier:
            assert LESSONS.index(other) < LESSONS.index(later), (
                f"{later} comes before {other} and cannot continue it"
            )


def test_course_lib_stays_small():
    """The limits say what the library is for: to be read by a learner."""
    sizes = {path: len(path.read_text("utf-8").splitlines())
             for path in files("course_lib")}  # fmt: skip
    long = [path.name for path, lines in sizes.items() if lines > 250]
    assert not long, f"{long}: over 250 lines. Split it by ideas"
    assert sum(sizes.values()) <= 4000, (
        f"course_lib has {sum(sizes.values())} lines: move what a lesson "
        "does not import to the package that it serves"
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
    "from lesson_parts.add_norm_backward.agreement import agreement_panel; "
    "from course_lib.layers import LayerNorm; "
    "agreement_panel(LayerNorm(3), np.eye(3))"
)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("from course_lib.layers import LayerNorm", set()),
        ("from course_lib.evidence import *", set()),
        ("from lesson_parts.layernorm_jacobian import every_n", {"sympy"}),
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
