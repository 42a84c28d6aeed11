"""The demo runs, at the document's sizes, and its losses fall."""

import numpy as np

from lesson_parts.feed_forward import demo


def test_the_table_shows_both_losses_and_both_fall(capsys):
    demo.main()
    first, _, *lines = capsys.readouterr().out.splitlines()
    assert first == "8 tokens, d_model 200, d_ff 800, rate 0.1"
    steps, *losses = np.array([line.split() for line in lines], float).T
    assert steps.tolist() == [*range(0, 200, 20), 199]
    for with_add_norm, shown in zip((False, True), losses):
        assert shown[0] == round(next(demo.train(with_add_norm)), 6)
        assert (np.diff(shown) < 0).all()
        assert shown[-1] < shown[0] / 5
