"""Is a backward pass right? The gradients against central differences.

A check is only as good as what it is run on: with gamma = 1 and dy = 1 a
LayerNorm whose dx is all zeros passes. So parameters and dy are random here.
It compares the backward with the forward as it is. Whether the forward is the
right function is another question: `comparison.compare` with `textbook`.
"""

import copy
import inspect
import re
from dataclasses import replace
from numbers import Real

import numpy as np

from course_lib.evidence.central_differences import STEP, slope, spread
from course_lib.evidence.comparison import (
    Comparison,
    GradientReport,
    compare,
    place,
)


def check_gradients(
    layer,
    *inputs,
    dy=None,
    parameters="random",
    rng=0,
    tolerance=1e-6,
    max_entries=200,
):
    """Compare a layer's gradients with central differences of its forward.

    Works on a copy: the layer and the inputs stay as they are.

    Parameters
    ----------
    layer : object
        With ``forward(*inputs)`` and ``backward(dy)``, which returns one
        gradient for each input (or one array for all of them), and leaves
        ``dp`` beside every parameter ``p``.
    *inputs : array_like
        What forward takes. They become float64.
    dy : array_like, optional
        dL/dy; random by default. Ones stand for L = sum(y).
    parameters : {"random", "as given"}
        "random" redraws every parameter whose entries are all alike, such as
        gamma = 1 and beta = 0, since they hide mistakes.
    rng : numpy.random.Generator or int
        Where random numbers come from, or their seed.
    tolerance : float
        Largest difference, as a share of the gradient's largest entry.
    max_entries : int
        Of a larger array, this many entries are picked at random.

    Returns
    -------
    GradientReport
        True when every gradient agrees. One line a gradient, shape compared
        before value.

    Raises
    ------
    ValueError
        If dy does not have the shape of y, if backward returns too few or
        too many gradients, or if `parameters` is neither of the two.
    """
    rng = np.random.default_rng(rng)
    run = Run(layer, inputs, dy, parameters, rng)
    how = rng, tolerance, max_entries
    lines = [
        compare_slopes(name, gradient, array, run.y_dy, *how)
        for name, array, gradient in run.gradients
    ]
    return GradientReport(
        f"Gradients against central differences ({run.setting})",
        tuple(lines + run.changed),
    )


class Run:
    """A copy of a layer, run forward and back once.

    Attributes
    ----------
    gradients : list of (str, ndarray, ndarray or None)
        Of every input and parameter: the gradient's name, the copy's array
        (move an entry, and `y_dy` moves), and what the layer returned.
    changed : list of Comparison
        A failing line for every array that the layer wrote into, though it
        was only to read it.
    y : ndarray
        What forward returned.
    """

    def __init__(self, layer, inputs, dy, parameters, rng):
        if parameters not in ("random", "as given"):
            raise ValueError(
                'parameters must be "random" or "as given", but it is '
                f"{parameters!r}."
            )
        given = "random" if dy is None else "given"
        self.setting = f"parameters {parameters}, dy {given}"
        self.layer = layer = copy.deepcopy(layer)
        self.inputs = [np.array(x, dtype=np.float64) for x in inputs]
        own = parameters_of(layer, self.inputs)
        if parameters == "random":
            randomize(own, rng)

        arguments = copy.deepcopy(self.inputs)
        self.y = np.array(layer.forward(*arguments))
        self.dy = given_or_random(dy, self.y.shape, rng)
        after = [*arguments, *own.values(), self.dy.copy()]
        before = [*self.inputs, *copy.deepcopy([*own.values(), self.dy])]
        dx = one_for_each(inputs, layer.backward(after[-1]))
        names = [*inspect.signature(layer.forward).parameters][: len(inputs)]
        names = [*names, *own]
        self.changed = [
            Comparison(name, new.shape, False, "was changed by the layer")
            for name, new, old in zip([*names, "dy"], after, before)
            if not np.array_equal(new, old, equal_nan=True)
        ]
        for p, old in zip(own.values(), before[len(inputs) :]):
            p[...] = old
        arrays = [*self.inputs, *own.values()]
        found = copy.deepcopy([*dx, *gradients_of(layer, own)])
        self.gradients = [
            (re.sub(r"\w+$", r"d\g<0>", name), array, gradient)
            for name, array, gradient in zip(names, arrays, found, strict=True)
        ]

    def y_dy(self):
        """Return y * dy, whose sum is the loss, at inputs as they are now."""
        inputs = [x.copy() for x in self.inputs]
        return np.asarray(self.layer.forward(*inputs)) * self.dy


