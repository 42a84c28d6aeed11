"""RMSNorm's forward pass, over the last axis."""

import numpy as np

from answer_check.exercise import Case, Exercise


def rms_norm(x, gamma, eps):
    """Divide every token of x by its root mean square; scale by gamma."""
    mean_square = (x * x).mean(axis=-1, keepdims=True)
    return gamma * x / np.sqrt(mean_square + eps)


def _token_by_token(x, gamma, eps):
    y = np.empty(x.shape)
    for token in np.ndindex(x.shape[:-1]):
        z = x[token]
        y[token] = gamma * z / np.sqrt(z @ z / len(z) + eps)
    return y


def _cases(rng):
    def args(*shape, mean=1, spread=2, gain=1, eps=0.1):
        x = rng.normal(mean, spread, shape)
        gamma = rng.uniform(0.5, 2, shape[-1])
        return x, gain * gamma * rng.choice([-1, 1], shape[-1]), eps

    return [
        Case(*args(1, 4)),
        Case(*args(3, 5, eps=0.02)),
        Case(*args(4, 4), note="as many tokens as features"),
        Case(*args(2, 3, 4), note="a 3-D input"),
        Case(*args(3, 6, mean=100), note="a mean of 100"),
        Case(*args(2, 5, mean=0, spread=0.02), note="quiet tokens"),
        Case(*args(5), note="a single token", rough=True),
        Case(*args(1, 2, 3, 4), note="a 4-D input", rough=True),
        Case(*args(2, 6, gain=300, eps=1e-3), note="a large gamma"),
        Case(*args(8, 9), float32=True),
        Case(rng.integers(0, 10, (3, 4)), *args(3, 4)[1:], note="integers"),
    ]


CENTRED = "gamma * (x - x.mean(axis=-1, keepdims=True))"

