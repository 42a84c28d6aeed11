"""The page to project in the book, opened as a file."""

import pytest
from projected import Projected

# It asks for files, which a page from a file may not.
OPTIONS = {"preload": False}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_panel_large_and_by_key(read, scheme):
    page = read("classroom.html", color_scheme=scheme)
    projected = Projected(page)
    projected.shows(0)
    loaded = page.locator("script[src*='recordings/']")
    assert loaded.count() == 1
    projected.goes_through_all(options=OPTIONS)
    projected.keeps_its_keys(projected.root.get_by_role("slider").first)
    said = [each for each in page.complaints if not each.startswith("[PST]")]
    assert not said
