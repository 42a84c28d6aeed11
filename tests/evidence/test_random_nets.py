"""A thousand random nets, an entry of every gradient."""

import numpy as np
import pytest

from course_lib.evidence import check_gradients
from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
    Stack,
)

BATCHES, NETS = 20, 50  # 1,000 nets


@pytest.mark.parametrize("batch", range(BATCHES))
def test_gradients_of_random_nets(batch):
    for seed in range(NETS):
        rng = np.random.default_rng([batch, seed])
        net, inputs = random_net(rng)
        report = check_gradients(net, *inputs, rng=rng, max_entries=1)
        assert report, (type(net), seed, report)


def random_net(rng):
    """Return a layer or a stack of random size, with its inputs."""
    d_model, d_ff = int(rng.integers(3, 7)), int(rng.integers(1, 9))
    shape = (*rng.integers(1, 4, size=rng.integers(0, 4)), d_model)
    feed_forward = rng.choice([FeedForward, GatedFeedForward])
    kind = rng.integers(5)
    if kind == 0:
        norm = rng.choice([LayerNorm, RMSNorm])
        net = norm(d_model, eps=10.0 ** rng.integers(-8, 0))
    elif kind == 1:
        net = rng.choice([AddNorm, AddRMSNorm])(d_model)
    elif kind == 2:
        net = feed_forward(d_model, d_ff, rng=rng)
    else:
        net = Stack(
            int(rng.integers(1, 4)),
            d_model,
            d_ff,
            order=str(rng.choice(["post", "pre"])),
            shortcut=bool(rng.integers(2)),
            norm=rng.choice([False, LayerNorm, RMSNorm]),
            feed_forward=feed_forward,
            rng=rng,
        )
    count = 2 if kind == 1 else 1
    return net, [rng.standard_normal(shape) for _ in range(count)]
