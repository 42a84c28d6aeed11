"""What a visitor sees first: the cover, README, buttons, and the search."""

import re
from pathlib import Path

import nbformat
import pytest
import yaml
from lab import new_page
from PIL import Image
from playwright.sync_api import expect

import course_lib
from course_lib import layers
from course_site.book.browser import READY
from course_site.book.cover import PANEL, lessons, minutes, routes
from course_site.book.explorer_registry import live
from course_site.book.picture import COVER, FILE, KEY, verdict
from course_site.book.search_index import words

TOP = Path(__file__).parents[2]
LESSONS = sorted(TOP.glob("notebooks/[0-9]*.ipynb"))
README = (TOP / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def cover(book, chromium):
    page = new_page(chromium, viewport={"width": 1366, "height": 900})
    page.goto((book / "index.html").as_uri())
    page.wait_for_function(READY)
    yield page
    page.context.close()


def test_the_panel_of_the_cover_moves_at_once(cover):
    panel = cover.locator(".recorded")
    assert not panel.get_by_text("Predict first.").count()
    said = panel.locator("p[role=status]")
    expect(said).to_contain_text("γ = 1.00 and β = 0.00 for all")
    panel.get_by_role("slider", name="γ, scale").press("End")
    panel.get_by_role("combobox").select_option("feature 3 alone")
    expect(said).to_contain_text("γ = 3.20 and β = 0.00 for feature 3")


def test_the_real_model_has_its_picture(cover):
    picture = cover.get_by_alt_text("mean over the tokens")
    assert picture.evaluate("each => each.decode().then(() => true)")
    expect(cover.get_by_text("all-MiniLM-L6-v2").first).to_be_visible()


def test_the_two_doors_lead_to_a_page_and_to_its_first_exercise(cover, read):
    doors = cover.locator(".course-doors a")
    leads = doors.evaluate_all("all => all.map(a => a.getAttribute('href'))")
    page = read(leads[0])
    place = leads[1].removeprefix(f"{leads[0]}#")
    assert page.locator(f'[id="{place}"]').get_by_text("average").count(), (
        leads
    )


@pytest.mark.parametrize("width, height", [(1366, 768), (390, 844)])
def test_the_first_screen_has_the_panel_and_the_doors(cover, width, height):
    cover.set_viewport_size({"width": width, "height": height})
    cover.evaluate("scrollTo(0, 0)")
    for what in (".course-block", ".recorded", ".course-doors"):
        box = cover.locator(what).first.bounding_box()
        assert box["y"] + box["height"] <= height, (what, box)


def plain(table):
    """Return a table without its links."""
    return re.sub(r"\[(.+?)\]\(.+?\)", r"\1", table)


def test_readme_has_the_tables_of_the_lessons_and_of_the_routes(cover):
    assert plain(lessons()) in README, (
        "the lessons ask and last as their heads say"
    )
    assert plain(routes()) in plain(README), "lesson 00 has the routes"
    tables = cover.locator("article table")
    for table, shown in zip((routes(), lessons()), tables.all(), strict=True):
        assert len(table.splitlines()) - 1 == shown.locator("tr").count()


def test_the_routes_take_as_long_as_their_sittings():
    sittings = {path.name[:2]: minutes(path) for path in LESSONS}
    firsts = sum(sittings[number][0] for number in ("05", "06", "07"))
    main_line = {*sittings} - {"11"}
    everything = sum(sum(sittings[number]) for number in main_line)
    evening = sittings["03"][-1] + firsts
    for row in (f"in an evening** | {evening} |",
                f"**The main line** | {everything} |"):  # fmt: skip
        assert row in routes(), f"lesson 00 and README: write {row!r}"
    needed = 0
    for path in LESSONS:
        if path.name[:2] in main_line:
            head = nbformat.read(path, 4).cells[0].source
            shorter = re.search(r"; (\d+)\s+without", head)
            whole = sum(sittings[path.name[:2]])
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


def test_code_can_be_copied_and_what_it_prints_cannot(read):
    page = read("05_layernorm.html")
    printed = page.locator(".output:not(:has(summary)) pre")
    assert (
        printed.count() > 5
        and not printed.locator("..").locator(".copybtn").count()
    )
    cells = page.locator("div.cell_input:visible")
    assert cells.count() == cells.locator(".copybtn").count() > 5
    page.evaluate(
        """() => document.addEventListener("copy", () => {
            window.copied = String(document.getSelection()
                || document.activeElement.value);
        })"""
    )
    button = cells.nth(1).locator(".copybtn")
    code = cells.nth(1).locator("pre").inner_text().strip()
    button.press("Enter")
    expect(button).to_have_attribute("data-tooltip", "Copied!")
    assert page.evaluate("window.copied").strip() == code


def test_every_icon_is_in_the_font_of_the_book(read):
    """An icon that is not there would load the theme's whole font."""
    page = read("05_layernorm.html", anew=False)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_function(READY)
    page.evaluate("document.fonts.ready.then(() => true)")
    fonts = [url for url in asked if "fontawesome" in url and "woff" in url]
    assert fonts == [], "make icons.woff anew with all icons of the pages"
    assert any("icons.woff" in url for url in asked)


def test_the_search_of_a_file_shows_excerpts(read):
    page = read("search.html")
    page.goto(page.url + "?q=variance")
    found = page.locator("ul.search li").filter(
        has_text="05 What does LayerNorm keep"
    )
    expect(found.locator(".highlighted").first).to_have_text("variance")
    # More than a title: words around it, from the page itself.
    expect(found.locator("p.context").first).to_contain_text(
        "nearly at right angles to x"
    )


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
    needed = {"cff-version", "message", "title", "authors"}
    assert needed <= citation.keys()
    changes = (TOP / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## ([\d.]+), ", changes, re.M)[1]
    project = (TOP / "pyproject.toml").read_text("utf-8")
    written = re.search(r'^version = "(.*)"', project, re.M)[1]
    versions = {course_lib.__version__, citation["version"], newest, written}
    assert len(versions) == 1, versions
