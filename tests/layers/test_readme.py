"""README of the layers: the names of the texts.

What comes of hard input is held by test_hard_inputs.py and test_errors.py.
"""

import re
from pathlib import Path

import numpy as np

from course_lib import layers
from course_lib.layers import LayerNorm

README = Path(layers.__file__).with_name("README.md").read_text("utf-8")


def table(heading, first):
    """Return the rows of the table below a heading, by their first column."""
    section = README.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", section, re.M)
    assert rows[0][0] == first
    return dict(rows[1:])


def test_the_names_of_the_texts_stand_for_what_the_layer_has():
    rows = table("The names of the C++ classes", "the text")
    row = rows["`gamma`, `beta`, `mu`, `sigma`, `w`"]
    x, layer = np.array([0.3, -1.2, 2.5, 0.1]), LayerNorm(4, eps=1e-5)
    layer.beta[:] = 7
    layer.forward(x)
    sigma = np.sqrt(x.var() + 1e-5)
    wanted = 1, 7, x.mean(), sigma, (x - x.mean()) / sigma
    for name, right in zip(re.findall(r"`([^`]+)`", row), wanted):
        attribute = name.removeprefix("1 / ")
        value = getattr(layer, attribute)
        value = value if attribute == name else 1 / value
        np.testing.assert_allclose(
            np.squeeze(value) + 0 * right, right, err_msg=name
        )
