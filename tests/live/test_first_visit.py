"""What the live site shows before there is Python, and how one comes to it."""

from pathlib import Path

import pytest

from course_site import book

# With what live.js looks for in a page of the book.
PAGE_OF_THE_BOOK = """<!DOCTYPE html><html data-content_root="../">
<div class="article-header-buttons" style="position: fixed; top: 0"></div>
<h1 data-cell="opening" style="margin: 0 0 3000px">00 Start here</h1>
<p data-cell="average-starter" class="no-kernel" style="margin: 0 0 3000px">
Install the course to write the answer.</p>
<p data-cell="last" style="margin: 0 0 3000px"><script>{}</script></html>"""
WHERE = """all => all.map(({href}) => new URL(href)).map(
    url => [url.pathname.slice(1), url.searchParams.get("path")])"""


@pytest.mark.thorough
def test_the_cover_leads_to_each_page(site, chromium):
    page = chromium.new_page()
    page.goto(site.address)
    links = page.locator("a").evaluate_all(WHERE)
    page.close()
    assert all((site.folder / file).is_file() for file, _ in links), links
    pages = {path.name for path in site.folder.glob("files/*.ipynb")}
    assert {path for file, path in links if "index" in file} == pages


def test_the_book_leads_to_the_cell_where_one_reads(chromium):
    script = Path(book.__file__).with_name("static") / "live.js"
    script = script.read_text("utf-8").replace('LIVE = ""', 'LIVE = "live"')
    page, body = chromium.new_page(), PAGE_OF_THE_BOOK.format(script)
    page.route("**", lambda r: r.fulfill(body=body, content_type="text/html"))
    for words in "Run this page", "Write the answer here, in the browser":
        page.goto("http://localhost/book/00_start_here.html")
        page.locator(".no-kernel").evaluate("each => each.scrollIntoView()")
        page.get_by_role("link", name=words).click()
        page.wait_for_url(
            "**/live/notebooks/index.html?path=00_start_here.ipynb"
            "#cell-id=average-starter"
        )
    page.close()


@pytest.mark.thorough
def test_what_is_bundled_has_its_licence_in_the_folder(site):
    licences = {each.name for each in (site.folder / "licences").iterdir()}
    assert {"LICENSE.txt", "MPL-2.0.txt"} <= licences
    python = site.folder / "static" / "pyodide"
    bundled = {each.name.split("-")[0] for each in python.glob("*.whl")}
    # The first is Python's, and what comes later belongs to the course.
    assert bundled - licences == {
        "sqlite3", "add_norm_course_weights", "add_norm_course_rare_pieces"
    }  # fmt: skip
