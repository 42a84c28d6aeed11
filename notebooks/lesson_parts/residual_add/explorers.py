"""Explorer of lesson 04: how far back does a gradient reach?"""

from functools import cache

import numpy as np

from course_lib.sliders.explorer import Explorer, Slider
from course_lib.sliders.words import counted
from lesson_parts.residual_add.pictures import LOOKS, draw_gradient_norms

DEEPEST, D_MODEL = 32, 64


def turn(rng, d_model=D_MODEL):
    """Make a matrix that keeps every length: shuffle features, flip signs."""
    signs = rng.choice([-1.0, 1.0], d_model)
    return np.eye(d_model)[rng.permutation(d_model)] * signs


def gradient_norms(turns, gain, shortcut, dy):
    """Send dy back through a stack of f(x) = gain · x @ Q; keep its norms.

    ``turns`` are the Q, first layer to last; with a shortcut a layer is
    x + f(x). The norms stand from the input to the output, one more than
    there are layers.
    """
    norms = [np.linalg.norm(dy)]
    for Q in reversed(turns):
        through = gain * dy @ Q.T
        dy = dy + through if shortcut else through
        norms.append(np.linalg.norm(dy))
    return np.array(norms[::-1])


@cache
def turns_and_dy():
    """Make the turns of the deepest stack, and a dy of length 1."""
    rng = np.random.default_rng(4)
    dy = rng.normal(size=D_MODEL)
    turns = [turn(rng) for _ in range(DEEPEST)]
    return turns, dy / np.linalg.norm(dy)


class DepthAndGain(Explorer):
    """The gradient's norm by layer, with and without a shortcut."""

    task = (
        "Set the depth to 32. For which gains does the gradient at the "
        "input stay between 0.1 and 10? Find the range without a shortcut, "
        "then the range with one. Which is easier to hit?"
    )
    question = (
        "At which gain does a gradient come through 32 layers without a "
        "shortcut as long as it was?"
    )
    choices = {
        "at every gain below 1": (
            "There it shrinks: without a shortcut each layer multiplies the "
            "length by the gain, so 0.9 leaves 0.9 to the power 32, 3 %."
        ),
        "at gain 1 alone": (
            "Each layer multiplies the length by the gain, so only 1 leaves "
            "it as it is. 0.9 leaves 3 %, and 1.1 makes it 21 times as long."
        ),
        "at gain 0": (
            "Without a shortcut nothing at all comes through a layer that "
            "answers 0. With one, all of it does."
        ),
    }
    answer = "at gain 1 alone"
    controls = {
        "depth": Slider("depth, layers", min=1, max=DEEPEST, step=1, start=16),
        "gain": Slider("gain of f", min=0.05, max=1.5, step=0.05, start=0.3),
    }

    def state(self, depth, gain):
        """Compute the norms by layer, by kind of stack."""
        turns, dy = turns_and_dy()
        norms = {
            name: gradient_norms(
                turns[:depth], gain, name == "with shortcut", dy
            )
            for name in LOOKS
        }
        return {"norms": norms}

    def draw(self, figure):
        ax = figure.add_subplot()
        draw_gradient_norms(ax, DEEPEST)
        ax.set_title("The gradient, by layer")
        artists = {
            name: ax.plot([], [], ms=4, lw=2, label=name, **look)[0]
            for name, look in LOOKS.items()
        }
        ax.legend(loc="upper right")
        beside_title = {"ha": "right", "va": "bottom"}
        artists["says"] = ax.text(
            1, 1.02, "", transform=ax.transAxes, **beside_title
        )
        return artists

    def move(self, artists, now):
        for name, norms in now.norms.items():
            artists[name].set_data(np.arange(now.depth + 1), norms)
        layers = counted(now.depth, "layer")
        artists["says"].set_text(f"{layers}, gain {now.gain:.2f}")

    def sentence(self, now):
        at_input = {name: norms[0] for name, norms in now.norms.items()}
        return (
            f"Depth {now.depth} and gain {now.gain:.2f}: of a gradient of "
            f"length 1 at the output, {at_input['without']:.2g} reaches the "
            "input without a shortcut and "
            f"{at_input['with shortcut']:.2g} with it."
        )
