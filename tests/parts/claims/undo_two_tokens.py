"""What the exercise `undo_two_tokens` claims."""


def hats(first, second, eps):
    """Return the two x̂, one token after the other."""
    made = []
    for token in (first, second):
        spread = ((token - token.mean()) ** 2).mean()
        made.append((token - token.mean()) / (spread + eps) ** 0.5)
    return made


def line(first, second, a, b):
    """Return γ and β of the lines through (a, first) and (b, second)."""
    gamma = (first - second) / (a - b)
    return gamma, first - gamma * a


def over(first, second, root):
    """Return γ and β where the tokens are divided by other roots."""
    a = (first - first.mean()) / root(first)
    return line(first, second, a, (second - second.mean()) / root(second))


CLAIMS = {
    "`eps` stands inside the root, as always":
        "same(x_hat, np.array(hats(first, second, eps)))",
    "At ε = 0, one γ and one β for all features bring back only tokens of "
    "one mean and one spread":
        "same(right.gamma * x_hat[0] + right.beta, first) and "
        "np.ptp(right.gamma) > 0",
    "With one of each per feature": "right.gamma.shape == first.shape",
    "Return `gamma` and `beta`, arrays with one number per feature, such "
    "that γ·x̂ + β is `first` for the first token and `second` for the second":
        "same(right.gamma * x_hat[0] + right.beta, first) and "
        "same(right.gamma * x_hat[1] + right.beta, second)",
    "For feature i the equations are γ_i·x̂_i + β_i = x_i, once for each "
    "token":
        "same(right.gamma * x_hat[1] + right.beta, second)",
    "γ is a rise over a run: the difference of the tokens over that of "
    "their x̂":
        "same(right.gamma, (first - second) / (x_hat[0] - x_hat[1]))",
    "Your gamma and beta bring back the first token alone. √(σ²+ε) and μ "
    "are those of one token":
        "np.sqrt(first.var() + eps) + 0 * first",
    "the second one comes out with the same mean and spread":
        "same((wrong.gamma * hats(first, second, 0)[1]).std(), "
        "np.sqrt(first.var() + eps))",
    "In the sum β stays, twice; in the difference it drops out":
        "same(first + second, right.gamma * (x_hat[0] + x_hat[1]) + 2 * "
        "right.beta) and same(first - second, right.gamma * (x_hat[0] - "
        "x_hat[1]))",
    "You added the two equations; subtract one from the other. ":
        "(first + second) / (x_hat[0] + x_hat[1])",
    "Your gamma adds the two x̂ below the line. They are subtracted, as the "
    "tokens are above it":
        "(first - second) / (x_hat[0] + x_hat[1])",
    "Your gamma adds the two tokens above the line. They are subtracted, as "
    "their x̂ are below it":
        "(first + second) / (x_hat[0] - x_hat[1])",
    "Your gamma is upside down. γ turns x̂ into tokens: the difference of "
    "the tokens is divided by that of their x̂":
        "1 / right.gamma",
    "Your gamma is a token over its x̂, as if there were no β":
        "first / x_hat[0]",
    "Your beta has a plus where a minus belongs. γ·x̂ + β = x: what γ·x̂ "
    "gives is taken off x":
        "first + right.gamma * x_hat[0]",
    "Your beta mixes the tokens: it takes γ times the x̂ of the other one "
    "off a token":
        "first - right.gamma * x_hat[1]",
    "Your beta is x − γ. γ is a factor of x̂; γ·x̂ as a whole is taken off x":
        "first - right.gamma",
    "Your gamma has the wrong sign; beta is right. Take both differences in "
    "one order: first less second, above the line and below it":
        "(-right.gamma, right.beta)",
    "You left out ε. On the tokens of the lesson it is 0, and you would not "
    "notice":
        "line(first, second, *hats(first, second, 0))",
    "You added ε to σ; it stands inside the root":
        "over(first, second, lambda token: token.std() + eps)",
    "You divided by the variance instead of its root. σ² + ε stands in the "
    "formula":
        "over(first, second, lambda token: token.var() + eps)",
    "You divided the variance by N − 1":
        "over(first, second, lambda token: np.sqrt(token.var(ddof=1) + eps))",
    "You used x − μ where x̂ belongs. The division by √(σ²+ε) is the other "
    "half of the normalization":
        "over(first, second, lambda token: 1)",
    "You did not take off the mean: x̂ is centred":
        "line(first, second, first / np.sqrt(first.var() + eps), second / "
        "np.sqrt(second.var() + eps))",
    "You took one mean and one variance for both tokens. Each token is "
    "normalized by itself":
        "same(wrong.gamma, 0 * first + np.sqrt(x.var() + eps))",
    "You normalized each feature over the two tokens. LayerNorm takes mean "
    "and variance along the token, over its features":
        "line(first, second, *((x - x.mean(axis=0)) / np.sqrt(x.var(axis=0) "
        "+ eps)))",
    "Your beta is x − γ·x. γ multiplies x̂: γ·x̂ + β = x":
        "first - right.gamma * first",
    "Your beta is the second token less γ times the x̂ of the first. Put "
    "both numbers of one token into the equation":
        "second - right.gamma * x_hat[0]",
    "Your beta is the mean of the two tokens": "(first + second) / 2",
    "Your gamma divides by 0: you took an x̂ from itself. Below the line "
    "belongs the difference of the two x̂":
        "bool(np.isinf(wrong.gamma).all())",
    "Your beta is 0": "0 * first",
    "In gamma the two differences run in opposite directions. Take both in "
    "the same order: first less second, above the line and below it":
        "-right.gamma",
    "The two x̂ have changed places. The x̂ of the first token belongs to "
    "`first`, in gamma and in beta":
        "line(first, second, x_hat[1], x_hat[0])",
}  # fmt: skip
