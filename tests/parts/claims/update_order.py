"""What the exercise `update_order` claims."""

from by_axis import mean_of


def back(g, h, rstd):
    return rstd * (g - mean_of(g) - h * mean_of(g * h))


CLAIMS = {
    "Rows of `dy` and `x_hat` are tokens, `gamma` and `beta` have one "
    "number per feature":
        "gamma.shape == (dy.shape[1],) and len(rstd) == len(dy)",
    "Compute dx first, with `gamma` as it came; then take `lr` times its "
    "gradient off each parameter":
        "same(right.new_beta, beta - lr * dy.sum(axis=0)) and "
        "same(right.dx, back(dy * gamma, x_hat, rstd))",
    "∂L/∂γ sums dy·x̂ over the tokens, ∂L/∂β sums dy":
        "same(right.new_gamma, gamma - lr * (dy * x_hat).sum(axis=0)) and "
        "same(right.new_beta, beta - lr * dy.sum(axis=0))",
    "For dx, take from dx̂ = dy·γ its mean, and x̂ times the mean of "
    "dx̂·x̂; then multiply by rstd":
        "same(right.dx, rstd * (dy * gamma - mean_of(dy * gamma) - x_hat * "
        "mean_of(dy * gamma * x_hat)))",
    "You updated γ before you computed dx":
        "back(dy * right.new_gamma, x_hat, rstd)",
    "dx is the gradient of the loss that the old γ gave":
        "same(right.dx, back(dy * gamma, x_hat, rstd))",
    "You stepped up the gradient: the step was added":
        "2 * gamma - right.new_gamma",
    "With lr = 1 you would not notice": "unseen(lr=1)",
    "You averaged over the tokens where the chain rule sums":
        "beta - lr * dy.mean(axis=0)",
    "A mean does not grow with the number of tokens":
        "same(dy.mean(axis=0), np.vstack([dy, dy]).mean(axis=0))",
    "You moved γ by ∂L/∂β": "gamma - lr * dy.sum(axis=0)",
    "You moved β by ∂L/∂γ": "beta - lr * (dy * x_hat).sum(axis=0)",
    "You returned ∂L/∂γ and ∂L/∂β, not γ and β after the step":
        "(right.dx, (dy * x_hat).sum(axis=0), dy.sum(axis=0))",
    "You multiplied dx by the learning rate": "lr * right.dx",
    "dx travels on to the layer below as it is":
        "same(asked(lr=0.7).dx, right.dx)",
    "You forgot γ in dx": "back(dy, x_hat, rstd)",
    "You multiplied by γ after the two means; it belongs before them. y_i = "
    "γ_i x̂_i meets γ first on the way back: dx̂ is dy·γ":
        "gamma * back(dy, x_hat, rstd)",
    "You left out the mean of dx̂, the route through μ. It is 0 for a dx̂ "
    "with mean 0":
        "right.dx + rstd * mean_of(dx_hat)",
    "otherwise the entries of dx no longer add up to 0":
        "same((right.dx / rstd).sum(axis=-1) * 0, dy.sum(axis=-1) * 0) and "
        "not same(wrong.dx, right.dx)",
    "You left out x̂ times the mean of dx̂·x̂, the route through σ. It is 0 "
    "for a dx̂ orthogonal to x̂":
        "rstd * (dx_hat - mean_of(dx_hat))",
    "otherwise dx points along x̂, where the output hardly moves":
        "not same(wrong.dx, right.dx)",
    "You added x̂ times the mean of dx̂·x̂ instead of subtracting it. A "
    "larger σ makes every x̂ smaller":
        "right.dx + 2 * rstd * x_hat * mean_of(dx_hat * x_hat)",
    "Inputs with a variance near 1 hide that": "unseen(rstd=1)",
    "You treated μ and σ as constants: dx = dy·γ·rstd. The two means are "
    "missing":
        "dy * gamma * rstd",
    "You computed ∂L/∂γ from the output; it needs x̂. At γ = 1, β = 0 the "
    "output is x̂":
        "unseen(gamma=1, beta=0)",
    "You summed the parameters' gradients over the features. γ has one "
    "entry per feature and is shared by tokens, so sum over the tokens: axis "
    "0":
        "same(done(dy=dy, lr=0)[1], gamma) and (len(dy) != len(gamma) or "
        "same(wrong[2], beta - lr * dy.sum(axis=1)))",
    "You took the two means of dx over the tokens. ∂L/∂γ and ∂L/∂β do add "
    "over tokens":
        "rstd * (dx_hat - dx_hat.mean(axis=0) - x_hat * (dx_hat * "
        "x_hat).mean(axis=0))",
    "You took ∂L/∂β from dx̂ = dy·γ. That is on the way to dx; β is added "
    "behind γ":
        "beta - lr * (dy * gamma).sum(axis=0)",
    "You took away the whole shadow of dx̂ on x̂, which is divided by "
    "x̂·x̂. The mean of dx̂·x̂ is divided by N; the two are equal only at ε "
    "= 0":
        "rstd * (dx_hat - mean_of(dx_hat) - x_hat * mean_of(dx_hat * x_hat) "
        "/ mean_of(x_hat * x_hat))",
    "The two means in your dx go over all tokens":
        "rstd * (dx_hat - dx_hat.mean() - x_hat * (dx_hat * x_hat).mean())",
    "You took ∂L/∂γ from dx̂ = dy·γ. That is on the way to dx; γ's own "
    "gradient is dy·x̂":
        "gamma - lr * (dy * gamma * x_hat).sum(axis=0)",
    "You summed the parameters' gradients over everything. Each feature has "
    "a γ and a β of its own: sum over the tokens only":
        "beta - lr * dy.sum()",
    "You divided by the learning rate. A small rate makes a small step: it "
    "multiplies the gradient":
        "beta - dy.sum(axis=0) / lr",
    "You did not sum the parameters' gradients over the tokens. Every token "
    "uses the same γ and β":
        "beta - lr * dy",
    "You returned the two steps, not γ and β after them. Each step is taken "
    "off its parameter":
        "lr * dy.sum(axis=0)",
    "You multiplied the parameter by the learning rate as well. lr scales "
    "the gradient alone: γ − lr · ∂L/∂γ":
        "lr * (beta - dy.sum(axis=0))",
    "You took a step with x as well": "x_hat - lr * right.dx",
}  # fmt: skip
