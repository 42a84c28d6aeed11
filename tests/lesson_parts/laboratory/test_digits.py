"""The digits: the file that the course ships, and nobody changes them."""

import gzip

import pytest

from lesson_parts.laboratory import digits
from lesson_parts.laboratory.digits import load_digits


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
