"""One look for every picture: colours by role, sizes, type."""

import threading
from contextlib import contextmanager
from functools import wraps
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

RULES = matplotlib.rc_params_from_file(
    Path(__file__).with_name("course.mplstyle"), use_default_template=False
)

# Colours by role (Okabe and Ito's palette, safe for colour-blind readers).
# On white every mark has a contrast of 3:1 or more.
DATA = "#0072B2"
OUTPUT = "#D55E00"
RESIDUAL = "#009E73"
GRADIENT = "#CC79A7"
REFERENCE = "#767676"
TEXT = RULES["text.color"]
# Words need 4.5:1: the same hues, darker.
INKS = {
    OUTPUT: "#A84A00",
    RESIDUAL: "#00714F",
    GRADIENT: "#9B4479",
    REFERENCE: "#5E5E5E",
}

SIGNED = "RdBu_r"  # matrices with a sign, limits symmetric about 0

CENTRE = {"ha": "center", "va": "center"}  # words in the middle of a place
SIZES = {"one": (6.4, 3.6), "two": (9.0, 3.6)}  # by panels, in inches
PIXELS_PER_INCH = RULES["figure.dpi"]
POINTS = RULES["font.size"]

# Where and how a program shows pictures, which is not their look.
_NOT_LOOK = "backend", "date.epoch", "interactive", "toolbar", "tk.", "webagg"
_PLAIN = {
    key: value
    for key, value in matplotlib.rcParamsDefault.items()
    if not key.startswith(_NOT_LOOK)
}
_lock = threading.Lock()
_entered = []  # the context of whoever came first, once a user inside


@contextmanager
def style():
    """Apply the course's rules while a figure is drawn.

    Uses may overlap in any order: the last one to leave brings back what the
    first one found, so that a reader's own plots keep their look.
    """
    with _lock:
        outer = _entered[0] if _entered else matplotlib.rc_context()
        if not _entered:
            outer.__enter__()
        _entered.append(outer)
        matplotlib.rcParams.update(_own_settings_undone() | RULES)
    try:
        yield
    finally:
        with _lock:
            outer = _entered.pop()
            if not _entered:
                outer.__exit__(None, None, None)


def _own_settings_undone():
    """Return what a reader's matplotlibrc or style has changed, as it was.

    A dark style would hide curves, and ``text.usetex`` asks for a program.
    Few have one, and to set all anew would cost a slider milliseconds.
    """
    now = matplotlib.rcParams
    return {key: old for key, old in _PLAIN.items() if now[key] != old}


def ink(colour):
    """Return the colour that words take beside a mark of this colour."""
    return INKS.get(colour, colour)


def new_figure(size="one"):
    """Make an empty figure that no pyplot registry keeps alive.

    Its size is "one" or "two", for as many panels, or in inches. Draw on it
    under `style`.
    """
    return Figure(
        figsize=SIZES.get(size, size),
        dpi=PIXELS_PER_INCH,
        layout="constrained",
    )


def picture(size="one", words=""):
    """Make a function that draws on a figure into one that returns it.

    It is called without its first argument: that is a new figure of this
    size, drawn on under the course's style. `show` puts its words below it;
    where they are a function, that is asked for them.
    """

    def given_a_figure(draw):
        @wraps(draw)
        def drawn(*args, **kwargs):
            with style():
                figure = new_figure(size)
                draw(figure, *args, **kwargs)
            figure.words = words() if callable(words) else words
            return figure

        return drawn

    return given_a_figure


def note(axes, text, at, aside, **look):
    """Write words beside a point, `aside` points to the right and up."""
    axes.annotate(text, at, aside, textcoords="offset points", **look)
