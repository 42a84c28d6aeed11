"""60 cases against PyTorch's numbers, kept in pytorch_numbers.npz.

remake_pytorch_numbers.py says how they were made.
"""

from pathlib import Path

import numpy as np
import pytest

from course_lib.layers import (
    AddNorm,
    FeedForward,
    LayerNorm,
    Stack,
    cross_entropy,
    softmax_cross_entropy,
    squared_error,
)

with np.load(Path(__file__).with_name("pytorch_numbers.npz")) as _file:
    CASES = {}
    for _key in _file:
        _case, _name = _key.split("/")
        CASES.setdefault(_case, {})[_name] = _file[_key]
LOSSES = {
    "squared_error": squared_error,
    "classes": softmax_cross_entropy,
    "probabilities": softmax_cross_entropy,
    "positive": cross_entropy,
}


def kind(name):
    return name.split("-")[0]


def assert_close(ours, theirs):
    """Compare to 1e-12 of the largest entry."""
    assert np.shape(ours) == theirs.shape
    size = max(1, np.abs(theirs).max())
    assert np.abs(ours - theirs).max() <= 1e-12 * size


def layer_of(name, case):
    """Make the layer of a case and give it the case's parameters."""
    n = case["dy"].shape[-1]
    if kind(name) == "layer_norm":
        layer = LayerNorm(n, eps=float(case["eps"]))
    elif kind(name) == "add_norm":
        layer = AddNorm(n, eps=float(case["eps"]))
    elif kind(name) == "feed_forward":
        layer = FeedForward(n, len(case["b1"]))
    else:
        order = name.removeprefix("block_").split("-")[0]
        layer = Stack(1, n, len(case["b1"]), order=order, final_norm=False)
    for own, p in layer.parameters().items():
        p[...] = case[own.split(".")[-1]]
    return layer


def test_there_are_60_cases():
    assert len(CASES) == 60


@pytest.mark.parametrize(
    "name", [name for name in CASES if kind(name) not in LOSSES]
)
def test_layer(name):
    case = CASES[name]
    layer = layer_of(name, case)
    inputs = ("prev", "orig") if "prev" in case else ("x",)
    assert_close(layer.forward(*(case[n] for n in inputs)), case["y"])
    dx = layer.backward(case["dy"])
    for n in inputs:
        assert_close(dx, case[f"d{n}"])
    for own, dp in layer.gradients().items():
        assert_close(dp, case["d" + own.split(".")[-1]])


@pytest.mark.parametrize(
    "name", [name for name in CASES if kind(name) in LOSSES]
)
def test_loss(name):
    case = CASES[name]
    loss, dy = LOSSES[kind(name)](case["y"], case["target"])
    assert_close(loss, case["loss"])
    assert_close(dy, case["dy"])
