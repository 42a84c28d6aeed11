"""What the stored runs do not show of how they are read.

The rest is on found.md and on the pages, to the digit.
"""

from operator import attrgetter

import numpy as np

from lesson_parts.laboratory import findings
from lesson_parts.laboratory.findings import Question, disputed, minus
from lesson_parts.laboratory.plan_settings import LONGER
from lesson_parts.laboratory.trainer import Run, Setting


def test_a_question_may_name_what_else_its_verdict_depends_on():
    lead = {"": 0.1, "small": -0.1}
    weights = minus("pre-norm", "post-norm", starts=(*lead,))

    def measure(setting):
        ahead = lead[setting.start] * (setting.variant == "pre-norm")
        return np.full(10, 0.5 + ahead)

    assert disputed(Question("", "", weights), measure) == ""
    asked = Question("", "", weights, {"start": attrgetter("start")})
    assert disputed(asked, measure) == "it depends on the start"


def test_the_order_in_the_file_does_not_matter(monkeypatch):
    setting = Setting("pre-norm", 16)
    runs = [Run(0.1, seed, 0.5, 1.0, []) for seed in (3, 1, 2)]
    monkeypatch.setattr(
        findings, "stored", lambda: {setting: {"report": runs}}
    )
    assert [run.seed for run in findings.report(setting)] == [1, 2, 3]


def test_patience_compares_the_same_seeds(monkeypatch):
    usual = Setting("pre-norm", 16, "Adam")
    kept = {usual: np.repeat([0.5, 0.9], 5)}
    kept[usual._replace(steps=LONGER)] = np.full(5, 0.75)
    monkeypatch.setattr(findings, "scores", lambda s: kept.get(s, np.empty(0)))
    _, row = findings.patience_table().splitlines()
    assert row == "Adam              pre-norm     50 %  75 %"


def test_no_difference_has_no_minus():
    assert findings.points(-1e-9) == "+0.0"
