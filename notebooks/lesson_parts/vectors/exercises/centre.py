"""Centring as a product with the matrix I − 11ᵀ/N."""

import numpy as np

from answer_check.exercise import Case, Exercise


def centre(x):
    """Centre every row of x (its last axis), by products."""
    d_model = x.shape[-1]
    ones = np.ones(d_model)
    C = np.eye(d_model) - np.outer(ones, ones) / d_model
    return x @ C


def _entry_by_entry(x):
    n = x.shape[-1]
    C = [[(i == j) - 1 / n for j in range(n)] for i in range(n)]
    return np.einsum("...i,ij->...j", x, C)


def _subtract_the_shadow(x):
    unit = np.ones(x.shape[-1]) / x.shape[-1] ** 0.5
    return x - (x @ unit)[..., np.newaxis] * unit


NO = "mean", "sum", "average", "nanmean", "fsum", "cumsum", "reduce"


def _sums_without_weights(words):
    """Complain about a mean that is no product, for a `style`."""
    looked_up = {w.split(" ")[1] for w in map(str, words)
                 if w.startswith(("attr ", "method ", "global "))}  # fmt: skip
    for name in looked_up.intersection(NO):
        return (
            f"The numbers are right, but you used `{name}`, and this exercise "
            "asks you to do without."
        )
    products = {"@", "*", "dot", "matmul", "inner", "vecdot", "tensordot"}
    several = any("->" in w and "," in w for w in words if type(w) is str)
    if words & products or several:  # einsum of two arrays, that is
        return None
    return (
        "The numbers are right, but you added the entries up without "
        "weights. Multiply by weights of 1/N, and let the product add."
    )


