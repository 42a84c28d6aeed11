"""The stored row is what the model of lesson 10 computes."""

import numpy as np

from lesson_parts.real_model import Encoder
from lesson_parts.real_model.text import pieces
from lesson_parts.statistics.token_row import token_row, whole_row

TEXT = "She sat on the bank of the river."
TOKEN, BLOCK, FEATURES = "river", 1, slice(152, 160)


def test_the_row_is_the_model_s():
    encoder = Encoder()
    x, ends = encoder.embedding([TEXT])
    x = encoder.blocks(x, ends, stop=BLOCK)
    z = x + encoder.attention(x, BLOCK, ends)
    row = z[pieces(TEXT).index(TOKEN)]
    # Half of the last digit, and a little for another order of adding up.
    np.testing.assert_allclose(whole_row(), row, rtol=0, atol=0.0051)
    assert token_row().tolist() == whole_row()[FEATURES].tolist()


def test_a_changed_row_changes_no_other():
    token_row()[:] = 0
    assert token_row().any()
