"""The book on a platform that limits what a page may load."""

import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from course_lib.book.browser import READY

TOP = Path(__file__).parents[2]
README = (TOP / "README.md").read_text("utf-8")
POLICY = re.search(r"^default-src 'self'; .*$", README, re.M)[0]


@pytest.fixture
def server(book):
    """Serve the book with the policy that README names."""

    class Strict(SimpleHTTPRequestHandler):
        def end_headers(self):
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

        def log_message(self, *args):
            """Say nothing of each request."""

    made = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Strict, directory=book)
    )
    Thread(target=made.serve_forever).start()
    yield f"http://127.0.0.1:{made.server_port}"
    made.shutdown()
    made.server_close()


def test_the_policy_of_the_readme_is_enough(server, chromium):
    page = chromium.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message))
    page.goto(f"{server}/05_layernorm.html")
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
