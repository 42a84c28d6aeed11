"""What JupyterLab alone does wrong with a link, and the course mends."""

from lab import at_rest
from playwright.sync_api import expect


def test_a_link_opens_a_lesson_at_its_heading(lab, page):
    """The place would be lost while a closed lesson is drawn."""
    lab.load(page, "00_start_here.ipynb")
    page.locator("a[href*='#Third-sitting']").click()
    heading = page.locator("h2", has_text="Third sitting")
    expect(heading).to_be_in_viewport(ratio=1)
    at_rest(page)
    expect(heading).to_be_in_viewport(ratio=1)
