"""A new layer is told all the places where it is missing, and what to do."""

import importlib
import inspect
import pkgutil
from pathlib import Path

import numpy as np
import pytest
from every_layer import KINDS, LAYERS, OfOne, X, make
from fifty_digits import FORMULAS

from course_lib import layers
from course_lib.evidence.forwards import FORWARDS, forward_of
from course_lib.layers.layer import Composite, Layer

ELSEWHERE = {  # options that other tests of the layers try
    "dtype", "rng", "eps", "W1", "b1", "W2", "b2", "final_norm", "shortcut",
    "feed_forward",
}  # fmt: skip
IN_PRINT = [name for name in KINDS if issubclass(KINDS[name], tuple(FORWARDS))]
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


@pytest.mark.parametrize("kind", defined())
def test_every_option_of_a_layer_is_tried(kind):
    options = [
        each.name
        for each in inspect.signature(kind).parameters.values()
        if each.kind is each.KEYWORD_ONLY
    ]
    given = {name for row in rows_of(kind) for name in LAYERS[row].keywords}
    untried = {*options} - given - ELSEWHERE
    assert not untried, (
        f"no row of LAYERS in tests/layers/every_layer.py gives {untried} to "
        f"a {kind.__name__}: add one with each of its values"
    )


@pytest.mark.parametrize("name", IN_PRINT)
def test_the_textbook_agrees_with_a_layer_and_its_options(name):
    layer = make(name)
    inputs = [X, X] if isinstance(layer, OfOne) else [X]
    y = forward_of(layer)(*inputs, **layer.parameters())
    assert np.allclose(y, layer.forward(X)), (
        f"the textbook's forward of {name} in course_lib/evidence/textbook.py "
        "takes other options than the layer, or computes something else"
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
