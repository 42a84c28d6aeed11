"""Stored results are what their commands found: no number is edited.

Other tests compute some of them anew; what takes hours, or another machine, is
held by its sum.
"""

import hashlib
import json
from pathlib import Path

import pytest

import lesson_parts
from lesson_parts.real_model.text import FILE as PIECES

FOLDER = Path(lesson_parts.__file__).parent
SUMS = {
    "laboratory/stacks.jsonl": "ee07857daecb046b",
    "laboratory/characters.jsonl": "5b4e79f94212bc9e",
    "real_model/stored/measured.json": "5571c29d8dbffff7",
    "real_model/stored/pairs.txt": "7461e935561f772e",
    "real_model/stored/calibration.txt": "626a8919acee35ac",
}


@pytest.mark.parametrize("name", SUMS)
def test_a_stored_result_has_its_sum(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    if name.endswith(".json"):
        text = json.dumps(json.loads(text), sort_keys=True)
    found = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert found == SUMS[name], (
        f"numbers or words of {name} are not those that were found: git diff "
        "says which. No stored result is edited by hand: take that back. "
        "Only if its command (CONTRIBUTING, “A stored result”) has made it "
        "anew, read what changed in the pages that quote it, and write "
        f"{found} into SUMS in this file"
    )


def test_every_stored_result_is_held():
    found = {*FOLDER.rglob("*.json*"), *FOLDER.rglob("stored/*.txt")}
    held = {*map(FOLDER.joinpath, SUMS), PIECES}
    assert found == held, (
        "each stored result has its sum in SUMS in this file, or a test that "
        f"computes it again: {[path.name for path in found ^ held]}"
    )
