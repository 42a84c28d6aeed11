"""The book on a platform that limits what a page may load."""

import re
from pathlib import Path

import pytest
from lab import new_page

from course_site.book.browser import READY

TOP = Path(__file__).parents[2]
PAGE = (TOP / "PUBLISHING.md").read_text("utf-8")
POLICY = re.search(r"^default-src 'self'; .*$", PAGE, re.M)[0]


@pytest.mark.thorough
def test_the_policy_that_publishers_are_told_is_enough(serve, chromium):
    page = new_page(chromium)
    complaints = []
    page.on("console", lambda message: complaints.append(message))
    address = serve({"Content-Security-Policy": POLICY})
    page.goto(f"{address}/05_layernorm.html")
    page.wait_for_function(READY)
    for picture in page.locator(".cell_output img").all():
        assert picture.evaluate("each => each.decode().then(() => true)")
    width = "each => each.getBoundingClientRect().width"
    assert page.locator("mjx-container").first.evaluate(width) > 1
    assert not [
        message.text
        for message in complaints
        if not message.text.startswith("[PST]")
        and not message.location["url"].endswith("/favicon.ico")
    ]
    page.close()
