"""What the exercise `layer_norm_every_intermediate` claims."""

CLAIMS = {
    "the rows along the last one are tokens, and their mean may be 10⁶":
        "mean.size == len(rows(x))",
    "Forward first, with keepdims=True, then from the end to the start. "
    "Each gradient is what arrives, times the slope of the box":
        "same(dx_hat, dy * gamma)",
    "Three boxes hold one number per token: drstd, dvar and dmean have "
    "shape (..., 1). drstd and dmean are sums over the features":
        "drstd.shape == dvar.shape == dmean.shape == (*x.shape[:-1], 1) and "
        "same(drstd[..., 0], (dx_hat * centred).sum(axis=-1))",
    "You left ε out of rstd": "1 / centred.std(axis=-1, keepdims=True)",
    "You added ε to σ; it stands inside the root":
        "1 / (centred.std(axis=-1, keepdims=True) + eps)",
    "Your rstd is the root; it is 1 over the root": "np.sqrt(var + eps)",
    "You divided the variance by N − 1": "var * N / (N - 1)",
    "LayerNorm divides by N":
        "same(var, (centred**2).sum(axis=-1, keepdims=True) / N)",
    "You went along the tokens. A token's mean and variance come from its "
    "own features: the last axis":
        "same(wrong.mean, x.mean(axis=0, keepdims=True)) and "
        "same(right.mean, mean_of(x))",
    "You left β out of y": "gamma * x_hat",
    "You left γ and β out of y. At γ = 1 and β = 0, where every layer "
    "starts, y is x̂":
        "STARTS and LEVEL and unseen(gamma=1, beta=0)",
    "Your drstd sums dx_hat·x_hat; it is centred that rstd multiplies":
        "(dx_hat * x_hat).sum(axis=-1, keepdims=True)",
    "The three lines of dx do have dx̂·x̂":
        "same(right.dx, rstd * (dx_hat - mean_of(dx_hat) - x_hat * "
        "mean_of(dx_hat * x_hat)))",
    "In drstd you used dy in place of dx_hat. Behind γ, on the way back, "
    "the gradient is dx_hat":
        "(dy * centred).sum(axis=-1, keepdims=True)",
    "dvar has the wrong sign. A larger variance makes rstd smaller":
        "same(wrong.dvar, -dvar) and 1 / 3**0.5 < 1 / 2**0.5",
    "You lost the 1/2 in dvar. It comes from the square rule on rstd²":
        "2 * dvar",
    "Your slope of rstd with respect to var has the wrong power of rstd; it "
    "is −rstd³/2":
        "same((1 / np.sqrt(var + eps + 1e-6) - 1 / np.sqrt(var + eps - "
        "1e-6)) / 2e-6, -(rstd**3) / 2) or x.dtype == np.float32",
    "In 2·rstd·rstd′·(var + ε) + rstd² = 0, var + ε is 1/rstd²":
        "same(2 * rstd * (-(rstd**3) / 2) * (var + eps) + rstd**2, 0 * var) "
        "and same(var + eps, 1 / rstd**2)",
    "You left out what centred gets back from var": "dx_hat * rstd",
    "You left out what centred gets back from x_hat":
        "dcentred - dx_hat * rstd",
    "You did not divide by N on the way from var to centred. The variance "
    "is a mean of N squares":
        "dx_hat * rstd + dvar * 2 * centred",
    "dmean has the wrong sign. centred is x *minus* the mean": "-dmean",
    "You took dmean from dx_hat": "-dx_hat.sum(axis=-1, keepdims=True)",
    "Between mean and x_hat stands centred": "same(x_hat, (x - mean) * rstd)",
    "You left out what x gets back from the mean": "dcentred",
    "You did not divide dmean by N on the way to x. Each entry moves the "
    "mean by 1/N only":
        "dcentred + dmean",
    "In dcentred you multiplied dvar by x": "dx_hat * rstd + dvar * 2 * x / N",
    "Your N is not the number of features. Each token has its own mean and "
    "variance, over its features: N is the length of the last axis":
        "dx_hat * rstd + dvar * 2 * centred / len(x)",
    "You took the variance as mean of squares minus squared mean":
        "mean_of(x * x) - mean**2",
    "Your variance is the mean of the deviations, not of their squares, so "
    "it is 0. Square `centred` before you average":
        "0 * var",
    "The factor 2 is missing on the way from var to centred. The slope of a "
    "square is twice what is squared":
        "dx_hat * rstd + dvar * centred / N",
    "You averaged in drstd where the chain rule sums. rstd is one number "
    "that multiplies all features of its token":
        "drstd / N",
    "You averaged in dmean where the chain rule sums. The mean is one "
    "number that is taken off all features of its token":
        "dmean / N",
    "You did not add up drstd over the features. rstd is one number for "
    "each token, and so is its gradient":
        "dx_hat * centred",
    "You lost the 1/2 in dvar and the 2 in dcentred. The two cancel in dx, "
    "but dvar is twice too large":
        "same(wrong.dvar, 2 * dvar) and same(wrong.dx, right.dx)",
}  # fmt: skip
