"""One vector for a sentence: the mean of its tokens, at length 1."""

import numpy as np

from answer_check.exercise import Case, Exercise


def sentence_vector(tokens):
    """Return the direction of the mean of the tokens."""
    mean = tokens.mean(axis=0)
    return mean / np.linalg.norm(mean)


def _with_sums(tokens):
    total = np.sum(tokens, axis=0)
    return total / np.sqrt(np.sum(total * total))


def _one_by_one(tokens):
    mean = sum(token for token in tokens) / len(tokens)
    return mean * (mean @ mean) ** -0.5


DIVIDED = "mean / np.linalg.norm(mean)"

EXERCISE = Exercise(
    lesson="10",
    statement="`tokens` is what leaves the last block, (tokens, features). "
    "Return one vector for the whole sentence: it has length 1 and points "
    "where the mean of its tokens points.",
    reference=sentence_vector,
    properties={
        "the sentence's vector has length 1": "10: np.linalg.norm(answer) "
        "== 1",
        "the order of the tokens does not matter": "10: "
        "f(tokens=tokens[::-1]) == answer",
        "twice the tokens have the same vector": "10: f(tokens=2 * tokens) "
        "== answer",
    },
    accepted=[_with_sums, _one_by_one],
    mistakes={
        "axis=0 → axis=-1": "You averaged over the features, so one number "
        "is left for each token. A token is a row; the mean over the tokens "
        "goes down the columns, along axis 0.",
        f"{DIVIDED} → mean": "You did not divide by the length. The dot "
        "product of two such vectors is cosine times lengths (lesson 02).",
        "tokens.mean(axis=0) → tokens[0]": "You took the first token, [CLS], "
        "alone. Other models are trained that way; this one was trained with "
        "the mean of all tokens.",
        f"tokens.mean(axis=0) → tokens[0]; {DIVIDED} → mean": "You took the "
        "first token, [CLS], as it is. This model was trained with the mean "
        "of all tokens, at length 1.",
        "tokens.mean(axis=0) → tokens[-1]": "You took the last token, [SEP], "
        "alone. This model was trained with the mean of all tokens.",
        "tokens.mean → tokens.max": "You took the largest number of each "
        "feature. That is another way to pool; this model was trained with "
        "the mean.",
        f"{DIVIDED} → mean / np.abs(mean).sum()": "You divided by the sum "
        "of the absolute values. The length is the root of the sum of "
        "squares (lesson 02).",
        f"{DIVIDED} → mean / mean.std()": "You divided by the standard "
        "deviation. The length is the root of the sum of squares; nothing is "
        "averaged or centred there.",
        f"{DIVIDED} → mean / np.sqrt((mean**2).mean())": "You divided by the "
        "root of the mean square. The length is the root of the sum of "
        "squares: √N times as much.",
        "tokens.mean → (tokens / np.linalg.norm(tokens, axis=1)[:, None])"
        ".mean": "You gave each token length 1 before you averaged, so that "
        "quiet tokens count as much as loud ones. Only the mean gets length "
        "1.",
        "np.linalg.norm(mean) → np.linalg.norm(tokens, axis=0)": "You divided "
        "each feature by the length of its own column. The mean is one vector "
        "and has one length.",
        "np.linalg.norm(mean) → mean.sum()": "You divided by the sum of the "
        "entries. The length is the root of the sum of their squares (lesson "
        "02).",
        "np.linalg.norm(mean) → mean.max()": "You divided by the largest "
        "entry. The length is the root of the sum of squares (lesson 02).",
        "return mean → return (mean - mean.mean())": "You took the mean of "
        "its entries off the vector. Nothing is centred here; it is only "
        "divided by its length.",
        "tokens.mean → tokens[1:-1].mean": "You left out the first and the "
        "last token. This model was trained with the mean of all tokens, "
        "[CLS] and [SEP] among them.",
        "np.linalg.norm(mean) → len(mean)": "You divided by the number of "
        "features, which `len(mean)` counts. The length of a vector is the "
        "root of the sum of its squares (lesson 02).",
        f"{DIVIDED} → ({DIVIDED})[np.newaxis]": "Your answer is a table of "
        "one row. So `keepdims=True` leaves it; a vector has one axis.",
        f"{DIVIDED} → (tokens / np.linalg.norm(tokens, axis=1)[:, None]).mean("
        "axis=0)": "You gave each token length 1 and then averaged. Where "
        "they differ, their mean is shorter than 1: average first.",
    },
    promise={
        "tokens.ndim": (2,),
        "tokens.dtype.name": ("float64", "float32"),
        "len(tokens) == 1": (False, True),
    },
    cases=lambda rng: [
        Case(rng.normal(1, 2, (3, 2))),
        Case(rng.normal(1, 2, (40, 3))),
        Case(rng.normal(0, 1, (4, 4)), note="as many tokens as features"),
        Case(rng.normal(0, 1, (1, 5)), note="a single token"),
        Case(rng.normal(0, 300, (6, 8)), note="large numbers"),
        Case(rng.normal(0, 0.01, (5, 7)), note="small numbers"),
        Case(rng.normal(0, 1, (8, 9)), float32=True),
    ],
    hints=[
        "Tokens are rows. Along which axis does a mean over the tokens go?",
        "`tokens.mean(axis=0)` has one number for each feature. What is its "
        "length?",
        "`np.linalg.norm` is the length of a vector. Divide by it.",
    ],
)
