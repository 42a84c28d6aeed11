"""RMSNorm's backward pass: dx and dgamma."""

import numpy as np

from answer_check.exercise import Case, Exercise


def rms_norm_backward(dy, x, gamma, eps):
    """Return dx and dgamma of y = gamma * x_hat."""
    inv_rms = 1 / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps)
    x_hat = x * inv_rms
    dx_hat = dy * gamma
    dx = dx_hat - x_hat * (dx_hat * x_hat).mean(axis=-1, keepdims=True)
    tokens = tuple(range(x.ndim - 1))
    return inv_rms * dx, (dy * x_hat).sum(axis=tokens)


def _with_the_matrix(dy, x, gamma, eps):
    n = x.shape[-1]
    rows, grads = x.reshape(-1, n), dy.reshape(-1, n)
    dx, dgamma = np.empty_like(rows), 0 * gamma
    for k, (row, grad) in enumerate(zip(rows, grads)):
        r = np.sqrt(row @ row / n + eps)
        x_hat = row / r
        dx[k] = (np.eye(n) - np.outer(x_hat, x_hat) / n) @ (grad * gamma) / r
        dgamma = dgamma + grad * x_hat
    return dx.reshape(x.shape), dgamma


def _case(rng, *shape, mean=1, size=1, eps=0.1, **about):
    x, dy = rng.normal(mean, 2, shape), rng.normal(0, size, shape)
    gamma = rng.uniform(0.5, 2, shape[-1]) * rng.choice([-1, 1], shape[-1])
    gamma[5:6] = 0  # by which nobody may divide
    return Case(dy, x, gamma, eps, **about)


