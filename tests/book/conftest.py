"""The book, built once, and a browser without a network."""

import re
from functools import cache

import pytest
from lab import new_page

from processes import ran

BUILD = """
import sys
from course_site.book import __main__ as book, recordings
recordings.refresh = lambda name, progress: None
sys.exit(book.main(sys.argv[1:]))
"""


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    """Build the book as it is published; it must end without a warning.

    The builder first records anew what is out of date. Here it does not, and
    `test_recordings.py` compares the recordings.
    """
    out = tmp_path_factory.mktemp("book")
    run = ran("-c", BUILD, out)
    if run.returncode:
        said = run.stdout.splitlines() + run.stderr.splitlines()
        told = [line for line in said if re.search("WARNING|ERROR", line)]
        _not_built.append("\n".join(told or said[-20:]))
        pytest.fail(
            f"the book is not built; mend this:\n{_not_built[0]}",
            pytrace=False,
        )
    return out


_not_built = []


def pytest_runtest_setup(item):
    """Say once why there is no book."""
    if _not_built and "book" in item.fixturenames:
        pytest.skip("the book is not built; the first red says why")


@pytest.fixture(scope="session")
def read(book, chromium):
    """Open pages of the book as files; they may ask for nothing else.

    A page that need not be ``anew`` stays as the last test left it.
    """

    @cache
    def tab(**options):
        page = new_page(chromium, **options)
        page.add_init_script("localStorage.clear()")  # another test's
        page.complaints = []
        complain = page.complaints.append
        page.on("pageerror", lambda error: complain(str(error)))
        page.on("requestfailed", lambda request: complain(request.url))
        page.on("console", lambda message: complain(message.text))
        page.on(
            "request",
            lambda request: (
                complain(request.url)
                if not request.url.startswith(("file:", "data:"))
                else None
            ),
        )
        return page

    def opened(name, width=1366, anew=True, **options):
        page, address = tab(**options), (book / name).as_uri()
        page.set_viewport_size({"width": width, "height": 900})
        page.complaints.clear()
        if anew or page.url != address:
            page.goto(address)
        return page

    return opened
