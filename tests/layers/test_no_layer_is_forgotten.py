"""A new layer is told all the places where it is missing, and what to do."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest
from every_layer import KINDS, OfOne
from fifty_digits import FORMULAS

from course_lib import layers
from course_lib.evidence.forwards import FORWARDS
from course_lib.layers.layer import Composite, Layer

README = Path(layers.__file__).with_name("README.md")


def defined():
    """Return all layers that a file of course_lib.layers defines."""
    found = set()
    for file in pkgutil.iter_modules(layers.__path__, "course_lib.layers."):
        for value in vars(importlib.import_module(file.name)).values():
            if isinstance(value, type) and issubclass(value, Layer):
                found.add(value)
    names = {"Layer", "Composite", "Block"}  # bases, a stack's part
    return sorted(
        (kind for kind in found if kind.__name__ not in names),
        key=lambda kind: kind.__name__,
    )


def rows_of(kind):
    """Return the names under which the tests make such a layer."""
    return [
        name
        for name, of_row in KINDS.items()
        if kind
        is (of_row.__bases__[1] if issubclass(of_row, OfOne) else of_row)
    ]


def options_in_the_tests_of_layers():
    """Return the names of all arguments that are given or taken there."""
    return {
        node.arg
        for path in Path(__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword | ast.arg)
    }


@pytest.mark.parametrize("kind", defined())
def test_every_option_of_a_layer_is_tried(kind):
    options = [
        each.name
        for each in inspect.signature(kind).parameters.values()
        if each.kind is each.KEYWORD_ONLY
    ]
    untried = {*options} - options_in_the_tests_of_layers()
    assert not untried, (
        f"no test of the layers gives {untried} to a {kind.__name__}: add a "
        "row with each of its values to LAYERS in tests/layers/every_layer.py"
    )


@pytest.mark.parametrize("kind", defined())
def test_a_layer_is_known_wherever_layers_are_listed(kind):
    name, names = kind.__name__, rows_of(kind)
    to_do = {
        f"import {name} in course_lib/layers/__init__.py, and add it to "
        "__all__": name in layers.__all__,
        f"name `{name}` in the first paragraph of "
        "course_lib/layers/README.md": f"`{name}`"
        in README.read_text(encoding="utf-8").split("```")[0],
        f"add a row that makes a {name} to LAYERS in "
        "tests/layers/every_layer.py": names,
        f"add the formula of each row of {name} to FORMULAS in "
        "tests/layers/fifty_digits.py": {*names} <= {*FORMULAS},
        f"write the forward of {name} into course_lib/evidence/textbook.py, "
        "and add it to FORWARDS in course_lib/evidence/forwards.py": kind
        in FORWARDS
        or issubclass(kind, Composite),
    }
    missing = [f"- {what}" for what, done in to_do.items() if not done]
    assert not missing, "\n".join(
        [f"These steps are left for {name}:", *missing]
    )
