"""The panel: the layers agree with it, and it reads the same everywhere."""

import numpy as np
import pytest

from course_lib.evidence.forwards import FORWARDS
from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    FeedForward,
    LayerNorm,
    RMSNorm,
    Stack,
)
from lesson_parts.add_norm_backward.agreement import agreement_panel
from lesson_parts.add_norm_backward.wrong_backwards import SLIPS, DxWithoutMean

RNG = np.random.default_rng(9)
X = RNG.standard_normal((2, 3, 4))


@pytest.mark.parametrize("shape", [(2, 4, 3), (3,)], ids=str)
@pytest.mark.parametrize("kind", FORWARDS)
def test_layers_agree(kind, shape):
    inputs = RNG.normal(size=(1 + (kind in (AddNorm, AddRMSNorm)), *shape))
    layer = kind(3) if issubclass(kind, LayerNorm | RMSNorm) else kind(3, 2)
    panel = agreement_panel(layer, *inputs)
    assert panel, panel
    for column in panel.columns.values():
        assert [line.name for line in column] == list(panel.by_hand)


def test_a_slip_is_named_by_every_method():
    panel = agreement_panel(DxWithoutMean(4), X)
    assert not panel
    for method in ("SymPy", "central differences", "complex step"):
        assert f"  dx against {method} differs: " in repr(panel)


def test_a_backward_that_writes_into_dy_is_told():
    class Doubles(LayerNorm):
        def backward(self, dy):
            dx = super().backward(dy.copy())
            dy *= 2
            return dx

    panel = agreement_panel(Doubles(4), X)
    assert not panel and repr(panel).splitlines()[-1].startswith("  dy ")


def test_shape_comes_before_value():
    slip = SLIPS["dβ not summed over tokens"]
    text = repr(agreement_panel(slip(4), X))
    assert "dbeta against SymPy has the wrong shape: must be (4,)" in text
    row = next(a for a in text.splitlines() if a.startswith("dbeta"))
    assert row.split("  ")[0] == "dbeta"
    assert row.count("wrong shape") == 3


def test_given_dy_and_parameters():
    layer = LayerNorm(4)
    layer.gamma = np.array([1.0, -2.0, 0.5, 3.0])
    dy = RNG.standard_normal(X.shape)
    panel = agreement_panel(layer, X, dy=dy, parameters="as given")
    assert panel
    layer.forward(X)
    np.testing.assert_array_equal(panel.by_hand["dx"], layer.backward(dy))
    assert "(parameters as given, dy given)" in repr(panel)


def test_no_tokens_and_errors():
    panel = agreement_panel(FeedForward(3, 4), np.zeros((0, 3)))
    assert panel and "no entries" in repr(panel)
    with pytest.raises(TypeError, match="Use check_gradients"):
        agreement_panel(Stack(1, 4, 5), X)
    with pytest.raises(ValueError, match="Take a smaller layer"):
        agreement_panel(FeedForward(20, 20), np.ones((2, 20)))
