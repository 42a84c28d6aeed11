"""Each accepted style and listed mistake is judged in the browser as here."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.live
SCRIPT = Path(__file__).with_name("verdicts.py")


def judged(printed):
    """Return what `verdicts.py` said of each answer."""
    rows = map(json.loads, printed.splitlines())
    return {tuple(row[:2]): row[2:] for row in rows}


def test_the_same_verdicts_as_on_the_desktop(learner):
    off = os.environ | {"COURSE_PROGRESS": "off"}
    here = judged(
        subprocess.check_output([sys.executable, SCRIPT], text=True, env=off)
    )
    there = judged(learner().ready().python(SCRIPT.read_text("utf-8")))
    assert len(here) > 900
    different = {
        answer: (here[answer], there.get(answer))
        for answer in here
        if here[answer] != there.get(answer)
    }
    assert not different