EXERCISE = Exercise(
    lesson="02",
    statement="Centre every row of `x` (its last axis) by products "
    "alone: by the N × N matrix that centres, or by each row's shadow on the "
    "line along (1, …, 1). No `mean`, no `sum`. "
    "`x` may have any number of leading axes, or none, and hold integers.",
    reference=centre,
    properties={
        "every centred row sums to 0": "02: answer.sum(-1) == 0",
        "a row alone gives what it gives in company": "02: f(x=x[:1]) == "
        "answer[:1] if x.ndim > 1",
        "centring a second time changes nothing": "02: f(x=answer) == answer",
        "adding 1 to all of x changes nothing": "02: f(x=x + 1) == answer",
    },
    accepted=[
        _entry_by_entry,
        _subtract_the_shadow,
        lambda x: (
            x - np.vecdot(x, np.full(x.shape[-1], 1 / x.shape[-1]))[..., None]
        ),
    ],
    mistakes={
        "C = np.eye(d_model) - np.outer(ones, ones) / d_model → C = "
        "(d_model * np.eye(d_model) - 1) / max(d_model - 1, 1)": "You took "
        "the mean of the others off every entry. An entry is in its row's "
        "mean, too: N of them, each with 1/N.",
        "np.eye(d_model) - → ": "You returned the part that centring removes. "
        "11ᵀ/N alone puts the mean in place of every entry; I − 11ᵀ/N keeps "
        "the rest. The two add up to x.",
        "/ d_model → ": "You took the sum of each row, not its mean: a 1 "
        "stands where 1/N belongs. The matrix 11ᵀ is divided by N, and a "
        "shadow on 1 by 1·1, which is N, too.",
        "- np.outer → + np.outer": "You added the mean instead of subtracting "
        "it. Then a row keeps a mean, and a larger one than it had.",
        "/ d_model → / (d_model - 1)": "You divided by N − 1. That belongs "
        "to the variance of a sample. Here it leaves rows that do not sum to "
        "0.",
        "/ d_model → / d_model**0.5": "You divided by √N once. A unit vector "
        "along 1 has entries of 1/√N: one is in the length of the shadow, and "
        "another one in the shadow itself.",
        tuple(f"/ d_model → / {n}" for n in (3, 4, 5)): "You divided by one "
        "number, whatever the length of a row is. N is `x.shape[-1]`.",
        "np.outer(ones, ones) → np.eye(d_model)": "You took from each entry "
        "an Nth of itself, as with `*` for `@` or with I for 11ᵀ. Each is "
        "scaled by (N − 1)/N and nothing is centred: a mean adds the row up.",
        "/ d_model → / len(x)": "You divided by the number of rows, which "
        "`len(x)` counts. For a square array that is the right count; "
        "otherwise a row has `x.shape[-1]` entries.",
        (
            "x @ C → x - x.mean(axis=-2, keepdims=True)",
            "x.shape[-1] → len(x); x @ C → C @ x",
        ): "You centred the columns. `C @ x` mixes the rows of a table, and "
        "with N = `len(x)` it runs; `x @ C` mixes the entries of each row.",
        "x @ C → C @ x": "You multiplied from the left: C @ x. That is right "
        "for one vector. `C @ x` mixes the rows of a table; to mix the "
        "entries of each row, C stands on the right.",
        "x.shape[-1] → len(x)": "Your N is the number of rows, which `len(x)` "
        "counts. C has a row and a column for each entry of a row: "
        "`x.shape[-1]`. For a square array the two are the same.",
        "x @ C → x - x.mean()": "You subtracted one mean, that of the whole "
        "array. With a single row you would not notice; with several, each "
        "row has a mean of its own.",
        "np.eye(d_model) → np.eye(d_model) / d_model": "You divided x by N, "
        "too, as (I − 11ᵀ)/N does. Divide only what is taken off.",
        "np.outer(ones, ones) → (1 - np.eye(d_model))": "Your C is right "
        "beside the diagonal, where −1/N stands. On the diagonal it has 1, "
        "but 11ᵀ/N is 1/N there as well, and that is taken off.",
        "np.eye(d_model) → 1": "You put ones everywhere where I belongs. I "
        "has ones on its diagonal alone, and 0 elsewhere.",
        "x @ C → x - (x @ ones)[..., None] / d_model**2": "You divided by N "
        "twice. A vector u of 1/N makes x·u the mean; take that off with a "
        "vector of ones. A unit vector along 1 would hold 1/√N.",
        "x @ C → x - x @ ones / d_model": "The means have lost their axis. `x "
        "@ u` uses up the last axis; `[..., np.newaxis]` puts it back, so "
        "that each row meets its own mean.",
        "x @ C → x * C": "You multiplied x and C entry by entry, with `*`. "
        "The product of matrices is `@`: each entry of it adds up a whole "
        "row.",
        (
            "x @ C → x - (x @ ones / d_model) @ ones",
            "x @ C → x - (x @ ones / d_model) @ ones / d_model",
        ): "Your second `@` adds the means of all rows up. Each mean goes "
        "back to every entry of its own row: give the means a last axis of "
        "length 1, `[..., np.newaxis]`, and use `*`.",
        "x @ C → C @ x.T": "Your answer comes out transposed, as with `C @ "
        "x.T`. On the right C meets the rows of x as they are, with any "
        "number of axes.",
    },
    promise={"x.ndim": (1, 2, 3, 4), "x.dtype.name": ("float64", "int64")},
    cases=lambda rng: [
        Case(rng.normal(1, 2, (1, 4)), note="a single row"),
        Case(rng.normal(1, 2, (3, 5))),
        Case(rng.normal(1, 2, (4, 7))),
        Case(rng.normal(1, 2, (4, 4)), note="as many rows as columns"),
        Case(rng.normal(1, 2, (3, 2, 5)), note="a 3-D input"),
        Case(rng.normal(1, 300, (8, 9)), note="large numbers"),
        Case(rng.normal(1, 2, 5), note="a single vector", rough=True),
        Case(rng.normal(1, 2, (2, 3, 2, 4)), note="a 4-D input", rough=True),
        Case(rng.integers(0, 100, (3, 4)), note="integers"),
    ],
    hints=[
        "Which matrix leaves x as it is, and which puts the mean everywhere?",
        "`np.eye(N)` is I, and `np.outer` of two vectors of ones is 11ᵀ, with "
        "N = `x.shape[-1]`. With shadows, `[..., np.newaxis]` gives the means "
        "back their last axis.",
        "Take the second, divided by N, from the first. The result has a row "
        "and a column for each entry of a row of x: on which side of `@` does "
        "it stand?",
    ],
    style=_sums_without_weights,
)
