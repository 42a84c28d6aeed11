"""Broadcasting: a scale for each token and one for each feature at once."""

import numpy as np

from answer_check.exercise import Case, Exercise


def scale_both(x, per_token, per_feature):
    """Scale each token of x by its number, and each feature by its own."""
    return x * per_token[:, np.newaxis] * per_feature


def _one_by_one(x, per_token, per_feature):
    answer = np.zeros(x.shape)
    for t in range(len(x)):
        for f in range(x.shape[1]):
            answer[t, f] = x[t, f] * per_token[t] * per_feature[f]
    return answer


EXERCISE = Exercise(
    lesson="02",
    statement="Scale a table in both directions. `x` has shape (num_tokens, "
    "d_model), `per_token` a number for each token, `per_feature` one for "
    "each feature. Return a new table with the entries x[t, f] · "
    "per_token[t] · per_feature[f].",
    reference=scale_both,
    properties={
        "with scales of 1 nothing changes": "02: f(per_token=np.ones(len(x)),"
        " per_feature=np.ones(x.shape[1])) == x",
        "a token whose scale is 0 is all 0": "02: f(per_token=0 * per_token) "
        "== 0",
    },
    accepted=[
        _one_by_one,
        lambda x, per_token, per_feature: (
            np.diag(per_token) @ x @ np.diag(per_feature)
        ),
    ],
    mistakes={
        "per_token[:, np.newaxis] → per_token": "Your scales of the tokens "
        "have shape (num_tokens,), so NumPy lines them up with the features, "
        "from the right. For a table with as many tokens as features that "
        "runs, and scales the wrong way. Give them a second axis of length 1.",
        "per_feature → per_feature[:, np.newaxis]; "
        "per_token[:, np.newaxis] → per_token": "You gave the second axis to "
        "the scales of the features. Shapes are compared from the right, and "
        "the features are the last axis of x: it is `per_token` that needs a "
        "second axis.",
        "per_feature → per_feature[:, np.newaxis]": "You made a column of "
        "both scales. The scales of the features already meet the last axis "
        "of x; only `per_token` needs a second axis.",
        "* per_token[:, np.newaxis] → ": "You left out the scales of the "
        "tokens. Each row of x has one of its own.",
        "* per_feature → ": "You left out the scales of the features. Each "
        "column of x has one of its own.",
        "x * per_token[:, np.newaxis] * per_feature → "
        "x * (per_token[:, np.newaxis] + per_feature)": "You added the two "
        "scales before you multiplied. Each entry is scaled twice, one scale "
        "after the other.",
        "* per_token[:, np.newaxis] → / per_token[:, np.newaxis]": "You "
        "divided by the scales of the tokens. Each entry is multiplied.",
        "* per_feature → / per_feature": "You divided by the scales of the "
        "features. Each entry is multiplied.",
        "x * per_token[:, np.newaxis] * per_feature → "
        "np.outer(per_token, per_feature)": "You returned the table of the "
        "scales alone. It has the shape of x, and x is still to be "
        "multiplied by it.",
        (
            "x * per_token[:, np.newaxis] * per_feature → "
            "per_token @ x @ per_feature",
            "x * per_token[:, np.newaxis] * per_feature → "
            "(per_token @ x) * per_feature",
            "x * per_token[:, np.newaxis] * per_feature → "
            "per_token * (x @ per_feature)",
        ): "`@` adds up what it multiplies, so entries of the table are "
        "lost. To scale, multiply entry by entry, with `*`.",
    },
    promise={"x.ndim": (2,), "x.dtype.name": ("float64",)},
    cases=lambda rng: [
        Case(rng.normal(1, 2, (2, 3)), rng.normal(1, 1, 2),
             rng.normal(1, 1, 3)),
        Case(rng.normal(1, 2, (4, 4)), rng.normal(1, 1, 4),
             rng.normal(1, 1, 4), note="as many tokens as features"),
        Case(rng.normal(1, 2, (5, 2)), rng.normal(1, 1, 5),
             rng.normal(1, 1, 2)),
        Case(rng.normal(1, 2, (1, 4)), rng.normal(1, 1, 1),
             rng.normal(1, 1, 4), note="a single token"),
        Case(rng.normal(0, 0.01, (3, 4)), rng.normal(0, 0.3, 3),
             rng.normal(0, 0.3, 4), note="small numbers"),
        Case(rng.normal(0, 100, (3, 2)), rng.normal(0, 5, 3),
             rng.normal(0, 5, 2), note="large numbers"),
    ],
    hints=[
        "Write the shapes of x and of the two scales below each other, "
        "right-aligned. Which one does not fit?",
        "The scales of the tokens need a second axis of length 1, so that "
        "each of them is repeated along its row.",
        "`per_token[:, np.newaxis]` has shape (num_tokens, 1). Multiply x by "
        "it and by `per_feature`, entry by entry.",
    ],
)  # fmt: skip
