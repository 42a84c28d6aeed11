"""Nothing done yet, and a disk that is full."""

import errno
from pathlib import Path

import pytest

from learner import cell, own_progress, said, solved  # noqa: F401


@pytest.fixture
def full_after(monkeypatch):
    """Let some files be written whole, and of the next ones a part."""

    def full_after(count):
        left, whole = [None] * count, Path.write_bytes

        def write_bytes(self, data):
            if not left:
                whole(self, data[:5])
                raise OSError(errno.ENOSPC, "No space left", str(self))
            left.pop()
            return whole(self, data)

        monkeypatch.setattr(Path, "write_bytes", write_bytes)

    return full_after
