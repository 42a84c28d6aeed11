"""The demo runs, at the document's sizes, and its losses fall."""

import numpy as np

from course_lib.layers import demo


def test_both_losses_fall_in_every_step_that_is_shown():
    for train in (demo.train_feed_forward, demo.train_add_norm):
        losses = np.array(list(train()))
        assert len(losses) == 200
        assert (np.diff(losses[::20]) < 0).all()
        assert losses[-1] < losses[0] / 5


def test_the_table_shows_them(capsys):
    demo.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "8 tokens, d_model 200, d_ff 800, rate 0.1"
    assert [int(line.split()[0]) for line in lines[2:]] == [
        *range(0, 200, 20),
        199,
    ]
    first = next(demo.train_feed_forward())
    assert lines[2].split()[1] == f"{first:.6f}"
