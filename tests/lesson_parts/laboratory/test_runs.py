"""The plan, the stored runs, and what is trained live."""

import re
from functools import partial

import numpy as np
import pytest

from lesson_parts.laboratory import findings, live, runs, trainer
from lesson_parts.laboratory.trainer import Adam, Cell, GradientDescent, train


def test_a_stored_run_is_what_the_command_makes():
    """One cheap cell again; a processor's rounding may move a few signals."""
    cell = Cell("pre-norm", 4)
    row = findings.stored()[cell]["coarse"][0.004]
    (run,) = train(cell, [(row["lr"], row["seeds"][0])])
    assert run.accuracy == pytest.approx(row["accuracy"][0], abs=0.02)
    assert run.losses[:5] == pytest.approx(row["losses"][:5], rel=2e-3)


def test_every_cell_is_complete_and_no_seed_is_used_twice():
    stored = findings.stored()
    assert set(runs.CELLS) <= stored.keys()
    for cell, stages in stored.items():
        if cell in runs.CELLS:
            assert runs.next_runs(cell, stages) == (None, []), cell
            assert findings.report(cell)["seeds"] == [*runs.REPORT_SEEDS]
    used = {*runs.COARSE_SEEDS, *runs.FINE_SEEDS}
    assert not used & {*runs.REPORT_SEEDS, *live.SEEDS}
    assert not {*runs.REPORT_SEEDS} & {*live.SEEDS}


def search(readings):
    """Run a search whose readings are a function of the rate."""
    cell = Cell("pre-norm")
    stages = {"coarse": {}, "fine": {}, "report": {}}
    while True:
        stage, tasks = runs.next_runs(cell, stages)
        if stage == "report":
            return stages, tasks
        for lr, _ in tasks:
            stages[stage][lr] = {"accuracy": [readings(lr)]}


@pytest.mark.parametrize("best", [0.0003, 0.003, 0.0055, 0.05])
def test_the_search_finds_a_peak_and_its_regret_is_small(best):
    stages, tasks = search(lambda lr: 0.8 - 0.1 * np.log2(lr / best) ** 2)
    rate = runs.chosen_rate(stages)
    assert abs(np.log2(rate / best)) <= 0.26
    assert tasks == [(rate, seed) for seed in runs.REPORT_SEEDS]
    if best > 0.001:  # two fine seeds stand in the formula, one here
        assert 2 * runs.regret(stages) == pytest.approx(
            0.1 * np.log2(rate / best) ** 2, abs=1e-3
        )


def test_a_cliff_is_searched_finer_than_a_factor_of_two():
    stages, _ = search(lambda lr: 0.1 if lr > 0.0063 else 50 * lr)
    assert runs.chosen_rate(stages) == pytest.approx(0.004 * 2**0.5, rel=1e-3)


@pytest.mark.parametrize("optimizer", [Adam, GradientDescent])
def test_optimizers(optimizer):
    """Three steps against the formulas of the paper, two rates at once."""
    rng = np.random.default_rng(0)
    p = rng.normal(size=(2, 5))
    expected, m, v = p.copy(), 0, 0
    moves, lr = optimizer(p), np.array([0.1, 0.02])
    for step in range(1, 4):
        dp = rng.normal(size=(2, 5))
        m, v = 0.9 * m + 0.1 * dp, 0.999 * v + 0.001 * dp**2
        along = dp
        if optimizer is Adam:
            m_hat, v_hat = m / (1 - 0.9**step), v / (1 - 0.999**step)
            along = m_hat / (np.sqrt(v_hat) + 1e-8)
        expected -= lr[:, None] * along
        moves.step(dp.copy(), lr)
    np.testing.assert_allclose(p, expected, rtol=1e-12)


def test_the_rate_rises_and_falls():
    shares = [trainer.share_of_rate(i, 500, 2000) for i in range(2000)]
    assert shares[0] == pytest.approx(0.002)
    assert np.argmax(shares) == pytest.approx(499, abs=1)
    assert shares[-1] < 1e-5
    assert trainer.share_of_rate(0, 0, 2000) == 1


