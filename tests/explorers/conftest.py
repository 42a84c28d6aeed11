"""One panel for all tests of a file: the explorer that the file names KIND."""

import pytest


@pytest.fixture(scope="module")
def opened(request):
    made = request.module.KIND()
    yield made
    made.close()


@pytest.fixture
def panel(opened):
    """Hand out the panel at its start."""
    opened.reset()
    return opened
