"""The pictures of lessons 09 and 10 show the runs that they are given."""

import numpy as np
import pytest

from parts.training import findings, pictures
from parts.training.digits import load_digits
from parts.training.paired import INTEREST, interval
from parts.training.plan_settings import (
    BOTH,
    FOUR,
    OTHERS,
    REPORT_SEEDS,
    SETTINGS,
)
from parts.training.signal_probe import RAW
from parts.training.signal_probe import stored as stored_probes
from parts.training.signals import signals
from parts.training.trainer import Run, Setting


@pytest.fixture
def runs(monkeypatch):
    """Give every cell runs of its own scores."""
    rng = np.random.default_rng(4)
    made = {}
    for setting in SETTINGS:
        report = [
            Run(0.1, seed, score, 1.0, [])
            for seed, score in zip(REPORT_SEEDS, rng.uniform(0.3, 0.9, 10))
        ]
        fine = [
            Run(lr, seed, 0.5 + (lr == 0.2) / 10, 1.0, [])
            for lr in (0.1, 0.2, 0.4)
            for seed in (2, 3)
        ]
        coarse = [Run(lr, 1, 0.4, 1.0, []) for lr in (0.05, 0.2, 0.8)]
        made[setting] = {"coarse": coarse, "fine": fine, "report": report}
    monkeypatch.setattr(findings, "stored", lambda: made)
    return made


def heights(axes):
    """Return what marks without a line show, as (x, y) pairs."""
    return [line.get_data() for line in axes.lines if line.get_ls() == "None"]


def test_each_digit_stands_in_its_row():
    part = load_digits()["train"]
    (axes,) = pictures.digit_sheet(part, columns=5).axes
    sheet = np.asarray(axes.images[0].get_array())
    for digit in range(10):
        images = part.x[part.digit == digit][:5]
        for k, image in enumerate(images):
            drawn = sheet[9 * digit : 9 * digit + 8, 9 * k : 9 * k + 8]
            np.testing.assert_array_equal(drawn.ravel(), image)
    assert [t.get_text() for t in axes.get_yticklabels()] == [*"0123456789"]


def test_every_run_is_a_mark_and_the_mean_a_line(runs):
    names = (*FOUR, *OTHERS)
    figure = pictures.every_run(names, "What it says")
    assert figure.get_suptitle() == "What it says"
    places = [(depth, optimizer) for depth in (4, 16) for optimizer in BOTH]
    for axes, (depth, optimizer) in zip(figure.axes, places):
        assert axes.get_title("left") == f"{depth} blocks, {optimizer}"
        assert len(heights(axes)) == len(names)
        means = [line for line in axes.lines if line.get_lw() == 2]
        from_below = [*reversed(names)]
        for name, (x, y), mean in zip(from_below, heights(axes), means):
            found = findings.scores(Setting(name, depth, optimizer))
            np.testing.assert_array_equal(x, found)
            assert round(np.mean(y)) == from_below.index(name)
            assert set(mean.get_xdata()) == {found.mean()}
    labels = figure.axes[0].get_yticklabels()
    assert [each.get_text() for each in labels] == [*reversed(names)]
    left, right = figure.axes[0].get_xlim()
    assert left < 0.3 < 0.9 < right
    bar = [line for line in figure.axes[0].lines if line.get_lw() == 4]
    assert np.ptp(bar[0].get_xdata()) == pytest.approx(INTEREST)


def test_every_question_shows_its_ten_differences(runs):
    numbers = (2, 7, 8)
    (axes,) = pictures.answers(numbers, "").axes
    labels = [each.get_text() for each in axes.get_yticklabels()]
    marks = [line for line in axes.lines if line.get_marker() == "o"]
    for place, number in enumerate(numbers):
        question, found, _, said = findings.answered()[number - 1]
        label = " ".join(labels[place].split())
        assert label == f"{number}. {question.difference} → {said}"
        x, y = marks[place].get_data()
        np.testing.assert_array_equal(x, found.differences)
        assert round(np.mean(y)) == place
        _, wide, narrow, mean = axes.lines[4 * place + 1 : 4 * place + 5]
        for line, share in ((wide, 0.95), (narrow, 0.9)):
            np.testing.assert_allclose(line.get_xdata(), interval(x, share))
            assert set(line.get_ydata()) == {place}
        assert wide.get_lw() < narrow.get_lw()
        np.testing.assert_allclose(mean.get_xydata(), [[np.mean(x), place]])
    (band,) = axes.patches
    across = band.get_path().vertices  # a box or, in Matplotlib 3.8, corners
    across = band.get_patch_transform().transform(across)[:, 0]
    assert (across.min(), across.max()) == pytest.approx((-0.02, 0.02))
    assert set(axes.lines[0].get_xdata()) == {0}


def test_both_starts_show_their_own_runs(runs):
    figure = pictures.two_starts("")
    for axes, optimizer in zip(figure.axes, BOTH):
        shown = iter(heights(axes))
        for name in FOUR:
            for place, start in enumerate(("", "small")):
                x, y = next(shown)
                setting = Setting(name, 16, optimizer, start=start)
                np.testing.assert_array_equal(y, findings.scores(setting))
                np.testing.assert_allclose(x, place, atol=0.1)
        means = [line for line in axes.lines if line.get_label() in FOUR]
        for name, line in zip(FOUR, means, strict=True):
            assert line.get_label() == name
            np.testing.assert_allclose(
                line.get_ydata(),
                [
                    findings.scores(
                        Setting(name, 16, optimizer, start=start)
                    ).mean()
                    for start in ("", "small")
                ],
            )
        assert axes.get_title("left") == optimizer


