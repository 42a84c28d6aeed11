"""Which numbers of a batch share a mean: cubes, and a panel to choose."""

import numpy as np
from matplotlib.patches import Polygon

from course_lib.sliders.explorer import Choice, Explorer, Slider, number
from course_lib.sliders.style import (
    REFERENCE,
    TEXT,
    picture,
)
from course_lib.sliders.words import counted

SHARE, MOVED = "#FFC08A", "#9FD0F2"  # light, so that numbers can be read

SIZES = 2, 3, 4  # sentences of the batch, tokens, features
CHANGED = 0, 0, 3  # first sentence, first token, last feature
AXES = {
    "feature (LayerNorm)": (2,),
    "batch and token (BatchNorm)": (0, 1),
    "token": (1,),
    "batch": (0,),
    "token and feature": (1, 2),
    "batch and feature": (0, 2),
    "batch, token and feature": (0, 1, 2),
}
WORDS = (
    "Three times the same cube of 2 sentences, 3 tokens and 4 features; "
    "coloured are the numbers that share one mean and one standard deviation "
    "with its upper front corner on the right. LayerNorm: the four features "
    "of one token. BatchNorm: the one feature in all tokens of all "
    "sentences. Token and feature: all numbers of one sentence."
)


def shares(axes):
    """Mark the numbers that share a mean with the one changed, as bools."""
    places = np.indices(SIZES)
    kept = [k for k in range(3) if k not in axes]
    same = [places[k] == CHANGED[k] for k in kept]
    return np.all(same, axis=0) if same else np.ones(SIZES, bool)


@picture((9, 3.5))
def cubes(figure):
    """Draw the cube three times, with what one mean runs over coloured."""
    shown = {
        "LayerNorm": (2,), "BatchNorm": (0, 1), "token and feature": (1, 2),
    }  # fmt: skip
    for axes, (name, along) in zip(figure.subplots(1, 3), shown.items()):
        draw_cube(axes, shares(along))
        axes.set(title=name, xlim=(-0.6, 5.7), ylim=(-3.7, 1.6))
        axes.set_aspect("equal")
        axes.axis("off")
        axes.text(2, -3.15, "features", ha="center", va="top")
        axes.text(-0.15, -1.5, "tokens", ha="right", va="center", rotation=90)
        axes.text(4.75, -2.4, "batch", va="center", rotation=37)


def draw_cube(axes, marked):
    """Draw the three sides that one sees; a cell is coloured if marked."""
    sentences, tokens, features = SIZES
    deep = np.array([0.62, 0.47])  # one step back into the batch

    def cell(corner, one, other, fill):
        corner = np.asarray(corner, float)
        ends = [corner, corner + one, corner + one + other, corner + other]
        look = {"fc": SHARE if fill else "white", "ec": TEXT, "lw": 1}
        axes.add_patch(Polygon(ends, **look))

    for t in range(tokens):
        for f in range(features):
            cell((f, -t), (1, 0), (0, -1), marked[0, t, f])
    for b in range(sentences):
        for f in range(features):
            cell((f, 0) + b * deep, (1, 0), deep, marked[b, 0, f])
        for t in range(tokens):
            at = (features, -t) + b * deep
            cell(at, (0, -1), deep, marked[b, t, -1])


BATCH = np.random.default_rng(11).normal(size=SIZES).round(1)
SEEN = 0.005  # a smaller change would not show


def normalized(x, along, eps=1e-5):
    """Standardize x over the axes along which it shares a mean."""
    mean = x.mean(axis=along, keepdims=True)
    return (x - mean) / np.sqrt(x.var(axis=along, keepdims=True) + eps)


