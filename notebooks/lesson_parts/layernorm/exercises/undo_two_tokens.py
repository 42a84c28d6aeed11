"""Two tokens brought back at once: one γ and one β a feature can do it."""

import numpy as np

from answer_check.exercise import Case, Exercise


def undo_two_tokens(first, second, eps):
    """Return the gamma and beta that bring both tokens back."""
    x = np.stack([first, second])
    std = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    x_hat = (x - x.mean(axis=-1, keepdims=True)) / std
    gamma = (x[0] - x[1]) / (x_hat[0] - x_hat[1])
    return gamma, x[0] - gamma * x_hat[0]


def _normalized(x, eps):
    return (x - x.mean()) / np.sqrt(x.var() + eps)


def _feature_by_feature(first, second, eps):
    hats = zip(_normalized(first, eps), _normalized(second, eps))
    pairs = [
        np.linalg.solve([[a, 1], [b, 1]], [y, z])
        for (a, b), y, z in zip(hats, first, second)
    ]
    return np.array([g for g, _ in pairs]), np.array([b for _, b in pairs])


def _transposed(first, second, eps):
    a, b = _normalized(first, eps), _normalized(second, eps)
    gamma = (first - b * second) / (a - b)
    return gamma, second - gamma


def _case(rng, d_model, eps, mean=0, size=1, apart=(0.2, 9), note=""):
    """Draw tokens until their closest entries of x̂ are that far apart."""
    while True:
        x = rng.normal(mean, size, (2, d_model))
        hats = _normalized(x[0], eps), _normalized(x[1], eps)
        if apart[0] < np.abs(hats[0] - hats[1]).min() < apart[1]:
            return Case(*x, eps, note=note)


RISE, RUN = "(x[0] - x[1])", "(x_hat[0] - x_hat[1])"

