"""A learner with nothing done, and one browser for all that drive one."""

import os

import lab as jupyterlab
import pytest

from learner import cell, own_progress, said, solved  # noqa: F401


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
