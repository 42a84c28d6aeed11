"""What tasks let one find, what answers claim, what a picture keeps."""

import itertools
from contextlib import closing

import numpy as np
import pytest

from parts.derivatives.explorers import StepSize
from parts.feed_forward.curves import WIDTHS, stored_curves
from parts.feed_forward.explorers import ONE_ROW_FOR_ALL, Bends, curve_to_meet
from parts.jacobian.explorers import MoveTheToken
from parts.layer_norm.epsilon_explorer import EpsilonLab, spreads
from parts.layer_norm.explorers import GammaBeta
from parts.residual_add.explorers import DepthAndGain
from parts.statistics.explorers import SHAPES, CentreAndSpread
from parts.todays_models.explorers import ThreeNorms
from parts.vectors.explorers import right_angle, turned
from parts.vectors.sphere_explorers import NormsOnTheSphere


@pytest.mark.parametrize("shape", SHAPES)
def test_nearly_all_numbers_of_a_sample_stay_in_the_picture(shape):
    with closing(CentreAndSpread()) as panel:
        for centre in (-2.0, 4.0):
            panel.set(centre=centre, spread=2.0, shape=shape)
            counts, *_ = panel.picture.artists["bars"].get_data()
            assert 990 < counts.sum() <= 1000


@pytest.mark.parametrize("angle", [-180, -35, 60, 145])
def test_the_mark_at_the_shadow_is_a_right_angle(angle):
    v = turned(angle, 1.7)
    shadow = np.full(2, v.mean())
    along, corner, up = right_angle(shadow, v) - shadow
    if np.hypot(*(v - shadow)) > 0.3:
        np.testing.assert_allclose(along + up, corner)
        assert along @ up == pytest.approx(0)
        for side in (along, up):
            assert np.hypot(*side) == pytest.approx(0.25)
    else:  # nothing is missing, so there is no mark
        assert not np.any([along, corner, up])


def test_the_last_bit_of_a_step_changes_nothing():
    steps = [np.nextafter(1e-12, end) for end in (0, 1e-12, 1)]
    assert len(set(steps)) == 3
    with closing(StepSize()) as panel:
        assert len({panel.at(h=h).error for h in steps}) == 1


def test_the_gains_at_which_the_gradient_reaches_the_input():
    """The ranges that the lesson states."""
    good = {"with shortcut": [], "without": []}
    with closing(DepthAndGain()) as panel:
        for gain in panel.controls["gain"].values:
            for name, norms in panel.at(depth=32, gain=gain).norms.items():
                if 0.1 < norms[0] < 10:
                    good[name].append(gain)
        end = panel.at(depth=32, gain=1.0).norms["with shortcut"][0]
    assert good["without"] == [0.95, 1.0, 1.05]
    assert good["with shortcut"][0] == 0.05
    assert 0.3 <= good["with shortcut"][-1] <= 0.45
    assert 2**16 / 3 < end < 2**16 * 3  # each layer multiplies by √2


@pytest.mark.parametrize("eps, apart", [(1e-5, 0.891), (1e-8, 0.98)])
def test_the_places_of_eps_differ_most_where_the_task_looks(eps, apart):
    """The layers differ most near σ = ε^¾: the start, then the answer."""
    gaps = {}
    with closing(EpsilonLab()) as panel:
        assert panel.values["std"] == pytest.approx(1e-5**0.75)
        for std in panel.controls["std"].values:
            found = panel.at(std=std, eps=eps).spreads
            gaps[std] = abs(found["inside"] - found["added"])
    best = max(gaps, key=gaps.get)
    assert best == pytest.approx(eps**0.75, rel=1e-6)
    assert gaps[best] == pytest.approx(apart, abs=5e-4)


@pytest.mark.parametrize(
    "place, constant, equal",
    [("inside", 0, 11**-0.5), ("added", 0, 0.5), ("nowhere", np.nan, 1)],
)
def test_the_spread_of_x_hat(place, constant, equal):
    found = spreads(np.array([0, 0.1, 1e9]), 0.1)[place]
    np.testing.assert_allclose(found, [constant, equal, 1], rtol=1e-9)
    with closing(EpsilonLab()) as panel:
        panel.set(eps=1e-4)
        std, spread = panel.picture.artists["curve", place].get_data()
    assert np.ptp(np.log10(std)) == pytest.approx(8)
    np.testing.assert_allclose(spread, spreads(std, 1e-4)[place])


def test_without_eps_a_constant_row_has_no_dots():
    with closing(EpsilonLab()) as panel:
        panel.set(row="constant")
        artists = panel.picture.artists
        seen = {name for name, each in artists.items() if each.get_visible()}
    assert set(artists) - seen == {
        ("dots", "nowhere"),
        *(("here", place) for place in ("inside", "added", "nowhere")),
    }


