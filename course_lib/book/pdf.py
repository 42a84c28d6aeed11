"""``python -m course_lib.book.pdf build/book course.pdf``: the course printed.

Chromium prints each page of the built book as a chapter. The chapters are
bound to one file with a list of contents, running page numbers and the title
of the lesson above each page. Links from chapter to chapter lead to pages of
the file.
"""

import argparse
import io
from html import escape
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlparse

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    Destination,
    Fit,
    NameObject,
    TextStringObject,
)
from tqdm import tqdm

from course_lib.book.browser import tab, visit

LEFT_OUT = ["For teachers", "More"]
PAPER = {
    "format": "A4",
    "margin": dict.fromkeys(("top", "right", "bottom", "left"), "15mm"),
}
CHAPTERS = """leftOut => [...document.querySelectorAll(".bd-links p.caption")]
    .filter(each => !leftOut.includes(each.innerText.trim()))
    .flatMap(each => [...each.nextElementSibling.querySelectorAll("a")])
    .map(each => each.getAttribute("href"))"""
SECTIONS = """() => [...document.querySelectorAll("article section > h2")]
    .map(each => [each.firstChild.textContent, each.parentElement.id])"""
HOW_TO_READ = """This is the course as it stands in the book, with everything
unfolded that is folded there. So the answer to a prediction stands right
behind the question: cover it with your hand until you have decided. A frame
with a question and a picture is a panel with sliders, as it looks when it is
opened, with one sentence on what it shows. To move the sliders, open the
book. To run the cells, open the notebooks."""
EDGES = """<style>
body { margin: 0; font: 8px sans-serif; color: #444 }
div { height: 296mm; position: relative; break-after: page }
p { position: absolute; left: 15mm; right: 15mm; margin: 0 }
p:first-child { top: 7mm } p:last-child { bottom: 6mm; text-align: center }
</style>"""


def main(argv=None):
    """Print the book to one file."""
    parser = argparse.ArgumentParser(
        prog="python -m course_lib.book.pdf", description=__doc__
    )
    parser.add_argument("book", type=Path, help="folder of the built book")
    parser.add_argument("out", type=Path, help="the file to write")
    arguments = parser.parse_args(argv)
    with tab() as page:
        pages = bind(page, arguments.book, arguments.out)
    print(f"{arguments.out}: {pages} pages")


def bind(page, book, out, wanted=None):
    """Print pages of the book, or the wanted ones, and write one file.

    Returns
    -------
    int
        How many pages it has.
    """
    visit(page, book / "index.html")
    names = wanted or ["index.html", *page.evaluate(CHAPTERS, LEFT_OUT)]
    chapters = {name: printed(page, book / name) for name in tqdm(names)}
    file = PdfWriter()
    starts = lay_out(file, page, chapters)
    for name, chapter in chapters.items():
        lead_inside(file, book, starts, name, chapter[-1])
        list_sections(file, chapter, starts[name])
    label(file, page, chapters, starts)
    file.compress_identical_objects()
    file.add_metadata({"/Title": chapters[names[0]][0]})
    file.root_object[NameObject("/Lang")] = TextStringObject("en")
    file.page_mode = "/UseOutlines"  # a reader shows the bookmarks
    file.write(out)
    return len(file.pages)


def printed(page, path):
    """Return a chapter: its title, its sections, its printed pages."""
    visit(page, path)
    title = page.locator("article h1").evaluate(
        "each => each.firstChild.textContent"
    )
    sections = page.evaluate(SECTIONS)
    return title, sections, PdfReader(io.BytesIO(page.pdf(**PAPER)))


def lay_out(file, page, chapters):
    """Put the first chapter, the contents and the others; say where."""
    first, *others = [reader for *_, reader in chapters.values()]
    starts, at = {}, len(first.pages)
    for _ in range(2):  # the length of the contents shifts the rest
        contents = PdfReader(io.BytesIO(contents_of(page, chapters, starts)))
        place = at + len(contents.pages)
        starts = dict.fromkeys(chapters, 0)
        for name, reader in zip(list(chapters)[1:], others):
            starts[name] = place
            place += len(reader.pages)
    for reader in (first, contents, *others):
        file.append(reader, import_outline=False)
    return starts


def contents_of(page, chapters, starts):
    """Print the list of contents."""
    rows = "".join(
        f"<li>{escape(title)}<span>{starts.get(name, 0) + 1}</span></li>"
        for name, (title, *_) in chapters.items()
    )
    page.set_content(
        "<style>body { font: 13px/1.8 sans-serif } ul { padding: 0 }"
        "li { display: flex; justify-content: space-between }"
        f"</style><h1>Contents</h1><ul>{rows}</ul>"
        f"<h2>How to read it on paper</h2><p>{HOW_TO_READ}</p>"
    )
    return page.pdf(**PAPER)


def lead_inside(file, book, starts, name, reader):
    """Let the links of a chapter lead to pages of the file."""
    for k in range(len(reader.pages)):
        here = file.pages[starts[name] + k]
        kept = ArrayObject()
        for link in here.get("/Annots", []):
            target = target_of(link.get_object(), book, starts, name, reader)
            if target:
                lead_to(link.get_object(), file, *target)
            if target is not None:  # else to a page that is not printed
                kept.append(link)
        if kept or "/Annots" in here:
            here[NameObject("/Annots")] = kept


def lead_to(link, file, at, top):
    """Let a link lead to a page of the file, and to a height on it."""
    link.pop("/A", None)
    page = file.pages[at].indirect_reference
    place = Destination("", page, Fit.xyz(top=round(top)))
    link[NameObject("/Dest")] = place.dest_array


def target_of(link, book, starts, name, reader):
    """Return page and height that a link leads to.

    An empty tuple if it leads out of the book, None if nowhere in the file.
    """
    if "/Dest" in link:
        return place_of(reader, link["/Dest"].strip("/"), starts[name])
    address, place = urldefrag(link["/A"]["/URI"])
    if urlparse(address).scheme != "file":
        return ()
    path = Path(unquote(urlparse(address).path))
    chapter = path.relative_to(book.resolve()).as_posix()
    return (starts[chapter], 842) if chapter in starts else None


def place_of(reader, name, start):
    """Return the page and the height of a section."""
    place = reader.named_destinations.get(f"/{name}")
    if place is None:
        return start, 842  # the top of the chapter, on A4
    return start + reader.get_destination_page_number(place), place.top


def list_sections(file, chapter, start):
    """Put a chapter and its sections among the bookmarks."""
    title, sections, reader = chapter
    above = file.add_outline_item(title=title, page_number=start)
    for words, place in sections:
        at, _ = place_of(reader, place, start)
        file.add_outline_item(title=words, page_number=at, parent=above)


def label(file, page, chapters, starts):
    """Print the title above all pages but a chapter's first; number all."""
    heads = [""] * len(file.pages)
    for name, (title, _, reader) in chapters.items():
        for k in range(1, len(reader.pages)):
            heads[starts[name] + k] = escape(title)
    edges = "".join(
        f"<div><p>{head}</p><p>{number}</p></div>"
        for number, head in enumerate(heads, 1)
    )
    page.set_content(EDGES + edges)
    stamps = PdfReader(io.BytesIO(page.pdf(format="A4")))
    for below, stamp in zip(file.pages, stamps.pages, strict=True):
        below.merge_page(stamp)


if __name__ == "__main__":
    main()
