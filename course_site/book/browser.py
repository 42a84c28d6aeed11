"""A Chromium without a window, and pages of the book in it."""

import os
import shutil
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

PLACES = (
    "chromium",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
)
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, PLACES)), None
)
INSTALL = (
    "no Chromium found: `apt-get install chromium` on Debian and Ubuntu, or "
    "set CHROMIUM to the path of Chromium or Chrome"
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
READY = """() => [...document.querySelectorAll(".recorded")].every(
    each => each.querySelector("svg"))
    && [...document.querySelectorAll(".math")].every(
    each => each.querySelector("mjx-container"))"""


def launch(playwright, **options):
    """Start the Chromium of this machine without a window."""
    return playwright.chromium.launch(
        executable_path=CHROMIUM, args=FLAGS, **options
    )


@contextmanager
def tab(**options):
    """Lend one page of a browser of its own."""
    if not CHROMIUM:
        raise SystemExit(INSTALL)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser.new_page(**options)
        browser.close()
