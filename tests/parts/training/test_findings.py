"""The questions are answered from the settings that the plan names."""

from operator import attrgetter

import numpy as np
import pytest

from parts.training import findings
from parts.training.findings import QUESTIONS, by_optimizer, differences, minus
from parts.training.plan_settings import BOTH, LONGER, REPORT_SEEDS, SETTINGS
from parts.training.trainer import Run, Setting


@pytest.fixture
def scored(monkeypatch):
    """Return a function that gives all settings made-up scores."""

    def score(accuracy):
        rng = np.random.default_rng(3)
        noise = 0.002 * rng.normal(size=(len(SETTINGS), len(REPORT_SEEDS)))
        runs = {
            setting: {
                "report": [
                    Run(0.1, seed, accuracy(setting) + noise[i, j], 1.0, [])
                    for j, seed in enumerate(REPORT_SEEDS)
                ][::-1]  # the order in the file does not matter
            }
            for i, setting in enumerate(SETTINGS)
        }
        monkeypatch.setattr(findings, "stored", lambda: runs)
        return runs

    return score


def test_every_question_asks_settings_that_run():
    assert len(QUESTIONS) == 8
    for question in QUESTIONS:
        assert question.weights.keys() <= set(SETTINGS)
        assert sum(question.weights.values()) == pytest.approx(0)


# What each question must answer if settings score by these rules alone.
RULES = {
    "shortcut": (
        lambda k: 0.2 * (k.variant not in ("no shortcut", findings.BARE)),
        {1: 0.2},
    ),
    "norm inside": (
        lambda k: 0.1 * (k.variant not in ("norm at end", findings.BARE)),
        {2: 0.1},
    ),
    "norm inside, under shortcuts alone": (
        lambda k: 0.1 * (k.variant == "norm at end"),
        {2: -0.1, 3: -0.1},
    ),
    "order": (
        lambda k: 0.1 * (k.variant == "pre-norm"),
        {4: 0.1, 7: -0.1, 8: -0.1},
    ),
    "start": (
        lambda k: 0.3 * (k.variant == "post-norm" and k.start == "small"),
        {5: -0.3},
    ),
    "warm-up": (
        lambda k: 0.1 * (k.variant == "post-norm" and k.warm_up > 0),
        {6: 0.1},
    ),
    "RMSNorm at 4 blocks with Adam": (
        lambda k: 0.4 * (k[:3] == ("RMSNorm", 4, "Adam")),
        {7: 0.1},
    ),
    "gate": (lambda k: 0.2 * (k.variant == "gated"), {8: 0.2}),
}


@pytest.mark.parametrize("rule, expected", RULES.values(), ids=RULES)
def test_a_question_answers_its_own_rule_and_no_other(scored, rule, expected):
    scored(lambda setting: 0.4 + rule(setting))
    for i, (_, found, _, said) in enumerate(findings.answered(), 1):
        assert found.mean == pytest.approx(expected.get(i, 0), abs=0.004), i
        if i in expected:
            assert said == ("more" if expected[i] > 0 else "less")
        else:
            assert said == "no difference" or "too little" in said


def test_optimizers_that_disagree_are_told(scored):
    sign = dict(zip(BOTH, (1, -1)))
    scored(lambda k: 0.5 + 0.1 * sign[k.optimizer] * (k.variant == "pre-norm"))
    said = [each[-1] for each in findings.answered()]
    assert said[3] == "it depends on the optimizer"
    own = by_optimizer(QUESTIONS[3].weights)
    assert [round(each.mean, 1) for each in own.values()] == [0.1, -0.1]
    places = findings.by_place(QUESTIONS[7].weights)
    assert len(places) == 4
    means = [each.mean for each in places.values()]
    assert np.mean(means) == pytest.approx(
        differences(QUESTIONS[7].weights).mean()
    )


def test_a_question_may_name_what_else_its_verdict_depends_on(scored):
    lead = {"": 0.1, "small": -0.1}
    scored(lambda k: 0.5 + lead[k.start] * (k.variant == "pre-norm"))
    weights = minus("pre-norm", "post-norm", starts=(*lead,))
    start = attrgetter("start")
    said = [
        each[-1]
        for each in findings.judged(
            [
                findings.Question("", "", weights),
                findings.Question("", "", weights, {"start": start}),
            ]
        )
    ]
    assert said == ["no difference", "it depends on the start"]


def test_shares_and_differences_are_written_for_readers():
    assert findings.percent(0.594) == "59 %"
    assert findings.points(-0.0124) == "−1.2"
    assert findings.points(-1e-9) == "+0.0"
    assert findings.points(0.163) == "+16.3"


def test_patience_compares_the_same_seeds_and_only_what_was_trained(scored):
    runs = scored(lambda setting: 0.5)
    setting = Setting("pre-norm", 16, "Adam")
    usual = sorted(runs[setting]["report"], key=lambda run: run.seed)
    runs[setting]["report"] = [
        run._replace(accuracy=0.5 if i < 5 else 0.9)
        for i, run in enumerate(usual)
    ]
    longer = setting._replace(steps=LONGER)
    runs[longer] = {"report": [r._replace(accuracy=0.75) for r in usual[:5]]}
    _, *rows = findings.patience_table().splitlines()
    assert [row.split() for row in rows] == [
        ["Adam", "pre-norm", "50", "%", "75", "%"]
    ]