def given_or_random(dy, shape, rng):
    """Return dy as float64, random ones if it is None, in the shape of y."""
    dy = rng.standard_normal(shape) if dy is None else dy
    dy = np.array(dy, dtype=np.float64)
    if dy.shape != shape:
        raise ValueError(
            f"dy must have the shape of y, {shape}, but its shape is "
            f"{dy.shape}."
        )
    return dy


def one_for_each(inputs, dx):
    """Return a gradient for each input, of what a backward pass returned."""
    dx = dx if isinstance(dx, tuple | list) else [dx] * len(inputs)
    if len(dx) != len(inputs):
        raise ValueError(
            f"backward must return one gradient for each of the "
            f"{len(inputs)} inputs, or one array for all of them, but it "
            f"returned {len(dx)}."
        )
    return dx


def parameters_of(layer, inputs):
    """Return the parameters of any layer: arrays that may be changed.

    A layer of the course names them itself. Of another object they are the
    attributes ``p`` that stand beside a ``dp``; forward leaves them alone,
    which tells them from what it stores on its way, such as hidden.
    """
    if hasattr(layer, "parameters"):
        return layer.parameters()
    y = layer.forward(*[x.copy() for x in inputs])
    layer.backward(np.ones_like(y))
    before = {
        name: value
        for name, value in vars(layer).items()
        if hasattr(layer, f"d{name}") and isinstance(value, np.ndarray | Real)
    }
    layer.forward(*[x.copy() for x in inputs])
    kept = [n for n, value in before.items() if getattr(layer, n) is value]
    for name in kept:
        setattr(layer, name, np.array(before[name], dtype=np.float64))
    return {name: getattr(layer, name) for name in kept}


def gradients_of(layer, names):
    """Return the gradients that a layer left, None where it left none."""
    if hasattr(layer, "layers"):  # made of parts, which know them by name
        return layer.gradients().values()
    return [getattr(layer, f"d{name}", None) for name in names]


def randomize(parameters, rng):
    """Redraw, in place, each parameter whose entries are all alike."""
    for p in parameters.values():
        if p.size and (p == p.flat[0]).all():
            p[...] = rng.standard_normal(p.shape)


def compare_slopes(
    name, gradient, array, terms, rng, tolerance, max_entries=np.inf
):
    """Compare a gradient with slopes of terms().sum() by `array`."""
    expected = np.zeros(array.shape)
    if gradient is None or np.shape(gradient) != array.shape:
        return compare(name, gradient, expected, tolerance)
    entries = np.arange(array.size)
    if array.size > max_entries:
        entries = np.sort(rng.choice(entries, max_entries, replace=False))

    step = STEP * spread(array)
    for flat in entries:
        expected.flat[flat] = slope(terms, array, flat, step).sum()
    # what rounding does to a slope
    floor = 8 * np.finfo(float).eps * float(abs(terms()).sum()) / step
    line = compare(
        name, gradient, expected, tolerance, floor=floor, entries=entries
    )
    if line:
        return line
    verdict = kink(terms, array, entries, gradient, expected, step)
    return replace(line, verdict=verdict, at_kink=True) if verdict else line


def kink(terms, array, entries, gradient, expected, step):
    """Say where the slope jumps at the worst entry, if it does.

    At a kink, as of ReLU at 0, there is no derivative to compare with.
    """
    gap = abs(np.asarray(gradient) - expected).ravel()[entries]
    worst = entries[gap.argmax()]
    moving, here = array.flat, array.flat[worst]
    at_rest = terms()
    sides = []
    for move in (-step, step):
        moving[worst] = here + move
        sides.append(float(((terms() - at_rest) / move).sum()))
        moving[worst] = here
    left, right = sides
    if abs(right - left) > 0.01 * max(abs(expected).max(), abs(left)):
        return (
            f"has a kink at {place(worst, array.shape)}: slope {left:.3g} to "
            f"the left and {right:.3g} to the right, so there is nothing to "
            "compare with"
        )
    return ""
