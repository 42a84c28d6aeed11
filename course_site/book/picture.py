"""``python -m course_site.book.picture BOOK``: README's pictures anew.

One shows what the cover of the built BOOK begins with, the other a wrong
answer and what the check says to it. The words are kept in the files, so that
a test can compare them with what is said today.
"""

import inspect
import sys
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image, PngImagePlugin

from answer_check.exercise import find
from answer_check.judging.judge import judge
from answer_check.verdict_html import Shown, highlighted
from answer_check.widgets.look import STYLE
from course_site.book.browser import READY, tab
from course_site.book.cover import PANEL
from course_site.book.explorer_registry import live
from course_tools import own_files

FIGURES = Path(__file__).parents[2] / "figures"
FILE, COVER = FIGURES / "verdict.png", FIGURES / "cover.png"
KEY = "Description"
LOOK = """<style>
    body { margin: 0; width: 720px; background: white;
           font: 15px/1.45 sans-serif; color: #1a1a1a; }
    .course-code { background: #f5f5f5; padding: 10px 14px; font-size: 14px; }
    table { border-collapse: collapse; font: 13px monospace; }
    th, td { padding: 0 12px 0 0; white-space: pre; text-align: left; }
</style>"""


# The first two terms of LayerNorm's backward pass, without the third.
def layer_norm_backward(dy, x, y, gamma, eps):
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    x_hat = (x - mean) * rstd
    dx_hat = dy * gamma
    dx = rstd * (dx_hat - dx_hat.mean(axis=-1, keepdims=True))
    tokens = tuple(range(x.ndim - 1))
    return dx, (dy * x_hat).sum(axis=tokens), dy.sum(axis=tokens)


def verdict():
    """Return what the check says to the wrong answer."""
    return judge(layer_norm_backward, find("layer_norm_backward"))


def draw():
    """Take the picture of a check."""
    told = verdict()
    code = highlighted(inspect.getsource(layer_norm_backward))
    card = f'<div class="course-explorer">{code}{Shown(told).html()}</div>'
    with tab(device_scale_factor=2) as page:
        page.set_content(f"{STYLE}{LOOK}{card}")
        keep(page.locator(".course-explorer").screenshot(), told.text, FILE)


def draw_cover(book):
    """Take the picture of the cover's block and panel."""
    size = {"width": 1366, "height": 768}
    with tab(device_scale_factor=2, viewport=size) as page:
        page.goto(book.resolve().joinpath("index.html").as_uri())
        page.wait_for_function(READY)
        block, panel = (page.locator(f".{name}").first.bounding_box()
                        for name in ("course-block", "recorded"))  # fmt: skip
        height = panel["y"] + panel["height"] - block["y"] + 16
        clip = panel | {"y": block["y"] - 8, "height": height}
        keep(page.screenshot(clip=clip), live(PANEL).text, COVER)


def keep(picture, words, file):
    """Write a picture in few colours, with its words in it."""
    about = PngImagePlugin.PngInfo()
    about.add_itxt(KEY, words)
    small = Image.open(BytesIO(picture)).convert(
        "P", palette=Image.Palette.ADAPTIVE
    )
    drawn = BytesIO()
    small.save(drawn, "png", optimize=True, pnginfo=about)
    own_files.write(file, drawn.getvalue())
    print(file)


if __name__ == "__main__":
    draw()
    for book in sys.argv[1:]:
        draw_cover(Path(book))
