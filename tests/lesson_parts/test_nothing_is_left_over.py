"""What a deleted section needed goes with it: every part is used.

Read are the pages, the numbers that tests compare with them, the parts
themselves and what publishes the course. Other tests do not count.
"""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
NOTEBOOKS = TOP / "notebooks"
PARTS = NOTEBOOKS / "lesson_parts"
MODULES = {
    ".".join(path.relative_to(NOTEBOOKS).with_suffix("").parts): path
    for path in sorted(PARTS.glob("*/[a-z]*.py"))
}
MADE = ast.FunctionDef | ast.ClassDef


def trees():
    """Yield the code of every page and file that may use a part."""
    for page in sorted(NOTEBOOKS.glob("*.ipynb")):
        cells = json.loads(page.read_bytes())["cells"]
        code = (c["source"] for c in cells if c["cell_type"] == "code")
        yield None, ast.parse("\n".join(map("".join, code)))
    numbers = TOP.glob("tests/notebooks/numbers/*.py")
    library = TOP.glob("course_*/**/*.py")
    for room in (PARTS.rglob("*.py"), numbers, library):
        for path in sorted(room):
            module = next((m for m, p in MODULES.items() if p == path), None)
            yield module, ast.parse(path.read_text("utf-8"))


@cache
def used():
    """Return ``{(module, name)}`` and ``{(module, name, key)}`` of uses."""
    found = {
        (f"lesson_parts.{module}", name)
        for file in PARTS.glob("*/derivations.toml")
        for module, name in re.findall(
            r'^proof = "(.+)\.(\w+)"', file.read_text("utf-8"), re.M
        )
    }
    for module, tree in trees():
        called = {}  # what a name of this file stands for
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    called[alias.asname or alias.name] = whole
                    found.add((node.module, alias.name))
        for node in ast.walk(tree):
            key = ()
            if isinstance(node, ast.Subscript):
                if not isinstance(node.slice, ast.Constant):
                    continue
                node, key = node.value, (node.slice.value,)
            if isinstance(node, ast.Attribute):
                if isinstance(node.value, ast.Name):
                    found.add(
                        (called.get(node.value.id, module), node.attr, *key)
                    )
            elif isinstance(node, ast.Name) and _is_read(node):
                whole = called.get(node.id, f"{module}.{node.id}")
                found.add((*whole.rsplit(".", 1), *key))
    return found


def _is_read(name):
    return isinstance(name.ctx, ast.Load)


@pytest.mark.parametrize("module", MODULES)
def test_every_part_of_a_lesson_is_used(module):
    for node in ast.parse(MODULES[module].read_text("utf-8")).body:
        made = [node.name] if isinstance(node, MADE) else []
        if isinstance(node, ast.Assign):
            targets = [name for target in node.targets
                       for name in ast.walk(target)]  # fmt: skip
            made = [n.id for n in targets if isinstance(n, ast.Name)]
            keys = getattr(node.value, "keys", ()) if made == ["WORDS"] else ()
            for key in keys:
                assert (module, "WORDS", key.value) in used(), (
                    f"no page shows the caption WORDS[{key.value!r}] of "
                    f"{module}: delete it, and its picture if that is unused"
                )
        for name in made:
            assert (module, name) in used() or name == "__all__", (
                f"nothing uses {name} of {module}: delete it, with what it "
                "alone needs, or show it on a page"
            )