@pytest.mark.parametrize("kind", [GammaBeta, ThreeNorms])
def test_the_dots_of_a_row_stay_left_of_its_numbers(kind):
    with closing(kind()) as panel:
        rows = panel.picture.artists.values()
        rows = [each for each in rows if isinstance(each, tuple)]
        ends = [(c.values[0], c.values[-1]) for c in kind.controls.values()]
        for values in itertools.product(*ends):
            panel.set(**dict(zip(kind.controls, values)))
            for _, dots, says in rows:
                at = dots.axes.transData.transform(dots.get_xydata())
                assert at[:, 0].max() < says.get_window_extent().x0


def test_the_answer_about_the_token_that_moves_outwards():
    with closing(MoveTheToken()) as panel:
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


def test_at_eps_0_the_token_that_moves_has_a_line_for_an_ellipse():
    with closing(MoveTheToken()) as panel:
        for up in (-4.0, 0.5, 4.0):
            now = panel.at(up=up, eps=0.0)
            assert np.linalg.matrix_rank(now.jacobian) == 1
            assert np.allclose(now.jacobian @ now.centred, 0)


def test_more_bends_come_nearer():
    with closing(Bends()) as panel:
        gaps = [panel.at(units=units).gap for units in range(1, 9)]
        pieces = np.diff(panel.at(units=8).total).round(9)
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[3] >= 0.25 > gaps[4]
    assert np.unique(pieces).size == int(Bends.answer)


@pytest.mark.parametrize(
    ("units", "x"), [(2, 2.5), (8, 3.9), (5, 0.1), (7, 1.1)]
)
def test_the_shares_of_the_bends_add_up(units, x):
    with closing(Bends()) as panel:
        panel.set(units=8, x=3.9)
        panel.set(units=units, x=x)
        artists = panel.picture.artists
        shares = [line.get_ydata() for line in artists["units"]]
        shares = [share for share in shares if len(share)]
        grid, total = artists["sum"].get_data()
        at_x = artists["dots"].get_ydata()
    assert len(shares) == len(at_x) == units
    np.testing.assert_allclose(sum(shares) + curve_to_meet(0), total)
    height = np.interp(x, grid, total)
    assert sum(at_x) + curve_to_meet(0) == pytest.approx(height)


def test_a_rate_of_10_leaves_one_row_for_all():
    target = np.random.default_rng(0).uniform(size=(2, 8, 200))[1]
    spread = target.var(axis=0).mean()
    assert pytest.approx(spread, rel=1e-3) == ONE_ROW_FOR_ALL
    for width in WIDTHS:
        losses, alive = stored_curves()[10.0, width]
        assert alive == 0
        assert losses[-1] == pytest.approx(spread, rel=1e-3)


def test_seen_along_one_only_layer_norm_reaches_the_circle():
    points = NormsOnTheSphere.points
    for name, circle in (("RMSNorm", False), ("LayerNorm", True)):
        length = np.linalg.norm(points[name], axis=-1)
        np.testing.assert_allclose(length, 3**0.5, rtol=1e-4)
        across = points[name] - points[name].mean(axis=-1, keepdims=True)
        share = np.linalg.norm(across, axis=-1) / 3**0.5
        assert (share > 0.999).all() if circle else (share < 0.95).all()


def test_a_negative_c_turns_the_order_of_the_features():
    with closing(ThreeNorms()) as panel:
        artists = panel.picture.artists
        for c, order in ((1.0, [0, 2, 1, 3]), (-1.0, [3, 1, 2, 0])):
            panel.set(m=0.0, c=c)
            for name in ("x", "LayerNorm", "RMSNorm", "no centring"):
                dots = [artists[name, feature] for feature in (1, 2, 3, 4)]
                at = [each.get_xdata()[0] for each in dots]
                assert list(np.argsort(at)) == order
                assert at == list(artists[name][1].get_xdata())
                assert len({each.get_marker() for each in dots}) == 4


def test_what_the_task_of_the_three_norms_finds():
    with closing(ThreeNorms()) as panel:
        ms = panel.controls["m"].values
        rows = [panel.at(m=m).rows for m in ms]
    spread = [row["RMSNorm"].std() for row in rows]
    assert (np.diff(spread[20:]) < 0).all()  # from m = 0 up to 4
    found = dict(zip(np.round(ms, 1).tolist(), np.round(spread, 2).tolist()))
    assert (found[2.0], found[4.0]) == (0.39, 0.21)
    agree = [
        m
        for m, row in zip(ms, rows)
        if np.allclose(row["RMSNorm"], row["LayerNorm"])
        and np.allclose(row["no centring"], row["LayerNorm"])
    ]
    assert agree == [0]
