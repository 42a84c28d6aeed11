"""What the page on the axes says in words."""

import numpy as np

from course_lib.layers import LayerNorm
from parts.layer_norm.axes_explorer import CHOICES, CUBE, AxisPicker

rng = np.random.default_rng(1)
x = rng.normal(size=(3, 4, 5))  # sentences, tokens, features


def norm(x, axes):
    mean, var = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return (x - mean) / np.sqrt(var + 1e-12)  # of one number it is 0


def reached(axes):
    """Return which numbers feel a change in one: by axis, how far."""
    moved = x.copy()
    moved[2, 3, 4] += 1
    changed = np.abs(norm(moved, axes) - norm(x, axes)) > 1e-9
    return [len({*at}) for at in np.nonzero(changed)]


LOUD = (abs(x) + 0.5) * np.where(np.arange(60).reshape(3, 4, 5) >= 55, 1000, 1)

LAYER, BATCH, INSTANCE = 2, (0, 1), 1
BLOCK = np.random.default_rng(5).normal(
    size=(4, 3, 5)
)  # the block of the page
SHOUTED = BLOCK.copy()
SHOUTED[-1, -1] *= 1000
STORED = x.mean((0, 1)), x.std((0, 1))  # of other sentences
AFTER = norm(SHOUTED, BATCH)
ONE = norm(np.where(np.arange(12) == 7, 1e6, np.arange(12.0)), 0)


def alone_is_same(axes):
    """Whether a sentence comes out as it does without the others."""
    return np.allclose(norm(BLOCK[:1], axes), norm(BLOCK, axes)[:1])


def earlier_is_same(axes):
    """Whether first tokens come out as before when the last ones change."""
    changed = np.concatenate(
        [BLOCK[:, :-1], BLOCK[:, -1:] + 1 + BLOCK[:, :1]], axis=1
    )
    return np.allclose(norm(changed, axes)[:, 0], norm(BLOCK, axes)[:, 0])


SAFE = {
    tuple(axes): (alone_is_same(axes), earlier_is_same(axes))
    for axes in CHOICES.values()
}

