"""The 19 LayerNormalization cases of the ONNX project.

ONNX may normalize several axes at once, from `axis` to the last. The course's
layer has one feature axis, so an adapter flattens those axes into one. It does
nothing where the last axis is normalized alone.
"""

import math

import numpy as np
import pytest
from onnx.backend.test.case import node
from onnx.backend.test.case.node import layernormalization  # noqa: F401

from course_lib.layers import LayerNorm

CASES = {
    case.name: case
    for case in node._NodeTestCases
    if [n.op_type for n in case.model.graph.node] == ["LayerNormalization"]
}
OUR_TOLERANCE = {"rtol": 1e-5, "atol": 1e-6}


def attributes(case):
    """Return axis and epsilon, with ONNX's defaults."""
    given = {a.name: a for a in case.model.graph.node[0].attribute}
    axis = given["axis"].i if "axis" in given else -1
    eps = given["epsilon"].f if "epsilon" in given else 1e-5
    return axis, eps


def run(case):
    """Return y, mean and rstd of the course's layer for a case."""
    axis, eps = attributes(case)
    ((x, weight, bias), expected) = case.data_sets[0]
    kept = x.shape[:axis]
    size = math.prod(x.shape[axis:])
    layer = LayerNorm(size, eps=float(np.float32(eps)), dtype=np.float32)
    layer.gamma[...] = weight.reshape(size)
    layer.beta[...] = bias.reshape(size)
    y = layer.forward(x.reshape(*kept, size))
    shapes = [array.shape for array in expected]
    got = [y, layer.mean, layer.rstd]
    return [a.reshape(shape) for a, shape in zip(got, shapes)], expected


def test_all_cases_are_here():
    assert len(CASES) == 19


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    case = CASES[name]
    got, expected = run(case)
    for ours, theirs in zip(got, expected, strict=True):
        assert ours.dtype == theirs.dtype == np.float32
        tolerances = {"rtol": case.rtol, "atol": case.atol}
        np.testing.assert_allclose(ours, theirs, **tolerances)
        np.testing.assert_allclose(ours, theirs, **OUR_TOLERANCE)
