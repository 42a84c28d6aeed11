"""What the page on a scale for each token says in words."""

import numpy as np
from page_cells import printed, written

from course_lib.layers import LayerNorm

x = np.arange(12.0).reshape(3, 4)
gamma = np.array([1.0, 3, -2, 5])

CODE = written("side_scale_each_token")
SHOWN = printed("side_scale_each_token")
rng = np.random.default_rng(2)
sentence = rng.normal(2, 3, size=(3, 4))


def made(shape, gamma, beta=0.0):
    """Return a layer with γ and β of a shape."""
    layer = LayerNorm(shape, eps=0)
    layer.gamma[...], layer.beta[...] = gamma, beta
    return layer


def refused(f, *arguments):
    try:
        f(*arguments)
    except ValueError as error:
        return str(error)
    return ""


STD = sentence.std(axis=-1, keepdims=True)
MEAN = sentence.mean(axis=-1, keepdims=True)
PER_TOKEN = made((3, 1), STD, MEAN)
OWN = np.array([[1.0], [3], [-2]])


def brought_back(tokens):
    """Whether one γ and one β per feature can bring these tokens back."""
    hats = LayerNorm(4, eps=0).forward(tokens)
    for feature in range(4):
        rows = np.stack([hats[:, feature], np.ones(len(tokens))], axis=1)
        found = np.linalg.lstsq(rows, tokens[:, feature], rcond=None)[0]
        if not np.allclose(rows @ found, tokens[:, feature]):
            return False
    return True


CLAIMS = {
    "So this class has one γ and one β for every *token*, which is a row": (
        np.array_equal((gamma[:3, None] * x)[1], 3 * x[1])
    ),
    "LayerNorm ends with a scale γ and a shift β. Should there be one of "
    "each for each feature, or one for each token? In print you find both. "
    "Here you write the less usual one, and see what speaks for the usual "
    "one.": (
        np.allclose(
            made(4, 2, 3).forward(sentence),
            2 * LayerNorm(4, eps=0).forward(sentence) + 3,
        )
        and "gamma[t]" in SHOWN["affine-card"]
    ),
    "The usual layer has one γ and one β for each *feature*, which is a "
    "column of the table. Their shape is (d_model,).": (
        LayerNorm(4).gamma.shape
        == LayerNorm(4).beta.shape
        == (4,)
        == sentence.shape[1:]
    ),
    "A printed C++ class for Add & Norm (text A; [lesson "
    "00](00_start_here.ipynb) lists the texts) has γ[i] and β[i] in its "
    "formula, and there i counts the tokens: its mean adds up over j, so j "
    "counts the features.": (
        np.allclose(
            sum(sentence[1, j] for j in range(4)) / 4,
            sentence.mean(axis=-1)[1],
        )
    ),
    "x holds three tokens with four features each. What does `gamma * x` "
    "give for a γ of shape (4,)? And what does it give for a γ of shape "
    "(3,)?": (
        "np.ones((3, 4))" in CODE["two-gammas"]
        and "(np.array([1, 2, 3, 4]), np.array([1, 2, 3]))"
        in CODE["two-gammas"]
    ),
    "The shapes are compared from the right. So the first γ meets the "
    "features and scales the columns. The second is refused, because 3 does "
    "not fit 4. But do not rely on that: with three tokens of *three* "
    "features it would not be refused, and it would scale the columns "
    "without an error.": (
        np.array_equal((gamma * x)[:, 1], 3 * x[:, 1])
        and "could not be broadcast" in refused(np.multiply, gamma[:3], x)
        and np.array_equal((gamma[:3] * x[:, :3])[:, 1], 3 * x[:, 1])
    ),
    "Text A's γ has the shape (3,), but it must not meet the features. So "
    "it needs the axis that is missing. As (3, 1) it lines up with the "
    "tokens, and each number is repeated to the right.": (
        np.array_equal(
            gamma[:3].reshape(3, 1) * x,
            np.repeat(gamma[:3], 4).reshape(3, 4) * x,
        )
    ),
    "The course's layer takes any γ and β that line up with x. Made with "
    "the shape (3, 1), it has one of each per token, as in text A. "
    "**Predict.** The three tokens get the γ 1, 3 and −2, and every β is 0. "
    "What are the standard deviations of the three tokens of the output?": (
        made((3, 1), OWN).gamma.shape == (3, 1)
        and "[[1.0], [3.0], [-2.0]]" in CODE["real-layer-agrees"]
    ),
    "They are 1, 3 and 2. Every token leaves the normalization with "
    "standard deviation 1, and then it is multiplied by its own γ. A minus "
    "sign turns the token round, and its spread stays. (The last line takes "
    "your function if its check has passed, and the course's if not.)": (
        np.allclose(
            made((3, 1), OWN).forward(sentence).std(axis=-1), [1, 3, 2]
        )
        and np.allclose(LayerNorm(4, eps=0).forward(sentence).std(axis=-1), 1)
        and "own_or_ours" in CODE["real-layer-agrees"]
    ),
    "## What speaks for one per feature? A scale is learned from many "
    "examples, so it should belong to something that comes back in every "
    "example. A feature does. Feature 2 is computed with the same weights "
    "in every token of every sentence, so there is something to learn about "
    "it.": (
        np.allclose(
            (sentence @ (W := rng.normal(size=(4, 4))))[:, 2],
            [token @ W[:, 2] for token in sentence],
        )
    ),
    "A place in a sentence does not: the third token is a verb in one "
    "sentence and a comma in the next, and they have nothing in common that "
    "one scale could serve.": (LayerNorm((3, 1)).gamma.size == 3),
    "Text A's layer can do one thing better. Give each token of a sentence "
    "its own standard deviation as γ and its own mean as β, at ε = 0, and "
    "every token comes back as it was. The usual layer can only bring back "
    "two tokens (lesson 05).": (
        np.allclose(PER_TOKEN.forward(sentence), sentence)
        and brought_back(sentence[:2])
        and not brought_back(sentence)
    ),
    "What happens to a sentence of five tokens in a layer made for three?": (
        "(5, 4)" in SHOWN["per-token-check"]
    ),
    "Text A's layer brings back one sentence alone. It refuses the longer "
    "one: it has three pairs of γ and β, and nothing says which of them a "
    "fourth token should take. The scales of such a layer belong to places "
    "in the sentence, not to features.": (
        not np.allclose(
            PER_TOKEN.forward(other := rng.normal(size=(3, 4))), other
        )
        and "gamma must broadcast"
        in refused(PER_TOKEN.forward, rng.normal(size=(5, 4)))
        and PER_TOKEN.gamma.size == PER_TOKEN.beta.size == 3
    ),
    "A scale belongs to what comes back in every example: a feature does, a "
    "place in a sentence does not. And before you multiply, write the two "
    "shapes below each other.": (
        refused(PER_TOKEN.forward, sentence[:2])
        != ""
        == refused(made(4, 2).forward, sentence[:2])
    ),
    "## The real layer, with text A's γ": (
        made((3, 1), OWN).gamma.shape == (3, 1)
    ),
}