CLAIMS = {
    "LayerNorm gives every token a mean of its own. Other layers let many "
    "more numbers have one mean together.": (
        reached(LAYER) == [1, 1, 5] and np.prod(reached(BATCH)) > 5
    ),
    "What does it cost when the numbers are words?": (
        not alone_is_same(BATCH)
    ),
    "A block x has three axes: batch (which sentence), token and feature. "
    "You choose the axes over which the mean runs. Then numbers share a "
    "mean and a variance if they differ only in their place along those "
    "axes. Each choice of axes is a layer of its own: - **LayerNorm** "
    "averages over the features. Every token has its own mean. - "
    "**BatchNorm** averages over batch and token. Every feature has its "
    "own mean. - **InstanceNorm** averages over the tokens of one "
    "sentence. Every feature of every sentence has its own mean.": (
        reached(2) == [1, 1, 5] and reached(1) == [1, 4, 1] and x.ndim == 3
        and reached(BATCH) == [3, 4, 1]
        and [x.mean(axes).shape for axes in (LAYER, BATCH, INSTANCE)] == [
            (3, 4),
            (5,),
            (3, 5),
        ] and np.allclose(LayerNorm(5, eps=0).forward(x), norm(x, LAYER))
        and len({norm(BLOCK, axes).tobytes() for axes in SAFE}) == 6
    ),
    "Here are three sentences of three tokens. Move one number of sentence "
    "0, and see which outputs change.": (
        CUBE.shape[:2] == (3, 3)
        and "token, that moves" in AxisPicker.controls["token"].label
    ),
    "A change reaches every number with which it shares a mean. So it "
    "stays within its token only if the mean runs over the features alone. "
    "It gets into other sentences whenever the mean runs over the batch: "
    "under batch and token, under batch, and under all three.": (
        reached(2)[:2] == [1, 1] and reached((1, 2))[:2] != [1, 1]
        and reached((0, 1))[0] == 3 == reached(0)[0]
        and reached((0, 2)) == [3, 1, 5]
        and [axes for axes in SAFE if reached(axes)[0] > 1] == [
            (0, 1),
            (0,),
            (0, 1, 2),
        ]
        and [axes for axes in SAFE if reached(axes)[:2] == [1, 1]] == [(2,)]
    ),
    "Two things can go wrong when a mean is shared too widely. The answer "
    "about your sentence may depend on whoever else is in the batch. And "
    "when a model writes word by word, a token may depend on tokens that "
    "come later, which do not exist yet. Here both are *tested "
    "numerically* for the six choices of the panel. The axes are counted "
    "from 0: batch, token, feature.": (
        len(CHOICES) == 6 and SAFE[0, 1] == (False, False)
        and CHOICES["batch"] == (0,) and CHOICES["token"] == (1,)
        and CHOICES["feature (LayerNorm)"] == (2,)
    ),
    "Which of the six choices are safe against the other sentences of the "
    "batch, but not against later tokens?": (
        len(SAFE) == 6
    ),
    "(1,) and (1, 2). Choices with axis 0 fail the first test, and choices "
    "with axis 1 the second. BatchNorm, which averages over (0, 1), fails "
    "both, and LayerNorm neither.": (
        reached(0)[0] > 1 and reached(1)[1] > 1 == reached(1)[0]
        and [axes for axes in SAFE if SAFE[axes] == (True, False)] == [
            (1,),
            (1, 2),
        ]
        and all(SAFE[axes] == (0 not in axes, 1 not in axes) for axes in SAFE)
        and SAFE[0, 1] == (False, False) and SAFE[2,] == (True, True)
    ),
    "Suppose that the last token of the last sentence is a thousand times "
    "as loud as before, in every feature. **Predict.** Under BatchNorm, "
    r"what becomes of the five numbers of $\hat{x}$ in the *first* token of "
    "the *first* sentence? About how large are they? There are twelve "
    "tokens.": (
        np.allclose(SHOUTED[-1, -1], 1000 * BLOCK[-1, -1])
        and AFTER[0, 0].size == 5 and BLOCK[..., 0].size == 12
    ),
    "All five become about ±0.3, whatever they were before, because each "
    "feature shares its mean and its variance with the loud token. The "
    "sign only says on which side the loud token is. In each feature "
    "twelve numbers share a mean, and one of them is far away; then the "
    'other eleven are at 1/√11 = 0.30, just as the seven others of "river" '
    "were at 1/√7 = 0.38 in lesson 02. Under LayerNorm nothing changes.": (
        np.allclose(abs(norm(LOUD, (0, 1))[0, 0]), 0.3, atol=0.02)
        and np.isclose(11**-0.5, 0.30, atol=0.005)
        and np.allclose(abs(AFTER[0, 0]), 0.3, atol=0.02)
        and (np.sign(AFTER[0, 0]) == -np.sign(BLOCK[-1, -1])).all()
        and BLOCK[..., 0].size == 12
        and np.allclose(np.sort(ONE)[:11], -(11**-0.5), atol=1e-4)
        and round(7**-0.5, 2) == 0.38
        and np.allclose(norm(SHOUTED, LAYER), norm(BLOCK, LAYER))
    ),
    "Once a BatchNorm is trained, it takes stored averages in place of "
    "those of the batch, and its answers no longer depend on the other "
    "sentences. But while it is being trained, they do.": (
        not alone_is_same(BATCH)
        and np.allclose(
            ((BLOCK - STORED[0]) / STORED[1])[:1],
            (BLOCK[:1] - STORED[0]) / STORED[1],
        )
    ),
    "Write the layer for any choice of axes. `axes` is a tuple, and the "
    "numbers along all its axes share one mean.": (
        BLOCK.mean((0, 1)).shape == (5,)
        and all(isinstance(axes, tuple) for axes in SAFE)
    ),
    "Does the course's LayerNorm agree with your function on axis 2?": (
        np.allclose(LayerNorm(5, eps=0).forward(x), norm(x, 2))
    ),
    "A change is noticed along the axes over which the mean runs. "
    "LayerNorm averages over the features alone, so no token learns "
    "anything of another one there. In a Transformer this is left to "
    "attention.": (
        reached(2)[:2] == [1, 1] and reached((0, 2)) == [3, 1, 5]
        and [axes for axes in SAFE if reached(axes)[:2] == [1, 1]] == [(2,)]
    ),
}  # fmt: skip
