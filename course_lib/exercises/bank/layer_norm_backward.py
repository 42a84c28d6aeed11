"""LayerNorm's backward pass: dx, dgamma and dbeta."""

from functools import partial

import numpy as np

from course_lib.exercises.exercise import Case, Exercise, Mistake

STARTER = '''\
def layer_norm_backward(dy, x, y, gamma, eps):
    """Return dx, dgamma and dbeta; y is what the forward pass returned."""
    raise NotImplementedError
'''


def layer_norm_backward(dy, x, y, gamma, eps):
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


def wrong(dy, x, y, gamma, eps, *, gamma_at="inside", mean=True, spread=1,
          scale=True, along=-1, keep_eps=True, dgamma_from="x_hat",
          averaged=False, sum_over="tokens", eps_in_root=True, ddof=0,
          inner="means", hat_on_slope=True, dx_from="x_hat"):  # fmt: skip
    """Run the backward pass with one switch for every listed mistake."""
    var = x.var(axis=-1, keepdims=True, ddof=ddof)
    rstd = 1 / np.sqrt(var + eps * keep_eps)
    if not eps_in_root:
        rstd = 1 / (np.sqrt(var) + eps)
    deviation = x - x.mean(axis=-1, keepdims=True)
    hats = {
        "x_hat": deviation * rstd,
        "y": y,
        "y / γ": y / gamma,
        "x": x,
        "x - mean": deviation,
        "γ x_hat": gamma * deviation * rstd,
    }
    x_hat = hats[dx_from]
    dx_hat = dy * gamma if gamma_at in ("inside", "not in the slope") else dy
    factor = dy if gamma_at == "not in the slope" else dx_hat
    average = np.sum if inner == "sums" else np.mean
    slope = average(factor * x_hat, axis=along, keepdims=True)
    dx = dx_hat - mean * average(dx_hat, axis=along, keepdims=True)
    dx = dx - spread * (x_hat if hat_on_slope else 1) * slope
    if gamma_at == "outside":
        dx = gamma * dx
    axes = {
        "tokens": tuple(range(x.ndim - 1)),
        "features": -1,
        "first axis": 0,
    }[sum_over]
    add_up = np.mean if averaged else np.sum
    return (
        rstd * dx if scale else dx,
        add_up(dy * hats[dgamma_from], axis=axes),
        add_up(dy, axis=axes),
    )


def _cases(rng):
    def args(*shape, mean=0, dtype=float):
        x = rng.normal(mean, 2, shape)
        gamma = rng.uniform(0.5, 2, shape[-1])
        beta = rng.normal(size=shape[-1])
        rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + 0.1)
        y = gamma * (x - x.mean(axis=-1, keepdims=True)) * rstd + beta
        dy = rng.normal(size=shape)
        return *(each.astype(dtype) for each in (dy, x, y, gamma)), 0.1

    return [
        Case(*args(2, 4)),
        Case(*args(3, 5)),
        Case(*args(4, 4), note="as many tokens as features"),
        Case(*args(2, 3, 4), note="a 3-D input"),
        Case(*args(3, 6, mean=100), note="a mean of 100"),
        Case(*args(5, 4, dtype=np.float32), note="float32"),
    ]


