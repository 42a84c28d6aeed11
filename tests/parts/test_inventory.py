"""Words and colours of every picture are those that somebody has read."""

import ast
from importlib import import_module
from pathlib import Path

import pytest
from inventory import entry, kept
from sample_pictures import SAMPLES

import parts

FOLDER = Path(parts.__file__).parent
KEPT = kept()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_has_the_words_and_colours_that_are_kept(name):
    shown = entry(name, SAMPLES[name]())
    assert KEPT.get(name) == shown, (
        "is this right? python tests/parts/inventory.py writes it:\n" + shown
    )


def pictures():
    """Return every function under @picture."""
    for path in sorted(FOLDER.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for each in tree.body:
            if isinstance(each, ast.FunctionDef) and any(
                "picture" in ast.unparse(d) for d in each.decorator_list
            ):
                module = path.relative_to(FOLDER.parent).with_suffix("")
                yield ".".join(module.parts), each.name


def test_no_picture_is_forgotten():
    drawn = {getattr(draw, "func", draw) for draw in SAMPLES.values()}
    for module, name in pictures():
        assert getattr(import_module(module), name) in drawn, (
            f"draw {module}.{name} in tests/parts/sample_pictures.py"
        )
    assert KEPT.keys() == SAMPLES.keys()
