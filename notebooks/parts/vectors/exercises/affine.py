"""Scale and shift every token: shapes that go wrong without a word."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def affine(x, gamma, beta):
    """Scale token t (row t) of x by gamma[t] and shift it by beta[t]."""
    return gamma[:, np.newaxis] * x + beta[:, np.newaxis]


def _with_a_diagonal(x, gamma, beta):
    ones = np.ones(x.shape[-1], gamma.dtype)
    return np.diag(gamma) @ x + np.outer(beta, ones)


def _token_by_token(x, gamma, beta):
    y = np.empty(x.shape)
    for t in range(len(gamma)):
        y[..., t, :] = gamma[t] * x[..., t, :] + beta[t]
    return y


def _cases(rng):
    def args(*shape, size=1):
        tokens = shape[-2]
        x = rng.normal(0, size, shape)
        gamma = rng.uniform(0.5, 2, tokens) * rng.choice([-1, 1], tokens)
        return x, gamma, rng.normal(size=tokens)

    return [
        Case(*args(2, 3)),
        Case(*args(4, 4), note="as many tokens as features"),
        Case(*args(3, 5)),
        Case(*args(2, 5, size=300), note="large numbers"),
        Case(*args(2, 3, 4), note="a 3-D input"),
        Case(*args(2, 4, 4), note="a batch of square inputs"),
        Case(*args(3, 3, 4), note="as many batches as tokens"),
        Case(*args(1, 2, 3, 4), note="a 4-D input", rough=True),
        Case(*args(8, 9), float32=True),
        Case(rng.integers(0, 10, (3, 2)), *args(3, 2)[1:], note="integers"),
    ]


ANSWER = "gamma[:, np.newaxis] * x + beta[:, np.newaxis]"

EXERCISE = Exercise(
    lesson="02",
    statement="Scale and shift every token: row t of the answer is "
    "`gamma[t]` times row t of `x`, plus `beta[t]`. `x` has shape (..., "
    "num_tokens, d_model) and may hold integers, `gamma` and `beta` have "
    "shape (num_tokens,).",
    reference=affine,
    properties={
        "with gamma = 0, row t is beta[t] throughout": "02: f(gamma=0 * "
        "gamma) == 0 * x + beta[:, None]",
        "with gamma = 1 and beta = 0, x comes back": "02: f(gamma=0 * gamma "
        "+ 1, beta=0 * beta) == x",
        "twice the gamma and beta give twice the answer": "02: f(gamma=2 * "
        "gamma, beta=2 * beta) == 2 * answer",
    },
    accepted=[_with_a_diagonal, _token_by_token],
    mistakes={
        "[:, np.newaxis] → ": "You scaled and shifted columns: one gamma and "
        "one beta per feature. NumPy lines shapes up from the right, so (n,) "
        "meets the features. With as many tokens as features no error tells "
        "you.",
        "beta[:, np.newaxis] → beta": "gamma goes by token, but beta goes by "
        "feature. A vector of shape (n,) lines up with the last axis; beta "
        "needs the new axis as much as gamma does.",
        "gamma[:, np.newaxis] → gamma": "beta goes by token, but gamma goes "
        "by feature. A vector of shape (n,) lines up with the last axis, and "
        "a diagonal matrix on the right scales columns, too: bring gamma to "
        "the rows, as you did with beta.",
        "x + beta[:, np.newaxis] → (x + beta[:, np.newaxis])": "You shifted "
        "first and scaled afterwards. gamma · (x + beta) multiplies beta as "
        "well. Try gamma = 0: the answer should be beta.",
        (
            "gamma[:, np.newaxis] * → gamma @",
            f"{ANSWER} → gamma @ x + beta",
        ): "You added the rows up, weighted by gamma, which mixes the tokens. "
        "So it is in `gamma @ x`, and in an einsum whose answer has no axis "
        "of tokens. A scale for each row multiplies it and adds nothing up.",
        "gamma → beta; beta → gamma": "gamma and beta have changed places. "
        "Both have the same shape, so no error tells you. gamma multiplies, "
        "beta is added.",
        "gamma[:, np.newaxis] * → ": "You forgot to multiply by gamma. With "
        "gamma = 1 you would not notice.",
        "gamma[:, np.newaxis] * → (1 + gamma[:, np.newaxis]) *": "You "
        "multiplied by 1 + gamma. Some models keep γ − 1 as their parameter; "
        "here gamma is the factor itself.",
        "+ beta[:, np.newaxis] → ": "You forgot to add beta. With beta = 0 "
        "you would not notice.",
        (
            f"{ANSWER} → np.array([gamma[t] * x[t] + beta[t] for t in "
            "range(len(gamma))])",
            f"{ANSWER} → np.array([g * row + b for g, row, b in "
            "zip(gamma, x, beta)])",
        ): "Your gamma and beta go along axis 0, as in a loop over it. That "
        "is the batch when x has three axes: `x[t]` is token t only in a "
        "single block; `x[..., t, :]` is token t of each.",
        f"{ANSWER} → (gamma * x.T + beta).T": "Your gamma and beta run along "
        "the first axis, as in `x.T`, which turns round all axes. The tokens "
        "stand there only where x has two.",
        f"{ANSWER} → np.resize(gamma, x.shape) * x + np.resize(beta, "
        "x.shape)": "Your gamma runs on along a row and then begins again, as "
        "when `np.resize` fills the shape of x. One gamma belongs to a whole "
        "row.",
        (
            "* x + → * (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, "
            "keepdims=True) +",
            "* x + → * (x - x.mean(axis=-1, keepdims=True)) / "
            "np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5) +",
        ): "You standardized every token first, as LayerNorm will. Here x is "
        "scaled and shifted as it comes.",
        f"{ANSWER} → gamma[0] * x + beta[0]": "You scaled and shifted every "
        "token by the gamma and the beta of token 0. Each token has its own.",
        tuple(
            f"{ANSWER} → gamma.reshape({axes}) * x + beta.reshape({axes})"
            for axes in ("-1, 1, 1", "1, -1, 1")
        ): "Where x has two axes, your answer has three. gamma and beta with "
        "two, (n, 1), line up with the rows of any x.",
    },
    hints=[
        "Write the shapes below each other, right-aligned. Which axes meet?",
        "(num_tokens, 1) lines up with (num_tokens, d_model): one number for "
        "each row. How does (num_tokens,) become (num_tokens, 1)?",
        "`np.newaxis` in an index puts an axis of length 1 there. Make "
        "columns of gamma and of beta, then `*` and `+` do the rest.",
    ],
    promise={
        "x.ndim": (2, 3, 4),
        "x.dtype.name": ("float64", "float32", "int64"),
    },
    cases=_cases,
)