def test_the_search_shows_its_rates_and_its_choice(runs):
    for axes in pictures.searched_rates(16, ("post-norm",), "").axes:
        curve, choice = axes.lines
        np.testing.assert_allclose(
            curve.get_xdata(), [0.05, 0.1, 0.2, 0.4, 0.8]
        )
        np.testing.assert_allclose(
            curve.get_ydata(), [0.4, 0.5, 0.6, 0.5, 0.4]
        )
        assert list(choice.get_xdata()) == [0.2]
        assert list(choice.get_ydata()) == [0.6]


def test_warm_up_shows_the_search_with_it_and_without(runs):
    for setting in [
        Setting("post-norm", 16, "Adam"),
        Setting("pre-norm", 16, "Adam"),
    ]:
        runs[setting]["coarse"] = [Run(0.05, 1, 0.15, 1.0, [])]
    figure = pictures.warm_up_by_rate("")
    titles = [axes.get_title("left") for axes in figure.axes]
    assert titles == ["post-norm", "pre-norm"]
    for axes in figure.axes:
        without, _, with_it, choice, _ = axes.lines
        assert without.get_label() == "no warm-up"
        assert with_it.get_label() == "warm-up of 1000 steps"
        assert list(without.get_ydata()) == [0.15, 0.5, 0.6, 0.5]
        np.testing.assert_allclose(with_it.get_ydata()[0], 0.4)
        assert list(choice.get_xdata()) == [0.2]


def test_what_is_read_before_training_stands_below_what_is_read_after(runs):
    figure = pictures.fresh_and_trained("")
    for axes, optimizer in zip(figure.axes, BOTH):
        from_the_signals, *lines = axes.lines
        assert set(from_the_signals.get_xdata()) == {
            stored_probes()[RAW, ""].mean()
        }
        filled, hollow = lines[:5], lines[5:9]
        for marks, start in ((filled, ""), (hollow, "small")):
            names = FOUR if start else pictures.FIVE
            shown = [line.get_data() for line in marks]
            for name, (x, y) in zip(names, shown, strict=True):
                setting = Setting(name, 16, optimizer, start=start)
                assert x == stored_probes()[name, start].mean()
                assert y == findings.scores(setting).mean()
        assert {line.get_mfc() for line in hollow} == {"none"}


def test_the_probe_draws_every_seed_and_the_median():
    read = np.linspace(0.9, 0.5, 33) + np.array([[0.0], [0.02], [-0.1]])
    (axes,) = pictures.probe_by_depth({"post-norm": read}, "").axes
    *seeds, middle = [line.get_ydata() for line in axes.lines]
    np.testing.assert_allclose(seeds, read)
    np.testing.assert_allclose(middle, read[0])


def test_axes_speak_in_percent_and_points(runs):
    axes = pictures.every_run(FOUR, "").axes[-1]
    assert axes.xaxis.get_major_formatter()(0.6) == "60 %"
    (axes,) = pictures.answers((1,), "").axes
    shown = [axes.xaxis.get_major_formatter()(x) for x in (-0.1, 0, 0.2)]
    assert shown == ["−10", "0", "+20"]


def test_variants_differ_in_more_than_colour():
    looks = [look[1:] for look in pictures.LOOKS.values()]
    assert len({str(line) for line, _ in looks}) >= 6
    assert len({marker for _, marker in looks}) == len(looks)


def test_signals_stand_in_their_kind():
    figure = pictures.example_signals()
    titles = [axes.get_title("left") for axes in figure.axes]
    assert titles == [f"kind {k}" for k in range(10)]
    x, kind = signals(400, np.random.default_rng(3))
    for k, axes in enumerate(figure.axes):
        drawn = [line.get_ydata() for line in axes.lines]
        np.testing.assert_array_equal(drawn, x[kind == k][:3])


def test_the_truth_lies_in_another_gap_in_every_row():
    (axes,) = pictures.where_the_truth_lies(np.array([1.0, 2.0, 6.0])).axes
    truth, *rows = axes.lines
    assert [*truth.get_xdata()] == [2, 2]
    labels = [each.get_text() for each in axes.get_yticklabels()]
    for below, (row, label) in enumerate(zip(rows, labels, strict=True)):
        means = row.get_xdata()
        assert (means < 2).sum() == below and len(means) == 7
        signs, said = label.replace("−", "-").split(" → ")
        assert said == f"{below} below"
        d = 2 + np.array(signs.split(), float)
        assert {*np.round(d, 9), d.mean().round(9)} <= {*means.round(9)}


def test_learning_curves_are_means_of_the_stored_losses():
    figure = pictures.learning_curves((1, 16), "")
    for axes, steps in zip(figure.axes, (4000, 16_000)):
        for line, depth in zip(axes.lines, (1, 16), strict=True):
            runs = findings.report(Setting("post-norm", depth, steps=steps))
            losses = np.array([run.losses for run in runs])
            np.testing.assert_allclose(line.get_ydata(), losses.mean(axis=0))
            assert line.get_xdata()[[0, -1]].sum() == steps
