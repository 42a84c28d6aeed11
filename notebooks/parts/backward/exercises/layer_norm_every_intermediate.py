"""Reverse mode through LayerNorm: every number on the way, both ways."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise

OUTPUTS = (
    *("mean", "centred", "var", "rstd", "x_hat", "y"),
    *("dx_hat", "drstd", "dvar", "dcentred", "dmean", "dx"),
)


def layer_norm_every_intermediate(dy, x, gamma, beta, eps):
    """Return the twelve, in the order of these two lines."""
    # mean, centred, var, rstd, x_hat, y,
    # dx_hat, drstd, dvar, dcentred, dmean, dx
    n = x.shape[-1]
    mean = x.mean(axis=-1, keepdims=True)
    centred = x - mean
    var = (centred**2).mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(var + eps)
    x_hat = centred * rstd
    y = gamma * x_hat + beta

    dx_hat = dy * gamma
    drstd = (dx_hat * centred).sum(axis=-1, keepdims=True)
    dvar = drstd * -(rstd**3) / 2
    dcentred = dx_hat * rstd + dvar * 2 * centred / n
    dmean = -dcentred.sum(axis=-1, keepdims=True)
    dx = dcentred + dmean / n
    forward = mean, centred, var, rstd, x_hat, y
    return *forward, dx_hat, drstd, dvar, dcentred, dmean, dx


def _as_other_code_has_it(dy, x, gamma, beta, eps):
    n, s = x.shape[-1], np.sqrt(x.var(-1, keepdims=True) + eps)
    mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    centred = x - mean
    dx_hat = gamma * dy
    drstd = (dx_hat * centred).sum(-1, keepdims=True)
    dvar = -drstd / (2 * s**3)
    dcentred = dx_hat / s + 2 * dvar * centred / n
    dmean = -dx_hat.sum(-1, keepdims=True) / s
    dx = dx_hat / s + dvar * 2 * centred / n + dmean / n
    forward = (mean, centred, var, 1 / s, centred / s)
    back = (dx_hat, drstd, dvar, dcentred, dmean, dx)
    return (*forward, gamma * centred / s + beta, *back)


def _with_three_lines(dy, x, gamma, beta, eps):
    def total(values):
        return values.sum(axis=-1)[..., None]

    n = x.shape[-1]
    centred = x - total(x) / n
    var = total(np.square(centred)) / n
    rstd = np.power(var + eps, -0.5)
    x_hat, dx_hat = centred * rstd, dy * gamma
    share = total(dx_hat * x_hat) / n
    dcentred = (dx_hat - x_hat * share) * rstd
    dmean = -total(dcentred)
    dx = (dx_hat - total(dx_hat) / n - x_hat * share) * rstd
    drstd = share * n / rstd
    return (
        *(total(x) / n, centred, var, rstd, x_hat, x_hat * gamma + beta),
        *(dx_hat, drstd, -(rstd**3) * drstd / 2, dcentred, dmean, dx),
    )


def _case(rng, *shape, mean=0, size=1, eps=0.1, **about):
    x, dy = rng.normal(mean, 2, shape), rng.normal(0, size, shape)
    gamma = rng.uniform(0.5, 2, shape[-1])
    beta = rng.normal(size=shape[-1])
    return Case(dy, x, gamma, beta, eps, **about)


ALONG = "(axis=-1, keepdims=True)"
BY_N = (
    f"x.mean{ALONG} → x.sum{ALONG} / n; "
    f"(centred**2).mean{ALONG} → (centred**2).sum{ALONG} / n"
)

EXERCISE = Exercise(
    lesson="07",
    statement="Walk LayerNorm's graph forward and back, and return twelve "
    "arrays: `mean`, `centred`, `var`, `rstd`, `x_hat`, `y`, then `dx_hat`, "
    "`drstd`, `dvar`, `dcentred`, `dmean`, `dx`. Each gradient has the shape "
    "of its own array: (..., 1) for `mean`, `var` and `rstd`, that of `x` "
    "for the rest. `x` has two or three axes; the rows along the last one "
    "are tokens, and their mean may be 10⁶.",
    reference=layer_norm_every_intermediate,
    given=2,
    accepted=[_as_other_code_has_it, _with_three_lines],
    outputs=OUTPUTS,
    mistakes={
        "+ eps → ": "You left ε out of rstd. With the usual 10⁻⁵ you would "
        "not notice; the check uses larger ones.",
        "np.sqrt(var + eps) → (np.sqrt(var) + eps)": "You added ε to σ; it "
        "stands inside the root. Both avoid a division by 0.",
        (
            "1 / np.sqrt(var + eps) → np.sqrt(var + eps)",
            "mean, centred, var, rstd → mean, centred, var, 1 / rstd",
        ): "Your rstd is the "
        "root; it is 1 over the root. Dividing by s and multiplying by rstd "
        "are the same, so the two names are easily swapped.",
        "(centred**2).mean(axis=-1, keepdims=True) → "
        "(centred**2).sum(axis=-1, keepdims=True) / (n - 1)": "You divided "
        "the variance by N − 1. It is the default of many statistics "
        "programs; LayerNorm divides by N.",
        "axis=-1 → axis=0": "You went along the tokens. A token's mean and "
        "variance come from its own features: the last axis.",
        "gamma * x_hat + beta → gamma * x_hat": "You left β out of y. No "
        "gradient here needs it, so nothing else is wrong.",
        "gamma * x_hat + beta → x_hat": "You left γ and β out of y. At γ = 1 "
        "and β = 0, where every layer starts, y is x̂.",
        "dy * gamma → dy": "You forgot γ in dx_hat. At γ = 1, where every "
        "layer starts, you would not notice.",
        "(dx_hat * centred) → (dx_hat * x_hat)": "Your drstd sums "
        "dx_hat·x_hat; it is centred that rstd multiplies. The three lines "
        "of dx do have dx̂·x̂.",
        "(dx_hat * centred) → (dy * centred)": "In drstd you used dy in "
        "place of dx_hat. Behind γ, on the way back, the gradient is dx_hat.",
        "* -(rstd**3) → * rstd**3": "dvar has the wrong sign. A larger "
        "variance makes rstd smaller.",
        "-(rstd**3) / 2 → -(rstd**3)": "You lost the 1/2 in dvar. It comes "
        "from the square rule on rstd².",
        tuple(
            f"rstd**3 → {slope}" for slope in ("rstd", "rstd**2", "rstd**4")
        ): "Your slope of rstd with respect to var has the wrong power of "
        "rstd; it is −rstd³/2. In 2·rstd·rstd′·(var + ε) + rstd² = 0, var + "
        "ε is 1/rstd².",
        "+ dvar * 2 * centred / n → ": "You left out what centred gets back "
        "from var. The way through rstd is easy to forget, as x_hat is made "
        "of centred directly.",
        (
            "dx_hat * rstd + dvar → dvar",
            "dx_hat * rstd + dvar → dvar; -dcentred.sum → "
            "-(dcentred + dx_hat * rstd).sum",
            "dx_hat * rstd + dvar → dvar; -dcentred.sum → "
            "-(dcentred + dx_hat * rstd).sum; dx = dcentred → "
            "dx = dx_hat * rstd + dcentred",
        ): "You left out what centred gets back "
        "from x_hat. centred feeds two boxes, var and x_hat, so two gradients "
        "add.",
        "2 * centred / n → 2 * centred": "You did not divide by N on the way "
        "from var to centred. The variance is a mean of N squares.",
        "-dcentred.sum → dcentred.sum": "dmean has the wrong sign. centred is "
        "x *minus* the mean.",
        "-dcentred.sum → -dx_hat.sum": "You took dmean from dx_hat. Between "
        "mean and x_hat stands centred: its gradient comes back.",
        "+ dmean / n → ": "You left out what x gets back from the mean. x "
        "feeds two boxes, mean and centred, so two gradients add.",
        "dmean / n → dmean": "You did not divide dmean by N on the way to x. "
        "Each entry moves the mean by 1/N only.",
        "2 * centred / n → 2 * x / n": "In dcentred you multiplied dvar by x. "
        "The variance is made of x, but through centred: its squares.",
        tuple(
            f"{own}x.shape[-1] → {n}"
            for n in ("len(x)", "x.shape[1]", "x.size")
            for own in ("", f"{BY_N}; ")
        ): "Your "
        "N is not the number of features. Each token has its own mean and "
        "variance, over its features: N is the length of the last axis.",
        tuple(f"+ eps → + {own}" for own in (1e-5, 0.1, 1e-6)): "You used a "
        "number of your own in place of `eps`. 10⁻⁵ is the usual value, but "
        "here eps is an argument, and the check tries several.",
        "(centred**2).mean(axis=-1, keepdims=True) → (x * x).mean(axis=-1, "
        "keepdims=True) - mean * mean": "You took the variance as mean of "
        "squares minus squared mean. The two are equal on paper; far from 0 "
        "two huge numbers are subtracted that agree in nearly all digits.",
        "(centred**2).mean → centred.mean": "Your variance is the mean of "
        "the deviations, not of their squares, so it is 0. Square `centred` "
        "before you average.",
        "dvar * 2 * centred → dvar * centred": "The factor 2 is missing on "
        "the way from var to centred. The slope of a square is twice what is "
        "squared.",
        "drstd = (dx_hat * centred).sum → drstd = (dx_hat * "
        "centred).mean": "You averaged in drstd where the chain rule sums. "
        "rstd is one number that multiplies all features of its token, so "
        "their gradients add up.",
        "dmean = -dcentred.sum → dmean = -dcentred.mean": "You averaged in "
        "dmean where the chain rule sums. The mean is one number that is "
        "taken off all features of its token, so their gradients add up.",
        "(dx_hat * centred).sum(axis=-1, keepdims=True) → (dx_hat * "
        "centred)": "You did not add up drstd over the features. rstd is one "
        "number for each token, and so is its gradient.",
        "-(rstd**3) / 2 → -(rstd**3); dvar * 2 → dvar": "You lost the 1/2 in "
        "dvar and the 2 in dcentred. The two cancel in dx, but dvar is twice "
        "too large.",
    },
    promise={
        "x.ndim": (2, 3),
        "x.dtype.name": ("float64", "float32"),
        "eps": (0.1, 0.02),
        "abs(x).max() > 9e5": (False, True),
    },
    cases=lambda rng: [
        _case(rng, 2, 4),
        _case(rng, 3, 5, eps=0.02),
        _case(rng, 4, 4, note="as many tokens as features"),
        _case(rng, 2, 3, 4, note="a 3-D input"),
        _case(rng, 3, 6, mean=100, size=300, note="large numbers"),
        _case(rng, 3, 6, mean=1e6, note="a mean of 10⁶", rough=True),
        _case(rng, 5, 4, float32=True),
    ],
    hints=[
        "Forward first, with keepdims=True, then from the end to the start. "
        "Each gradient is what arrives, times the slope of the box.",
        "Three boxes hold one number per token: drstd, dvar and dmean have "
        "shape (..., 1). drstd and dmean are sums over the features.",
        "Two boxes get two gradients each: centred, from x̂ and from var, and "
        "x, from centred and from the mean. The table of slopes has all that "
        "you multiply by.",
    ],
)
