"""Shape before value, and words that do not depend on rounding."""

import numpy as np
import pytest

from course_lib.evidence import GradientReport, compare

ONES = np.ones(3)


@pytest.mark.parametrize(
    ("came", "expected", "words"),
    [
        (ONES + 1e-9, ONES, "agrees within 1e-06"),
        (None, ONES, "is missing: None came"),
        ([1, np.nan], [1, 2.0], "is not finite: nan at (1,), must be 2"),
        ([1, np.inf], [1, 2.0], "is not finite: inf at (1,), must be 2"),
        ([1, 2.0], [1, np.inf], "is not finite: 2 at (1,), must be inf"),
        ([np.nan], [np.nan], "is not finite: nan at (0,), must be nan"),
        # the worst entry is named, and of equal gaps the first
        ([[1, 2.1], [2.5, 4]], [[1, 2], [3, 4]], "2.5 at (1, 0), must be 3"),
        ([1, 2 + 1e-15, 1], [0.5, 1.5, 0.5], "1 at (0,), must be 0.5"),
        ([1, 2 - 1e-15, 1], [0.5, 1.5, 0.5], "1 at (0,), must be 0.5"),
        # rounding is written as 0
        ([1e-17, 1], [0.5, 1], "0 at (0,), must be 0.5"),
        ([1e-4, 1e4], [5e3, 1e4], "0 at (0,), must be 5e+03"),
        (
            np.zeros(3),
            np.zeros(3),
            "agrees, but all of it is 0 up to rounding",
        ),
        (np.full(3, 1e-9), np.zeros(3), "differs: "),
        (np.zeros((0, 3)), np.zeros((0, 3)), "agrees: it has no entries"),
        (np.zeros((3, 0)), np.zeros((0, 3)), "has the wrong shape: must be"),
        # ones broadcast to ones, and still do not agree
        (np.ones((1, 3)), ONES, "has the wrong shape: must be (3,)"),
        (np.ones((3, 1)), ONES, "has the wrong shape: must be (3,)"),
        (np.ones(()), ONES, "has the wrong shape: must be (3,)"),
    ],
)
def test_words(came, expected, words):
    line = compare("dx", came, expected, 1e-6)
    assert words in line.verdict
    assert bool(line) == line.verdict.startswith("agrees")
    assert line.shape == (None if came is None else np.shape(came))


def test_error_is_the_largest_gap_over_the_largest_expected_entry():
    assert compare("dx", ONES, ONES + 1e-9, 1e-6).error == pytest.approx(1e-9)
    assert compare("dx", [[1, 2.5]], [[1, 4]], 1e-6).error == 1.5 / 4
    assert compare("dx", np.zeros((0, 3)), np.zeros((0, 3)), 1e-6).error == 0
    for came in (None, np.ones((1, 3))):
        assert np.isnan(compare("dx", came, ONES, 1e-6).error)


def test_tolerance_is_a_share_of_the_largest_entry_and_the_floor_besides():
    expected = np.array([1000.0, 1.0])
    assert compare("dx", expected + [0, 0.9e-3], expected, 1e-6)
    assert not compare("dx", expected + [0, 1.1e-3], expected, 1e-6)
    one = np.array([1.0])
    assert compare("dx", one + 3e-6, one, 1e-6, floor=2.1e-6)
    assert not compare("dx", one + 3e-6, one, 1e-6, floor=1.9e-6)


def test_some_entries():
    came, expected = np.ones(4), np.array([1, 1, 7.0, 1])
    line = compare("dx", came, expected, 1e-6, entries=np.array([0, 3]))
    assert line.verdict == "agrees within 1e-06 at 2 of 4 entries"
    line = compare("dx", came, expected, 1e-6, entries=np.array([0, 2]))
    assert "at (2,)" in line.verdict


def test_report():
    good = compare("dx", np.ones((2, 3)), np.ones((2, 3)), 1e-6)
    bad = compare("dgamma", ONES, np.zeros(3), 1e-6)
    report = GradientReport("Title", (good, bad))
    assert GradientReport("T", (good,)) and not report
    assert repr(report) == (
        "Title\n"
        "  dx      (2, 3)  agrees within 1e-06\n"
        "  dgamma  (3,)    differs: 1 at (0,), must be 0\n"
        "1 of 2 wrong: dgamma."
    )
    assert report["dx"] is good
    assert list(report) == [good, bad] and len(report) == 2
    assert report.wrong == ["dgamma"]
    assert (
        GradientReport("T", (good, good)).verdict == "All 2 gradients agree."
    )
    assert repr(GradientReport("T", ())) == "T"
    number = compare("dx", np.array(2.0), np.array(2.0), 1e-6)
    missing = compare("db", None, ONES, 1e-6)
    assert repr(GradientReport("T", (number,))) == (
        "T\n  dx  ()  agrees within 1e-06\nThe gradient agrees."
    )
    assert repr(GradientReport("T", (missing,))) == (
        "T\n  db    is missing: None came\n1 of 1 wrong: db."
    )
