"""One style, notebooks included."""

import pytest

from processes import TOP, printed


@pytest.mark.parametrize(
    "command", [["check"], ["format", "--check"]], ids=" ".join
)
def test_ruff_has_nothing_to_say(command):
    printed("-m", "ruff", *command, "--no-cache", TOP)
