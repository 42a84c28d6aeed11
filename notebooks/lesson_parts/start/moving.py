"""The moving picture of lesson 00: three tokens pass through one block.

It is an SVG that moves by itself, for less than five seconds, wherever an
image can be shown. Who asks the computer for less motion sees it at its end.
"""

import base64
from html import escape

import numpy as np

from course_lib.sliders.show import LOOK
from course_lib.sliders.style import DATA, OUTPUT, REFERENCE, RESIDUAL, TEXT

WORDS = (
    "Three tokens, drawn as dots, run through one block of a Transformer. "
    "Before attention, and again before the feed-forward layer, each splits "
    "in two: one half goes through the layer, the other takes a shortcut "
    "around it, and they meet again in Add & Norm."
)
SIZE = 760, 150
SECONDS = 4.8
# The layers of a block, from left to right: name, colour, middle, width.
LAYERS = (
    ("attention", REFERENCE, 190, 110),
    ("Add & Norm", RESIDUAL, 330, 110),
    ("feed-forward", OUTPUT, 475, 120),
    ("Add & Norm", RESIDUAL, 620, 110),
)
MIDDLE, ABOVE, ENDS = 100, 40, (20, 740)
SLOPES = (100, 140, 255, 300), (395, 430, 540, 590)  # up and down again
SPLITS = [slope[0] for slope in SLOPES]
MEETINGS = [middle for name, _, middle, _ in LAYERS if "Norm" in name]
AROUND = [
    (x, height)
    for slope in SLOPES
    for x, height in zip(slope[1:], (ABOVE, ABOVE, MIDDLE))
]
STRAIGHT = sorted((x, MIDDLE) for x in (*SPLITS, *MEETINGS, *ENDS))
AROUND = sorted([*AROUND, *STRAIGHT])


def _lengths(way):
    """Return how far it is to each corner of a way, as a share of all."""
    steps = np.hypot(*np.diff(way, axis=0).T)
    return dict(zip(way, np.cumsum([0, *steps]) / sum(steps)))


def _keyframes(name, way):
    """Let a dot split and meet when the one on the way around does."""
    when, where = _lengths(AROUND), _lengths(way)
    steps = "".join(
        f"{when[x, MIDDLE]:.2%}{{offset-distance:{where[x, MIDDLE]:.2%}}}"
        for x, _ in STRAIGHT[:-1]
    )
    return f"@keyframes {name}{{{steps}}}"


def _path(way):
    return "M" + "L".join(f"{x} {y}" for x, y in way)


def _box(name, colour, middle, width):
    left = middle - width / 2
    return (
        f'<rect x="{left:g}" y="{MIDDLE - 24}" width="{width}" height="48" '
        f'rx="8" fill="white" stroke="{colour}" stroke-width="3"/>'
        f'<text x="{middle}" y="{MIDDLE + 6}">{escape(name)}</text>'
    )


def _dot(name, way, k):
    """Return a dot that runs along a way, and stays near its end."""
    return (
        f'<circle r="7" fill="{DATA}" style="offset-path:path(\'{_path(way)}'
        f"');offset-distance:calc(100% - {22 * k}px);"
        f'animation-name:{name};animation-delay:{0.5 * k:g}s"/>'
    )


def svg():
    """Return the moving picture."""
    ways = {"around": AROUND, "straight": STRAIGHT}
    lines = "".join(
        f'<path d="{_path(way)}" fill="none" stroke="{REFERENCE}" '
        'stroke-width="2" stroke-linejoin="round"/>'
        for way in ways.values()
    )
    dots = "".join(
        _dot(name, way, k) for k in range(3) for name, way in ways.items()
    )
    frames = "".join(_keyframes(name, way) for name, way in ways.items())
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE[0]}"
 height="{SIZE[1]}" viewBox="0 0 {SIZE[0]} {SIZE[1]}"><style>
text {{ font: 16px sans-serif; fill: {TEXT}; text-anchor: middle }}
circle {{ animation: {SECONDS - 1:g}s linear both }}
{frames}
@media (prefers-reduced-motion) {{ circle {{ animation: none !important }} }}
</style><rect width="100%" height="100%" fill="white"/>{lines}{dots}
{"".join(_box(*each) for each in LAYERS)}</svg>"""


class Moving:
    """The moving picture, with the words that say what it shows."""

    def __repr__(self):
        return WORDS

    def _repr_html_(self):
        data = base64.b64encode(svg().encode()).decode("ascii")
        words = escape(WORDS)
        return (
            "<!-- a picture: run this cell to see it move again -->\n"
            f'<img alt="{words}" width="{SIZE[0]}" style="{LOOK}" '
            f'src="data:image/svg+xml;base64,{data}"><div>{words}</div>'
        )