def test_a_run_that_diverges_is_a_guess():
    (run,) = train(Cell("no norm", 8, "He", warm_up=0), [(1e6, 1)])
    assert run.accuracy == trainer.GUESS
    assert None in run.losses


def test_the_p_value_and_which_arrows_are_doubted():
    assert findings.sign_flip_p([1, 2, 3]) == 0.25
    assert findings.sign_flip_p([1, 1, -1]) == 1
    for verdict, p, sign in (
        ("more", 0.009, " ↑"), ("less", 0.01, "(↓)"), ("not known", 1, " ?"),
    ):  # fmt: skip
        said = findings.Answer(1.23, 0, 2, verdict, p)
        assert findings.short(said) == f" +1.2 {sign}"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"first": "prenorm"}, "variant must be one of"),
        ({"start": "Xavier"}, "start must be one of"),
        ({"blocks": 0}, "blocks must be 1 or more"),
        ({"rates": (0.004, float("nan"))}, "finite number above 0, got nan"),
        ({"rates": 0.004}, "two numbers"),
        ({"rates": ("fast", 0.1)}, "finite number above 0, got 'fast'"),
        *(
            ({"seeds": seeds}, "seeds must be 6 to 16 different")
            for seeds in ([], [1] * 6, range(1, 18))
        ),
        ({"seeds": [*range(1, 6), "a"]}, "seed must be a whole number"),
        ({"first": "no norm"}, "No search is stored for 'no norm'"),
    ],
)
def test_bad_input_is_told_before_anything_runs(wrong, said, monkeypatch):
    monkeypatch.setattr(live, "train", None)
    given = {"first": "pre-norm", "second": "post-norm"} | wrong
    with pytest.raises((ValueError, TypeError), match=said):
        live.compare(**given)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"kind": "2018"}, "kind must be one of"),
        ({"steps": 0}, "steps must be 1 or more"),
        *(({"lr": lr}, "finite number above 0") for lr in (np.inf, "fast")),
        *(({"begin": begin}, "begin must be") for begin in ("Ä", "", 5)),
    ],
)
def test_bad_input_to_what_writes(wrong, said, monkeypatch):
    monkeypatch.setattr(live.char_model, "train", None)
    with pytest.raises(ValueError, match=said):
        live.write(**({"kind": "today"} | wrong))


@pytest.mark.thorough
def test_a_live_comparison_agrees_with_the_stored_one(monkeypatch, capsys):
    """Other seeds, whole trainings: the same verdict, and similar points."""
    monkeypatch.delenv(live.FEW)
    live.compare("pre-norm", "post-norm")
    (said,) = re.findall(r"post-norm: (.*) points .*: (.*)", said_of(capsys))
    stored = findings.answer(Cell("pre-norm", 4), Cell("post-norm", 4))
    assert said[1] == stored.verdict == "less"
    assert abs(float(said[0].replace("−", "-")) - stored.mean) < 3


def said_of(capsys):
    """Return what has been printed."""
    return capsys.readouterr().out


def test_live_runs_are_judged_and_can_be_stopped(monkeypatch, capsys):
    def quick(cell, tasks, progress):
        return [
            trainer.Run(lr, seed, 0.7 + 0.05 * (cell.variant == "gate"), [])
            for lr, seed in tasks
        ]

    monkeypatch.setattr(live, "train", quick)
    live.compare("gate", "pre-norm", rates=(0.004, 0.004))
    assert "gate − pre-norm: +5.0 points" in said_of(capsys)

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(live, "train", stopped)
    monkeypatch.setattr(live.char_model, "train", stopped)
    for run in (partial(live.compare, "gate", "pre-norm"),
                partial(live.write, "today")):  # fmt: skip
        with pytest.raises(live.Stopped) as error:
            run()
        assert error.value._render_traceback_()[0].startswith("Stopped.")
