"""Pictures of speed: what memory allows, and what a way of writing uses."""

from course_lib.panels.style import DATA, OUTPUT, REFERENCE, ink, note, picture

# name: colour, and where its label stands: dx, dy in points, alignment
RIGHT = (11, -6), "left"
LOOKS = {
    "usual": (DATA, (11, -18), "left"),
    "in place": (DATA, (11, -2), "left"),
    "in blocks": (DATA, (11, -12), "left"),
    "compiled": (DATA, (11, 0), "left"),
    "loops": (OUTPUT, *RIGHT),
    "swapped": (OUTPUT, (11, -18), "left"),
    "BLAS": (OUTPUT, (11, 0), "left"),
    "loops, larger": (OUTPUT, *RIGHT),
    "swapped, larger": (OUTPUT, *RIGHT),
    "BLAS, larger": (OUTPUT, (0, 10), "center"),
}
NORMS = "usual", "in place", "in blocks", "compiled"
PRODUCTS = tuple(name for name in LOOKS if name not in NORMS)
ROOF = (
    "Operations per second against operations for each byte from memory, both "
    "axes logarithmic. A roof rises with what memory delivers, then lies "
    "flat at the best of BLAS. "
)
WORDS = {
    "norms": ROOF + "Under the slope stand the LayerNorms: usual, in place, "
    "in blocks, compiled, from low to high.",
    "products": ROOF + "Under the flat part stand the matrix products: BLAS "
    "on top, the swapped loops below, the plain loops far below.",
}


@picture((9.0, 5.0))
def roofline(figure, places, numbers_a_second, names):
    """Draw ways of computing under the roof that a machine sets.

    Parameters
    ----------
    places : dict of str to (float, float)
        By way: operations per byte, operations per second.
    numbers_a_second : float
        What memory delivers, in numbers of 4 bytes.
    names : sequence of str
        The ways to draw, if they have a place; all of them set the roof.
    """
    axes = figure.subplots()
    slope = 4 * numbers_a_second / 1e9  # GB a second
    top = max(speed for _, speed in places.values()) / 1e9
    drawn = {name: places[name] for name in names if name in places}
    left, right = 0.05, 7 * max(each for each, _ in drawn.values())
    roof = [left * slope, top, top]
    axes.loglog([left, top / slope, right], roof, color=REFERENCE)
    look = {"ha": "right", "color": ink(REFERENCE)}
    note(axes, "what memory delivers", (0.9, 0.9 * slope), (-12, 2), **look)
    for name, (intensity, speed) in drawn.items():
        colour, aside, side = LOOKS[name]
        at = intensity, speed / 1e9
        axes.plot(*at, "o" if colour == DATA else "s", color=colour)
        note(axes, name, at, aside, ha=side, color=ink(colour))
    axes.set(
        xlim=(left, right),
        ylim=(None, 2.5 * top),
        xlabel="operations for each byte from memory",
        ylabel="10⁹ operations per second",
        title="Under the roof: one core, float32",
    )
