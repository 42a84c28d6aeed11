"""A kernel in which no line has been judged yet."""

import pytest

from derivation_check import show


@pytest.fixture(autouse=True)
def fresh_kernel():
    show._runs.clear()
