"""What tasks let one find, what answers claim, what a picture keeps."""

import pytest

from course_site.book.explorer_registry import live
from lesson_parts.layernorm_jacobian.explorers import MoveTheToken


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
    choices = MoveTheToken.choices
    assert all(across in words for words in choices.values())
    told = f"from {near.along:.2f} to {far.along:.2f}"
    for words in choices.values():
        assert told in words.replace("ε/s³ ", "")
    right = choices[MoveTheToken.answer]
    assert "s grows from {:.2f} to {:.2f}".format(*roots) in right
    assert near.along / far.along > near.across / far.across > 1
