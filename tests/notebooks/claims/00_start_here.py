"""What lesson 00 says in words."""

import numpy as np

from course_lib.layers import LayerNorm, Stack

x = np.random.default_rng(0).normal(size=(3, 64))
sizes, normed = [x.var()], [x.var()]
plain = normalized = x
for block in Stack(8, 64, 128, rng=1, norm=False).blocks:
    plain = plain + block.feed_forward.forward(plain)
    added = normalized + block.feed_forward.forward(normalized)
    normalized = LayerNorm(64).forward(added)
    sizes.append(plain.var())
    normed.append(normalized.var())

CLAIMS = {
    "In a fresh stack without a norm a token grows from block to block, and a "
    "LayerNorm after each addition stops that": (
        sizes == sorted(sizes) and sizes[-1] > 100 and max(normed[1:]) <= 1
    ),
}
