"""The house: imports run one way, and heavy packages load when needed.

lesson_parts → course_lib → answer_check. The engine that checks answers
imports nothing of the course, the layers only NumPy.
"""

import ast
import os
import sys

import pytest

from processes import TOP, printed

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
# A lesson imports from the library and from those that it continues.
LESSONS = {
    f"lesson_parts/{path.parent.name}": set()
    for path in PARTS.glob("*/__init__.py")
} | {
    f"lesson_parts/{lesson}": {f"lesson_parts/{name}" for name in earlier}
    for lesson, earlier in {
        "derivatives": {"statistics"},
        "layernorm": {"residual_add"},
        "layernorm_jacobian": {"layernorm"},
        "add_norm_backward": {"layernorm_jacobian"},
        "todays_layers": {"layernorm", "feed_forward", "layernorm_jacobian"},
        "real_model": {"layernorm", "feed_forward"},
        "weight_before_norm": {"laboratory"},
    }.items()
}
HEAVY = {each for rooms in MAY_ENTER.values() for each in rooms} - {*MAY_ENTER}


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
    folder = PARTS.parent if room in LESSONS else TOP
    yield from sorted((folder / room).rglob("*.py"))


def room_of(module, rooms):
    """Return which of the rooms, or heavy packages, a module lies in."""
    place = module.replace(".", "/") + "/"
    return next((each for each in rooms if place.startswith(f"{each}/")), None)


@pytest.mark.parametrize("room", [*MAY_ENTER, *LESSONS])
def test_every_import_follows_an_arrow(room):
    library = room in MAY_ENTER
    may = MAY_ENTER[room] if library else LESSONS[room]
    closed = {*MAY_ENTER, *HEAVY, "lesson_parts"} if library else LESSONS
    wrong = [
        f"{path.name} imports {module}"
        for path in files(room)
        for module in imports(path)
        if room_of(module, closed) not in {None, room, *may}
    ]
    assert not wrong, (
        f"{wrong}: no arrow leads there from {room}. The library knows no "
        "lesson: hand it over as an argument. Else move what both need, or "
        "draw the arrow in MAY_ENTER and CONTRIBUTING; of a lesson that "
        "continues another one, in LESSONS."
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
    return printed("-c", code, **environment).split()


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
