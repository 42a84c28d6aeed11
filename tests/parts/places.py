"""Where things stand in a picture, how large and how thick: as a few numbers.

``places.json`` keeps them for every picture; ``inventory.py`` writes it.
"""

import json
from pathlib import Path

import numpy as np
from matplotlib.contour import ContourSet
from matplotlib.ticker import FixedLocator

FILE = Path(__file__).with_suffix(".json")
ALIGNED = {"left": 1, "center": 2, "right": 3, "top": 4, "bottom": 5}


def places(figure):
    """Return, for the figure and for each panel, a number for each kind."""
    size = [*figure.get_size_inches(), *_of(figure.texts, _text)]
    return [_rounded([_one(size)]), *map(_rounded, map(_panel, figure.axes))]


def _rounded(numbers):
    return [float(f"{each:.9g}") for each in numbers]


def _panel(axes):
    groups = axes.collections
    contours = [each for each in groups if isinstance(each, ContourSet)]
    # Where their labels fit depends on the version that looks for room.
    fitted = [text for each in contours for text in each.labelTexts]
    texts = [each for each in axes.texts if each not in fitted]
    arrows = [each.arrow_patch for each in texts if _is_arrow(each)]
    spec = axes.get_subplotspec()
    frame = [
        *(spec.get_geometry() if spec else ()),
        len(axes.get_xscale()),
        len(axes.get_yscale()),
        axes.get_aspect() != "auto",
        axes.axison,
        *(each.get_visible() for each in axes.spines.values()),
    ]
    return [
        *axes.get_xlim(),
        *axes.get_ylim(),
        _one([*frame, *_ticks(axes.xaxis), *_ticks(axes.yaxis)]),
        _one(_of(axes.lines, _line)),
        _one(_of(texts, _text)),
        _one(_of(axes.patches, _area)),
        _one(_of(arrows, _look)),
        _one(_of(groups, _group)),
    ]


def _one(numbers):
    """Add numbers up, each in a share of its own, so that none may move."""
    numbers = np.nan_to_num(np.asarray(numbers, float))
    return float(numbers @ (1.5 + np.cos(np.arange(numbers.size))))


def _of(artists, numbers):
    return [n for each in artists for n in numbers(each)]


def _is_arrow(text):
    return getattr(text, "arrow_patch", None) is not None


def _ticks(axis):
    fixed = isinstance(axis.get_major_locator(), FixedLocator)
    return axis.get_majorticklocs() if fixed else []


def _look(artist):
    shown = artist.get_visible(), artist.get_zorder()
    alpha = artist.get_alpha()
    return [*shown, 1 if alpha is None else alpha, artist.get_linewidth()]


def _line(line):
    marker = line.get_markersize(), len(str(line.get_marker()))
    data = np.asarray(line.get_xydata(), float).ravel()
    return [*data, *_look(line), *marker]


def _text(text):
    aligned = text.get_horizontalalignment(), text.get_verticalalignment()
    numbers = [*text.get_position(), text.get_fontsize(), text.get_rotation()]
    numbers += [ALIGNED.get(each, 6) for each in aligned]
    return [*numbers, *getattr(text, "xy", ()), text.get_zorder()]


def _area(patch):
    corners = patch.get_patch_transform().transform(patch.get_path().vertices)
    return [*corners.ravel(), *_look(patch), patch.get_fill()]


def _group(collection):
    if isinstance(collection, ContourSet):
        return [*collection.levels, collection.get_zorder()]
    array = collection.get_array()
    corners = [path.vertices.ravel() for path in collection.get_paths()]
    return [
        *np.asarray(collection.get_offsets(), float).ravel(),
        *np.concatenate([*corners, []]),
        *np.atleast_1d(collection.get_linewidth()),
        *([] if array is None else np.ma.filled(array, 0.5).ravel()),
        collection.get_zorder(),
    ]


def kept():
    """Return what is kept, by picture."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def keep(pictures):
    """Write the places of all pictures."""
    rows = [f"{json.dumps(n)}: {json.dumps(p)}" for n, p in pictures.items()]
    text = "{\n" + ",\n".join(rows) + "\n}\n"
    FILE.write_text(text, encoding="utf-8", newline="\n")
