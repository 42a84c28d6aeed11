"""The equations of lesson 11."""

import numpy as np

from course_lib.layers import LayerNorm, Stack

stack = Stack(3, 4, 8, rng=1)
x = np.random.default_rng(9).normal(size=(2, 4))
stack.forward(x)
by_hand = [x]
for block in stack.blocks:
    added = by_hand[-1] + block.feed_forward.forward(by_hand[-1])
    by_hand.append(LayerNorm(4).forward(added))

EQUATIONS = {
    r"x_{\ell+1} = \mathrm{LayerNorm}\bigl(x_\ell + f_\ell(x_\ell)\bigr),": [
        (stack.activations, by_hand),
    ],
    # In a line of prose.
    r"\sqrt{2^{32}} = 65\,536": [((2**32) ** 0.5, 65536)],
}  # fmt: skip
