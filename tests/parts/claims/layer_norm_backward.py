"""What the exercise `layer_norm_backward` claims."""

import numpy as np
from by_axis import mean_of


def back(g, h, s):
    """Return dx of what arrives at x̂, with an x̂ and a root of one's own."""
    return (g - mean_of(g) - h * mean_of(g * h)) / s


def moved(gamma, beta, x, dy, eps):
    """Return the loss that has dy for its gradient with respect to y."""
    away = x - mean_of(x)
    y = gamma * away / np.sqrt(mean_of(away**2) + eps) + beta
    return (dy * y).sum()


def slope(dy, x, gamma, eps, name, at):
    """Return one gradient of that loss by a complex step."""
    values = {"gamma": gamma, "beta": 0 * gamma, "x": x}
    values = {key: value.astype(complex) for key, value in values.items()}
    values[name].reshape(-1)[at] += 1e-30j
    return moved(dy=dy, eps=eps, **values).imag / 1e-30


FIVE = np.array([1.0, 2, 6, 4, 3])

CLAIMS = {
    "`dgamma` and `dbeta` in the shape of `gamma`, one number per feature":
        "right.dgamma.shape == right.dbeta.shape == gamma.shape == (N,)",
    "the rows along its last axis are tokens, and their mean may be 10⁶":
        "mean.size == len(rows(x))",
    "First the parameters: y = γ·x̂ + β, added up over all tokens. Then "
    "step back to dx̂":
        "same(right.dgamma[1], slope(dy, x, gamma, eps, 'gamma', 1)) and "
        "same(right.dbeta[1], slope(dy, x, gamma, eps, 'beta', 1))",
    "dx̂ is dy·γ. From dx̂ take away its mean and x̂ times another mean; "
    "then multiply by rstd":
        "same(right.dx, rstd * (dy * gamma - mean_of(dy * gamma) - x_hat * "
        "mean_of(dy * gamma * x_hat)))",
    "That other mean is the one of dx̂·x̂. Both means go along axis −1":
        "same(right.dx.flat[1], slope(dy, x, gamma, eps, 'x', 1)) and "
        "same(right.dx / rstd, dx_hat - dx_hat.mean(axis=-1, keepdims=True) "
        "- x_hat * (dx_hat * x_hat).mean(axis=-1, keepdims=True))",
    "the sums for γ and β go over every other axis":
        "same(right.dbeta, rows(dy).sum(axis=0))",
    "You forgot γ in dx": "back(dy, x_hat, 1 / rstd)",
    "You multiplied by γ after J; one γ per feature belongs before it":
        "gamma * back(dy, x_hat, 1 / rstd)",
    "With one γ per token, as in print, inside and outside are the same; "
    "per feature, y_i = γ_i x̂_i meets γ first on the way back":
        "same(back(3 * dy, x_hat, 1), 3 * back(dy, x_hat, 1)) and "
        "same(right.dx, back(gamma * dy, x_hat, 1 / rstd))",
    "Your mean of dx̂·x̂ uses dy in place of dx̂ = dy·γ. The other two "
    "terms carry γ already":
        "rstd * (dx_hat - mean_of(dx_hat) - x_hat * mean_of(dy * x_hat))",
    "You left out the mean of dx̂, the route through μ. It is 0 for a dx̂ "
    "with mean 0; otherwise the entries of dx do not add up to 0":
        "same(right.dx.sum(axis=-1), 0 * right.dx.sum(axis=-1)) and "
        "same(wrong.dx, right.dx + rstd * mean_of(dx_hat))",
    "Your dx lacks x̂ times the mean of dx̂·x̂, the route through σ":
        "rstd * (dx_hat - mean_of(dx_hat))",
    "because the mean of x̂ is 0: multiply first, then average":
        "same(mean_of(x_hat), 0 * rstd)",
    "You treated μ and σ as constants: dx = dx̂·rstd. The equation x̂ = (x "
    "− μ)·rstd looks linear":
        "dx_hat * rstd",
    "x̂ = (x − μ)·rstd": "same(x_hat, (x - mean) * rstd)",
    "x̂ is (x − μ)·rstd": "same(x_hat, (x - mean) * rstd)",
    "(x − μ)·rstd": "same(x_hat, (x - mean) * rstd)",
    "You added x̂ times the mean of dx̂·x̂ instead of subtracting it":
        "right.dx + 2 * rstd * x_hat * mean_of(dx_hat * x_hat)",
    "You took sums in dx where its two means belong. Each entry moves μ and "
    "σ² by 1/N of its own change only, so both sums are divided by N":
        "rstd * (dx_hat - N * mean_of(dx_hat) - x_hat * N * mean_of(dx_hat "
        "* x_hat))",
    "The factor x̂ is missing before the mean of dx̂·x̂":
        "rstd * (dx_hat - mean_of(dx_hat) - mean_of(dx_hat * x_hat))",
    "The last term of your dx has x where x̂ belongs. For a token with μ = "
    "0 and σ = 1 they are the same":
        "rstd * (dx_hat - mean_of(dx_hat) - x * mean_of(dx_hat * x))",
    "You computed dx from y; its last term needs x̂. At γ = 1, β = 0 they "
    "are the same":
        "unseen(gamma=1, y=x_hat)",
    "You computed dx from y/γ, which is x̂ only at β = 0":
        "unseen(y=gamma * x_hat)",
    "Every layer starts with β = 0, so at first you would not notice":
        "LEVEL and unseen(y=gamma * x_hat)",
    "You computed dgamma from y/γ, which is x̂ only at β = 0. y = γ·x̂ + β: "
    "take β off before you divide":
        "unseen(y=gamma * x_hat)",
    "Inputs with a variance near 1 hide that":
        "unseen(x=(x - mean) / std_of(x), eps=0)",
    "You took the two means of dx over the tokens. ∂L/∂γ and ∂L/∂β do add "
    "over tokens":
        "rstd * (dx_hat - dx_hat.mean(axis=0) - x_hat * (dx_hat * "
        "x_hat).mean(axis=0))",
    "You left ε out of rstd":
        "back(dx_hat, (x - mean) / std_of(x), std_of(x))",
    "You added ε to σ; it stands inside the root":
        "back(dx_hat, (x - mean) / (std_of(x) + eps), std_of(x) + eps)",
    "they agree in four digits":
        "abs(done(eps=1e-5, x=3 * x).dx / asked(eps=1e-5, x=3 * x).dx - "
        "1).max() < 1e-3 or x.dtype == np.float32",
    "You divided the variance by N − 1":
        "back(dx_hat, (x - mean) / np.sqrt(var_of(x) * N / (N - 1) + eps), "
        "np.sqrt(var_of(x) * N / (N - 1) + eps))",
    "LayerNorm divides by N":
        "same(1 / rstd**2 - eps, ((x - mean) ** 2).sum(axis=-1, "
        "keepdims=True) / N)",
    "You computed dgamma from y; it needs x̂. y is at hand and has the same "
    "shape, and at γ = 1, β = 0 it is x̂":
        "unseen(gamma=1, y=x_hat) and same(wrong.dgamma, over_tokens(dy * "
        "y))",
    "You computed dgamma from x; it needs x̂. γ multiplies x̂, so its "
    "gradient is dy times x̂":
        "over_tokens(dy * x)",
    "You computed dgamma from x − μ; rstd is missing. γ multiplies x̂ = (x "
    "− μ)·rstd; where σ is near 1":
        "over_tokens(dy * (x - mean))",
    "You multiplied dgamma by γ. dx̂ = dy·γ is on the way to dx; γ's own "
    "gradient is dy·x̂":
        "same(wrong.dgamma, gamma * right.dgamma) and same(right.dgamma, "
        "over_tokens(dy * x_hat))",
    "You averaged dgamma and dbeta over the tokens": "rows(dy).mean(axis=0)",
    "the chain rule sums over every place":
        "same(rows(dy).sum(axis=0), right.dbeta)",
    "You summed dgamma and dbeta over the features. Mean and variance go "
    "along the last axis":
        "dy.sum(axis=-1)",
    "but tokens share γ, so sum over the tokens":
        "same(rows(dy).sum(axis=0), right.dbeta)",
    "You summed dgamma and dbeta over axis 0 alone": "dy.sum(axis=0)",
    "That is right for two axes. With three, tokens stand along two of "
    "them: sum over every axis but the last":
        "x.ndim != 2 and not unseen() or unseen()",
    "The last term of your dx lacks one rstd. It holds x̂ twice, each with "
    "an rstd inside, and all of dx is multiplied by rstd once more":
        "rstd * (dx_hat - mean_of(dx_hat) - x_hat / rstd * mean_of(dx_hat * "
        "x_hat))",
    "You divided dx by rstd. It is 1/s already, and its slope divides by s":
        "right.dx / rstd**2",
    "Only the last token counts in your dgamma and dbeta": "rows(dy)[-1]",
    "You multiplied dbeta by γ. dx̂ = dy·γ is on the way to dx; β is added "
    "behind γ":
        "gamma * right.dbeta",
    "You multiplied dx by rstd². The variance stands in many formulas; dx "
    "ends in one division by s":
        "rstd * right.dx",
    "You took away the whole shadow of dx̂ on x̂, which is divided by x̂·x̂":
        "rstd * (dx_hat - mean_of(dx_hat) - x_hat * mean_of(dx_hat * x_hat) "
        "/ mean_of(x_hat * x_hat))",
    "The mean of dx̂·x̂ is divided by N; the two are equal only at ε = 0":
        "unseen(eps=0) and not unseen()",
    "You took y for x̂ throughout. At γ = 1, β = 0 they are the same":
        "unseen(gamma=1, y=x_hat) and same(wrong.dgamma, over_tokens(dy * "
        "y))",
    "You took y/γ for x̂ throughout, which is right only at β = 0. Take β "
    "off":
        "unseen(y=gamma * x_hat) and not unseen()",
    "Your x̂ is x − μ throughout; rstd is missing":
        "back(dx_hat, x - mean, 1 / rstd)",
    "Where σ is near 1 you would not notice":
        "unseen(x=(x - mean) / std_of(x), eps=0)",
    "where σ is near 1 this hardly shows":
        "unseen(x=(x - mean) / std_of(x), eps=0)",
    "That is RMSNorm's backward pass":
        "(dx_hat - x / np.sqrt(mean_of(x * x) + eps) * mean_of(dx_hat * x / "
        "np.sqrt(mean_of(x * x) + eps))) / np.sqrt(mean_of(x * x) + eps)",
    "LayerNorm takes the mean off: in x̂, in the variance, and in dx, where "
    "the mean of dx̂ is taken off":
        "same(right.dx, asked(x=x + 1).dx) and same(mean_of(right.dx), 0 * "
        "rstd)",
    "dgamma and dbeta are not summed over the tokens. Every token uses the "
    "same γ and β, so the gradients add up over all axes but the last":
        "dy",
    "A mean in your dx goes over all tokens":
        "back(dx_hat, x_hat, 1 / rstd) - rstd * (dx_hat.mean() - "
        "mean_of(dx_hat)) - rstd * x_hat * ((dx_hat * x_hat).mean() - "
        "mean_of(dx_hat * x_hat))",
    "Your N in dx is not the number of features. Each token has its own two "
    "means, over its features: N is the length of the last axis":
        "unseen(x=FIVE * np.eye(5), y=np.eye(5), dy=np.diag(FIVE) + 1, "
        "gamma=FIVE) or x.ndim == 2 and x.size > 8 or x.ndim == 3",
    "You took the variance as mean of squares minus squared mean":
        "back(dx_hat, x_hat, np.sqrt(mean_of(x * x) - mean**2 + eps))",
    "Your variance is the mean of the deviations, not of their squares, so "
    "it is 0. Square `x - mean` before you average":
        "back(dx_hat, (x - mean) / eps**0.5, eps**0.5)",
    "You multiplied only dx̂ by rstd. The brackets are missing: rstd "
    "multiplies the whole difference":
        "rstd * dx_hat - mean_of(dx_hat) - x_hat * mean_of(dx_hat * x_hat)",
    "You summed dgamma and dbeta over everything. Each feature has a γ and "
    "a β of its own: sum over the tokens only":
        "dy.sum()",
    "You divided dy by γ. y = γ·x̂ + β multiplies by γ, and so does the way "
    "back: dx̂ = dy·γ":
        "back(dy / gamma, x_hat, 1 / rstd)",
    "You added the two means in dx. The routes through μ and through σ both "
    "take away: each has a minus":
        "rstd * (dx_hat + mean_of(dx_hat) + x_hat * mean_of(dx_hat * x_hat))",
    "Your dx is N times too large. The form with N·dx̂ and two sums needs a "
    "division by N at the end":
        "N * right.dx",
    "The two means in your dx have lost their last axis":
        "rstd * (dx_hat - dx_hat.mean(axis=-1) - x_hat * (dx_hat * "
        "x_hat).mean(axis=-1))",
    "The mean and the variance of x have lost their last axis":
        "same(wrong.dgamma, over_tokens(dy * (x - x.mean(axis=-1)) / "
        "np.sqrt(x.var(axis=-1) + eps)))",
    "You summed dgamma and dbeta over axis −2 alone": "dy.sum(axis=-2)",
    "You multiplied dx by γ twice, at the start and at the end. y = γ·x̂ + "
    "β meets γ once on the way back, at the start":
        "gamma * right.dx",
    "You took x̂² times the mean of dx̂. One x̂ belongs inside the mean":
        "rstd * (dx_hat - mean_of(dx_hat) - x_hat**2 * mean_of(dx_hat))",
    "a mean of products is not the product of means":
        "np.mean([1 * 2, 3 * 4]) != np.mean([1, 3]) * np.mean([2, 4])",
    "The last term of your dx has x − μ where x̂ belongs, in both places":
        "rstd * (dx_hat - mean_of(dx_hat) - (x - mean) * mean_of(dx_hat * "
        "(x - mean)))",
}  # fmt: skip
