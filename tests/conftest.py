"""One browser for all tests that drive one."""

import os
from collections import Counter

import lab as jupyterlab
import pytest

_without_a_browser = Counter()  # tests skipped, by reason


@pytest.fixture(scope="session")
def chromium():
    """Start one browser for all; without it, skip tests, but never in CI."""
    if not jupyterlab.CHROMIUM:
        skip_or_fail = pytest.fail if os.environ.get("CI") else pytest.skip
        skip_or_fail(jupyterlab.INSTALL)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = jupyterlab.launch(playwright)
        yield browser
        browser.close()


def pytest_runtest_logreport(report):
    """Collect what did not run for want of a browser."""
    if report.skipped and report.nodeid.startswith("tests/browser"):
        _without_a_browser[report.longrepr[2].removeprefix("Skipped: ")] += 1


def pytest_unconfigure(config):
    """Say last what was skipped."""
    if not hasattr(config, "workerinput"):
        for reason, count in _without_a_browser.items():
            print(
                f"Skipped for want of a browser: {count} of the tests that "
                f"drive JupyterLab ({reason})."
            )
