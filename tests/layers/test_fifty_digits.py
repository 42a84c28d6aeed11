"""Every layer against its formula, at 50 digits: y and all gradients."""

import numpy as np
import pytest
from every_layer import X, every_layer, make
from fifty_digits import (
    add_norm,
    add_rms_norm,
    assert_a_layer_is,
    chain,
    feed_forward,
    gated_feed_forward,
    layer_norm,
    linear,
    rms_norm,
    stack,
)

from course_lib.layers import (
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
    Stack,
)

FORMULAS = {
    "LayerNorm": layer_norm,
    "LayerNorm per token": layer_norm,
    "CompiledLayerNorm": layer_norm,
    "AddNorm": add_norm,
    "RMSNorm": rms_norm,
    "RMSNorm per token": rms_norm,
    "AddRMSNorm": add_rms_norm,
    "FeedForward": feed_forward,
    "GatedFeedForward": gated_feed_forward,
    "Linear": linear,
    "a chain": chain,
    "post-norm": stack("post", depth=3),
    "pre-norm": stack("pre", final_norm=True),
    "no norm": stack(norm=None),
}


@every_layer
@pytest.mark.parametrize("size", [1e-3, 1, 1e3])
def test_a_layer_is_its_formula(name, size):
    assert name in FORMULAS, f"give {name} its formula in FORMULAS"
    assert_a_layer_is(FORMULAS[name], make(name), size * X)


@pytest.mark.parametrize("kind", [LayerNorm, RMSNorm])
@pytest.mark.parametrize(
    "shape",
    [(4,), (1,), (3, 1), (3, 4), (1, 4), (2, 1, 1), (1, 3, 1), (2, 3, 4)],
)
def test_a_parameter_collects_from_every_place_where_it_was_used(shape, kind):
    layer, rng = kind(shape, eps=0.1), np.random.default_rng(1)
    for p in layer.parameters().values():
        p[...] = rng.standard_normal(shape)
    formula = rms_norm if kind is RMSNorm else layer_norm
    assert_a_layer_is(lambda *p: formula(*p, eps=0.1), layer, X)


@pytest.mark.parametrize("feed", [FeedForward, GatedFeedForward])
@pytest.mark.parametrize("final_norm", [None, True, False])
@pytest.mark.parametrize("norm", [LayerNorm, RMSNorm, False])
@pytest.mark.parametrize("shortcut", [True, False])
@pytest.mark.parametrize("order", ["post", "pre"])
def test_a_stack_in_each_of_its_variants(
    order, shortcut, norm, final_norm, feed
):
    options = {"order": order, "shortcut": shortcut, "final_norm": final_norm}
    layer = Stack(2, 4, 6, eps=0.1, norm=norm, feed_forward=feed, **options)
    rng = np.random.default_rng(2)
    for p in layer.parameters().values():
        p[...] = rng.standard_normal(p.shape) / 2
    if final_norm is None:
        options["final_norm"] = norm and order == "pre"
    formula = stack(
        norm={LayerNorm: layer_norm, RMSNorm: rms_norm, False: None}[norm],
        feed_forward={
            FeedForward: feed_forward,
            GatedFeedForward: gated_feed_forward,
        }[feed],
        eps=0.1,
        **options,
    )
    assert_a_layer_is(formula, layer, X)
