"""The caption of the side page on axes."""

import numpy as np

BLOCK = np.zeros((2, 3, 4))
GROUPS = [BLOCK[0, 0], BLOCK[:, :, 0], BLOCK[0, :, 0], BLOCK]

CAPTIONS = {
    "axes-cubes": [
        ("{} blocks of {} sentences, {} tokens and {} features",
         len(GROUPS), *BLOCK.shape),
        ("Coloured cells share a mean: the {} features of one token under "
         "LayerNorm, one feature of all {} tokens under BatchNorm, one "
         "feature of the {} tokens of a sentence under InstanceNorm, or all "
         "{} cells",
         *(group.size for group in GROUPS)),
    ],
}  # fmt: skip
