"""Shape before value, and words that do not depend on rounding."""

import numpy as np
import pytest

from course_lib.evidence import Report, compare


def test_agrees():
    line = compare("dx", np.ones(3), np.ones(3) + 1e-9, 1e-6)
    assert line
    assert line.words == "agrees within 1e-06"
    assert line.error == pytest.approx(1e-9, rel=1e-6)


def test_tolerance_is_a_share_of_the_largest_entry():
    expected = np.array([1000.0, 1.0])
    assert compare("dx", expected + [0, 0.9e-3], expected, 1e-6)
    assert not compare("dx", expected + [0, 1.1e-3], expected, 1e-6)


def test_floor_is_allowed_besides():
    expected = np.array([1.0])
    assert compare("dx", expected + 3e-6, expected, 1e-6, floor=2.1e-6)
    assert not compare("dx", expected + 3e-6, expected, 1e-6, floor=1.9e-6)


@pytest.mark.parametrize("shape", [(2, 3), (3, 1), (1, 3), (3, 3), ()])
def test_shape_comes_first(shape):
    """Ones broadcast to ones, and still do not agree."""
    line = compare("dbeta", np.ones(shape), np.ones(3), 1e-6)
    assert not line
    assert line.words == "has the wrong shape: must be (3,)"
    assert line.shape == shape
    assert np.isnan(line.error)


def test_nothing_came():
    line = compare("dbeta", None, np.ones(3), 1e-6)
    assert not line
    assert line.words == "is missing: None came"
    assert line.shape is None


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_not_finite(bad):
    for came, expected in (([1, bad], [1, 2.0]), ([1, 2.0], [1, bad])):
        line = compare("dx", np.array(came), np.array(expected), 1e-6)
        assert not line
        assert "not finite" in line.words and "at (1,)" in line.words


def test_two_nans_do_not_agree():
    assert not compare("dx", np.array([np.nan]), np.array([np.nan]), 1e-6)


def test_difference_names_the_worst_entry():
    expected = np.array([[1.0, 2.0], [3.0, 4.0]])
    came = expected + [[0, 0.1], [-0.5, 0.2]]
    line = compare("dx", came, expected, 1e-6)
    assert line.words == "differs: 2.5 at (1, 0), must be 3"
    assert line.error == 0.5 / 4


def test_of_equal_gaps_the_first_is_named_whatever_rounding_did():
    for noise in (1e-15, -1e-15):
        came = np.array([1.0, 2 + noise, 1 + 2 * noise])
        line = compare("dx", came, came - [0.5, 0.5 - noise, 0.5], 1e-6)
        assert "at (0,)" in line.words


def test_rounding_is_written_as_0():
    line = compare("dx", np.array([1e-17, 1]), np.array([0.5, 1]), 1e-6)
    assert line.words == "differs: 0 at (0,), must be 0.5"
    line = compare("dx", np.array([1e-4, 1e4]), np.array([5e3, 1e4]), 1e-6)
    assert line.words == "differs: 0 at (0,), must be 5e+03"


def test_zeros_agree_and_say_little():
    line = compare("dx", np.zeros(3), np.zeros(3), 1e-6)
    assert line
    assert "all of it is 0" in line.words
    assert not compare("dx", np.full(3, 1e-9), np.zeros(3), 1e-6)


def test_no_entries():
    line = compare("dx", np.zeros((0, 3)), np.zeros((0, 3)), 1e-6)
    assert line and "no entries" in line.words and line.error == 0
    assert not compare("dx", np.zeros((3, 0)), np.zeros((0, 3)), 1e-6)


def test_some_entries():
    came, expected = np.ones(4), np.array([1, 1, 7.0, 1])
    line = compare("dx", came, expected, 1e-6, entries=np.array([0, 3]))
    assert line.words == "agrees within 1e-06 at 2 of 4 entries"
    line = compare("dx", came, expected, 1e-6, entries=np.array([0, 2]))
    assert "at (2,)" in line.words


def test_report():
    good = compare("dx", np.ones((2, 3)), np.ones((2, 3)), 1e-6)
    bad = compare("dgamma", np.ones(3), np.zeros(3), 1e-6)
    assert Report("T", (good,)) and not Report("T", (good, bad))
    report = Report("Title", (good, bad))
    assert repr(report) == (
        "Title\n"
        "  dx      (2, 3)  agrees within 1e-06\n"
        "  dgamma  (3,)    differs: 1 at (0,), must be 0\n"
        "1 of 2 wrong: dgamma."
    )
    assert report["dx"] is good
    assert list(report) == [good, bad]
    assert len(report) == 2
    assert report.wrong == ["dgamma"]
    assert repr(Report("T", (good, good))).endswith("All 2 gradients agree.")
    assert repr(Report("T", (good,))).endswith("The gradient agrees.")
    assert repr(Report("T", ())) == "T"