EXERCISE = Exercise(
    lesson="09",
    statement="Write RMSNorm's backward pass: return `dx` in the shape of "
    "`x`, and `dgamma` in the shape of `gamma`, one number per feature. `x` "
    "may have any number of leading axes, or none; the rows along its last "
    "axis are tokens. x̂ is not given: find it again from `x` and `eps`.",
    reference=rms_norm_backward,
    properties={
        "twice the dy gives twice the dx": "03: f(dy=2 * dy).dx == 2 * dx",
        "a token alone has the dx that it has in company": "05: "
        "f(dy=dy[:1], x=x[:1]).dx == dx[:1] if x.ndim > 1",
        "dgamma does not follow γ": "09: f(gamma=2 * gamma).dgamma == dgamma",
        "dx · x, over a token, is ε/rms³ times dx̂ · x": "09: (dx * "
        "x).sum(-1) == (dy * gamma * x).sum(-1) * eps / ((x * x).mean(-1) + "
        "eps) ** 1.5",
    },
    accepted=[_with_the_matrix],
    outputs=("dx", "dgamma"),
    mistakes={
        "(x * x).mean → x.var; "
        "x * inv_rms → (x - x.mean(axis=-1, keepdims=True)) * inv_rms; "
        "dx_hat - → dx_hat - dx_hat.mean(axis=-1, keepdims=True) -": "That "
        "is LayerNorm's backward pass, as it stands. RMSNorm has no μ: "
        "neither in x̂, nor in the root, nor in dx.",
        "dx_hat - → dx_hat - dx_hat.mean(axis=-1, keepdims=True) -": "You "
        "took the mean of dx̂ off, as LayerNorm's backward pass does. That is "
        "the route through μ, and RMSNorm has no μ.",
        "- x_hat * (dx_hat * x_hat) → - (dx_hat * x_hat)": "The factor x̂ is "
        "missing before the mean of dx̂·x̂. Without it the same number is "
        "taken off every entry; what the root does to an entry is in "
        "proportion to its x̂.",
        "- x_hat * (dx_hat * x_hat) → - 0 * (dx_hat * x_hat)": "You treated "
        "the root mean square as a constant: dx = dx̂ / r. x̂ = x / r looks "
        "linear, but r is made of x.",
        "- x_hat * (dx_hat → + x_hat * (dx_hat": "You added x̂ times the mean "
        "of dx̂·x̂ instead of subtracting it. A larger entry makes the root "
        "larger, and the root divides: hence the minus.",
        "x_hat * (dx_hat * x_hat).mean(axis=-1, keepdims=True) → "
        "x_hat**2 * dx_hat / x.shape[-1]": "You took x̂²·dx̂/N, the diagonal "
        "of x̂x̂ᵀ alone. Every entry moves the root, so x̂ is multiplied by "
        "the mean of dx̂·x̂ over all of them.",
        "x_hat * (dx_hat * x_hat).mean(axis=-1, keepdims=True) → "
        "x_hat**2 * dx_hat.mean(axis=-1, keepdims=True)": "You took x̂² times "
        "the mean of dx̂. One x̂ belongs inside the mean: a mean of products "
        "is not the product of means.",
        "dx_hat - x_hat → dx_hat - 2 * x_hat": "You took x̂ times the mean of "
        "dx̂·x̂ twice. The square's slope brings a 2, the root's a ½, and the "
        "two cancel.",
        "dx_hat - x_hat → dx_hat - x_hat / 2": "You halved x̂ times the mean "
        "of dx̂·x̂. The root's slope brings a ½, the square's a 2, and the "
        "two cancel.",
        "x_hat).mean( → x_hat).sum(": "You took the sum of dx̂·x̂ where its "
        "mean belongs. Each square counts for 1/N of the mean square only.",
        "x_hat * (dx_hat * x_hat) → x * (dx_hat * x)": "The last term of your "
        "dx lacks two divisions by the root r. They are in x̂, which it holds "
        "twice; made of x, it has r³ below.",
        "dy * gamma → dy": "You forgot γ in dx. At γ = 1, where every layer "
        "starts, you would not notice.",
        "dy * gamma → dy; inv_rms * dx → gamma * inv_rms * dx": "You "
        "multiplied by γ at the end of dx; it belongs at the start. y = γ·x̂ "
        "meets γ first on the way back, before anything is averaged.",
        "inv_rms * dx → gamma * inv_rms * dx": "You multiplied dx by γ twice, "
        "at the start and at the end. y = γ·x̂ meets γ once on the way back, "
        "at the start.",
        "dy * gamma → dy * gamma**2": "You multiplied dy by γ twice on the "
        "way to dx̂. y = γ·x̂ meets γ once; what you call dx̂ may hold it "
        "already.",
        "(dx_hat * x_hat) → (dy * x_hat)": "Your mean of dx̂·x̂ uses dy in "
        "place of dx̂ = dy·γ. The other term carries γ already, so it seems "
        "to be there.",
        "dx_hat - x_hat → dx_hat / inv_rms - x_hat": "You divided the second "
        "term of dx alone by the root. That happens without brackets; the "
        "whole difference is divided.",
        (
            "(dx_hat * x_hat).mean(axis=-1 → (dx_hat * x_hat).mean(axis=0",
            "(dx_hat * x_hat).mean(axis=-1 → (dx_hat * x_hat).mean("
            "axis=tuple(range(x.ndim - 1))",
        ): "You averaged dx̂·x̂ over tokens or sentences. dgamma does add "
        "over tokens; but a token's root comes from its own features.",
        "(x * x).mean → x.var": "You took the standard deviation for the root "
        "mean square. `var` takes the mean off before it squares.",
        "np.sqrt( → (np.sqrt(; + eps → ) + eps": "You added ε outside of the "
        "root. Both avoid a division by zero, but they are different numbers.",
        "+ eps → ": "You left `eps` out of the root. With the usual 10⁻⁵ "
        "you would not notice; the check uses larger ones.",
        "(dy * x_hat) → (dx_hat * x_hat)": "Your dgamma holds a γ too many. "
        "dx̂ = dy·γ is on the way to dx, and y is γ·x̂; the gradient of γ is "
        "dy·x̂.",
        ".sum(axis=tokens) → ": "You did not sum dgamma over the tokens. "
        "Every token uses the same γ, so its gradients add up.",
        "sum(axis=tokens) → mean(axis=tokens)": "You averaged dgamma over the "
        "tokens. The mean, if the loss has one, is already inside dy.",
        "axis=tokens → axis=-1": "You summed dgamma over the features. Every "
        "token uses the same γ, so the tokens add up.",
        "axis=tokens → axis=0": "You summed dgamma over axis 0 alone. That "
        "is right for two axes. With three, tokens stand along two of them: "
        "sum over every axis but the last.",
        "(dx_hat * x_hat).mean(axis=-1, keepdims=True) → (dx_hat * "
        "x_hat).sum(axis=-1, keepdims=True) / (x_hat * x_hat).sum(axis=-1, "
        "keepdims=True)": "You took away the whole shadow of dx̂ on x, which "
        "is divided by x̂·x̂. The mean of dx̂·x̂ is divided by N; the two "
        "are equal only at ε = 0.",
        "x_hat * (dx_hat * x_hat) → x * (dx_hat * x_hat)": "The second term "
        "of your dx lacks a division by the root. It holds x̂ = x / r twice, "
        "and all of dx is divided by r once more.",
        "x_hat * (dx_hat * x_hat) → inv_rms * x_hat * (dx_hat * x_hat)": "In "
        "the second term of dx you divided by the root once too often. It "
        "holds x̂ = x / r twice, and all of dx is divided by r once more.",
        "(dy * x_hat).sum(axis=tokens) → (dy * x_hat).reshape(-1, "
        "x.shape[-1])[-1]": "Only the last token counts in your dgamma. In a "
        "loop, `dgamma = …` replaces what was there; a sum needs `dgamma += "
        "…`.",
        "(dx_hat * x_hat).mean(axis=-1, keepdims=True) → (dx_hat * "
        "x_hat).mean()": "Your mean of dx̂·x̂ goes over all tokens. "
        "`.mean()` without `axis=` averages everything; each token has a "
        "mean of its own.",
        tuple(
            f"(dx_hat * x_hat).mean(axis=-1, keepdims=True) → "
            f"(dx_hat * x_hat).sum(axis=-1, keepdims=True) / {n}"
            for n in ("len(x)", "x.shape[1]", "x.size")
        ): "Your N in dx is not the number of features. Each token has a "
        "mean of its own, over its features: N is the length of the last "
        "axis.",
        tuple(f"+ eps → + {own}" for own in (1e-5, 0.1, 1e-6)): "You used a "
        "number of your own in place of `eps`. 10⁻⁵ is the usual value, but "
        "here eps is an argument, and the check tries several.",
        "(dy * x_hat).sum → (inv_rms * dx * x_hat).sum": "You computed dgamma "
        "from dx. γ stands behind x̂, so its gradient is made of dy, before "
        "anything goes further back.",
        "inv_rms * dx → inv_rms * dx * x.shape[-1]": "Your dx is N times too "
        "large. The form with N·dx̂ and a sum needs a division by N at the "
        "end.",
        "(x * x).mean → x.var; "
        "x * inv_rms → (x - x.mean(axis=-1, keepdims=True)) * inv_rms": "You "
        "took LayerNorm's x̂. RMSNorm has no μ: x̂ is x over the root of the "
        "mean of its squares.",
    },
    promise={
        "x.ndim": (1, 2, 3, 4),
        "x.dtype.name": ("float64", "float32"),
        "eps": (0.1, 0.02),
    },
    cases=lambda rng: [
        _case(rng, 2, 4),
        _case(rng, 3, 5, eps=0.02),
        _case(rng, 40, 3),
        _case(rng, 4, 4, note="as many tokens as features"),
        _case(rng, 2, 3, 4, note="a 3-D input"),
        _case(rng, 3, 6, mean=20, note="a mean of 20"),
        _case(rng, 5, note="a single token", rough=True),
        _case(rng, 1, 2, 3, 4, note="a 4-D input", rough=True),
        _case(rng, 3, 5, size=900, note="large gradients"),
        _case(rng, 8, 9, float32=True),
    ],
    hints=[
        "Step back from y to x̂ first. From there it is LayerNorm's backward "
        "pass, with one route less.",
        "dx̂ is dy·γ. Take away x̂ times a mean, and divide by the root. "
        "LayerNorm takes away another mean as well, which has no place here.",
        "It is the mean of dx̂·x̂, one for each token. γ collects dy·x̂ from "
        "every token; `axis=` takes a tuple of all axes but the last.",
    ],
)
