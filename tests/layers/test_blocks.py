"""Large arrays go block by block, and nobody can tell from the numbers."""

import tracemalloc

import numpy as np

from course_lib.layers import LayerNorm, blocks
from course_lib.layers.blocks import in_blocks


def test_blocks_are_small_cover_every_row_and_add_up(monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK", 8)
    x, sizes = np.arange(42.0).reshape(2, 7, 3), []

    def work(x, *, factor=2):
        sizes.append(len(x))
        return factor * x, x[:, :1], x.sum(axis=0), np.array(x.sum())

    twice, first, columns, total = in_blocks(work, x)
    assert sizes == [2] * 7
    assert np.array_equal(twice, 2 * x)
    assert np.array_equal(first, x[..., :1])
    assert np.array_equal(columns, x.sum(axis=(0, 1)))
    assert total == x.sum()
    sizes.clear()
    scaled = in_blocks(work, x[:, :5], factor=np.array([1, 2, 3]))[0]
    assert np.array_equal(scaled, x[:, :5] * [1, 2, 3])
    assert sizes == [2] * 5
    in_blocks(work, x[0], factor=np.ones((7, 1)))
    assert sizes == [2] * 5 + [7], "parameters of tokens: all rows at once"
    in_blocks(work, np.ones((3, 9)))
    assert sizes[-3:] == [1, 1, 1], "a row is never cut"


def test_the_buffer_of_numpy_has_its_size_again():
    with np.errstate():
        np.setbufsize(4096)
        LayerNorm(256).forward(np.ones((blocks.BLOCK // 256 + 1, 256)))
        assert np.getbufsize() == 4096


def test_a_pass_holds_what_it_keeps_and_little_more():
    """Forward keeps y and x_hat, backward dx, of 8 bytes a number each."""
    layer, x = LayerNorm(256), np.ones((16 * blocks.BLOCK // 256, 256))
    for run, arrays in ((layer.forward, 2), (layer.backward, 1)):
        tracemalloc.start()
        run(x)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < (arrays + 0.3) * x.nbytes
