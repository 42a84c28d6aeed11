"""The page to project in the book, opened as a file."""

from projected import Projected


def test_every_panel_large_and_by_key(read):
    page = read("classroom.html")
    projected = Projected(page)
    projected.shows(0)
    assert page.locator("script[src*='recordings/']").count() == 1
    projected.goes_through_all("dark", "light")
    projected.keeps_its_keys(projected.root.get_by_role("slider").first)
    said = [each for each in page.complaints if not each.startswith("[PST]")]
    assert not said
