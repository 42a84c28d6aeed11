"""The book, built once, and a browser without a network."""

import subprocess
import sys

import pytest


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    """Build the book; it must end without a warning."""
    out = tmp_path_factory.mktemp("book")
    run = subprocess.run(
        [sys.executable, "-m", "course_lib.book", str(out)],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return out


@pytest.fixture(scope="session")
def read(book, chromium):
    """Open pages of the book as files; they may ask for nothing else."""

    def opened(name, width=1366, **options):
        context = chromium.new_context(
            viewport={"width": width, "height": 900}, **options
        )
        page = context.new_page()
        page.complaints = []
        complain = page.complaints.append
        page.on("pageerror", lambda error: complain(str(error)))
        page.on("requestfailed", lambda request: complain(request.url))
        page.on("console", lambda message: complain(message.text))
        page.on(
            "request",
            lambda request: (
                request.url.startswith(("file:", "data:"))
                or complain(f"asks for {request.url}")
            ),
        )
        page.goto((book / name).as_uri())
        return page

    return opened
