"""``python -m course_site.book.picture``: README's picture of a check anew.

It shows a wrong answer and what the check says to it. The words are kept in
the file, so that a test can compare them with what the check says today.
"""

import inspect
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image, PngImagePlugin

from answer_check.box.look import STYLE
from answer_check.exercise import find
from answer_check.judging.judge import judge
from answer_check.verdict_html import Shown, highlighted
from course_desk import own_files
from course_site.book.browser import tab

FILE = Path(__file__).parents[2] / "figures" / "verdict.png"
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
    """Take the picture, and keep its words in it."""
    told = verdict()
    code = highlighted(inspect.getsource(layer_norm_backward))
    card = f'<div class="course-explorer">{code}{Shown(told).html()}</div>'
    with tab(device_scale_factor=2) as page:
        page.set_content(f"{STYLE}{LOOK}{card}")
        page.locator(".course-explorer").screenshot(path=FILE)
    about = PngImagePlugin.PngInfo()
    about.add_itxt(KEY, told.text)
    with Image.open(FILE) as picture:
        small = picture.convert("P", palette=Image.Palette.ADAPTIVE)
    drawn = BytesIO()
    small.save(drawn, "png", optimize=True, pnginfo=about)
    own_files.write(FILE, drawn.getvalue())


if __name__ == "__main__":
    draw()
    print(FILE)
