"""The sphere on which LayerNorm puts vectors of three entries."""

import numpy as np
from matplotlib.patheffects import withStroke

from course_lib.sliders.style import (
    CENTRE,
    DATA,
    OUTPUT,
    REFERENCE,
    RESIDUAL,
    TEXT,
    picture,
)

# Four vectors of three entries, far and near, with high and low means.
POINTS = np.array(
    [[-0.4, -1.6, -1.6], [1.6, 2.2, 0.7], [0.1, 0.5, 1.3], [-1.3, -2.1, 0.7]]
)
RADIUS = 3**0.5
# Two directions in the plane of mean 0, and that of 1: one a row.
FRAME = np.array([[-1, 1, 0], [-1, -1, 2], [1, 1, 1]]) / np.sqrt(
    [[2], [6], [3]]
)
STEPS = "x", "centred", "standardized"
MOVES = "centring", "dividing by σ"
RIM = withStroke(linewidth=4, foreground="white")  # so that no line strikes it
TITLE = "Standardized vectors of three entries share one circle"
PLANE = {"fc": (RESIDUAL, 0.25), "ec": RESIDUAL, "lw": 1.5}
AROUND = np.linspace(0, 2 * np.pi, 121)


def circle(angles):
    """Return points where the plane of mean 0 meets the sphere, (..., 3)."""
    flat = [np.cos(angles), np.sin(angles), 0 * angles]
    return RADIUS * np.stack(flat, axis=-1)  # in the frame


def standardized(x):
    """Return the rows of x, centred, and divided by their std, by name."""
    centred = x - x.mean(axis=-1, keepdims=True)
    x_hat = centred / x.std(axis=-1, keepdims=True)
    return dict(zip(STEPS, (x, centred, x_hat)))


def seen(points, tilt, turn):
    """Return where points are seen from far away: right and up, (..., 2).

    Parameters
    ----------
    points : array_like, (..., 3)
        In the frame: two entries in the plane of mean 0, one along 1.
    tilt : float
        Degrees by which one looks down on the plane: at 0 it is seen from
        its edge, at 90 along 1.
    turn : float
        Degrees by which everything is turned about 1.
    """
    tilt, turn = np.radians([tilt, turn])
    first, second, height = np.moveaxis(np.asarray(points), -1, 0)
    right = first * np.cos(turn) - second * np.sin(turn)
    back = first * np.sin(turn) + second * np.cos(turn)
    up = back * np.sin(tilt) + height * np.cos(tilt)
    return np.stack([right, up], axis=-1)


def draw_sphere(figure):
    """Lay out sphere, plane and points; return the artists that turn."""

    def lines(count, **look):
        return [ax.plot([], [], **look)[0] for _ in range(count)]

    ax = figure.subplots()
    ax.set(xlim=(-2.6, 5.4), ylim=(-2.9, 3.2), aspect="equal", title=TITLE)
    ax.set_axis_off()
    outline = RADIUS * np.array([np.cos(AROUND), np.sin(AROUND)])
    ax.fill(*outline, fc=(REFERENCE, 0.2), lw=0)
    ax.plot(*outline, color=REFERENCE, lw=2)
    line = {"color": TEXT, "lw": 1.5}
    artists = {
        "plane": ax.fill([0, 0, 0], [0, 0, 0], **PLANE),
        "ones": ax.plot([], [], ls=":", **line),
        "ones says": ax.text(0, 0, "1", fontweight="bold", ha="center"),
        "entries": lines(3, **line),
        "entries say": [
            ax.text(0, 0, name, **CENTRE, path_effects=[RIM])
            for name in ("x₁", "x₂", "x₃")
        ],
        "behind": ax.plot([], [], color=OUTPUT, lw=2, ls=":"),
        "before": ax.plot([], [], color=OUTPUT, lw=4.5),
        "drops": lines(len(POINTS), color=DATA, lw=2.5, ls="--"),
        "slides": lines(len(POINTS), color=RESIDUAL, lw=2.5),
    }
    looks = (DATA, "o"), (RESIDUAL, "s"), (OUTPUT, "D")
    for name, (color, marker) in zip(STEPS, looks):
        dots = {"color": color, "marker": marker, "ms": 11, "ls": ""}
        artists[name] = ax.plot([], [], markeredgecolor="white", **dots)
        ax.plot([], [], label=name, **dots)
    for name, kind in zip(MOVES, ("drops", "slides")):
        look = artists[kind][0]
        ax.plot(
            [], [], label=name, color=look.get_color(), lw=2.5,
            ls=look.get_linestyle(),
        )  # fmt: skip
    ax.fill([], [], **PLANE, label="plane: mean 0")
    ball = {"fc": (REFERENCE, 0.2), "ec": REFERENCE, "lw": 2}
    ax.fill([], [], **ball, label="sphere: radius √3")
    ax.legend(loc="lower right")
    return artists


def turn_sphere(artists, steps, tilt, turn):
    """Show the sphere from another side, its points at each step, (count, 3).

    The artists come from `draw_sphere`; tilt and turn are as in `seen`.
    """
    places = {
        name: seen(points @ FRAME.T, tilt, turn)
        for name, points in steps.items()
    }
    for name, place in places.items():
        artists[name][0].set_data(*place.T)
    starts, middles, ends = places.values()
    for line, *way in zip(artists["drops"], starts, middles):
        line.set_data(*zip(*way))
    for line, *way in zip(artists["slides"], middles, ends):
        line.set_data(*zip(*way))
    around = seen(circle(AROUND), tilt, turn)
    artists["plane"][0].set_xy(1.25 * around)
    # Whatever the turn, these halves are behind the sphere and before it.
    behind, before = AROUND / 2, AROUND * (1 if tilt == 90 else -0.5)
    for name, angles in (("behind", behind), ("before", before)):
        half = seen(circle(angles), tilt, turn=0)
        artists[name][0].set_data(*half.T)
    ones = seen(np.outer([-2.7, 3], [0, 0, 1]), tilt, turn)
    artists["ones"][0].set_data(*ones.T)
    artists["ones says"].set_position(ones[1] + (0.25, 0))
    axes = seen(2.4 * FRAME.T, tilt, turn)
    taken = [ones[1] + (0.25, 0.13)]  # the middles of the names
    for line, label, end in zip(
        artists["entries"], artists["entries say"], axes
    ):
        line.set_data(*zip((0, 0), end))
        place = end * (1 + 0.32 / max(np.hypot(*end), 0.32))
        for other in taken:
            if np.abs(place - other).max() < 0.4:
                place[1] = other[1] + 0.4
        label.set_position(place)
        taken.append(place)


@picture((6.4, 5.0))
def standardized_sphere(figure):
    """Standardize vectors of three entries: they land on one circle.

    Standardized rows have length sqrt(N) and sum 0: the sphere of radius
    sqrt(N) meets the plane orthogonal to 1 in a circle when N = 3.
    """
    artists = draw_sphere(figure)
    turn_sphere(artists, standardized(POINTS), tilt=25, turn=80)
