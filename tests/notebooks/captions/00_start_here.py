"""The captions of lesson 00."""

import re

import numpy as np
from drawn import down

from course_lib.layers import Stack
from parts.start import pictures

GREEN, ORANGE = "#009E73", "#D55E00"
LESSONS = pictures.course_map().axes[0].texts
ROWS = {
    round(each.get_position()[1])
    for each in LESSONS
    if each.get_text()[:2] in {f"{k:02}" for k in range(1, 12)}
}


def token_by_block(norm):
    """Return one token before and behind each block, (13, 64).

    The blocks are the course's feed-forward layers; the rest is written out.
    """
    rows = [np.random.default_rng(0).normal(size=64)]
    for block in Stack(12, 64, 128, rng=1, norm=False).blocks:
        token = rows[-1] + block.feed_forward.forward(rows[-1])
        if norm:
            away = token - token.mean()
            token = away / np.sqrt((away**2).mean() + 1e-5)
        rows.append(token)
    return np.array(rows)


ALONE, NORMED = token_by_block(norm=False), token_by_block(norm=True)
PARTS = [
    "tokens in", "attention", "Add & Norm", "feed-forward", "Add & Norm",
    "tokens out",
]  # fmt: skip
NAMES = [each for each in down(pictures.block().axes[0]) if each in PARTS]

CAPTIONS = {
    "block-picture": [
        ("from top to bottom: tokens go in, through attention, Add & Norm, "
         "the feed-forward layer and a second Add & Norm, and come out",
         NAMES == PARTS),
        ("A shortcut leads around attention, and another one around the "
         "feed-forward layer, each to the Add & Norm after it",
         [PARTS[i] for i in pictures.SKIPPED]
         == ["attention", "feed-forward"],
         all(PARTS[i + 1] == "Add & Norm" for i in pictures.SKIPPED)),
        ("What this course takes apart is green and orange",
         {each[:2] for each in pictures.BLOCK if each[0] in PARTS[2:4]}
         == {("Add & Norm", GREEN), ("feed-forward", ORANGE)}),
    ],
    "stacks": [
        ("The {} numbers of one token as {} lines, over {} blocks",
         ALONE.shape[1], ALONE.shape[1], len(ALONE) - 1),
        ("fan out from between {} and {} to as far as {}.",
         ALONE[0].min(), ALONE[0].max(), abs(ALONE).max()),
        ("With a LayerNorm after each addition they stay between {} "
         "and {};", NORMED.min(), NORMED.max()),
    ],
    "course-map": [
        ("A map of lessons {} to {} in {} rows",
         1, len(pictures.LESSONS), len(ROWS)),
        ("statistics, vectors and matrices, derivatives. Add & Norm: the "
         "residual add, LayerNorm, its Jacobian, the backward pass. Whole "
         "models: the feed-forward layer, a trained stack, today’s models, "
         "and a real model",
         [re.sub(r"\W", "", each).lower() for each, _ in pictures.LESSONS]
         == ["01statistics", "02vectorsmatrices", "03derivatives",
             "04theresidualadd", "05layernorm", "06itsjacobian",
             "07addnormback", "08feedforward", "09astacktrained",
             "10todaysmodels", "11arealmodel"]),
    ],
}  # fmt: skip
