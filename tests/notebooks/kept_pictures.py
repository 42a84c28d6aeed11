"""The pictures that the pages keep, by their words."""

import io
import json
import re
from collections import defaultdict
from functools import cache
from html import unescape
from importlib.metadata import version
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops

TOP = Path(__file__).parents[2]
PICTURE = re.compile(
    r'<img alt="([^"]*)"[^>]*src="data:image/png;base64,([^"]+)"'
)
COARSE = 48, 27  # squares; another version moves a line by less than one
UNLIKE = 0.02  # of white to black, the root of the mean square
LEVELS = 24  # of 255: another processor differs by a few


@cache
def stored():
    """Return ``{words: [(name of the page, PNG as base64), ...]}``."""
    found = defaultdict(list)
    for path in TOP.glob("notebooks/*.ipynb"):
        for cell in json.loads(path.read_bytes())["cells"]:
            for output in cell.get("outputs", ()):
                page = "".join(output.get("data", {}).get("text/html", ""))
                for words, data in PICTURE.findall(page):
                    found[unescape(words)].append((path.name, data))
    return found


@cache
def unpinned():
    """Return what draws the pictures and is not of the pinned version."""
    pins = (TOP / "constraints.txt").read_text("utf-8")
    return [
        f"{package} {version(package)}"
        for package in ("matplotlib", "numpy")
        if version(package) not in re.findall(rf"^{package}==([\w.]+)", pins,
                                              re.M)
    ]  # fmt: skip


def coarse(png):
    """Return the greys of a picture by squares, and its size."""
    picture = Image.open(io.BytesIO(png)).convert("L")
    small = picture.resize(COARSE, Image.Resampling.BOX)
    return np.asarray(small, float) / 255, picture.size


def difference(kept, made):
    """Say where two PNGs differ to the eye; nothing if they do not.

    A picture drawn by other versions is only seen blurred.
    """
    old, new = (Image.open(io.BytesIO(p)).convert("RGB") for p in (kept, made))
    if old.size != new.size:
        return f"{old.size} pixels were kept, {new.size} are drawn"
    if unpinned():
        off = coarse(kept)[0] - coarse(made)[0]
        return "the whole" if np.sqrt(np.mean(off**2)) >= UNLIKE else ""
    apart = ImageChops.difference(old.reduce(2), new.reduce(2))
    box = apart.point(lambda level: 255 * (level > LEVELS)).getbbox()
    return box and f"the box {box} of {old.reduce(2).size} pixels"
