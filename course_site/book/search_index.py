"""The words of the pages for the search: what is folded is not in them."""

import base64
import json
import re
import zlib

from bs4 import BeautifulSoup, SoupStrainer

NO_WORDS = "details, script, style, svg, img, button, .headerlink"


def search_index(book):
    """Return the plain HTML of each page, without what is folded."""
    return {
        path.relative_to(book).as_posix(): words(path.read_text("utf-8"))
        for path in sorted(book.rglob("*.html"))
        if path.parent.name != "teaching"
    }


def words(html):
    """Return the text of a page as nested sections with their names."""
    html = re.sub(r'<span class="\w+">([^<]*)</span>', r"\1", html)  # colours
    whole = SoupStrainer("article")
    article = BeautifulSoup(html, "html.parser", parse_only=whole).article
    if article is None:
        return ""
    for each in article.select(NO_WORDS):
        each.decompose()
    for each in article.find_all(True):
        each.attrs = {"id": each["id"]} if "id" in each.attrs else {}
    return f'<div role="main">{article}</div>'


def write(book):
    """Keep them as a script, which a page opened as a file may load."""
    text = json.dumps(search_index(book), ensure_ascii=False)
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")
    script = f'courseSearchIndex = "{packed}";\n'
    (book / "_static" / "search_index.js").write_text(script, encoding="ascii")
