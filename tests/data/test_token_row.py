"""The stored row is what the model of lesson 11 computes."""

import numpy as np
from parts.real_model import Encoder
from parts.real_model.text import pieces

from course_lib.data.token_row import (
    BLOCK,
    FEATURES,
    TEXT,
    TOKEN,
    token_row,
)


def test_the_row_is_the_model_s():
    encoder = Encoder()
    x, ends = encoder.embedding([TEXT])
    x = encoder.blocks(x, ends, stop=BLOCK)
    z = x + encoder.attention(x, BLOCK, ends)
    row = z[pieces(TEXT, encoder.rows).index(TOKEN), FEATURES]
    # Weights are stored in eight bits, so other processors may round the
    # third digit in another way.
    np.testing.assert_allclose(token_row(), row, rtol=0, atol=0.0051)


def test_a_changed_row_changes_no_other():
    token_row()[:] = 0
    assert token_row().any()
