"""Answers and tasks of explorers are held to what their states show.

A recording is made anew from whatever an explorer says, so it holds nothing by
itself. A function here, by the explorer's name, computes the right choice of
its question, and ``NAMED`` says which numbers of a task are no places of a
slider. What stands beside a row of dots is compared with the dots.
"""

import expected
import numpy as np
import pytest
from printed_numbers import parsed, printed

from course_lib.evidence import textbook
from course_site.book.explorer_registry import explorers, live
from lesson_parts.real_model import results
from lesson_parts.vectors.sphere_pictures import POINTS

KINDS = explorers()


def nearest(value, choices):
    """Return the choice that stands for the number nearest to a value."""
    return min(choices, key=lambda words: abs(choices[words] - value))


def Bends(panel):
    slopes = np.diff(panel.at(units=8).total).round(9)
    return str(np.unique(slopes).size)


def MoveTheToken(panel):
    near, far = (panel.at(right=p, up=0.0, eps=2.0) for p in (1.98, 7.98))
    assert [near.length, far.length] == pytest.approx([1.98, 7.98])
    across, along = near.across / far.across, near.along / far.along
    if across <= 1:
        return "only the one along falls"
    return (
        f"both fall, the one {'along' if along > across else 'across'} faster"
    )


def PullTheToken(panel):
    free, held = (panel.at(rate=100.0, length=each).angle
                  for each in panel.controls["length"].values)  # fmt: skip
    assert held[-2:] == pytest.approx([-37, 37], abs=0.5)
    rests = ["yes" if abs(end[-1]) < 1 else "no" for end in (free, held)]
    return "; and ".join(rests)


def EpsilonLab(panel):
    x = np.random.default_rng(0).normal(size=1000)
    x /= x.std()
    kept = textbook.layer_norm(0.01 * x, eps=1e-5).std()
    return next(
        words
        for words in panel.choices
        if np.isclose(
            textbook.layer_norm(parsed(words)[0] * x, eps=1e-11).std(), kept
        )
    )


def GammaBeta(panel):
    """Which choice no shared γ and β can do, and one feature's own can."""

    def order(**at):
        return np.argsort(panel.at(**at).rows["y"]).tolist()

    shared = [
        order(gamma=gamma, beta=beta)
        for gamma in (-3.2, -0.04, 0.04, 3.2)
        for beta in (-6.0, 0.0, 6.0)
    ]
    largest = {order(gamma=1.0, beta=2.0, moved="feature 3 alone")[-1]} - {
        ranks[-1] for ranks in shared
    }
    assert order()[::-1] in shared
    assert np.ptp(panel.at(gamma=0.0).rows["y"]) == 0
    return f"making feature {largest.pop() + 1} the largest"


def SharedAxes(panel):
    start, now = (panel.at(along="batch", added=at) for at in (0.0, 0.5))
    assert [*start.x[:, 0, 3]] == [-0.5, 0.5]
    assert panel.at(along="batch", added=1.5).moved.any()
    return [*panel.choices][now.moved.sum() - 1]


def share_of(name):
    return results.found(name)[0]


def LeaveOut(panel):
    left = share_of("no sublayer all feed_forward")
    if left <= share_of("no block"):
        return "no more than without any block"
    whole = share_of("whole")
    return "nearly all" if left > 0.95 * whole else "more than half"


def OwnSentences(panel):
    alike = panel.at().alike
    same_words, same_meaning = alike[0, 1], alike[0, 2]
    if min(alike[0, 1], alike[0, 2], alike[1, 2]) > 0.95:
        return "none: it finds all three alike"
    if same_words > same_meaning:
        return "1 and 2, which have the same words"
    return "1 and 3, which mean the same"


def TwoSigmas(panel):
    share = share_of("sigmas 0 3 0.3") / share_of("whole")
    choices = {"next to nothing": 0, "about half": 0.5, "nearly all": 1}
    return nearest(share, choices)


def DepthAndGain(panel):
    gains = np.arange(1, 31) / 20
    kept = {
        g
        for g in gains
        if 0.99 < panel.at(depth=32, gain=g).norms["without"][0] < 1.01
    }
    return {1.0: "at gain 1 alone"}.get(*kept)


def MeanFollows(panel):
    return next(each for each in panel.choices if (2 + 4 + int(each)) / 3 == 5)


