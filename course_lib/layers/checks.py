"""What the layers accept, and the errors for what they do not.

Every message names the rule, what came, and what to do.
"""

from numbers import Integral, Real

import numpy as np


def floats(name, values):
    """Return real numbers as a float32 or float64 array.

    float32 and float64 stay; integers and bool become float64.
    """
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(
            f"{name} must be a plain array, not a masked one: the mask would "
            f"be lost. Fill it first, for example with {name}.filled(0)."
        )
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(
            f"{name} must be a full array, but its rows differ in length. "
            "Pad them to one length."
        ) from error
    dtype = array.dtype
    if dtype.kind == "f" and dtype.itemsize in (4, 8):
        return array.astype(dtype.newbyteorder("="), copy=False)
    if dtype.kind in "biu":
        return array.astype(np.float64)
    raise TypeError(
        f"{name} must hold float32, float64, integers or bool, but its dtype "
        f"is {dtype}. Convert it, for example with "
        f"np.asarray({name}, dtype=np.float64)."
    )


def features(name, values, size=None):
    """Return floats of shape (..., features); `size` features, if given."""
    array = floats(name, values)
    if array.ndim == 0:
        raise ValueError(
            f"{name} must have shape (..., features), but it is a single "
            f"number. Put it in a list: [{name}]."
        )
    if array.shape[-1] == 0:
        raise ValueError(
            f"{name} must have at least one feature in its last axis, but "
            f"its shape is {array.shape}."
        )
    if size is not None and array.shape[-1] != size:
        raise ValueError(
            f"{name} must have {size} features in its last axis, but its "
            f"shape is {array.shape}. Make a layer of {array.shape[-1]} "
            f"features, or give {name} the shape (..., {size})."
        )
    return array


def same_shape(name, values, other_name, other):
    """Return floats that have the shape and the dtype of `other`."""
    array = floats(name, values)
    if array.shape != other.shape:
        raise ValueError(
            f"{name} must have the shape of {other_name}, {other.shape}, but "
            f"its shape is {array.shape}."
        )
    return array.astype(other.dtype, copy=False)


def parameter(name, values, shape, dtype):
    """Return a parameter of exactly this shape, in the dtype of the data."""
    array = floats(name, values)
    if array.shape != shape:
        raise ValueError(
            f"{name} must have shape {shape} in this layer, but its shape is "
            f"{array.shape}."
        )
    return array.astype(dtype, copy=False)


def broadcast_parameter(name, values, x):
    """Return a parameter that broadcasts to x and never enlarges it."""
    array = floats(name, values)
    pairs = zip(reversed(array.shape), reversed(x.shape), strict=False)
    if array.ndim > x.ndim or any(size not in (1, n) for size, n in pairs):
        raise ValueError(
            f"{name} of shape {array.shape} does not broadcast to the input "
            f"of shape {x.shape}. For one {name} a feature make the layer "
            f"with LayerNorm({x.shape[-1]})."
        )
    return array.astype(x.dtype, copy=False)


def shape(name, sizes):
    """Return a shape as a tuple; a single size becomes (size,)."""
    sizes = sizes if isinstance(sizes, tuple | list) else (sizes,)
    return tuple(count(name, size) for size in sizes)


def count(name, number):
    """Return a size: a whole number, 1 or more."""
    if not isinstance(number, Integral) or isinstance(number, bool):
        raise TypeError(
            f"{name} must be a whole number, but {number!r} is of type "
            f"{type(number).__name__}."
        )
    if number < 1:
        raise ValueError(f"{name} must be 1 or more, but it is {number}.")
    return int(number)


def non_negative(name, number):
    """Return a finite number, 0 or more, as a Python float.

    A Python float keeps float32 arrays float32; a NumPy float64 scalar turns
    them into float64.
    """
    if not isinstance(number, Real) or isinstance(number, bool):
        raise TypeError(
            f"{name} must be a number, but {number!r} is of type "
            f"{type(number).__name__}."
        )
    if not 0 <= number < np.inf:
        raise ValueError(
            f"{name} must be finite and 0 or more, but it is {number}."
        )
    return float(number)


def accumulator(name, array, like):
    """Check that a gradient can be added to this array in place."""
    if not isinstance(array, np.ndarray) or array.dtype.kind != "f":
        raise TypeError(
            f"{name} must be a float array, because the gradient is added to "
            f"it in place, but it is "
            f"{getattr(array, 'dtype', type(array).__name__)}. Make it with "
            "np.zeros(orig.shape)."
        )
    if array.shape != like.shape:
        raise ValueError(
            f"{name} must have the shape of orig, {like.shape}, but its "
            f"shape is {array.shape}."
        )
    if not array.flags.writeable:
        raise ValueError(f"{name} is read-only. Give {name}.copy().")


def entries(name, values):
    """Return floats, at least one: a mean over none is not defined."""
    array = floats(name, values)
    if array.size == 0:
        raise ValueError(
            f"{name} must have at least one entry, because the loss is a "
            f"mean, but its shape is {array.shape}."
        )
    return array


def positive(name, array):
    """Refuse 0, negative numbers and NaN: the logarithm needs more."""
    bad = ~(array > 0)
    if bad.any():
        raise ValueError(
            f"{name} must be positive, because the loss takes its logarithm, "
            f"but {bad.sum()} of {array.size} entries are not; the first is "
            f"{array[bad][0]}. On raw outputs use softmax_cross_entropy."
        )


def not_negative(name, array):
    """Refuse negative numbers and NaN."""
    bad = ~(array >= 0)
    if bad.any():
        raise ValueError(
            f"{name} must be 0 or more, but {bad.sum()} of {array.size} "
            f"entries are not; the first is {array[bad][0]}."
        )


def probabilities(name, values, logits):
    """Return a target as probabilities of the shape and dtype of logits.

    Integers of shape logits.shape[:-1] are classes and become one-hot rows.
    """
    target, classes = np.asarray(values), logits.shape[-1]
    if target.shape == logits.shape[:-1] and target.dtype.kind in "iu":
        if target.min() < 0 or target.max() >= classes:
            raise ValueError(
                f"{name} must hold classes from 0 to {classes - 1}, one for "
                f"each logit, but they run from {target.min()} to "
                f"{target.max()}."
            )
        return np.eye(classes, dtype=logits.dtype)[target]
    if target.shape != logits.shape:
        raise ValueError(
            f"{name} must hold classes, integers of shape "
            f"{logits.shape[:-1]}, or probabilities of shape {logits.shape}, "
            f"but it is {target.dtype} of shape {target.shape}."
        )
    target = floats(name, target).astype(logits.dtype, copy=False)
    not_negative(name, target)
    sums = target.sum(axis=-1)
    bad = ~(abs(sums - 1) < 1e-5)
    if bad.any():
        raise ValueError(
            f"{name} must hold probabilities that sum to 1 in every row, but "
            f"{bad.sum()} of {bad.size} rows do not; the first sums to "
            f"{sums[bad][0]}."
        )
    return target


def one_of(name, value, choices):
    """Return a value that is one of the choices."""
    if value not in choices:
        raise ValueError(
            f"{name} must be one of {', '.join(map(repr, choices))}, but it "
            f"is {value!r}."
        )
    return value
