"""LayerNorm's backward pass: dx, dgamma and dbeta."""

import numpy as np

from answer_check.exercise import Case, Exercise


def layer_norm_backward(dy, x, y, gamma, eps):
    """Return dx, dgamma and dbeta; y is what the forward pass returned."""
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    x_hat = (x - mean) * rstd
    dx_hat = dy * gamma
    dx = dx_hat - dx_hat.mean(axis=-1, keepdims=True)
    dx = dx - x_hat * (dx_hat * x_hat).mean(axis=-1, keepdims=True)
    tokens = tuple(range(x.ndim - 1))
    return rstd * dx, (dy * x_hat).sum(axis=tokens), dy.sum(axis=tokens)


def _with_the_matrix(dy, x, y, gamma, eps):
    n = x.shape[-1]
    rows, grads = x.reshape(-1, n), dy.reshape(-1, n)
    dx, dgamma, dbeta = np.empty_like(rows), 0 * gamma, 0 * gamma
    for k, (row, grad) in enumerate(zip(rows, grads)):
        s = np.sqrt(row.var() + eps)
        x_hat = (row - row.mean()) / s
        jacobian = n * np.eye(n) - 1 - np.outer(x_hat, x_hat)
        dx[k] = (grad * gamma) @ jacobian / (n * s)
        dgamma, dbeta = dgamma + grad * x_hat, dbeta + grad
    return dx.reshape(x.shape), dgamma, dbeta


def _route_by_route(dy, x, y, gamma, eps):
    n = x.shape[-1]
    deviation = x - x.mean(-1, keepdims=True)
    rstd = (np.square(deviation).mean(-1, keepdims=True) + eps) ** -0.5
    dx_hat = gamma * dy
    dvar = (dx_hat * deviation).sum(-1, keepdims=True) * rstd**3 / -2
    dmean = -(dx_hat * rstd).sum(-1, keepdims=True)
    dx = dx_hat * rstd + dvar * 2 * deviation / n + dmean / n
    flat = dy.reshape(-1, n)
    x_hat = (deviation * rstd).reshape(-1, n)
    return dx, np.einsum("ij,ij->j", flat, x_hat), flat.sum(0)


def _case(rng, *shape, mean=0, size=1, eps=0.1, **about):
    x = rng.normal(mean, 2, shape)
    gamma = rng.uniform(0.5, 2, shape[-1]) * rng.choice([-1, 1], shape[-1])
    beta = rng.normal(size=shape[-1])
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    y = gamma * (x - x.mean(axis=-1, keepdims=True)) * rstd + beta
    dy = rng.normal(0, size, shape)
    return Case(dy, x, y, gamma, eps, **about)


