"""Which arrays of a layer are parameters, and where are their gradients?

A layer of the course names its own. In other classes they are found as people
write them: W and dW, weight and weight_grad, lists or dictionaries called
params and grads, objects with data and grad, and all of these in sublayers.
A way to one of them is a tuple of attributes, keys and indices.
"""

import copy
from contextlib import suppress
from numbers import Real
from types import FunctionType, MethodType, ModuleType

import numpy as np

from course_lib.layers.layer import Composite, Layer
from course_lib.layers.validate import FLOATS

GRADS = ("grads", "gradients", "grad", "gradient")
PARAMS = ("params", "parameters", "weights", "data", "value")
UNNAMED = {"layers", *PARAMS, *GRADS}  # left out of a name
NO_HOLDERS = type, ModuleType, FunctionType, MethodType, np.generic


class Parameter:
    """A parameter, with the ways to it and to its gradient.

    There are several pairs of ways, if several places share one array.
    """

    def __init__(self, ways):
        self.ways = ways
        self.name = name_of(ways[0][0])
        self.gradient_name = " + ".join(name_of(way, "d") for way, _ in ways)

    def array(self, layer):
        """Return the parameter as an array that can be moved in place."""
        way = self.ways[0][0]
        value = at(layer, way)
        if not isinstance(value, np.ndarray) or value.dtype not in FLOATS:
            value = np.array(value, dtype=np.float64)
            put(layer, way, value)
        return value

    def clear_gradients(self, layer):
        """Make the gradients 0, for layers that add to them."""
        for _, way in self.ways:
            value = at(layer, way)
            if value is not None:
                put(layer, way, np.zeros_like(value)[()])

    def gradient(self, layer):
        """Return the gradient, over all places; None if one is missing."""
        found = [copy.deepcopy(at(layer, way)) for _, way in self.ways]
        if len(found) == 1 or any(each is None for each in found):
            return found[0]
        return sum(found)


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
    if isinstance(layer, Layer):
        pairs = [(way, gradient_of(layer, way)) for way, _ in walk(layer)]
        return by_array(layer, pairs), []

    def run():
        return np.asarray(layer.forward(*copy.deepcopy(inputs)))

    layer.backward(np.ones_like(run()))
    found = [(way, gradient_of(layer, way), p) for way, p in walk(layer)]
    y = run()  # replaces what forward stores on its way, such as hidden
    kept = [each for each in found if at(layer, each[0]) is each[2]]
    parameters = by_array(layer, [each[:2] for each in kept])
    known = {
        id(at(layer, way))
        for p in parameters
        for pair in p.ways
        for way in pair
    }
    without = {
        id(p): name_of(way)
        for way, gradient, p in kept
        if not gradient and id(p) not in known and depends(run, y, p)
    }
    return parameters, [*without.values()]


def by_array(layer, pairs):
    """Return a Parameter for every array that has a gradient.

    Of an owner that has both W and params[0], the first is taken.
    """
    found, seen = {}, set()
    for way, gradient in filter(all, pairs):
        p, dp = at(layer, way), at(layer, gradient)
        array = id(p) if isinstance(p, np.ndarray) else way
        owner = tuple(key for key in way[:-1] if key not in UNNAMED)
        marks = {(array, owner), (array, way if dp is None else id(dp))}
        if not marks & seen:
            found.setdefault(array, []).append((way, gradient))
            seen |= marks
    return [Parameter(ways) for ways in found.values()]


def depends(run, y, p):
    """Say whether y changes when an array is moved; put it back."""
    if not isinstance(p, np.ndarray) or p.dtype not in FLOATS:
        return False
    before = p.copy()
    p += 0.01 * (1 + abs(p))
    changed = run()
    p[...] = before
    return not np.array_equal(changed, y, equal_nan=True)


# --- Ways through a layer ---


def walk(holder, way=(), above=()):
    """Yield the way to every number and array in a layer, and the value."""
    for key, value in children_of(holder).items():
        if isinstance(value, np.ndarray | Real):
            if getattr(value, "dtype", np.dtype(float)).kind in "fiu":
                yield (*way, key), value
        elif id(value) not in above:
            yield from walk(value, (*way, key), (*above, id(value)))


def gradient_of(layer, way):
    """Return the way to a gradient, or None: W to dW, params to grads."""
    for i, key in reversed([*enumerate(way)]):
        bare = str(key).lstrip("_")
        near = [f"d{bare}", f"d_{bare}", f"grad_{bare}", f"{bare}_grad"]
        near += [f"grad{bare}", f"{bare}_gradient", f"{bare}grad"]
        near += [f"_{name}" for name in near]
        for name in (*near, *(GRADS if key in PARAMS else ())):
            for last in (way[i + 1 :], (*way[i + 1 : -1], f"d{way[-1]}")):
                *holder, end = (*way[:i], name, *last)
                if end in children_of(at(layer, holder)):
                    return (*holder, end)
    return None


def children_of(holder):
    """Return what a list, a dictionary or an object holds, by its key."""
    if isinstance(holder, Composite):
        return holder.layers
    if isinstance(holder, Layer):
        names = [*holder.names, *(f"d{name}" for name in holder.names)]
        return {name: getattr(holder, name, None) for name in names}
    if isinstance(holder, dict):
        return holder
    if isinstance(holder, list | tuple):
        return dict(enumerate(holder))
    if isinstance(holder, NO_HOLDERS) or not hasattr(holder, "__dict__"):
        return {}
    children = dict(vars(holder))
    for name in {*PARAMS, *GRADS}:
        method = getattr(type(holder), name, None)
        if callable(method):  # gradients() has none yet, before backward
            with suppress(AttributeError, RuntimeError):
                children[name] = method(holder)
    return children


def at(holder, way):
    """Return what stands at the end of a way, None where nothing does."""
    for key in way:
        holder = children_of(holder).get(key)
    return holder


def put(holder, way, value):
    """Put a value at the end of a way; into an array that is there."""
    old, holder = at(holder, way), at(holder, way[:-1])
    if isinstance(old, np.ndarray) and old.dtype in FLOATS:
        old[...] = value
    elif isinstance(holder, dict | list):
        holder[way[-1]] = value
    else:
        setattr(holder, way[-1], value)


def name_of(way, d=""):
    """Return a way in words, or with d that of the gradient."""
    *outer, last = [key for key in way if key not in UNNAMED] or way[-1:]
    last = f"parameter{last}" if isinstance(last, int) else last
    return ".".join([*map(str, outer), f"{d}{last}"])