class SharedAxes(Explorer):
    """A batch, what shares a mean in it, and how far one change is felt."""

    size = 9, 4.2
    task = (
        "Add 2 to the number in the frame. For each choice of axes, look "
        "which outputs move. Which choices let a token's output depend on "
        "other tokens, and which on other sentences?"
    )
    question = (
        "Normalize along the batch alone: the framed number, −0.5, shares μ "
        "and σ with one other, the 0.5 in sentence 2. Add 0.5 to it. Which "
        "outputs move?"
    )
    choices = {
        "its own alone": (
            "μ and σ move as well. But 0 is still the smaller of its two, "
            "and two numbers become −1 and 1, whatever they are."
        ),
        "the two that share": (
            "Two numbers become −1 and 1, whatever they are. Their order has "
            "not changed, so neither has x̂. Where more numbers share, all "
            "of them move."
        ),
        "none": (
            "Two numbers become −1 and 1, whatever they are, and their order "
            "is the same as before. (Add 1.5, and it is not.)"
        ),
    }
    answer = "none"
    controls = {
        "along": Choice(
            "μ and σ along", tuple(AXES), start="feature (LayerNorm)"
        ),
        "added": Slider("added", min=0.0, max=4.0, step=0.5, start=0.0),
    }

    def state(self, along, added):
        """Compute which outputs move, and by how much."""
        other = BATCH.copy()
        other[CHANGED] += added
        before, after = (normalized(x, AXES[along]) for x in (BATCH, other))
        return {
            "x": other,
            "y": after,
            "moved": np.abs(after - before) > SEEN,
            "marked": shares(AXES[along]),
        }

    def draw(self, figure):
        left, right = figure.subplots(1, 2)
        titles = "Orange: has the frame’s μ and σ", "Blue: has moved"
        for axes, title, of in zip((left, right), titles, ("x", "x̂")):
            axes.set(xlim=(0, 4), ylim=(6.5, 0), xticks=[], title=title)
            axes.set(yticks=[1.5, 5], yticklabels=["sentence 1", "sentence 2"])
            axes.set_xlabel(f"{of}: features →, tokens ↓")
            axes.spines[:].set_visible(False)
            for top in (0, 3.5):  # a sentence
                ends = [(0, top), (4, top), (4, top + 3), (0, top + 3)]
                look = {"fc": "none", "ec": TEXT, "lw": 3}
                axes.add_patch(Polygon(ends, clip_on=False, **look))
            axes.tick_params(length=0)
            for label in axes.get_yticklabels():
                label.set(rotation=90, va="center")
        artists = {"x": cells_of(left), "y": cells_of(right)}
        corners = [(3, 0), (4, 0), (4, 1), (3, 1)]
        frame = Polygon(corners, fc="none", ec=TEXT, lw=3, clip_on=False)
        artists["frame"] = left.add_patch(frame)
        frame.set_zorder(9)  # it never moves, but lies on what does
        return artists

    def move(self, artists, now):
        for name, values, colour, where in (
            ("x", now.x, SHARE, now.marked),
            ("y", now.y, MOVED, now.moved),
        ):
            for (patch, text), value, fill in zip(
                artists[name], values.flat, where.flat, strict=True
            ):
                patch.set_facecolor(colour if fill else "white")
                text.set_text(number(value))

    def sentence(self, now):
        size = int(now.marked.sum())
        tokens = int(now.moved.any(axis=-1).sum())
        return (
            f"μ and σ along {now.along}: {size} numbers share them, which "
            f"makes {counted(24 // size, 'mean')}. With "
            f"{number(now.added, 1)} added to the framed number, "
            f"{int(now.moved.sum())} of the 24 outputs move, in {tokens} of "
            "the 6 tokens."
        )


def cells_of(axes):
    """Return a square and its text for each number, in the order of x."""
    made = []
    for sentence, token, feature in np.ndindex(SIZES):
        corner = np.array([feature, token + 3.5 * sentence])
        ends = corner + [(0, 0), (1, 0), (1, 1), (0, 1)]
        patch = axes.add_patch(Polygon(ends, fc="white", ec=REFERENCE, lw=0.8))
        text = axes.text(*(corner + 0.5), "", ha="center", va="center")
        made.append((patch, text))
    return made


def values_in(x_hat):
    """Say which values occur, or how many where there are more than two."""
    values = np.unique(x_hat.round(6))
    return str(values) if len(values) < 3 else f"{len(values)} values"
