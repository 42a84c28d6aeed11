"""What the numbers of three norms side by side must be."""

import itertools

import numpy as np
import pytest

from course_lib.explorers.rms_norm import GAPS, ThreeNorms

KIND = ThreeNorms
EPS = 1e-5


@pytest.mark.parametrize(
    ("m", "c"), [(2.0, 1.0), (-3.0, 1.5), (4.0, -0.5), (0.0, 2.0), (1.0, 0.0)]
)
def test_rows_are_those_of_plain_arithmetic(panel, m, c):
    rows = panel.at(m=m, c=c).rows
    x = c * (m + GAPS)
    spread = np.sqrt(x.var() + EPS)
    for name, row in {
        "x": x,
        "LayerNorm": (x - x.mean()) / spread,
        "RMSNorm": x / np.sqrt((x * x).mean() + EPS),
        "no centring": x / spread,
    }.items():
        np.testing.assert_allclose(rows[name], row, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "x is [0.90, 2.60, 1.50, 3.00]: mean 2.00, spread 0.84. Laye"),
        ({}, "RMSNorm: mean 0.92, spread 0.39; their squares add up to 1.00."),
        (
            {"m": -4.0},
            "LayerNorm: mean 0.00, spread 1.00. RMSNorm: mean −0.98",
        ),
        ({"m": 4.0, "c": 2.0}, "No centring: mean 4.76, spread 1.00."),
        ({"m": 4.0, "c": -2.0}, "No centring: mean −4.76, spread 1.00."),
        ({"m": 0.0}, "RMSNorm: mean 0.00, spread 1.00; their squares"),
        ({"c": 0.0}, "RMSNorm: mean 0.00, spread 0.00; their squares add up "),
    ],
)
def test_the_sentence_tells_the_numbers(panel, values, said):
    panel.set(**values)
    assert said in panel.text


def test_the_task_and_the_answers_hold(panel):
    ms = panel.controls["m"].values
    rows = [panel.at(m=m).rows for m in ms]
    still = np.array([row["LayerNorm"] for row in rows])
    np.testing.assert_allclose(still - still[0], 0, atol=1e-12)
    slides = np.array([row["no centring"] for row in rows])
    gaps = slides - slides.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(gaps - gaps[0], 0, atol=1e-12)
    spread = [row["RMSNorm"].std() for row in rows]
    assert (np.diff(spread[20:]) < 0).all()  # from m = 0 up to 4
    agree = [
        m for m, row in zip(ms, rows)
        if np.allclose(row["RMSNorm"], row["LayerNorm"])
        and np.allclose(row["no centring"], row["LayerNorm"])
    ]  # fmt: skip
    assert agree == [0]
    for m in (2.0, -1.4):  # of a factor only sign and zero are noticed
        one, two, minus = (panel.at(m=m, c=c).rows for c in (1, 1.5, -1.5))
        for name in ("LayerNorm", "RMSNorm", "no centring"):
            np.testing.assert_allclose(one[name], two[name], rtol=1e-4)
            np.testing.assert_allclose(two[name], -minus[name], rtol=1e-12)
        assert not np.any(panel.at(m=m, c=0).rows["RMSNorm"])


def test_nothing_leaves_the_axes_or_runs_into_the_numbers(panel):
    figure = panel._picture.figure
    for m, c in itertools.product((-4.0, 4.0), (-2.0, 0.25, 2.0)):
        panel.set(m=m, c=c)
        for axes, name in zip(figure.axes, ("x", "no centring")):
            values = panel.at(m=m, c=c).rows[name]
            first = min(text.get_window_extent().x0 for text in axes.texts)
            right = axes.transData.transform((values.max(), 0))[0]
            assert right < first
            assert axes.get_xlim()[0] < values.min()