EXERCISE = Exercise(
    lesson="09",
    statement="Write RMSNorm. Every token (every row along the last axis) is "
    "divided by the root of the mean of its squares plus ε; then `gamma` "
    "scales each feature. Nothing is subtracted and nothing added. `x` may "
    "have any number of leading axes, or none, and hold integers.",
    reference=rms_norm,
    properties={
        "a token alone gives what it gives in company": "05: f(x=x[:1]) == "
        "answer[:1] if x.ndim > 1",
        "twice the γ gives twice the output": "09: f(gamma=2 * gamma) == 2 "
        "* answer",
        "twice the x with four times the ε changes nothing": "09: f(x=2 * "
        "x, eps=4 * eps) == answer",
        "−x gives minus the output": "09: f(x=-x) == -answer",
        "with γ = 1 and ε = 0 the mean square of every token is 1": "09: "
        "(f(gamma=0 * gamma + 1, eps=0) ** 2).mean(-1) == 1",
    },
    accepted=[_token_by_token],
    mistakes={
        "(x * x).mean → x.var": "You divided by the standard deviation. `var` "
        "and `std` take the mean off before they square; RMSNorm squares x as "
        "it is.",
        f"gamma * x → {CENTRED}; (x * x).mean → x.var": "You centred first, "
        "in both places. That is LayerNorm without β; RMSNorm does not touch "
        "the mean.",
        f"gamma * x → {CENTRED}": "You subtracted the mean. LayerNorm does "
        "that; RMSNorm subtracts it neither in the numerator nor in the root.",
        "(x * x).mean(axis=-1, keepdims=True) → "
        "x.mean(axis=-1, keepdims=True) ** 2": "You squared the mean; it is "
        "the mean of the squares that counts. The two differ only in the "
        "order of the steps, and for tokens of one feature they are the same.",
        "(x * x) → np.abs(x)": "You took the mean of |x| under the root. It "
        "is the mean of the squares: square, average, take the root.",
        "(x * x) → np.abs(x); np.sqrt( → (": "You divided by the mean of "
        "|x|. That measures size as well, but here you square, average and "
        "take the root.",
        "mean_square + eps → mean_square * x.shape[-1] + eps": "You summed "
        "the squares and did not divide by N. That divides a token by its "
        "length, so it becomes 1 long; RMSNorm makes it √N long.",
        "(x * x) → (x * x / x.shape[-1])": "You divided the norm by N, or the "
        "sum of the squares by N twice. The root of the mean square is the "
        "norm over √N: the N stands under the root, with the squares.",
        "np.sqrt(mean_square + eps) → "
        "(np.sqrt(mean_square * x.shape[-1] + eps) / x.shape[-1])": "You "
        "divided by N after the root. Read the name from the right: square, "
        "mean, root. The N of the mean stands under the root.",
        "np.sqrt(mean_square + eps) → (mean_square + eps)": "You divided by "
        "the mean square instead of its root. A token twice as large then "
        "comes out half as large; it should come out the same.",
        "mean_square + eps → mean_square * x.shape[-1] / x.size + eps": "You "
        "divided the sum of the squares by the number of all entries. Each "
        "token's squares are as many as it has features.",
        "mean_square + eps → mean_square * x.shape[-1] / len(x) + eps": "You "
        "divided the sum of the squares by the length of axis 0. `len(x)` "
        "counts tokens or sentences; the number of features is `x.shape[-1]`.",
        (
            "np.sqrt(mean_square + eps) → (mean_square + eps) / 2",
            "np.sqrt(mean_square + eps) → ((mean_square + eps) / 2)",
        ): "You divided by the mean square, with a factor of 2, and not by "
        "its root. Python takes a power before `/`, so a power of one half "
        "needs brackets.",
        "np.sqrt(mean_square + eps) → (np.sqrt(mean_square) + eps)": "You "
        "added ε outside of the root. Both avoid a division by zero, but they "
        "are different numbers.",
        "np.sqrt(mean_square + eps) → "
        "np.maximum(np.sqrt(mean_square), eps)": "You took ε as the least "
        "root mean square. That avoids a division by zero as well, but an ε "
        "under the root changes every token.",
        "+ eps → ": "You left out `eps`. It hardly shows for ordinary tokens, "
        "but it keeps a token of zeros from 0 divided by 0.",
        tuple(
            f"mean_square + eps → mean_square + {own}"
            for own in (1e-5, 0.1, 1e-6, 1e-8)
        ): "You used a number of your own in place of `eps`. 10⁻⁵ is the "
        "usual value, but here eps is an argument, and the check tries "
        "several.",
        "gamma * x → x": "You forgot to multiply by gamma. With gamma = 1, "
        "its starting value, you would not notice.",
        "gamma * x → (1 + gamma) * x": "You multiplied by 1 + gamma. Some "
        "models keep γ − 1 as their parameter; here gamma is the factor "
        "itself.",
        "(x * x) → (gamma * x * gamma * x)": "You scaled by gamma before you "
        "took the root mean square. The division then takes back part of what "
        "gamma did; gamma comes last.",
        "axis=-1 → axis=0": "You averaged along axis 0, over tokens or "
        "sentences. Statistics often goes down the columns; here each token "
        "has its own root mean square, along axis −1.",
        "axis=-1 → axis=1": "You averaged along axis 1 instead of the last "
        "axis. For (token, feature) the two are the same; for (batch, token, "
        "feature) axis 1 runs over tokens.",
        "axis=-1 → axis=None": "You took one mean square over all tokens. "
        "Without `axis=` NumPy averages everything, and with a single token "
        "you would not notice.",
        ", keepdims=True → ": "The mean square lost its last axis. With as "
        "many tokens as features NumPy broadcasts it along the wrong axis "
        "without an error; `keepdims=True` prevents that.",
        "np.sqrt(mean_square + eps) → (np.sqrt(mean_square * x.shape[-1] + "
        "eps) / x.shape[-1] ** 0.5)": "You added ε to the sum of the "
        "squares. It belongs to their mean: divide by N first, then add ε, "
        "then take the root.",
        "np.sqrt(mean_square + eps) → (np.sqrt(mean_square * x.shape[-1]) + "
        "eps)": "You divided by the token's length plus ε. Its length is the "
        "root of the sum of squares: here the mean is needed, and ε stands "
        "under the root.",
        "np.sqrt(mean_square + eps) → (np.sqrt(mean_square) "
        "+ np.sqrt(eps))": "You took the roots of the mean square and of ε "
        "apart. The root of a sum is not the sum of the roots: add first, "
        "then take the root.",
        "gamma * x / → gamma + x /": "You added gamma; it multiplies. gamma "
        "is a scale for each feature, and nothing is added here.",
        "np.sqrt(mean_square + eps) → np.sqrt(mean_square) + eps": "You added "
        "ε to the quotient. It belongs under the root, where it keeps the "
        "division away from 0.",
        "mean_square + eps → np.sqrt(mean_square) + eps": "You took the root "
        "twice. ε is added to the mean square, and one root comes after that.",
        "gamma * x → gamma[:, np.newaxis] * x": "Your gamma goes by token. It "
        "has one number for each feature, and NumPy lines these up with the "
        "last axis.",
        "gamma * x / np.sqrt(mean_square + eps) → (x / np.sqrt(mean_square + "
        "eps)) @ gamma": "You added the features up, weighted by gamma, as "
        "`@` does. A scale for each feature is an entrywise product, `*`.",
    },
    promise={
        "x.ndim": (1, 2, 3, 4),
        "x.dtype.name": ("float64", "float32", "int64"),
        "eps": (0.1, 0.02, 1e-3),
    },
    hints=[
        "Read the name from the right: square, mean, root. Each token has "
        "one such number.",
        "`x * x` squares every entry. Its mean along the last axis needs "
        "`keepdims=True`, so that each token meets its own.",
        "ε is added to the mean of the squares, and then comes the root. "
        "gamma multiplies the quotient, feature by feature.",
    ],
    cases=_cases,
)
