"""Stored results are what their commands found: no number is edited.

Other tests compute some of them anew; what takes hours, or another machine, is
held by its sum.
"""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import parts
from parts.feed_forward import curves
from parts.real_model.text import FILE as PIECES

FOLDER = Path(parts.__file__).parent
SUMS = {
    "training/probe.json": "51720a587985498b",
    "training/signal_probe.json": "85419007aad656f9",
    "backward/jacobian_cost.json": "e866f9b7e8d313bd",
    "how_fast/speed.json": "bb193703d7e7f0ae",
    "real_model/stored/measured.json": "dfd476dad11ff71c",
    "real_model/stored/row_spreads.json": "7c51739c95583978",
    "real_model/stored/pairs.txt": "7461e935561f772e",
    "real_model/stored/calibration.txt": "626a8919acee35ac",
    "training/signal_runs.jsonl": "261fdc9302fa3494",
}


@pytest.mark.parametrize("name", SUMS)
def test_a_stored_result_has_its_sum(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    if name.endswith(".json"):
        text = json.dumps(json.loads(text), sort_keys=True)
    found = hashlib.sha256(text.encode()).hexdigest()[:16]
    assert found == SUMS[name], (
        "if its command has made it anew, read what changed in the pages, "
        f"then write {found} into SUMS in this file; if it was edited by "
        "hand, take that back"
    )


def test_every_stored_result_is_held():
    found = {*FOLDER.rglob("*.json*"), *FOLDER.rglob("stored/*.txt")}
    held = {*map(FOLDER.joinpath, SUMS), curves.FILE, PIECES}
    assert found == held, f"change SUMS in this file: {found ^ held}"


def test_the_curves_are_trained_again():
    found = curves.stored_curves()
    assert set(found) == {
        (lr, width) for lr in curves.LEARNING_RATES for width in curves.WIDTHS
    }
    for (lr, width), (losses, alive) in found.items():
        again, alive_again = curves.loss_curve(lr, width)
        np.testing.assert_allclose(losses, again, rtol=1e-3)  # four digits
        assert alive == pytest.approx(alive_again, abs=1e-3)