def CentreAndSpread(panel):
    shapes = "bell", "two heaps"
    shares = [expected.CentreAndSpread(0, 1, shape)[-1] for shape in shapes]
    sign = np.sign(round(shares[1] - shares[0], 9))
    return {1: "it grows", -1: "it shrinks", 0: "it stays the same"}[sign]


def ThreeNorms(panel):
    before, after = (panel.at(m=m).rows["RMSNorm"].std() for m in (2.0, 4.0))
    assert f"{before:.2f}" in panel.question
    choices = {"0.39, as before": 0.39, "about 0.2": 0.2, "about 0.8": 0.8}
    return nearest(after, choices)


def TurningVector(panel):
    one, other = (panel.at(angle=a, length=2.0).v.mean() for a in (-30, 30))
    if one == pytest.approx(other):
        return "it stays"
    mirrored = one == pytest.approx(-other)
    return "it changes its sign" if mirrored else "it becomes 0"


def SphereFromAllSides(panel):
    """Along 1 that step is gone whose move has no part across it."""
    centred = POINTS - POINTS.mean(axis=1, keepdims=True)
    divided = centred / centred.std(axis=1, keepdims=True)
    across = np.eye(3) - 1 / 3
    seen = [
        np.abs((after - before) @ across).max() > 1e-9
        for before, after in ((POINTS, centred), (centred, divided))
    ]
    return {(False, True): "centring", (True, False): "dividing by the std",
            (True, True): "neither"}[tuple(seen)]  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_the_answer_is_what_is_computed(name):
    panel = live(name)
    if panel.question:
        assert name in globals(), (
            f"write a function {name} in tests/lesson_parts/"
            "test_answers_of_explorers.py: from the panel it computes which "
            "of its choices is right"
        )
        answer = globals()[name](panel)
        assert panel.answer == answer, (
            f"{name} says that “{panel.answer}” is right; what it shows "
            f"comes to “{answer}”"
        )


# Numbers of a task that are no place of a slider, with what they are.
NAMED = {
    "Bends": {0.25},  # what the sum may miss
    "DepthAndGain": {0.1, 10},  # the gradient's length
    "TurningVector": {1},  # the vector (1, 1)
    "SphereFromAllSides": {1},  # so is this one
}


def is_a_stop(number, control):
    values = [v for v in control.values if not isinstance(v, str)]
    words = [v for v in control.values if isinstance(v, str)]
    return np.isclose(number, values, rtol=1e-6, atol=0).any() or (
        f"{number:g}" in words
    )


@pytest.mark.parametrize("name", KINDS)
def test_a_task_asks_for_places_that_a_slider_has(name):
    kind = KINDS[name]
    for text in printed(kind.task):
        number, _ = parsed(text)
        assert number in NAMED.get(name, ()) or any(
            is_a_stop(number, control) for control in kind.controls.values()
        ), (
            f"the task of {name} says {text}, where no control stops. If it "
            "is no place of a slider, say in NAMED what it is"
        )


@pytest.mark.parametrize("eps, apart", [(1e-5, 0.891), (1e-8, 0.98)])
def test_the_places_of_eps_differ_most_where_the_task_looks(eps, apart):
    """The layers differ most near σ = ε^¾."""
    gaps = {}
    panel = live("EpsilonLab")
    for std in panel.controls["std"].values:
        found = panel.at(std=std, eps=eps).spreads
        gaps[std] = abs(found["inside"] - found["added"])
    best = max(gaps, key=gaps.get)
    assert best == pytest.approx(eps**0.75, rel=1e-6)
    assert gaps[best] == pytest.approx(apart, abs=5e-4)


def test_the_answer_about_the_token_that_moves_outwards():
    panel = live("MoveTheToken")
    near, far = (panel.at(right=out, eps=2.0) for out in (1.98, 7.98))
    roots = [1 / now.across for now in (near, far)]
    across = f"from {near.across:.2f} to {far.across:.2f}"
    choices = KINDS["MoveTheToken"].choices
    assert all(across in words for words in choices.values())
    told = f"from {near.along:.2f} to {far.along:.2f}"
    for words in choices.values():
        assert told in words.replace("ε/s³ ", "")
    right = choices[panel.answer]
    assert "s grows from {:.2f} to {:.2f}".format(*roots) in right
    assert near.along / far.along > near.across / far.across > 1
