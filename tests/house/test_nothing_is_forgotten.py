"""A new layer is known wherever layers are, and a side page is linked."""

import re
from pathlib import Path

import every_layer
import fifty_digits
import nbformat
import pytest

from course_lib import layers
from course_lib.evidence import textbook
from course_lib.layers.layer import Composite, Layer

TOP = Path(__file__).parents[2]
NOTEBOOKS = TOP / "notebooks"
LAYERS = {
    name: kind
    for name, kind in vars(layers).items()
    if name in layers.__all__ and isinstance(kind, type)
}
# The agreement panel takes these apart: a sum comes before the norm, a layer
# within others. They have no forward of their own in `textbook`.
MADE_OF_OTHERS = {"AddNorm", "AddRMSNorm", "Linear", "Stack"}
SIDE_PAGES = sorted(path.name for path in NOTEBOOKS.glob("side_*.ipynb"))


def function_named(kind):
    """Return the name that a layer's function has: LayerNorm, layer_norm."""
    words = re.findall("[A-Z]+(?![a-z])|[A-Z][a-z]+", kind)
    return "_".join(words).lower()


@pytest.mark.parametrize("name", LAYERS)
def test_a_layer_is_known_wherever_layers_are(name):
    kind, formula = LAYERS[name], function_named(name)
    assert issubclass(kind, Layer), f"{name} is no Layer: see layers/layer.py"
    readme = (TOP / "course_lib/layers/README.md").read_text("utf-8")
    assert f"`{name}`" in readme, (
        f"name {name} in the first lines of course_lib/layers/README.md"
    )
    made = [each.func for each in every_layer.LAYERS.values()
            if hasattr(each, "func")]  # fmt: skip
    assert any(issubclass(each, kind) for each in made), (
        f"give {name} a row in LAYERS of tests/layers/every_layer.py, so that "
        "what must hold for every layer is tested of it"
    )
    assert hasattr(fifty_digits, formula), (
        f"write {formula} as a formula in tests/layers/fifty_digits.py, the "
        "oracle of the layers"
    )
    if name not in MADE_OF_OTHERS and not issubclass(kind, Composite):
        assert hasattr(textbook, formula), (
            f"write {formula} as books print it in "
            "course_lib/evidence/textbook.py, or the agreement panel cannot "
            f"judge it; if it is made of other layers, add {name} to "
            "MADE_OF_OTHERS here"
        )


def test_names_of_functions():
    assert function_named("RMSNorm") == "rms_norm"
    assert function_named("AddRMSNorm") == "add_rms_norm"
    assert function_named("GatedFeedForward") == "gated_feed_forward"


def prose(name):
    cells = nbformat.read(NOTEBOOKS / name, as_version=4).cells
    return "\n\n".join(c.source for c in cells if c.cell_type == "markdown")


@pytest.mark.parametrize("page", SIDE_PAGES)
def test_a_side_page_is_linked_from_its_lesson_and_from_the_readme(page):
    head = prose(page).split("\n\n")[1]
    lessons = re.findall(r"\]\((\d\d\w+\.ipynb)\)", head)
    assert lessons, f"{page}: link to its lesson in the line below the title"
    assert any(f"]({page})" in prose(lesson) for lesson in lessons), (
        f"nobody finds {page}: link to it from {' or '.join(lessons)}"
    )
    readme = (TOP / "README.md").read_text("utf-8")
    assert f"](notebooks/{page})" in readme, (
        f"nobody finds {page}: add it to the side pages in README.md"
    )
