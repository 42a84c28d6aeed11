"""What a visitor sees first: the cover, README, buttons, and the search."""

import re

import pytest
import yaml
from course_pages import LESSONS, NOTEBOOKS, TOP, prose
from PIL import Image
from playwright.sync_api import expect

import course_lib
from course_lib import layers
from course_site.book.cover import PANEL, lessons, minutes, routes
from course_site.book.explorer_registry import live
from course_site.book.picture import COVER, FILE, KEY, verdict
from course_site.book.search_index import words

README = (TOP / "README.md").read_text("utf-8")


def plain(table):
    """Return a table without its links."""
    return re.sub(r"\[(.+?)\]\(.+?\)", r"\1", table)


def test_readme_has_the_tables_of_the_lessons_and_of_the_routes():
    missing = {*plain(lessons()).splitlines()} - {*README.splitlines()}
    assert not missing, f"README: write the rows of the heads, {missing}"
    assert plain(routes()) in plain(README), "lesson 00 has the routes"


def test_the_routes_take_as_long_as_their_sittings():
    sittings = {page[:2]: minutes(NOTEBOOKS[page]) for page in LESSONS}
    firsts = sum(sittings[number][0] for number in ("05", "06", "07"))
    main_line = {*sittings} - {"11"}
    everything = sum(sum(sittings[number]) for number in main_line)
    evening = sittings["03"][-1] + firsts
    for row in (f"in an evening** | {evening} |",
                f"**The main line** | {everything} |"):  # fmt: skip
        assert row in routes(), f"lesson 00 and README: write {row!r}"
    needed = 0
    for page in LESSONS:
        if page[:2] in main_line:
            head = prose(page)
            shorter = re.search(r"; (\d+)\s+without", head)
            whole = sum(sittings[page[:2]])
            needed += int(shorter[1]) if shorter else whole
    row = f"({needed} without what is optional)"
    assert row in routes(), f"lesson 00 and README: write {row!r}"


@pytest.mark.parametrize(
    "file, said",
    [(FILE, lambda: verdict().text), (COVER, lambda: live(PANEL).text)],
)
def test_the_pictures_of_readme_say_what_is_said_today(file, said):
    with Image.open(file) as picture:
        assert picture.info[KEY] == said(), (
            "something else is said now: take README's pictures anew with "
            "python -m course_site.book.picture build/book"
        )
    assert f"(figures/{file.name})" in README


def test_the_search_puts_lessons_first_and_has_no_notes_for_teachers(read):
    page = read("search.html")
    page.goto(page.url + "?q=jacobian")
    expect(page.locator(".search-summary")).to_contain_text("finished")
    found = page.locator("ul.search li > a").evaluate_all(
        "all => all.map(each => each.getAttribute('href').split('?')[0])"
    )
    lessons = [name for name in found if re.match(r"\d\d_", name)]
    assert found[0].startswith("06_layernorm_jacobian")
    assert found[: len(lessons)] == lessons
    assert not [name for name in found if "teaching" in name]


def test_an_excerpt_tells_no_answer():
    page = """<article><h2 id="a" class="b">Title<a class="headerlink">#</a>
        </h2><details><p>secret</p></details><p class="c">open</p></article>"""
    made = words(page)
    assert "secret" not in made and "#" not in made and "class" not in made
    assert '<h2 id="a">Title' in made and "open" in made
    assert words("<p>no article</p>") == ""


def test_every_layer_is_on_its_page(book):
    page = (book / "layers.html").read_text("utf-8")
    for name in layers.__all__:
        assert f'id="course_lib.layers.{name}"' in page, name
    assert "gamma * x_hat + beta" in page  # from the code's own words


def test_all_places_tell_one_version():
    citation = yaml.safe_load((TOP / "CITATION.cff").read_text("utf-8"))
    changes = (TOP / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## ([\d.]+), ", changes, re.M)[1]
    project = (TOP / "pyproject.toml").read_text("utf-8")
    written = re.search(r'^version = "(.*)"', project, re.M)[1]
    versions = {course_lib.__version__, citation["version"], newest, written}
    assert len(versions) == 1, versions