EXERCISE = Exercise(
    lesson="07",
    statement="Write LayerNorm's backward pass: return `dx` in the shape of "
    "`x`, and `dgamma` and `dbeta` in the shape of `gamma`, one number per "
    "feature. `x` may have any number of leading axes, or none; the rows "
    "along its last axis are tokens, and their mean may be 10⁶. x̂ and rstd "
    "are not given: find them again from `x` and `eps`, as in the forward "
    "pass.",
    reference=layer_norm_backward,
    properties={
        "over every token, dx sums to 0": "06: dx.sum(-1) == 0",
        "twice the dy gives twice the dx": "03: f(dy=2 * dy).dx == 2 * dx",
        "a token alone has the dx that it has in company": "05: "
        "f(dy=dy[:1], x=x[:1], y=y[:1]).dx == dx[:1] if x.ndim > 1",
        "over every token, dx · (x − μ) is ε/s³ times dx̂ · "
        "(x − μ)": "06: (dx * (x - x.mean(-1, keepdims=True))).sum(-1) == "
        "(dy * gamma * (x - x.mean(-1, keepdims=True))).sum(-1) * eps / "
        "(x.var(-1) + eps) ** 1.5",
        "the same tokens twice give twice the dgamma": "07: "
        "f(dy=np.tile(dy, (2, 1)), x=np.tile(x, (2, 1)), y=np.tile(y, (2, "
        "1))).dgamma == 2 * dgamma if x.ndim == 2",
        "dbeta is the sum of dy over the tokens": "07: dbeta == "
        "dy.reshape(-1, dy.shape[-1]).sum(0)",
    },
    accepted=[_with_the_matrix, _route_by_route],
    outputs=("dx", "dgamma", "dbeta"),
    mistakes={
        "dy * gamma → dy": "You forgot γ in dx. At γ = 1, where every layer "
        "starts, you would not notice.",
        "dy * gamma → dy; rstd * dx → gamma * rstd * dx": "You multiplied by "
        "γ after J; one γ per feature belongs before it. With one γ per "
        "token, as in print, inside and outside are the same; per feature, "
        "y_i = γ_i x̂_i + β_i meets γ first on the way back.",
        "(dx_hat * x_hat) → (dy * x_hat)": "Your mean of dx̂·x̂ uses dy in "
        "place of dx̂ = dy·γ. The other two terms carry γ already, so it "
        "seems to be there.",
        "- dx_hat.mean(axis=-1, keepdims=True) → ": "You left out the mean "
        "of dx̂, the route through μ. It is 0 for a dx̂ with mean 0; "
        "otherwise the entries of dx do not add up to 0.",
        "x_hat * (dx_hat → 0 * (dx_hat": "Your dx lacks x̂ times the mean of "
        "dx̂·x̂, the route through σ. If you wrote mean(dx̂)·mean(x̂), it is "
        "there, but it is 0, because the mean of x̂ is 0: multiply first, "
        "then average.",
        "- dx_hat.mean → - 0 * dx_hat.mean; x_hat * (dx_hat → "
        "0 * (dx_hat": "You treated μ and σ as constants: dx = dx̂·rstd. The "
        "equation x̂ = (x − μ)·rstd looks linear, but μ and σ are made of x.",
        "dx_hat.mean(axis=-1, keepdims=True) → dx_hat / x.shape[-1]; (dx_hat "
        "* x_hat).mean(axis=-1, keepdims=True) → (dx_hat * x_hat) / "
        "x.shape[-1]": "You kept the diagonal of J alone. An entry of x moves "
        "every output of its token, so both terms are means over the token.",
        "dx - x_hat → dx + x_hat": "You added x̂ times the mean of dx̂·x̂ "
        "instead of subtracting it. In the product rule of step 5 it has a "
        "plus, but there it stands on the other side of the equation.",
        "dx_hat.mean → dx_hat.sum; x_hat).mean → x_hat).sum": "You took sums "
        "in dx where its two means belong. μ and σ² are means over N "
        "entries, so both sums are divided by N.",
        "= dx_hat - → = dx_hat / x.shape[-1] -": "You divided dx̂ by N. In "
        "the form (N·dx̂ − Σdx̂ − x̂·Σdx̂·x̂)·rstd/N the division meets three "
        "terms, and two of them are sums; dx̂ needs its N to stay whole.",
        "x_hat * (dx_hat → (dx_hat": "The factor x̂ is missing before the "
        "mean of dx̂·x̂. Without it the same number is taken off every entry; "
        "what σ does to an entry is in proportion to its x̂.",
        "x_hat * (dx_hat * x_hat) → x * (dx_hat * x)": "The last term of "
        "your dx has x where x̂ belongs. For a token with μ = 0 and σ = 1 "
        "they are the same; x̂ is (x − μ)·rstd.",
        "x_hat * (dx_hat * x_hat) → y * (dx_hat * y)": "You computed dx from "
        "y; its last term needs x̂. At γ = 1, β = 0 they are the same; x̂ is "
        "(x − μ)·rstd.",
        "x_hat * (dx_hat * x_hat) → y / gamma * (dx_hat * y / gamma)": "You "
        "computed dx from y/γ, which is x̂ only at β = 0. Every layer starts "
        "with β = 0, so at first you would not notice.",
        "(dy * x_hat) → (dy * y / gamma)": "You computed dgamma from y/γ, "
        "which is x̂ only at β = 0. y = γ·x̂ + β, and β is not given here: "
        "x̂ is (x − μ)·rstd.",
        "rstd * dx → dx / rstd": "You multiplied dx by s. dx ends in a "
        "division by s, and rstd is 1/s.",
        "rstd * dx → dx": "You did not multiply dx by rstd. Inputs with a "
        "variance near 1 hide that.",
        (
            "dx_hat.mean(axis=-1 → dx_hat.mean(axis=0; "
            "x_hat).mean(axis=-1 → x_hat).mean(axis=0",
            "axis=-1 → axis=0",
            "axis=-1 → axis=tuple(range(x.ndim - 1))",
            "axis=-1 → axis=0; axis=tokens → axis=0; dy * gamma → dy; "
            "rstd * dx → gamma * rstd * dx",
        ): "You took the two means of dx over the tokens. ∂L/∂γ and ∂L/∂β do "
        "add over tokens; but means, in μ and σ too, go over features.",
        "+ eps → ": "You left ε out of rstd. For a loud token and 10⁻⁵ it "
        "hardly shows; here ε is larger.",
        "np.sqrt( → (np.sqrt(; + eps → ) + eps": "You added ε to σ; it stands "
        "inside the root. Both avoid a division by 0, and with the usual 10⁻⁵ "
        "and a loud token they agree in four digits.",
        "x.var( → x.var(ddof=1, ": "You divided the variance by "
        "N − 1. It is the default of many statistics programs; LayerNorm "
        "divides by N.",
        "(dy * x_hat) → (dy * y)": "You computed dgamma from y; it needs x̂. "
        "y is at hand and has the same shape, and at γ = 1, β = 0 it is x̂.",
        "(dy * x_hat) → (dy * (x - mean))": "You computed dgamma from x − μ; "
        "rstd is missing. γ multiplies x̂ = (x − μ)·rstd; where σ is near 1 "
        "this hardly shows.",
        "(dy * x_hat) → (dy * gamma * x_hat)": "You multiplied dgamma by γ. "
        "dx̂ = dy·γ is on the way to dx; γ's own gradient is dy·x̂.",
        "sum(axis=tokens) → mean(axis=tokens)": "You averaged dgamma and "
        "dbeta over the tokens. If the loss is a mean, that division sits in "
        "dy already; the chain rule sums over every place where a parameter "
        "is used.",
        "axis=tokens → axis=-1": "You summed dgamma and dbeta over the "
        "features. Mean and variance go along the last axis, so it is easy "
        "to write it again; but tokens share γ, so sum over the tokens.",
        "axis=tokens → axis=0": "You summed dgamma and dbeta over axis 0 "
        "alone. That is right for two axes. With three, tokens stand along "
        "two of them: sum over every axis but the last.",
        "x_hat * (dx_hat → (x - mean) * (dx_hat": "The last "
        "term of your dx lacks one rstd. Written with x − μ, the term has "
        "rstd³: one from each of its two x̂, and one before all of dx.",
        "(dy * x_hat).sum(axis=tokens) → "
        "(dy * x_hat).reshape(-1, x.shape[-1])[-1]; "
        "dy.sum(axis=tokens) → dy.reshape(-1, x.shape[-1])[-1]": "Only the "
        "last token counts in your dgamma and dbeta. In a loop, `dgamma = …` "
        "replaces what was there; a sum needs `dgamma += …`.",
        "dy.sum(axis=tokens) → dx_hat.sum(axis=tokens)": "You multiplied "
        "dbeta by γ. dx̂ = dy·γ is on the way to dx; β is added behind γ.",
        "rstd * dx → rstd**2 * dx": "You multiplied dx by rstd². The variance "
        "stands in many formulas; dx ends in one division by s.",
        "(dx_hat * x_hat).mean(axis=-1, keepdims=True) → (dx_hat * "
        "x_hat).sum(axis=-1, keepdims=True) / (x_hat * x_hat).sum(axis=-1, "
        "keepdims=True)": "You took away the whole shadow of dx̂ on x̂, "
        "which is divided by x̂·x̂. The mean of dx̂·x̂ is divided by N; the "
        "two are equal only at ε = 0.",
        "(x - mean) * rstd → y": "You took y for x̂ throughout. At γ = 1, β "
        "= 0 they are the same; x̂ is (x − μ)·rstd.",
        "(x - mean) * rstd → y / gamma": "You took y/γ for x̂ throughout, "
        "which is right only at β = 0. β is not given here, and γ may be 0: "
        "x̂ is (x − μ)·rstd.",
        "(x - mean) * rstd → x - mean": "Your x̂ is x − μ throughout; rstd "
        "is missing. Where σ is near 1 you would not notice.",
        "x.var(axis → (x * x).mean(axis; (x - mean) → x; - "
        "dx_hat.mean(axis=-1, keepdims=True) → ": "That is RMSNorm's "
        "backward pass. LayerNorm takes the mean off: in x̂, in the "
        "variance, and in dx, where the mean of dx̂ is taken off.",
        "(dy * x_hat).sum(axis=tokens) → dy * x_hat; dy.sum(axis=tokens) → "
        "dy": "dgamma and dbeta are not summed over the tokens. Every token "
        "uses the same γ and β, so the gradients add up over all axes but "
        "the last.",
        (
            "dx_hat.mean(axis=-1, keepdims=True) → dx_hat.mean(); "
            "x_hat).mean(axis=-1, keepdims=True) → x_hat).mean()",
            "dx_hat.mean(axis=-1, keepdims=True) → dx_hat.mean()",
            "x_hat).mean(axis=-1, keepdims=True) → x_hat).mean()",
        ): "A mean in your dx goes over all tokens. `.mean()` without "
        "`axis=` averages everything; each token has two means of its own.",
        tuple(
            f"dx_hat.mean(axis=-1, keepdims=True) → "
            f"dx_hat.sum(axis=-1, keepdims=True) / {n}; "
            f"x_hat).mean(axis=-1, keepdims=True) → "
            f"x_hat).sum(axis=-1, keepdims=True) / {n}"
            for n in ("len(x)", "x.shape[1]", "x.size")
        ): "Your N in dx is not the number of features. Each token has its "
        "own two means, over its features: N is the length of the last axis.",
        tuple(f"+ eps → + {own}" for own in (1e-5, 0.1, 1e-6)): "You used a "
        "number of your own in place of `eps`. 10⁻⁵ is the usual value, but "
        "here eps is an argument, and the check tries several.",
        "x.var → -mean * mean + (x * x).mean": "You squared too early, as in "
        "mean of squares minus squared mean. It is equal on paper; far from 0 "
        "it subtracts huge numbers that agree in nearly all digits.",
        "x.var → (x - mean).mean": "Your variance is 0 for every token, as "
        "the mean of the deviations is. Average their squares.",
        "dx = dx_hat - → dx = rstd * dx_hat -; rstd * dx → dx": "You "
        "multiplied only dx̂ by rstd. That happens without brackets; rstd "
        "multiplies the whole difference.",
        "(dy * x_hat).sum(axis=tokens) → (dy * x_hat).sum(); "
        "dy.sum(axis=tokens) → dy.sum()": "You summed dgamma and dbeta over "
        "everything. Each feature has a γ and a β of its own: sum over the "
        "tokens only.",
        "dy * gamma → dy / gamma": "You divided dy by γ. y = γ·x̂ + β "
        "multiplies by γ, and so does the way back: dx̂ = dy·γ.",
        "dx_hat - dx_hat.mean → dx_hat + dx_hat.mean; dx - x_hat → dx + "
        "x_hat": "You added the two means in dx. The routes through μ and "
        "through σ both take away: each has a minus.",
        "rstd * dx → rstd * dx * x.shape[-1]": "Your dx is N times too large. "
        "The form with N·dx̂ and two sums needs a division by N at the end.",
        (
            "dx_hat.mean(axis=-1, keepdims=True) → dx_hat.mean(axis=-1); "
            "x_hat).mean(axis=-1, keepdims=True) → x_hat).mean(axis=-1)",
        ): "A mean in your dx has lost its last axis. "
        "`keepdims=True` keeps it, so that each token meets its own means.",
        "x.mean(axis=-1, keepdims=True) → x.mean(axis=-1); "
        "x.var(axis=-1, keepdims=True) → x.var(axis=-1)": "The mean and the "
        "variance of x have lost their last axis. `keepdims=True` keeps it, "
        "so that each token meets its own mean and variance.",
        "axis=tokens → axis=-2": "You summed dgamma and dbeta over axis −2 "
        "alone. That is right for two axes. With three, tokens stand along "
        "two of them: sum over every axis but the last.",
        "rstd * dx, → gamma * rstd * dx,": "You multiplied dx by γ twice, at "
        "the start and at the end. y = γ·x̂ + β meets γ once on the way back, "
        "at the start.",
        "x_hat * (dx_hat * x_hat).mean(axis=-1, keepdims=True) → "
        "x_hat**2 * dx_hat.mean(axis=-1, keepdims=True)": "You took x̂² times "
        "the mean of dx̂. One x̂ belongs inside the mean: a mean of products "
        "is not the product of means.",
        "x_hat * (dx_hat * x_hat) → (x - mean) * (dx_hat * (x - mean))": ""
        "What comes to dx through σ lacks two divisions by s. They are in x̂, "
        "which it holds twice; made of x − μ, it has s³ below.",
        "x_hat).mean → x_hat).sum": "You took the sum of dx̂·x̂ where its "
        "mean belongs. In J the products of two x̂ are divided by N, as the "
        "ones are.",
        "dx_hat.mean → dx_hat.sum": "You took the sum of dx̂ where its mean "
        "belongs. On the walk the last arrow lacks its slope: mean is the sum "
        "of x over N, so an entry moves it by 1/N.",
        "x_hat * (dx_hat → x_hat / 2 * (dx_hat": "Your route through σ counts "
        "half. The root's slope brings a ½, the square's a 2, and the two "
        "cancel.",
        "x_hat * (dx_hat → 2 * x_hat * (dx_hat": "Your route through σ counts "
        "twice. The square's slope brings a 2, the root's a ½, and the two "
        "cancel.",
    },
    promise={
        "x.ndim": (1, 2, 3, 4),
        "x.dtype.name": ("float64", "float32"),
        "eps": (0.1, 0.02),
        "abs(x).max() > 9e5": (False, True),
    },
    cases=lambda rng: [
        _case(rng, 2, 4),
        _case(rng, 3, 5, eps=0.02),
        _case(rng, 40, 3),
        _case(rng, 4, 4, note="as many tokens as features"),
        _case(rng, 2, 3, 4, note="a 3-D input"),
        _case(rng, 3, 6, mean=100, note="a mean of 100"),
        _case(
            rng,
            2,
            6,
            mean=[[1e6], [-1e6]],
            rough=True,
            note="one row near 10⁶ and one near −10⁶",
        ),
        _case(rng, 5, note="a single token", rough=True),
        _case(rng, 1, 2, 3, 4, note="a 4-D input", rough=True),
        _case(rng, 3, 5, size=900, note="large gradients"),
        _case(rng, 8, 9, float32=True),
    ],
    hints=[
        "First the parameters: y = γ·x̂ + β, added up over all tokens. Then "
        "step back to dx̂, and from there to dx.",
        "dx̂ is dy·γ. From dx̂ take away its mean and x̂ times another mean; "
        "then multiply by rstd.",
        "That other mean is the one of dx̂·x̂. Both means go along axis −1 "
        "with `keepdims=True`; the sums for γ and β go over every other "
        "axis, and `axis=` takes a tuple.",
    ],
)
