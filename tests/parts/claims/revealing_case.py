"""What the exercise `revealing_case` claims."""

import numpy as np

from course_lib.layers import LayerNorm

rng = np.random.default_rng(0)
DY = rng.normal(size=(3, 2))


def of(x, dy, gamma=1):
    """Return x̂ and dx of LayerNorm, with the exercise's ε."""
    layer = LayerNorm(x.shape[-1], eps=1e-12)
    layer.gamma[:] = gamma
    layer.forward(x)
    return layer.x_hat, layer.backward(dy)


CLAIMS = {
    "Your dy is 0 everywhere. Every gradient is dy times something":
        "not of(DY, 0 * DY)[1].any() and not wrong[3].any()",
    "Return `x` and `dy` of shape (..., num_tokens, d_model)":
        "right.x.shape == right.dy.shape and right.x.ndim == 3",
    "no γ = 1, no dy = 1, more than one token, more than two axes, and two "
    "features only if they lie about √ε apart":
        "right.x.ndim > 2 and right.x.shape[-2] > 1 and right.x.shape[-1] > "
        "2",
    "a batch may hold a single sentence: what matters is that the first "
    "axis is not that of the tokens":
        "len(right.x) == 1 and right.x.ndim == 3",
    "Your tokens have one feature. One number is its own mean: x̂ is 0 "
    "whatever x was, and so is the true dx":
        "not np.any(of(DY[:, :1], DY[:, :1]))",
    "Your tokens have two features. If they lie much farther apart than √ε, "
    "x̂ is 1 and −1 whatever x was, so the true dx is 0":
        "same(abs(of(DY, DY)[0]), np.ones((3, 2))) and same(of(DY, DY)[1], "
        "np.zeros((3, 2)))",
    "A sum over one token is that token: forgetting the sum changes the "
    "shape, and no value":
        "same(DY[:1].sum(axis=0), DY[0])",
    "A sum over the first axis is then the sum over all tokens":
        "same(DY.sum(axis=0), over_tokens(DY))",
    "A batch of sentences has a third axis, and there it is not":
        "DY[None].sum(axis=0).shape != over_tokens(DY[None]).shape",
    "Each of your sentences has one token. Then a sum over the first axis "
    "is the sum over all tokens":
        "same(DY[:, None].sum(axis=0)[0], over_tokens(DY[:, None]))",
    "Your γ and your dy are the same for every feature. Layers start with γ "
    "= 1, and loss = y.sum() is quick to write. But the sum of x̂ is 0 "
    "whatever x is, so the true dx is 0":
        "STARTS and same(of(DY.T, np.ones((2, 3)))[0].sum(axis=-1), "
        "np.zeros(2)) and same(of(DY.T, np.ones((2, 3)))[1], np.zeros((2, "
        "3)))",
    "You kept γ = 1. It is how layers start, and a factor of 1 that is left "
    "out changes nothing":
        "STARTS and bool((wrong[1] == 1).all())",
    "You set γ to 0. Then y does not depend on x, and the true dx is 0":
        "not of(DY.T, DY.T, gamma=0)[1].any() and not wrong[1].any()",
    "Then x̂ is 0, and every term with x̂ vanishes":
        "not of(np.ones((2, 3)), DY.T)[0].any()",
}  # fmt: skip
