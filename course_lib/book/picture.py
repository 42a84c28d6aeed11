"""``python -m course_lib.book.picture build/book``: README's picture anew.

It shows what a visitor of the built book sees first. The words in it are kept
in the file, so that a test can compare them with today's book.
"""

import sys
from pathlib import Path

from PIL import Image, PngImagePlugin

from course_lib.book.browser import tab, visit

FILE = Path(__file__).parent / "pages" / "page.png"
SIZE = {"width": 1180, "height": 1300}
WORDS = "article h1, .bd-article > section > p, .recorded"
KEY = "Description"


def words_of(page):
    """Return the words at the top of the cover."""
    texts = page.locator(WORDS).all_inner_texts()[:4]
    return " ".join(" ".join(texts).split())


def draw(book):
    """Take the picture, and keep its words in it."""
    with tab(viewport=SIZE) as page:
        visit(page, book / "index.html")
        panel = page.locator(".recorded").first.bounding_box()
        end = panel["y"] + panel["height"] + 16
        page.screenshot(
            path=FILE,
            clip={"x": 0, "y": 0, "width": SIZE["width"], "height": end},
        )
        about = PngImagePlugin.PngInfo()
        about.add_itxt(KEY, words_of(page))
    with Image.open(FILE) as picture:
        small = picture.convert("P", palette=Image.Palette.ADAPTIVE)
    small.save(FILE, optimize=True, pnginfo=about)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
    print(FILE)