EXERCISE = Exercise(
    lesson="05",
    statement="At ε = 0, one γ and one β for all features bring back only "
    "tokens of one mean and one spread. With one of each per feature, as in "
    "the course's layer, you can do better. Return `gamma` and `beta`, arrays "
    "with one number per feature, such that γ·x̂ + β is `first` for the first "
    "token and `second` for the second. You get tokens whose x̂ differ in "
    "every entry; `eps` stands inside the root, as always.",
    reference=undo_two_tokens,
    properties={
        "γ · x̂ + β brings back the first token": "05: gamma * (first - "
        "first.mean()) / np.sqrt(first.var() + eps) + beta == first",
        "γ · x̂ + β brings back the second token as well": "05: gamma * "
        "(second - second.mean()) / np.sqrt(second.var() + eps) + beta == "
        "second",
    },
    accepted=[_feature_by_feature],
    outputs=("gamma", "beta"),
    mistakes={
        (
            "return gamma, x[0] - gamma * x_hat[0] → "
            "return std[0] + 0 * first, x.mean(axis=-1)[0] + 0 * first",
            "return gamma, x[0] - gamma * x_hat[0] → return x[0].std() + 0 * "
            "first, x.mean(axis=-1)[0] + 0 * first",
        ): "Your gamma and beta are spread and mean of the first token, in "
        "every feature. At best only that one comes back: the second has a "
        "mean and a spread of its own, and its x̂ is made with these.",
        (
            "return gamma, x[0] - gamma * x_hat[0] → "
            "return std.mean() + 0 * first, x.mean() + 0 * first",
            "return gamma, x[0] - gamma * x_hat[0] → return (x * x_hat).sum() "
            "/ (x_hat**2).sum() + 0 * first, x.mean() + 0 * first",
        ): "Your gamma is one number for all features, and so is your beta: a "
        "compromise between the two tokens, which brings back neither. Each "
        "feature has two points of its own, and a line of its own.",
        "x[0] - gamma * x_hat[0] → x[0] * x_hat[1] - x[1] * x_hat[0]": "Your "
        "beta multiplies each token by the other one's x̂ and subtracts. That "
        "is still to be divided by the second x̂ less the first.",
        f"{RISE} → (x[0] + x[1]); {RUN} → (x_hat[0] + x_hat[1])": "Your "
        "gamma is sum over sum, or mean over mean. Adding the two equations "
        "leaves β in; subtract one from the other, and it drops out.",
        f"{RISE} / {RUN} → {RUN} / {RISE}": "Your gamma is upside down. γ "
        "turns x̂ into tokens: the difference of the tokens is divided by "
        "that of their x̂.",
        (
            f"{RISE} / {RUN} → x[0] / x_hat[0]",
            f"{RISE} / {RUN} → x[1] / x_hat[1]",
            f"{RISE} / {RUN} → x[0] / x_hat[0]; "
            "return gamma, x[0] - gamma * x_hat[0] → return gamma, 0 * x[0]",
            f"{RISE} / {RUN} → x[1] / x_hat[1]; "
            "return gamma, x[0] - gamma * x_hat[0] → return gamma, 0 * x[0]",
            f"{RISE} / {RUN} → x[0] / x_hat[0]; return gamma, x[0] - gamma * "
            "x_hat[0] → return gamma, x[1] - gamma * x_hat[1]",
        ): "Your gamma is a token over its x̂, as if there were no β. With β "
        "there are two unknowns, and one equation does not fix them.",
        "x[0] - gamma * x_hat[0] → x[0] - gamma * x_hat[1]": "Your beta "
        "mixes the tokens: it takes γ times the x̂ of the other one off a "
        "token. All shapes fit, so no error tells you.",
        "return gamma, x[0] - gamma * x_hat[0] → return 1 + 0 * first, 0 * "
        "first": "You returned γ = 1 and β = 0. They leave x̂ as it is: both "
        "tokens come out normalized, and neither comes back.",
        (
            "return gamma, x[0] → return -gamma, x[0]",
            f"{RUN} → (x_hat[1] - x_hat[0])",
        ): "Your gamma has the wrong sign. Take both differences in one "
        "order: first less second, above the line and below it.",
        tuple(f"+ eps → + {own}" for own in (1e-5, 1e-6, 1e-8)): "You "
        "wrote a number of your own in place of `eps`. 10⁻⁵ is the usual "
        "value, but here `eps` says what is added.",
        "+ eps → ": "You left out ε. On the tokens of the lesson it is 0, "
        "and you would not notice.",
        "+ eps) → ) + eps": "You added ε to σ; it stands inside the root. On "
        "the tokens of the lesson it is 0, and you would not notice.",
        "x.var( → x.var(ddof=1, ": "You divided by N − 1 in the variance. "
        "LayerNorm, which these are to undo, divides by N.",
        "axis=-1 → axis=None": "You took one mean and one variance for both "
        "tokens. Each token is normalized by itself.",
        "axis=-1 → axis=0": "You took mean and spread of each feature over "
        "the two tokens. LayerNorm takes them along each token; gamma and "
        "beta are a line through two points: gamma·x̂ + beta = x, twice.",
        "x[0] - gamma * x_hat[0] → (x[0] + x[1]) / 2": "Your beta is the "
        "mean of the two tokens. Put gamma into either of the two "
        "equations, and beta is what is left.",
        "return gamma, x[0] - gamma * x_hat[0] → return gamma, "
        "0 * x[0]": "Your beta is 0. Put gamma into either of the two "
        "equations, and beta is what is left.",
        f"{RUN} → (x_hat[1] - x_hat[0]); "
        "- gamma * x_hat[0] → - gamma * x_hat[1]": "Tokens "
        "and x̂ are paired crosswise, in gamma and in beta. The x̂ of the "
        "first token belongs to `first`, the other one to `second`.",
        (
            "x[0] - gamma * x_hat[0] → x[0] - gamma",
            "x[0] - gamma * x_hat[0] → x[1] - gamma",
        ): "Your beta is x − γ. γ is a "
        "factor of x̂; γ·x̂ as a whole is taken off x.",
        _transposed: "Your equations stand in columns: what you solved is γ "
        "times the first x̂ plus β times the second, and γ + β. Each token's "
        "equation is a row: its x̂ and a 1.",
        f"{RISE} / {RUN} → {RISE} / x_hat[0] - x_hat[1]": "You divided by the "
        "x̂ of the first token and then subtracted the other one. That "
        "happens without brackets; the difference of the two divides.",
    },
    promise={
        "first.ndim": (1,),
        "first.dtype.name": ("float64",),
        "eps": (0.0, 0.1, 0.3, 1e-3),
    },
    cases=lambda rng: [
        Case(
            np.array([3.16, 0.61, 1.87]),
            np.array([0.6, 2.3, 1.2]),
            0.0,
            note="the two tokens of the lesson, ε = 0",
        ),
        _case(rng, 4, 0.1),
        _case(rng, 8, 0.3),
        _case(rng, 3, 0.1, mean=100, note="a mean of 100"),
        _case(rng, 4, 0.1, size=300, note="large numbers"),
        _case(rng, 4, 1e-3, size=0.02, note="quiet tokens"),
        _case(rng, 5, 0.1, apart=(0.01, 0.05), note="x̂ that nearly meet"),
    ],
    hints=[
        "Look at one feature: two tokens, two equations, two unknowns.",
        "Normalize both tokens. For feature i the equations are γ_i·x̂_i + "
        "β_i = x_i, once for each token. Which unknown drops out when you "
        "subtract?",
        "γ is a rise over a run: the difference of the tokens over that of "
        "their x̂, in all features at once. Put it into either equation, and "
        "β is what is left.",
    ],
)
