"""No test runs a benchmark; what it takes from the course must be there."""

import ast
import importlib
from pathlib import Path

import pytest

BENCHMARKS = sorted(Path(__file__).parents[2].glob("benchmarks/*.py"))
COURSE = ("course_lib", "parts")


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_a_benchmark_finds_what_it_imports_from_the_course(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        if node.module.partition(".")[0] not in COURSE:
            continue
        module = importlib.import_module(node.module)
        for alias in node.names:
            if not hasattr(module, alias.name):
                importlib.import_module(f"{node.module}.{alias.name}")
