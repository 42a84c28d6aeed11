"""Which arrays of a layer are parameters, and where are their gradients?

A layer of the course names its own. In other classes they are found as people
write them: W and dW, weight and weight_grad, lists or dictionaries called
params and grads, objects with data and grad, and all of these in sublayers.
A way to one of them is a tuple of attributes, keys and indices.
"""

import copy
from numbers import Real
from types import FunctionType, MethodType, ModuleType

import numpy as np

from course_lib.layers.layer import Composite, Layer
from course_lib.layers.validate import FLOATS

PARAMS = "params", "parameters", "weights"
GRADS = "grads", "gradients", "dparams"
UNNAMED = {"layers", "data", "value", *PARAMS, *GRADS}  # left out of a name
NO_HOLDERS = type, ModuleType, FunctionType, MethodType, np.ndarray


class Parameter:
    """A parameter in one place, or in several that share its array.

    Attributes
    ----------
    ways : list of (tuple, tuple)
        To the array and to its gradient, in every place.
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
            if isinstance(value, np.ndarray):
                value[...] = 0
            elif isinstance(value, Real):
                put(layer, way, 0.0)

    def gradient(self, layer):
        """Return the gradient, over all places; None if one is missing."""
        found = [at(layer, way) for _, way in self.ways]
        if any(each is None for each in found):
            return None
        return copy.deepcopy(found[0]) if len(found) == 1 else sum(found)


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
        return [Parameter(ways) for ways in by_array(layer, search(layer))], []

    def run():
        return np.asarray(layer.forward(*copy.deepcopy(inputs)))

    layer.backward(np.ones_like(run()))
    pairs = [(pair, at(layer, pair[0])) for pair in search(layer)]
    y = run()  # replaces what forward stores on its way, such as hidden
    pairs = [pair for pair, value in pairs if at(layer, pair[0]) is value]
    known = [at(layer, way) for pair in pairs if pair[1] for way in pair]
    known = {*map(id, known)}
    without_gradient = []
    for way, gradient in pairs:
        p = at(layer, way)
        if gradient is None and id(p) not in known and depends(run, y, p):
            without_gradient.append(name_of(way))
            known.add(id(p))
    pairs = [pair for pair in pairs if pair[1]]
    return [
        Parameter(ways) for ways in by_array(layer, pairs)
    ], without_gradient


def by_array(layer, pairs):
    """Return lists of pairs with one and the same array and other gradients.

    Of an owner that has both W and params[0], the first is taken.
    """
    found, seen = {}, set()
    for way, gradient in pairs:
        p, dp = at(layer, way), at(layer, gradient)
        array = id(p) if isinstance(p, np.ndarray) else way
        owner = tuple(key for key in way[:-1] if key not in UNNAMED)
        marks = {(array, owner)}
        if dp is not None:
            marks.add((array, id(dp)))
        if not marks & seen:
            found.setdefault(array, []).append((way, gradient))
        seen |= marks
    return found.values()


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


def search(holder, way=(), seen=frozenset()):
    """Yield ways to numbers, each with that to its gradient, or None."""
    if isinstance(holder, Composite):
        for part, layer in holder.layers.items():
            yield from search(layer, (*way, "layers", part), seen)
        return
    if isinstance(holder, Layer):
        for name in holder.names:
            yield (*way, name), (*way, f"d{name}")
        return
    children, seen = children_of(holder), {*seen, id(holder)}
    for params in (name for name in PARAMS if name in children):
        for grads in (name for name in GRADS if name in children):
            kept = children_of(children[grads])
            for key, value in children_of(children[params]).items():
                if is_number(value):
                    near = (n for n in gradient_names(key) if n in kept)
                    gradient = key if key in kept else next(near, key)
                    yield (*way, params, key), (*way, grads, gradient)
    for key, value in children.items():
        if is_number(value):
            near = (n for n in gradient_names(key) if n in children)
            gradient = next(near, None)
            yield (*way, key), gradient and (*way, gradient)
        elif id(value) not in seen:
            yield from search(value, (*way, key), seen)


def is_number(value):
    """Say whether a value is an array of numbers, or one number."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fiu"
    return isinstance(value, Real) and not isinstance(value, bool)


def gradient_names(name):
    """Return how people call the gradient of what has this name."""
    if name in ("data", "value"):
        return "grad", "gradient"
    bare = str(name).lstrip("_")
    names = [f"d{bare}", f"d_{bare}", f"grad_{bare}", f"{bare}_grad"]
    names += [f"grad{bare}", f"{bare}_gradient", f"{bare}grad"]
    return [f"{str(name)[: -len(bare)]}{each}" for each in names] + names


def children_of(holder):
    """Return what a list, a dictionary or an object holds, by its key."""
    if isinstance(holder, dict):
        return holder
    if isinstance(holder, list | tuple):
        return dict(enumerate(holder))
    if isinstance(holder, NO_HOLDERS) or not hasattr(holder, "__dict__"):
        return {}
    methods = {name for name in PARAMS + GRADS if hasattr(holder, name)}
    return {**vars(holder), **{name: at(holder, (name,)) for name in methods}}


def at(holder, way):
    """Return what stands at the end of a way, or None."""
    for key in way or ():
        if isinstance(holder, dict | list | tuple):
            holder = children_of(holder).get(key)
        else:
            holder = getattr(holder, key, None)
            if isinstance(holder, MethodType):
                try:
                    holder = holder()
                except (AttributeError, RuntimeError, TypeError):
                    return None  # gradients(), before there are any
    return holder


def put(holder, way, value):
    """Put a value at the end of a way."""
    holder = at(holder, way[:-1])
    if isinstance(holder, dict | list):
        holder[way[-1]] = value
    else:
        setattr(holder, way[-1], value)


def name_of(way, d=""):
    """Return a way in words, or with d that of the gradient."""
    *outer, last = [key for key in way if key not in UNNAMED] or way[-1:]
    last = f"parameter{last}" if isinstance(last, int) else last
    return ".".join([*map(str, outer), f"{d}{last}"])
