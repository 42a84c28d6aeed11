"""One look for every picture: colours by role, sizes, type."""

from contextlib import contextmanager

import matplotlib
from matplotlib.figure import Figure

# Colours by role (Okabe and Ito's palette, safe for colour-blind readers).
DATA = "#0072B2"
OUTPUT = "#D55E00"
RESIDUAL = "#009E73"
GRADIENT = "#CC79A7"
REFERENCE = "#767676"
TEXT = "#1A1A1A"

SIGNED = "RdBu_r"  # matrices with a sign, limits symmetric about 0
MAGNITUDE = "cividis"  # matrices without one

SIZES = {"one": (6.4, 3.6), "two": (9.0, 3.4), "square": (4.6, 4.6)}
PIXELS_PER_INCH = 100

RULES = {
    "font.family": "DejaVu Sans",  # ships with Matplotlib: same everywhere
    "font.size": 11,
    "text.color": TEXT,
    "axes.edgecolor": TEXT,
    "axes.labelcolor": TEXT,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": TEXT,
    "ytick.color": TEXT,
    "figure.facecolor": "white",
    "figure.dpi": PIXELS_PER_INCH,
    "savefig.facecolor": "white",
    "legend.frameon": False,
    "mathtext.fontset": "dejavusans",
    "svg.hashsalt": "add-norm-course",  # the same ids in every rebuild
    "svg.fonttype": "path",
}


@contextmanager
def style():
    """Apply the course's rules while a figure is drawn."""
    with matplotlib.rc_context(RULES):
        yield


def new_figure(kind="one"):
    """Make an empty figure that no pyplot registry keeps alive.

    Parameters
    ----------
    kind : {"one", "two", "square"} or (float, float)
        A size by name (one panel, two panels, a square) or in inches.

    Returns
    -------
    matplotlib.figure.Figure
        With constrained layout. Draw on it inside ``with style():``.
    """
    return Figure(
        figsize=SIZES.get(kind, kind) if isinstance(kind, str) else kind,
        dpi=PIXELS_PER_INCH,
        layout="constrained",
    )


def styled(draw):
    """Decorate a drawing function so that it runs inside ``style()``."""
    from functools import wraps

    @wraps(draw)
    def inside(*args, **kwargs):
        with style():
            return draw(*args, **kwargs)

    return inside
