"""Which arrays of a layer are parameters, and where are their gradients?

A layer of the course names its own. In a layer of another class a parameter
is an attribute ``p``, a number or an array, that has ``dp`` beside it after
backward. A layer may hold others, as attributes or in lists of them.
"""

import copy
from numbers import Real

import numpy as np

from course_lib.layers.layer import Composite, Layer
from course_lib.layers.validate import FLOATS


class Parameter:
    """A parameter, in each of the places that share it.

    Parameters
    ----------
    places : list of (tuple, str)
        The way from the whole layer to the one that has it, and its name
        there.
    """

    def __init__(self, places):
        self.places = places
        way, name = places[0]
        self.name = ".".join([*way, name])
        self.gradient_name = " + ".join(
            ".".join([*way, f"d{name}"]) for way, name in places
        )

    def array(self, layer):
        """Return the parameter as an array that can be moved in place."""
        part, name = self._at(layer)[0]
        value = getattr(part, name)
        if not isinstance(value, np.ndarray) or value.dtype not in FLOATS:
            setattr(part, name, np.array(value, dtype=np.float64))
        return getattr(part, name)

    def clear_gradients(self, layer):
        """Make the gradients 0, for layers that add to them."""
        for part, name in self._at(layer):
            value = getattr(part, f"d{name}", None)
            if value is not None:
                setattr(part, f"d{name}", np.zeros_like(value)[()])

    def gradient(self, layer):
        """Return the gradient, over all places; None if one is missing."""
        found = [
            copy.deepcopy(getattr(part, f"d{name}", None))
            for part, name in self._at(layer)
        ]
        if len(found) == 1 or any(each is None for each in found):
            return found[0]
        return sum(found)

    def _at(self, layer):
        parts = dict(parts_of(layer))
        return [(parts[way], name) for way, name in self.places]


def find_parameters(layer, inputs):
    """Return the parameters of a layer, and what may be one.

    Parameters
    ----------
    layer : object
        Stays as it is: what is tried is tried on a copy.
    inputs : list of ndarray
        What forward takes.

    Returns
    -------
    parameters : list of Parameter
    without_gradient : list of str
        Arrays on which y depends, and which have no gradient beside them.
    """
    layer = copy.deepcopy(layer)

    def run():
        return np.asarray(layer.forward(*copy.deepcopy(inputs)))

    if not isinstance(layer, Layer):
        layer.backward(np.ones_like(run()))
    found = [
        (way, part, name, getattr(part, name, None))
        for way, part in parts_of(layer)
        for name in numbers_of(part)
    ]
    places, without = {}, []
    y = None if isinstance(layer, Layer) else run()
    for way, part, name, p in found:
        if getattr(part, name, None) is not p:
            continue  # what forward stores on its way, such as hidden
        if isinstance(part, Layer) or f"d{name}" in vars(part):
            key = id(p) if isinstance(p, np.ndarray) else (way, name)
            places.setdefault(key, []).append((way, name))
        elif depends(run, y, p):
            without.append(".".join([*way, name]))
    return [Parameter(each) for each in places.values()], without


def parts_of(layer, way=()):
    """Yield the way to each layer in a layer, itself first, and the layer."""
    yield way, layer
    inside = layer.layers if isinstance(layer, Composite) else {}
    if not isinstance(layer, Layer):
        for name, value in vars(layer).items():
            if isinstance(value, list | tuple):
                inside |= {f"{name}.{i}": each for i, each in enumerate(value)}
            else:
                inside[name] = value
    for name, part in inside.items():
        if hasattr(part, "backward"):
            yield from parts_of(part, (*way, name))


def numbers_of(part):
    """Return the names of a layer's parameters, or of what may be one."""
    if isinstance(part, Composite):
        return []
    if isinstance(part, Layer):
        return part.names
    return [
        name
        for name, value in vars(part).items()
        if isinstance(value, np.ndarray | Real)
        and getattr(value, "dtype", np.dtype(float)).kind in "fiu"
    ]


def depends(run, y, p):
    """Say whether y changes when an array is moved; put it back."""
    if not isinstance(p, np.ndarray) or p.dtype not in FLOATS:
        return False
    before = p.copy()
    p += 0.01 * (1 + abs(p))
    changed = run()
    p[...] = before
    return not np.array_equal(changed, y, equal_nan=True)
