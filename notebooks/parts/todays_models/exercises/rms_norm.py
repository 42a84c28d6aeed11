"""RMSNorm's forward pass, over the last axis."""

import numpy as np

from course_lib.exercises.exercise import FRACTIONS_LOST, Case, Exercise


def rms_norm(x, gamma, eps):
    """Divide every token of x by its root mean square; scale by gamma."""
    mean_square = (x * x).mean(axis=-1, keepdims=True)
    return gamma * x / np.sqrt(mean_square + eps)


def _with_a_norm(x, gamma, eps):
    length = np.linalg.norm(x, axis=-1, keepdims=True)
    return x * (length**2 / x.shape[-1] + eps) ** -0.5 * gamma


def _token_by_token(x, gamma, eps):
    y = np.empty(x.shape)
    for token in np.ndindex(x.shape[:-1]):
        z = x[token]
        y[token] = gamma * z / np.sqrt(z @ z / len(z) + eps)
    return y


def _cases(rng):
    def args(*shape, mean=1, spread=2, gain=1):
        x = rng.normal(mean, spread, shape)
        gamma = gain * rng.uniform(0.5, 2, shape[-1])
        return x, gamma, 0.1

    return [
        Case(*args(1, 4)),
        Case(*args(3, 5)),
        Case(*args(4, 4), note="as many tokens as features"),
        Case(*args(2, 3, 4), note="a 3-D input"),
        Case(*args(3, 6, mean=100), note="a mean of 100"),
        Case(*args(2, 5, mean=0, spread=0.02), note="quiet tokens"),
        Case(*args(2, 6, gain=300), note="a gamma near 300"),
        Case(*args(4, 7), float32=True),
        Case(rng.integers(0, 10, (3, 4)), *args(3, 4)[1:], note="integers"),
    ]


CENTRED = "gamma * (x - x.mean(axis=-1, keepdims=True))"

EXERCISE = Exercise(
    lesson="10",
    statement="Write RMSNorm. Every token (every row along the last axis) is "
    "divided by the root of the mean of its squares plus ε; then `gamma` "
    "scales each feature. Nothing is subtracted and nothing added. `x` may "
    "have any number of leading axes.",
    reference=rms_norm,
    accepted=[_with_a_norm, _token_by_token],
    mistakes={
        "(x * x).mean → x.var": "You divided by the standard deviation. `var` "
        "and `std` take the mean off before they square; RMSNorm squares x as "
        "it is.",
        f"gamma * x → {CENTRED}; (x * x).mean → x.var": "You centred first, "
        "in both places. That is LayerNorm without β; RMSNorm leaves the mean "
        "where it is.",
        f"gamma * x → {CENTRED}": "You subtracted the mean. LayerNorm does; "
        "here it is neither in the numerator nor in the root.",
        "(x * x).mean(axis=-1, keepdims=True) → "
        "x.mean(axis=-1, keepdims=True) ** 2": "You squared the mean; it is "
        "the mean of the squares that counts. The words differ by their order "
        "alone, and tokens of one feature show nothing.",
        "(x * x) → np.abs(x); np.sqrt( → (": "You divided by the mean of |x|. "
        "It measures size as well, but root mean square squares, averages, "
        "and takes the root.",
        "mean_square + eps → mean_square * x.shape[-1] + eps": "You summed "
        "the squares and did not divide by N. That divides a token by its "
        "length, so its length becomes 1; RMSNorm makes it √N.",
        "(x * x) → (x * x / x.shape[-1])": "You divided the norm by N, or the "
        "sum of the squares by N twice. The root of the mean square is the "
        "norm over √N: the N stands under the root, with the squares.",
        "np.sqrt(mean_square + eps) → "
        "(np.sqrt(mean_square * x.shape[-1] + eps) / x.shape[-1])": "You "
        "divided by N after the root. The words are read from the right: "
        "square, mean, root. The mean's N is under the root.",
        "np.sqrt(mean_square + eps) → (mean_square + eps)": "You divided by "
        "the mean square instead of its root. Twice the token would come out "
        "half as large, and not the same.",
        "mean_square + eps → mean_square * x.shape[-1] / len(x) + eps": "You "
        "divided the sum of the squares by the length of axis 0. `len(x)` "
        "counts tokens; N, the number of features, is `x.shape[-1]`.",
        "np.sqrt(mean_square + eps) → (mean_square + eps) ** 1 / 2": "You "
        "divided by the mean square, and then by 2. The power comes first: "
        "`** 1 / 2` is `(… ** 1) / 2`. The root is `** 0.5`.",
        "np.sqrt(mean_square + eps) → ((mean_square + eps) ** 1 / 2)": "You "
        "divided by half of the mean square. The power comes first: `** 1 / "
        "2` is `(… ** 1) / 2`. The root is `** 0.5`.",
        "np.sqrt(mean_square + eps) → (np.sqrt(mean_square) + eps)": "You "
        "added ε outside of the root. Both avoid a division by zero, but they "
        "are different numbers.",
        "np.sqrt(mean_square + eps) → "
        "np.maximum(np.sqrt(mean_square), eps)": "You took ε as the least "
        "root mean square. It avoids a division by zero as well, but ε under "
        "the root is felt by every token.",
        "eps → eps**2": "You squared ε. It stands beside the mean square as "
        "it is.",
        "+ eps → ": "You left out ε. It hardly shows for ordinary tokens, and "
        "a token of zeros divides 0 by 0.",
        "mean_square + eps → mean_square + 1e-5": "You used 10⁻⁵ in place of "
        "`eps`. It is the usual value; here eps is an argument, and 0.1 in "
        "the check.",
        "gamma * x → x": "You forgot to multiply by gamma. With gamma = 1, "
        "its starting value, nothing shows.",
        "gamma * x → (1 + gamma) * x": "You multiplied by 1 + gamma. Some "
        "models keep γ − 1 as their parameter; here gamma is the factor "
        "itself.",
        "(x * x) → (gamma * x * gamma * x)": "You scaled by gamma before you "
        "took the root mean square. The division then takes back part of what "
        "gamma did; gamma comes last.",
        "axis=-1 → axis=0": "You averaged along axis 0, over the tokens. "
        "Columns are samples in statistics; here each token has its own root "
        "mean square, along axis −1.",
        "axis=-1 → axis=1": "You averaged along axis 1 instead of the last "
        "axis. For (token, feature) the two are the same; for (batch, token, "
        "feature) axis 1 runs over tokens.",
        "axis=-1 → axis=None": "You took one mean square over all tokens. "
        "Without `axis=` NumPy averages everything, and with a single token "
        "nothing shows.",
        ", keepdims=True → ": "The mean square lost its last axis. With as "
        "many tokens as features NumPy broadcasts it along the wrong axis "
        "without a word; `keepdims=True` prevents it.",
        "gamma * x / np.sqrt(mean_square + eps) → "
        "(gamma * x / np.sqrt(mean_square + "
        "eps)).astype(x.dtype)": FRACTIONS_LOST,
    },
    hints=[
        "Three words, read from the right: square, mean, root. Each token has "
        "one such number.",
        "`x * x` squares every entry. Its mean along the last axis needs "
        "`keepdims=True`, so that each token meets its own.",
        "ε is added to the mean of the squares, and then comes the root. "
        "gamma multiplies the quotient, feature by feature.",
    ],
    cases=_cases,
)
