"""92 cases against PyTorch's numbers, kept in pytorch_numbers.npz.

benchmarks/remake_pytorch_numbers.py says how they were made.
"""

from pathlib import Path

import numpy as np
import pytest
from fifty_digits import assert_close

from course_lib import layers

LOSSES = {
    "squared_error": layers.squared_error,
    "classes": layers.softmax_cross_entropy,
    "probabilities": layers.softmax_cross_entropy,
    "positive": layers.cross_entropy,
}
LAYERS = {
    "layer_norm": lambda n, d_ff, eps: layers.LayerNorm(n, eps=eps),
    "add_norm": lambda n, d_ff, eps: layers.AddNorm(n, eps=eps),
    "feed_forward": lambda n, d_ff, eps: layers.FeedForward(n, d_ff),
    "block_post": lambda n, d_ff, eps: layers.Stack(1, n, d_ff),
    "block_pre": lambda n, d_ff, eps: layers.Stack(
        1, n, d_ff, order="pre", final_norm=False
    ),
    "rms_norm": lambda n, d_ff, eps: layers.RMSNorm(n, eps=eps),
    "gated": lambda n, d_ff, eps: layers.GatedFeedForward(n, d_ff),
    "block_today": lambda n, d_ff, eps: layers.Stack(
        1,
        n,
        d_ff,
        order="pre",
        final_norm=False,
        norm=layers.RMSNorm,
        feed_forward=layers.GatedFeedForward,
    ),
}
CASES = {}
with np.load(Path(__file__).with_name("pytorch_numbers.npz")) as file:
    for key in file:
        case, name = key.split("/")
        CASES.setdefault(case, {})[name] = file[key]


def test_there_are_92_cases():
    kinds = {name.split("-")[0] for name in CASES}
    assert len(CASES) == 92
    assert kinds == {*LOSSES, *LAYERS}


@pytest.mark.parametrize("name", CASES)
def test_case(name):
    case, kind = CASES[name], name.split("-")[0]
    if kind in LOSSES:
        loss, dy = LOSSES[kind](case["y"], case["target"])
        assert type(loss) is float
        assert_close(loss, case["loss"])
        assert_close(dy, case["dy"])
        return
    d_ff = len(case.get("b1", case.get("W_down", ())))
    eps = float(case.get("eps", 0))
    layer = LAYERS[kind](case["dy"].shape[-1], d_ff, eps)
    for own, p in layer.parameters().items():
        p[...] = case[own.split(".")[-1]]
    inputs = ("prev", "orig") if "prev" in case else ("x",)
    assert_close(layer.forward(*(case[n] for n in inputs)), case["y"])
    dx = layer.backward(case["dy"])
    for n in inputs:
        assert_close(dx, case[f"d{n}"])
    for own, dp in layer.gradients().items():
        assert_close(dp, case["d" + own.split(".")[-1]])
