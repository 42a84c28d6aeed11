"""What the exercise `layer_norm_any_axes` claims."""

import numpy as np

ROWS = np.array([[1.0, 2, 6], [4.0, 0, 1]])


def norm(x, axes, root, mu=None):
    mu = x.mean(axis=axes, keepdims=True) if mu is None else mu
    return (x - mu) / root


def count(x, axes):
    return np.prod([x.shape[axis] for axis in axes])


CLAIMS = {
    "`(2,)` on (batch, token, feature) is LayerNorm, `(0, 1)` is BatchNorm":
        "same(asked(x=ROWS[None], axes=(2,)), LayerNorm(3, "
        "eps=eps).forward(ROWS[None])) and same(asked(x=ROWS[:, None], "
        "axes=(0, 1)).sum(axis=0), np.zeros((1, 3)))",
    "Numbers near 10⁶ must work, and a mix of those near 10⁶ and near −10⁶":
        "same(asked(x=ROWS + [[1e6], [-1e6]], axes=(1,)), asked(x=ROWS, "
        "axes=(1,)))",
    "It is LayerNorm without γ and β":
        "same(asked(x=ROWS, axes=(1,)), LayerNorm(3, eps=eps).forward(ROWS))",
    "You always normalized over the last axis. That is LayerNorm":
        "LayerNorm(x.shape[-1], eps=eps).forward(x)",
    "You normalized over the axes that `axes` does not name. “Per feature” "
    "and “over features” are opposites: BatchNorm is per feature, so it "
    "averages over batch and token":
        "same(done(x=ROWS[None], axes=(2,)), asked(x=ROWS[None], axes=(0, "
        "1)))",
    "You took one mean over all numbers":
        "norm(x, axes, np.sqrt(x.var() + eps), x.mean())",
    "with one token you would not notice": "unseen(x=ROWS[0], axes=(0,))",
    "You used only the first of the axes. With one axis in the tuple that "
    "makes no difference":
        "unseen(x=ROWS, axes=(0,)) and same(wrong, asked(axes=axes[:1]))",
    "You normalized over one axis after another. A loop over axes looks "
    "natural, but the second round normalizes what the first has already "
    "changed":
        "same(done(x=ROWS, axes=(0, 1)), asked(x=asked(x=ROWS, axes=(0,)), "
        "axes=(1,)))",
    "You averaged the variances along the first axis":
        "norm(x, axes, np.sqrt(x.var(axis=axes[0], "
        "keepdims=True).mean(axes, keepdims=True) + eps))",
    "A loop over axes is right for means of equal lengths":
        "same(ROWS.mean(axis=0).mean(), ROWS.mean())",
    "a variance of variances says how unequal the spreads are":
        "np.var([ROWS[0].var(), ROWS[0].var()]) == 0 < "
        "np.var([ROWS[0].var(), ROWS[1].var()])",
    "Means of means are right for equal lengths; variances of parts leave "
    "out how the parts' means differ":
        "same(ROWS.mean(axis=1).mean(), ROWS.mean()) and "
        "ROWS.var(axis=1).mean() < ROWS.var()",
    "You divided by one less than the count":
        "norm(x, axes, np.sqrt(x.var(axis=axes, keepdims=True) * count(x, "
        "axes) / (count(x, axes) - 1) + eps))",
    "You added ε to σ, outside of the root":
        "norm(x, axes, np.sqrt(var) + eps)",
    "You divided by the variance instead of its root. σ² + ε stands in the "
    "formula":
        "norm(x, axes, var + eps)",
    "The division alone makes the spread right; the mean stays where it was":
        "x / np.sqrt(var + eps)",
    "You took the variance as mean of squares minus squared mean":
        "norm(x, axes, np.sqrt((x**2).mean(axis=axes, keepdims=True) - "
        "mean**2 + eps))",
    "You divided x − μ by the root of the mean square of x itself. The mean "
    "square is the variance only where the mean is 0":
        "norm(x, axes, np.sqrt((x**2).mean(axis=axes, keepdims=True) + eps))",
    "Each group has its own mean, but you took one variance for all":
        "norm(x, axes, np.sqrt(x.var() + eps))",
    "You added up the squared deviations and did not divide. The variance "
    "is their mean; a sum grows with the number of entries":
        "norm(x, axes, np.sqrt(((x - mean) ** 2).sum(axis=axes, "
        "keepdims=True) + eps))",
    "Your variance is the mean of the deviations, not of their squares, so "
    "it is 0. Square `x - mean` before you average":
        "norm(x, axes, eps**0.5)",
    "You did not centre: you divided x by the root of its mean square. That "
    "is RMSNorm; here the mean is taken off, in the numerator and in the "
    "variance":
        "x / np.sqrt((x**2).mean(axis=axes, keepdims=True) + eps)",
    "You took the roots of σ² and of ε apart":
        "norm(x, axes, np.sqrt(var) + np.sqrt(eps))",
    "add first, then take the root": "not unseen()",
    "You divided the sum of the squared deviations by another number than "
    "that of the squares":
        "norm(x, axes, np.sqrt(var * count(x, axes) / x.shape[-1] + eps))",
    "There are as many as the product of the lengths along `axes`":
        "mean.size * count(x, axes) == x.size",
    "You divided the mean alone": "x - mean / np.sqrt(var + eps)",
    "You squared ε. It is added to σ² as it is":
        "norm(x, axes, np.sqrt(var + eps**2))",
    "You added ε to x̂. It belongs under the root, where it keeps the "
    "division away from 0: √(σ²+ε)":
        "norm(x, axes, np.sqrt(var)) + eps",
    "You took sums where the mean and the variance belong":
        "norm(x, axes, np.sqrt(((x - mean * count(x, axes)) ** "
        "2).sum(axis=axes, keepdims=True) + eps), mean * count(x, axes))",
    "Both are divided by the number of entries along `axes`":
        "same(mean * count(x, axes), x.sum(axis=axes, keepdims=True))",
}  # fmt: skip
