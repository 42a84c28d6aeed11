"""AddNorm's backward pass behind the norm: one gradient, two inputs."""

import numpy as np

from course_lib.exercises.exercise import Case, Exercise


def add_norm_backward(dz, orig_grad):
    """Return the gradient of prev, and all that has arrived at orig."""
    return dz, orig_grad + dz


def _copies(dz, orig_grad):
    total = orig_grad.copy()
    total += dz
    return dz.copy(), total


def _with_ones(dz, orig_grad):
    return 1 * dz, np.add(dz, orig_grad)


EXERCISE = Exercise(
    lesson="07",
    statement="In front of its norm, AddNorm adds: z = prev + orig. `dz` is "
    "∂L/∂z, and `orig_grad` is the gradient that has already arrived at orig "
    "by other ways. Return the gradient of prev, and the new `orig_grad`. "
    "Leave `dz` and `orig_grad` as they are.",
    reference=add_norm_backward,
    accepted=[_copies, _with_ones],
    outputs=("prev_grad", "orig_grad"),
    mistakes={
        "orig_grad + dz → dz": "You overwrote orig_grad. With an orig_grad of "
        "zeros it is the same; but orig is used in two places, and each use "
        "sends its share.",
        "+ dz → ": "You passed orig_grad on without adding dz. The main path "
        "is prev; but without this share the shortcut carries no gradient at "
        "all.",
        "+ dz → + 2 * dz": "You added dz to orig_grad twice. It happens when "
        "the layer adds it and the caller adds it again.",
        "return dz → return dz / 2; + dz → + dz / 2": "You split dz between "
        "the two inputs. Two inputs share the sum, but ∂z/∂prev and ∂z/∂orig "
        "are 1 each, not one half.",
        "return dz → return orig_grad + dz": "You gave prev the gradient that "
        "belongs to orig as well. What arrived at orig by other ways never "
        "passed through prev.",
        "return dz → return 0 * dz": "You sent nothing to prev. The shortcut "
        "is famous, but the sublayer needs its gradient to learn.",
        "+ dz → * dz": "You multiplied orig_grad by dz. Along one path "
        "derivatives multiply; where paths meet they add.",
        "orig_grad + dz → (orig_grad + dz) / 2": "You averaged what arrives "
        "at orig. Gradients of several uses add up; the chain rule knows no "
        "mean.",
    },
    cases=lambda rng: [
        Case(*rng.normal(size=(2, 1, 4))),
        Case(*rng.normal(size=(2, 3, 5))),
        Case(*rng.normal(size=(2, 2, 3, 4)), note="a 3-D input"),
        Case(*rng.normal(0, 300, (2, 2, 5)), note="large gradients"),
        Case(
            rng.normal(size=(2, 4)),
            np.zeros((2, 4)),
            note="an orig_grad of zeros",
        ),
        Case(*rng.normal(size=(2, 4, 6)), float32=True),
    ],
    hints=[
        "z = prev + orig: what is ∂z/∂prev, and what is ∂z/∂orig?",
        "Both are 1, so both inputs get the same. What had arrived at orig "
        "before stays.",
        "prev gets what came from behind, as it came. At orig two gradients "
        "meet, and where paths meet they add: in a new array.",
    ],
)
