"""Is a backward pass right? The gradients against central differences.

A check is only as good as what it is run on: with gamma = 1 and dy = 1 a
LayerNorm whose dx is all zeros passes. So parameters and dy are random here.
It compares the backward with the forward as it is. Whether the forward is the
right function is another question: `comparison.compare` with `textbook`.
"""

import copy
import inspect
from dataclasses import replace

import numpy as np

from course_lib.evidence.central_differences import (
    COARSE_STEP,
    STEP,
    grain,
    kink,
    slope,
    spread,
)
from course_lib.evidence.comparison import (
    Comparison,
    GradientReport,
    compare,
    place,
)
from course_lib.evidence.parameters import find_parameters
from course_lib.layers.validate import as_floats

EPS = np.finfo(float).eps


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
        ``dp`` beside every parameter ``p``, in the layer or in those that it
        holds. It may overwrite its gradients or add to them.
    *inputs : array_like
        What forward takes. They become float64. If forward rounds to float32
        on its way, the steps are larger, and the tolerance is 1e-3.
    dy : array_like, optional
        dL/dy; random by default. Ones stand for L = sum(y).
    parameters : {"random", "as given"}
        "random" redraws every parameter whose entries are all alike, such as
        gamma = 1 and beta = 0, since they hide mistakes.
    rng : numpy.random.Generator or int
        Where random numbers come from, or their seed. They are others than
        a generator of the same seed gives: x may come from that.
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
    how = rng, tolerance, max_entries, run.grain()
    lines = [
        compare_slopes(name, gradient, array, run.y_dy, *how)
        for name, array, gradient in run.gradients
    ]
    return GradientReport(
        f"Gradients against central differences ({run.setting})",
        tuple(lines + run.changed),
    )


def _changed(names, after, before):
    """Return a failing line for every array that is not as it was."""
    return [
        Comparison(name, new.shape, False, "was changed by the layer")
        for name, new, old in zip(names, after, before)
        if not np.array_equal(new, old, equal_nan=True)
    ]


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
        rng = rng.spawn(1)[0]
        self.layer = layer = copy.deepcopy(layer)
        names = [*inspect.signature(layer.forward).parameters][: len(inputs)]
        names += [f"input{i}" for i in range(len(names), len(inputs))]
        self.inputs = [
            as_floats(name, x).astype(np.float64)
            for name, x in zip(names, inputs)
        ]
        found, without_gradient = find_parameters(layer, self.inputs)
        own = [p.array(layer) for p in found]
        if parameters == "random":
            randomize(own, rng)
        for p in found:
            p.clear_gradients(layer)

        arguments = copy.deepcopy(self.inputs)
        self.y = as_floats("y", layer.forward(*arguments)).copy()
        self.dy = given_or_random(dy, self.y.shape, rng)
        after = [*arguments, *own, self.dy.copy()]
        before = [*self.inputs, *copy.deepcopy([*own, self.dy])]
        dx = one_for_each(inputs, layer.backward(after[-1]))
        read = [*names, *(p.name for p in found), "dy"]
        self.changed = _changed(read, after, before)
        for p, old in zip(own, before[len(inputs) :]):
            p[...] = old
        names = [f"d{name}" for name in names]
        names += [p.gradient_name for p in found]
        gradients = [*copy.deepcopy(dx), *(p.gradient(layer) for p in found)]
        arrays = [*self.inputs, *own]
        self.gradients = list(zip(names, arrays, gradients, strict=True))
        self.setting = ", ".join(
            [
                f"parameters {parameters}" if found else "no parameters found",
                f"dy {'random' if dy is None else 'given'}",
                *(f"no gradient beside {name}" for name in without_gradient),
            ]
        )

    def y_dy(self):
        """Return y * dy, whose sum is the loss, at inputs as they are now."""
        inputs = [x.copy() for x in self.inputs]
        return np.asarray(self.layer.forward(*inputs)) * self.dy

    def grain(self):
        """Return how coarsely forward rounds; 0 if as float64 does."""
        arrays = [array for _, array, _ in self.gradients]
        return max((grain(self.y_dy, array) for array in arrays), default=0)


def given_or_random(dy, shape, rng):
    """Return dy as float64, random ones if it is None, in the shape of y."""
    dy = rng.standard_normal(shape) if dy is None else dy
    dy = as_floats("dy", dy).astype(np.float64)
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


def randomize(parameters, rng):
    """Redraw, in place, each parameter whose entries are all alike."""
    for p in parameters:
        if p.size and (p == p.flat[0]).all():
            p[...] = rng.standard_normal(p.shape)


def compare_slopes(
    name, gradient, array, terms, rng, tolerance, max_entries=np.inf, grain=0
):
    """Compare a gradient with slopes of terms().sum() by `array`.

    What rounding does to a slope, term by term, is the noise.
    """
    expected = np.zeros(array.shape)
    if gradient is None or np.shape(gradient) != array.shape:
        return compare(name, gradient, expected, tolerance)
    entries = np.arange(array.size)
    if array.size > max_entries:
        entries = np.sort(rng.choice(entries, max_entries, replace=False))

    step = (COARSE_STEP if grain else STEP) * spread(array)
    at_rest, noise = terms(), 0.0
    largest = abs(array).max(initial=0)
    for flat in entries:
        slopes = slope(terms, array, flat, step)
        expected.flat[flat] = slopes.sum()
        moved = np.linalg.norm(slopes)
        rounding = EPS * (np.linalg.norm(at_rest) + largest * moved)
        rounding += grain / 4 * np.count_nonzero(slopes) ** 0.5
        noise = max(noise, 32 * rounding / step)  # generous
    if grain:
        noise = max(noise, 1e-3 * abs(expected).max(initial=0))
    line = compare(
        name, gradient, expected, tolerance, noise=noise, entries=entries
    )
    if line or np.isnan(line.error):
        return line
    gap = abs(np.asarray(gradient) - expected).ravel()[entries]
    worst = entries[gap.argmax()]
    scale = abs(expected).max()
    sides = kink(terms, array, worst, step, max(0.01 * scale, 4 * noise))
    if sides is None:
        return line
    verdict = (
        f"has a kink at {place(worst, array.shape)}: slope {sides[0]:.3g} to "
        f"the left and {sides[1]:.3g} to the right, so there is nothing to "
        "compare with"
    )
    return replace(line, verdict=verdict, at_kink=True)