EXERCISE = Exercise(
    name="layer_norm_backward",
    lesson="07",
    statement="Write LayerNorm's backward pass: return `dx` in the shape of "
    "`x`, and `dgamma` and `dbeta` in the shape of `gamma`, one number a "
    "feature. `x` may have any number of leading axes; the rows along its "
    "last axis are tokens. x̂ and rstd are not given: find them again from "
    "`x` and `eps`, as in the forward pass.",
    starter=STARTER,
    reference=layer_norm_backward,
    accepted=[_with_the_matrix, _route_by_route],
    outputs=("dx", "dgamma", "dbeta"),
    mistakes=[
        Mistake(
            partial(wrong, gamma_at="forgotten"),
            "You forgot γ in dx.",
            "At γ = 1, where every layer starts, nothing shows.",
        ),
        Mistake(
            partial(wrong, gamma_at="outside"),
            "You multiplied by γ after J; one γ a feature belongs before it.",
            "With one γ a token, as in print, inside and outside are the "
            "same; per feature, y_i = γ_i x̂_i meets γ first on the way back.",
        ),
        Mistake(
            partial(wrong, gamma_at="not in the slope"),
            "Your mean of dx̂·x̂ uses dy in place of dx̂ = dy·γ.",
            "The other two terms carry γ already, so it seems to be there.",
        ),
        Mistake(
            partial(wrong, mean=False),
            "You left out the mean of dx̂, the route through μ.",
            "It is 0 for a dx̂ with mean 0; otherwise the entries of dx no "
            "longer add up to 0.",
        ),
        Mistake(
            partial(wrong, spread=0),
            "You left out x̂ times the mean of dx̂·x̂, the route through σ.",
            "It is 0 for a dx̂ orthogonal to x̂; otherwise dx points along "
            "x̂, where the output hardly moves.",
        ),
        Mistake(
            partial(wrong, mean=False, spread=0),
            "You treated μ and σ as constants: dx = dx̂·rstd.",
            "The equation x̂ = (x − μ)·rstd looks linear; but μ and σ are "
            "made of x.",
        ),
        Mistake(
            partial(wrong, spread=-1),
            "You added x̂ times the mean of dx̂·x̂ instead of subtracting it.",
            "In the product rule of step 5 it stands with a plus, on the "
            "other side of the equation.",
        ),
        Mistake(
            partial(wrong, inner="sums"),
            "You took sums in dx where its two means belong.",
            "Each entry moves μ and σ² by one N-th only, so both sums are "
            "divided by N.",
        ),
        Mistake(
            partial(wrong, hat_on_slope=False),
            "The factor x̂ is missing before the mean of dx̂·x̂.",
            "Without it the same number is taken off every entry; what σ does "
            "to an entry is in proportion to its x̂.",
        ),
        Mistake(
            partial(wrong, dx_from="x"),
            "You computed dx from x; its last term needs x̂.",
            "For a token with μ = 0 and σ = 1 they are the same; x̂ is "
            "(x − μ)·rstd.",
        ),
        Mistake(
            partial(wrong, dx_from="y"),
            "You computed dx from y; its last term needs x̂.",
            "At γ = 1, β = 0 they are the same; x̂ is (x − μ)·rstd.",
        ),
        Mistake(
            partial(wrong, dx_from="y / γ"),
            "You computed dx from y/γ, which is x̂ only at β = 0.",
            "Every layer starts with β = 0, so at first nothing shows.",
        ),
        Mistake(
            partial(wrong, dgamma_from="y / γ"),
            "You computed dgamma from y/γ, which is x̂ only at β = 0.",
            "y = γ·x̂ + β: take β off before you divide, or use (x − μ)·rstd.",
        ),
        Mistake(
            partial(wrong, scale=False),
            "You did not multiply dx by rstd.",
            "Inputs with a variance near 1 hide it.",
        ),
        Mistake(
            partial(wrong, along=0),
            "You took the two means of dx over the tokens.",
            "∂L/∂γ and ∂L/∂β do add over tokens; but a token's μ and σ come "
            "from its own features.",
        ),
        Mistake(
            partial(wrong, keep_eps=False),
            "You left ε out of rstd.",
            "With the usual 10⁻⁵ nothing shows; here ε is 0.1.",
        ),
        Mistake(
            partial(wrong, eps_in_root=False),
            "You added ε to σ; it stands inside the root.",
            "Both avoid a division by 0, and with the usual 10⁻⁵ and a loud "
            "token they agree in four digits.",
        ),
        Mistake(
            partial(wrong, ddof=1),
            "You divided the variance by N − 1.",
            "It is the default of many statistics programs; LayerNorm "
            "divides by N.",
        ),
        Mistake(
            partial(wrong, dgamma_from="y"),
            "You computed dgamma from y; it needs x̂.",
            "y is at hand and has the same shape, and at γ = 1, β = 0 it is "
            "x̂.",
        ),
        Mistake(
            partial(wrong, dgamma_from="x"),
            "You computed dgamma from x; it needs x̂.",
            "γ multiplies x̂, so its gradient is dy times x̂.",
        ),
        Mistake(
            partial(wrong, dgamma_from="x - mean"),
            "You computed dgamma from x − μ; rstd is missing.",
            "γ multiplies x̂ = (x − μ)·rstd; where σ is near 1 nothing shows.",
        ),
        Mistake(
            partial(wrong, dgamma_from="γ x_hat"),
            "You multiplied dgamma by γ.",
            "dx̂ = dy·γ is on the way to dx; γ's own gradient is dy·x̂.",
        ),
        Mistake(
            partial(wrong, averaged=True),
            "You averaged dgamma and dbeta over the tokens.",
            "If the loss is a mean, that division sits in dy already; the "
            "chain rule sums over every place where a parameter is used.",
        ),
        Mistake(
            partial(wrong, sum_over="features"),
            "You summed dgamma and dbeta over the features.",
            "Mean and variance go along the last axis, so the hand goes "
            "there again; but γ is shared by tokens, and those add up.",
        ),
        Mistake(
            partial(wrong, sum_over="first axis"),
            "You summed dgamma and dbeta over axis 0 alone.",
            "It is right for two axes; with three, tokens stand along two "
            "of them.",
        ),
    ],
    hints=[
        "First the parameters: y = γ·x̂ + β, added up over all tokens. Then "
        "step back to dx̂, and from there to dx.",
        "dx̂ is `dy * gamma`. dx is what remains of dx̂ after its mean, and "
        "its share along x̂, are taken away; then times rstd.",
        "`dx = rstd * (dx_hat - dx_hat.mean(...) - x_hat * (dx_hat * "
        "x_hat).mean(...))`, means along axis −1 with `keepdims=True`; "
        "`tokens = tuple(range(x.ndim - 1))` for the sums.",
    ],
    cases=_cases,
)
