"""What the exercise `rms_norm_backward` claims."""

import numpy as np
from by_axis import mean_of


def back(g, h, r):
    """Return dx of what arrives at x̂, with an x̂ and a root of one's own."""
    return (g - h * mean_of(g * h)) / r


CLAIMS = {
    "You added ε outside of the root":
        "back(dx_hat, x / (size(x) + eps), size(x) + eps)",
    "`dgamma` in the shape of `gamma`, one number per feature":
        "right.dgamma.shape == gamma.shape == (N,)",
    "the rows along its last axis are tokens": "rrms.size == len(rows(x))",
    "Step back from y to x̂ first. From there it is LayerNorm's backward "
    "pass, with one route less":
        "same(right.dx, back(dx_hat, x_hat, 1 / rrms))",
    "dx̂ is dy·γ. Take away x̂ times a mean, and divide by the root":
        "same(right.dx, back(dy * gamma, x_hat, 1 / rrms))",
    "It is the mean of dx̂·x̂, one for each token. γ collects dy·x̂ from "
    "every token; `axis=` takes a tuple of all axes but the last":
        "same(right.dx * size(x, eps), dx_hat - x_hat * mean_of(dx_hat * "
        "x_hat)) and same(right.dgamma, rows(dy * x_hat).sum(axis=0))",
    "You took the mean of dx̂ off": "right.dx - rrms * mean_of(dx_hat)",
    "The factor x̂ is missing before the mean of dx̂·x̂":
        "rrms * (dx_hat - mean_of(dx_hat * x_hat))",
    "You treated the root mean square as a constant: dx = dx̂ / r. x̂ = x / "
    "r looks linear":
        "dx_hat / size(x, eps)",
    "You added x̂ times the mean of dx̂·x̂ instead of subtracting it. A "
    "larger entry makes the root larger, and the root divides":
        "rrms * (dx_hat + x_hat * mean_of(dx_hat * x_hat))",
    "You took x̂²·dx̂/N, the diagonal of x̂x̂ᵀ alone. Every entry moves the "
    "root, so x̂ is multiplied by the mean of dx̂·x̂ over all of them":
        "rrms * (dx_hat - x_hat**2 * dx_hat / N)",
    "You took x̂² times the mean of dx̂. One x̂ belongs inside the mean":
        "rrms * (dx_hat - x_hat**2 * mean_of(dx_hat))",
    "a mean of products is not the product of means":
        "np.mean([1 * 2, 3 * 4]) != np.mean([1, 3]) * np.mean([2, 4])",
    "You took x̂ times the mean of dx̂·x̂ twice. The square's slope brings "
    "a 2, the root's a ½":
        "right.dx - rrms * x_hat * mean_of(dx_hat * x_hat)",
    "You halved x̂ times the mean of dx̂·x̂. The root's slope brings a ½, "
    "the square's a 2":
        "right.dx + rrms * x_hat * mean_of(dx_hat * x_hat) / 2",
    "You took the sum of dx̂·x̂ where its mean belongs. Each square counts "
    "for 1/N of the mean square only":
        "rrms * (dx_hat - x_hat * N * mean_of(dx_hat * x_hat))",
    "The last term of your dx has x where x̂ belongs, in both places. For a "
    "token whose root mean square is 1 they are the same":
        "rrms * (dx_hat - x * mean_of(dx_hat * x))",
    "You forgot γ in dx": "back(dy, x_hat, 1 / rrms)",
    "You multiplied by γ at the end of dx; it belongs at the start. y = "
    "γ·x̂ meets γ first on the way back, before anything is averaged":
        "gamma * back(dy, x_hat, 1 / rrms)",
    "You multiplied dx by γ twice, at the start and at the end. y = γ·x̂ "
    "meets γ once on the way back, at the start":
        "gamma * right.dx",
    "You multiplied dy by γ twice on the way to dx̂. y = γ·x̂ meets γ once":
        "back(dy * gamma * gamma, x_hat, 1 / rrms)",
    "Your mean of dx̂·x̂ uses dy in place of dx̂ = dy·γ. The other term "
    "carries γ already":
        "rrms * (dx_hat - x_hat * mean_of(dy * x_hat))",
    "You divided the second term of dx alone by the root":
        "dx_hat - rrms * x_hat * mean_of(dx_hat * x_hat)",
    "You did not divide dx by the root": "right.dx / rrms",
    "Tokens with a mean square near 1 hide that":
        "unseen(x=x_hat, eps=0) or eps > 0 and unseen(x=x / size(x), eps=0)",
    "You multiplied dx by the root where you should divide. The slope of x "
    "/ r carries 1 / r":
        "right.dx / rrms**2",
    "You averaged dx̂·x̂ over the tokens. dgamma does add over tokens; but "
    "a token's root comes from its own features":
        "rrms * (dx_hat - x_hat * (dx_hat * x_hat).mean(axis=0))",
    "You took the standard deviation for the root mean square. `var` takes "
    "the mean off before it squares":
        "back(dx_hat, x / np.sqrt(var_of(x) + eps), np.sqrt(var_of(x) + "
        "eps))",
    "You averaged the squares over the tokens. Each token has its own root "
    "mean square, along axis −1":
        "back(dx_hat, x / np.sqrt((x * x).mean(axis=0) + eps), np.sqrt((x * "
        "x).mean(axis=0) + eps))",
    "You computed dgamma from x; it needs x̂. γ multiplies x̂, so its "
    "gradient is dy times x̂":
        "over_tokens(dy * x)",
    "You multiplied dgamma by γ. dx̂ = dy·γ is on the way to dx; the "
    "gradient of γ is dy·x̂":
        "gamma * right.dgamma",
    "You did not sum dgamma over the tokens": "dy * x_hat",
    "You averaged dgamma over the tokens": "rows(dy * x_hat).mean(axis=0)",
    "You summed dgamma over the features. Every token uses the same γ, so "
    "the tokens add up":
        "(dy * x_hat).sum(axis=-1)",
    "You summed dgamma over axis 0 alone": "(dy * x_hat).sum(axis=0)",
    "That is right for two axes. With three, tokens stand along two of "
    "them: sum over every axis but the last":
        "x.ndim != 2 and not unseen() or unseen()",
    "You took away the whole shadow of dx̂ on x, which is divided by x̂·x̂":
        "rrms * (dx_hat - x * mean_of(dx_hat * x) / mean_of(x * x))",
    "The mean of dx̂·x̂ is divided by N; the two are equal only at ε = 0":
        "unseen(eps=0) and not unseen(eps=0.5)",
    "The second term of your dx lacks a division by the root. It holds x̂ = "
    "x / r twice, and all of dx is divided by r once more":
        "rrms * (dx_hat - x * mean_of(dx_hat * x_hat))",
    "Only the last token counts in your dgamma": "rows(dy * x_hat)[-1]",
    "Your mean of dx̂·x̂ goes over all tokens":
        "rrms * (dx_hat - x_hat * (dx_hat * x_hat).mean())",
    "Your N in dx is not the number of features. Each token has a mean of "
    "its own, over its features: N is the length of the last axis":
        "rrms * (dx_hat - x_hat * mean_of(dx_hat * x_hat) * N / len(x))",
    "Each feature has a γ of its own: sum over the tokens only":
        "(dy * x_hat).sum()",
    "You divided dx by the root twice. dx ends in one division by r":
        "right.dx * rrms",
    "You computed dgamma from dx. γ stands behind x̂, so its gradient is "
    "made of dy, before anything goes further back":
        "over_tokens(right.dx * x_hat)",
    "Your dx is N times too large. The form with N·dx̂ and a sum needs a "
    "division by N at the end":
        "N * right.dx",
    "x̂ is x over the root of the mean of its squares":
        "same(x_hat, x / size(x, eps))",
}  # fmt: skip


def size(x, eps=0):
    return np.sqrt(mean_of(x * x) + eps)
