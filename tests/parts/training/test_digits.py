"""The digits: right file, right split, nothing in two parts."""

import gzip

import numpy as np
import pytest

from parts.training import digits
from parts.training.digits import load_digits


def test_parts_share_no_image_and_leave_none_out():
    parts = load_digits()
    assert {name: len(p.x) for name, p in parts.items()} == digits.PARTS
    everything = np.concatenate([p.x for p in parts.values()])
    assert len(np.unique(everything, axis=0)) == digits.IMAGES


def test_pixels_run_from_white_to_black_and_every_digit_is_there():
    for part in load_digits().values():
        assert part.x.min() == -1 and part.x.max() == 1
        assert set(part.digit) == set(range(10))


def test_the_split_is_always_the_same():
    """The first five labels of each part, once written down."""
    found = {k: p.digit[:5].tolist() for k, p in load_digits().items()}
    assert found == {
        "train": [6, 6, 6, 2, 5],
        "validation": [9, 9, 6, 4, 4],
        "test": [6, 5, 5, 0, 4],
    }


def test_arrays_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        load_digits()["train"].x[0, 0] = 1


def test_a_changed_file_is_refused(tmp_path, monkeypatch):
    rows = gzip.decompress(digits.FILE.read_bytes())
    changed = tmp_path / "digits.csv.gz"
    changed.write_bytes(gzip.compress(rows.replace(b"16", b"15", 1)))
    monkeypatch.setattr(digits, "FILE", changed)
    digits.load_digits.cache_clear()
    with pytest.raises(ValueError, match="must have the checksum 6ebb3d"):
        load_digits()
    digits.load_digits.cache_clear()
