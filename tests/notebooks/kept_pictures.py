"""The pictures that the pages keep, by their words."""

import base64
import io
import json
import re
from collections import defaultdict
from functools import cache
from html import unescape
from pathlib import Path

import numpy as np
from PIL import Image

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
PICTURE = re.compile(
    r'<img alt="([^"]*)"[^>]*src="data:image/png;base64,([^"]+)"'
)
COARSE = 48, 27  # squares; another version moves a line by less than one
UNLIKE = 0.02  # of white to black, the root of the mean square


@cache
def stored():
    """Return ``{words: [(name of the page, PNG as base64), ...]}``."""
    found = defaultdict(list)
    for path in NOTEBOOKS.glob("*.ipynb"):
        for cell in json.loads(path.read_bytes())["cells"]:
            for output in cell.get("outputs", ()):
                page = "".join(output.get("data", {}).get("text/html", ""))
                for words, data in PICTURE.findall(page):
                    found[unescape(words)].append((path.name, data))
    return found


def coarse(png):
    """Return the greys of a picture by squares, and its size."""
    if isinstance(png, str):
        png = base64.b64decode(png)
    picture = Image.open(io.BytesIO(png)).convert("L")
    small = picture.resize(COARSE, Image.Resampling.BOX)
    return np.asarray(small, float) / 255, picture.size


def looks_like(one, other):
    """Whether a blurred eye sees the same picture."""
    (a, size), (b, size_too) = coarse(one), coarse(other)
    return size == size_too and np.sqrt(np.mean((a - b) ** 2)) < UNLIKE
