"""Explorer of lesson 05: which numbers share a mean, and what that breaks."""

import numpy as np
from matplotlib.colors import FuncNorm
from matplotlib.patches import Rectangle

from course_lib.panels.explorer import Choice, Explorer, Slider, number
from course_lib.panels.style import SIGNED, TEXT
from course_lib.panels.words import counted

CUBE = np.array(
    [
        [
            [-2.2, -1.3, -2.7, 0.2],
            [3.1, 0.8, -0.7, 1.7],
            [-0.5, -0.1, -1.7, 3.3],
        ],
        [
            [-3.0, 3.4, -0.6, -2.5],
            [0.6, -1.1, 1.0, 0.0],
            [-3.2, -1.4, -0.2, 2.5],
        ],
        [
            [1.2, -0.4, 1.4, -1.9],
            [-0.8, 2.6, -2.0, 0.3],
            [2.1, -2.4, 0.6, -1.1],
        ],
    ]
)  # three sentences of three tokens with four features
CHOICES = {
    "feature (LayerNorm)": (2,),
    "batch and token (BatchNorm)": (0, 1),
    "token": (1,),
    "batch": (0,),
    "token and feature": (1, 2),
    "all three": (0, 1, 2),
}
EPS = 1e-5
FEATURE = 2  # of the number that moves
NOTICED = 1e-3  # a smaller change is rounding or ε


def normalize_over(x, axes, eps=EPS):
    """Normalize x over the given axes: zero mean, unit variance."""
    mean = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


def stacked(cube):
    """Lay the sentences of a cube below each other, hidden rows between."""
    tokens = cube.shape[1]
    between = range(tokens, tokens * len(cube), tokens)
    return np.insert(np.concatenate(cube), between, np.nan, axis=0)


def label_cube(axes):
    """Label the rows and columns of a stacked cube."""
    axes.set(
        ylim=(11, 0),
        yticks=[4 * b + t + 0.5 for b in range(3) for t in range(3)],
        yticklabels=["0", "1", "2"] * 3,
        xticks=np.arange(4) + 0.5,
        xticklabels=range(4),
        xlabel="feature",
    )
    for b in range(3):
        look = {"rotation": 90, "va": "center", "ha": "right"}
        axes.text(-0.7, 4 * b + 1.5, f"sentence {b}", **look)
    axes.text(-0.1, 11.15, "token", va="top", ha="right")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def cells(axes):
    """Return the cells of a stacked cube, to be coloured."""
    norm = FuncNorm((magnified, plain), vmin=-2.5, vmax=2.5)
    empty = stacked(np.zeros(CUBE.shape))
    return axes.pcolormesh(empty, cmap=SIGNED, norm=norm, ec="white", lw=2)


def write(axes, column, row, label=""):
    """Write into a cell of a stacked cube."""
    place = column + 0.5, row + 0.5
    return axes.text(*place, label, ha="center", va="center")


def magnified(change):
    """Give small changes a colour that can be seen: a signed power."""
    return np.sign(change) * np.abs(change) ** 0.4


def plain(colour):
    """Undo `magnified`."""
    return np.sign(colour) * np.abs(colour) ** 2.5


class AxisPicker(Explorer):
    """One number is moved; the picture shows which outputs notice."""

    size = (9.0, 4.8)
    task = (
        "Find every choice of axes under which a change of one token never "
        "reaches another token. Then find those that carry it into other "
        "sentences."
    )
    question = (
        "A layer averages over token and feature. You change one number of "
        "one token in sentence 0. Whose outputs change?"
    )
    choices = {
        "that token's": (
            "The number shares its mean with all numbers of its sentence, so "
            "the other tokens of sentence 0 notice too."
        ),
        "sentence 0's": (
            "All 12 numbers of sentence 0 share one mean; every other "
            "sentence has its own."
        ),
        "every token's": (
            "The mean does not run over the batch: every other sentence has "
            "its own."
        ),
    }
    answer = "sentence 0's"
    controls = {
        "over": Choice("mean over", tuple(CHOICES), "feature (LayerNorm)"),
        "token": Slider("token, that moves", min=0, max=2, step=1, start=1),
        "amount": Slider(
            "Δx, moved by", min=-4.0, max=4.0, step=0.5, start=3.0
        ),
    }

    def state(self, over, token, amount):
        """Compute x after the move, the numbers that share its mean, and Δx̂.

        All have the shape (batch, token, feature).
        """
        moved = CUBE.copy()
        moved[0, token, FEATURE] += amount
        axes = CHOICES[over]
        group = tuple(
            slice(None) if axis in axes else index
            for axis, index in enumerate((0, token, FEATURE))
        )
        sharing = np.zeros(CUBE.shape)
        sharing[group] = 1
        change = normalize_over(moved, axes) - normalize_over(CUBE, axes)
        return {"x": moved, "sharing": sharing, "change": change}

    def draw(self, figure):
        panels = figure.subplots(1, 2)
        panels[0].set_title("Tinted: shared mean")
        panels[1].set_title("Change of x̂")
        for axes in panels:
            label_cube(axes)
            cells(axes)
        tint, change = map(cells, panels)
        tint.set_alpha(0.35)  # the numbers that stand still lie below it
        figure.colorbar(
            change,
            ax=panels[1],
            ticks=[-2, -0.2, 0, 0.2, 2],
            label="stretched near 0",
        )
        for b, t, f in np.ndindex(CUBE.shape):
            if (b, f) != (0, FEATURE):
                write(panels[0], f, 4 * b + t, number(CUBE[b, t, f], 1))
        numbers = [write(panels[0], FEATURE, t) for t in range(CUBE.shape[1])]
        frame = Rectangle((FEATURE, 0), 1, 1, fill=False, ec=TEXT, lw=2.5)
        return {
            "sharing": tint,
            "change": change,
            "numbers": numbers,
            "frame": panels[0].add_patch(frame),
        }

    def move(self, artists, now):
        tint = np.where(now.sharing, 1.5, np.nan)
        artists["sharing"].set_array(stacked(tint))
        artists["change"].set_array(stacked(now.change))
        artists["frame"].set_y(now.token)
        for t, text in enumerate(artists["numbers"]):
            text.set_text(number(now.x[0, t, FEATURE], 1))

    def sentence(self, now):
        sharers = int(now.sharing.sum()) - 1
        noticed = np.abs(now.change) > NOTICED
        tokens = np.argwhere(noticed.any(axis=2))
        others = [1 for b, t in tokens if (b, t) != (0, now.token)]
        across = sum(b > 0 for b, _ in tokens)
        reached = "no other token"
        if others:
            reached = counted(len(others), "other token")
            reached += f", {across} of them in other sentences"
        return (
            f"Mean over {now.over}: the framed number of token {now.token} "
            f"shares its mean with {counted(sharers, 'other')}. Moved by "
            f"{number(now.amount, 1)}, it changes {noticed.sum()} of "
            f"{noticed.size} outputs and reaches {reached}."
        )
