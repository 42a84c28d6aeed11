"""Each accepted style and listed mistake is judged in the browser as here."""

import json
from pathlib import Path

import pytest

from processes import printed

pytestmark = pytest.mark.live
SCRIPT = Path(__file__).with_name("verdicts.py")


def judged(lines):
    """Return what `verdicts.py` said of each answer."""
    rows = map(json.loads, lines.splitlines())
    return {tuple(row[:2]): row[2:] for row in rows}


def test_the_same_verdicts_as_on_the_desktop(learner):
    here = judged(printed(SCRIPT, COURSE_PROGRESS="off"))
    there = judged(learner().ready().python(SCRIPT.read_text("utf-8")))
    assert len(here) > 900
    different = {
        answer: (here[answer], there.get(answer))
        for answer in here
        if here[answer] != there.get(answer)
    }
    assert not different
