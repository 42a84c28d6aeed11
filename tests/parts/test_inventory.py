"""Words, colours and places of a picture are those that somebody has seen."""

import ast
from importlib import import_module
from pathlib import Path

import numpy as np
import places
import pytest
from inventory import entry, kept
from sample_pictures import SAMPLES

import parts

FOLDER = Path(parts.__file__).parent
KEPT = kept()
PLACES = places.kept()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_picture_has_the_words_colours_and_places_that_are_kept(name):
    figure = SAMPLES[name]()
    shown = entry(name, figure)
    assert KEPT.get(name) == shown, (
        "is this right? python tests/parts/inventory.py writes it:\n" + shown
    )
    moved = "look at it; if it is right, python tests/parts/inventory.py"
    for found, stored in zip(
        places.places(figure), PLACES.get(name, ()), strict=True
    ):
        np.testing.assert_allclose(found, stored, 1e-6, 1e-9, err_msg=moved)


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
