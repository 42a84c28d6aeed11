"""What the exercise `layer_norm` claims."""

import numpy as np


def norm(x, gamma, beta, root, mu=None):
    """Return LayerNorm with a root, and perhaps a mean, of one's own."""
    mu = x.mean(axis=-1, keepdims=True) if mu is None else mu
    return gamma * (x - mu) / root + beta


FEW = np.array([[1.0, 2, 6, 3], [4.0, 0, 1, 9]])

CLAIMS = {
    "Every token (every row along the last axis) is centred on its own mean "
    "and divided by its own √(σ²+ε)":
        "same(right, norm(x, gamma, beta, np.sqrt(x.var(axis=-1, "
        "keepdims=True) + eps)))",
    "`gamma` scales and `beta` shifts each feature":
        "same(right, gamma * asked(gamma=1, beta=0) + beta)",
    "Its mean may be 10⁶":
        "same(asked(x=x + 1e6), asked(x=x * 1.0)) or x.dtype == np.float32",
    "Two statistics for each token": "mean.size == var.size == len(rows(x))",
    "x̂ is the centred token over √(σ²+ε): ε is added to the variance, and "
    "then comes the root. gamma multiplies x̂ alone; beta comes last":
        "same(right, gamma * ((x - mean) / (var + eps) ** 0.5) + beta)",
    "You divided by N − 1":
        "norm(x, gamma, beta, np.sqrt(var * N / (N - 1) + eps))",
    "You normalized along axis 0, over the tokens":
        "norm(x, gamma, beta, np.sqrt(x.var(axis=0) + eps), x.mean(axis=0))",
    "Statistics and BatchNorm go down the columns; here each token is "
    "normalized by itself, along axis −1":
        "same(right[..., :1, :], asked(x=x[..., :1, :]))",
    "You normalized along axis 1 instead of the last axis. For (token, "
    "feature) the two are the same; for (batch, token, feature) axis 1 runs "
    "over the tokens of a sentence":
        "unseen(x=FEW, gamma=1, beta=0) and same(done(x=x * np.ones((2, 3, "
        "N)), gamma=1, beta=0).sum(axis=1), np.zeros((2, N)))",
    "You took one mean and one variance over all numbers":
        "norm(x, gamma, beta, np.sqrt(x.var() + eps), x.mean())",
    "with a single token you would not notice": "unseen(x=rows(x)[0])",
    "You added ε to σ, outside of the root":
        "norm(x, gamma, beta, np.sqrt(var) + eps)",
    "Both avoid a division by zero":
        "np.isfinite(done(x=0)).all() and np.isfinite(asked(x=0)).all()",
    "You left out ε. It hardly shows for ordinary rows, and a constant row "
    "divides 0 by 0":
        "unseen(eps=1e-9) and np.isnan(done(x=0)).all()",
    "You divided by the variance instead of its root. σ² + ε stands in the "
    "formula":
        "norm(x, gamma, beta, var + eps)",
    "You did not subtract the mean":
        "norm(x, gamma, beta, np.sqrt(var + eps), 0)",
    "That is close to RMSNorm, another layer, but LayerNorm centres first":
        "same(done(x=x - mean, beta=0, gamma=1, eps=1e-9), RMSNorm(N, "
        "eps=1e-9).forward(x - mean))",
    "You took the variance as mean of squares minus squared mean":
        "norm(x, gamma, beta, np.sqrt((x**2).mean(axis=-1, keepdims=True) - "
        "mean**2 + eps))",
    "The mean and the variance lost their last axis":
        "norm(x, gamma, beta, np.sqrt(x.var(axis=-1) + eps), "
        "x.mean(axis=-1))",
    "The mean lost its last axis, and the variance was made from it":
        "norm(x, gamma, beta, np.sqrt(((x - x.mean(axis=-1)) ** "
        "2).mean(axis=-1) + eps), x.mean(axis=-1))",
    "The three lines for one token need no `keepdims=True`; for a block, "
    "each row must meet its own mean":
        "unseen(x=rows(x)[0])",
    "You multiplied beta by gamma, too. The bracket ends one term too late: "
    "in γ·x̂ + β, γ scales x̂ alone":
        "gamma * (x_hat + beta)",
    "You took ε as the least value of σ":
        "norm(x, gamma, beta, np.maximum(np.sqrt(var), eps))",
    "an ε under the root changes every token, and quiet ones most":
        "abs(asked(x=0.1 * FEW, gamma=1, beta=0) - asked(x=0.1 * FEW, "
        "gamma=1, beta=0, eps=0)).max() > abs(asked(x=FEW, gamma=1, beta=0) "
        "- asked(x=FEW, gamma=1, beta=0, eps=0)).max() > 0",
    "You put σ under the root where σ² belongs":
        "norm(x, gamma, beta, np.sqrt(np.sqrt(var) + eps))",
    "You squared ε. It is added to σ² as it is":
        "norm(x, gamma, beta, np.sqrt(var + eps**2))",
    "You added up the squared deviations and did not divide by N. The "
    "variance is their mean; a sum grows with the number of features":
        "norm(x, gamma, beta, np.sqrt(((x - mean) ** 2).sum(axis=-1, "
        "keepdims=True) + eps))",
    "gamma and beta have changed places": "beta * x_hat + gamma",
    "gamma multiplies, beta is added": "same(right, gamma * x_hat + beta)",
    "You did not centre: you divided x by the root of its mean square. That "
    "is RMSNorm":
        "same(done(gamma=1, beta=0), asked_of(RMSNorm, x, eps))",
    "LayerNorm takes off the mean, in the numerator and in the variance":
        "same(asked(x=x + 7.0), right)",
    "You divided beta by the root as well. The brackets close too late: "
    "beta is added after the division":
        "(gamma * (x - mean) + beta) / np.sqrt(var + eps)",
    "You divided the mean alone":
        "gamma * (x - mean / np.sqrt(var + eps)) + beta",
    "You divided x − μ by the root of the mean square of x itself. The mean "
    "square is the variance only where the mean is 0":
        "norm(x, gamma, beta, np.sqrt((x**2).mean(axis=-1, keepdims=True) + "
        "eps))",
    "Each token has its own mean, but you took one variance for all":
        "norm(x, gamma, beta, np.sqrt(x.var() + eps))",
    "With a single token you would not notice": "unseen(x=rows(x)[0])",
    "Your variance is the mean of the deviations, not of their squares, so "
    "it is 0 for every token. Square `x - mean` before you average":
        "norm(x, gamma, beta, np.sqrt(eps))",
    "You took the roots of σ² and of ε apart. The root of a sum is not the "
    "sum of the roots":
        "norm(x, gamma, beta, np.sqrt(var) + np.sqrt(eps))",
    "add first, then take the root": "not unseen()",
    "You averaged the distances from the mean without squaring them":
        "norm(x, gamma, beta, np.sqrt(abs(x - mean).mean(axis=-1, "
        "keepdims=True) + eps))",
    "Your N is not the number of features. Each token has its own mean and "
    "variance, over its features: N is the length of the last axis":
        "unseen(x=np.vstack([FEW, FEW]), gamma=1, beta=0) and not "
        "unseen(x=FEW, gamma=1, beta=0)",
    "You added gamma; it multiplies x̂": "gamma + x_hat + beta",
    "gamma scales each feature, and beta shifts it":
        "same(right, gamma * x_hat + beta)",
    "You subtracted the token from its mean. That turns every sign of x̂: x "
    "comes first":
        "-gamma * x_hat + beta",
    "You divided by the length of the deviations":
        "norm(x, gamma, beta, length(x - mean))",
    "here σ² + ε stands under the root":
        "same(x - mean, x_hat * np.sqrt(var + eps))",
    "You multiplied by 1 + gamma. Some models keep γ − 1 as their parameter":
        "(1 + gamma) * x_hat + beta",
    "You divided by gamma": "x_hat / gamma + beta",
    "You squared the variance under the root. The variance is σ² already":
        "norm(x, gamma, beta, np.sqrt(var**2 + eps))",
    "You added ε to x̂": "gamma * ((x - mean) / np.sqrt(var) + eps) + beta",
    "where it keeps the division away from 0: √(σ²+ε)":
        "np.isfinite(asked(x=0)).all()",
    "You divided by the variance, and then by 2":
        "norm(x, gamma, beta, 2 * (var + eps))",
    "You divided by half of the variance":
        "norm(x, gamma, beta, (var + eps) / 2)",
    "Your gamma and beta go by token. They have one number for each feature":
        "gamma[:, None] * x_hat + beta[:, None]",
    "NumPy lines these up with the last axis":
        "np.broadcast_shapes((2, 3), (3,)) == (2, 3)",
    "You multiplied by gamma with @, which adds up the features. A scale "
    "for each feature is an entrywise product":
        "x_hat @ gamma + beta",
}  # fmt: skip


def asked_of(layer, x, eps):
    """Return what a fresh layer of the course makes of x."""
    return layer(x.shape[-1], eps=eps).forward(x)
