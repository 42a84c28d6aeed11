"""What the layers accept, and the errors for what they do not.

Every message names the rule, what came, and what to do. Each function
returns the value in the form that a layer computes with.
"""

from numbers import Integral, Real

import numpy as np

FLOATS = (np.dtype(np.float32), np.dtype(np.float64))


# --- data ---


def as_floats(name, values):
    """Return real numbers as a float32 or float64 array.

    float32 and float64 stay; integers and bool become float64.
    """
    if type(values) is np.ndarray and values.dtype in FLOATS:
        return values
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(
            f"{name} must be a plain array, but it is a masked one, whose "
            f"mask would be lost. Fill it first: {name}.filled(0)."
        )
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(
            f"{name} must be a full array, but its rows differ in length. "
            "Pad them to one length."
        ) from error
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "f" and size in (4, 8):
        return np.asarray(array, f"f{size}")  # in native byte order
    if kind in "biu":
        return array.astype(np.float64)
    raise TypeError(
        f"{name} must hold float32, float64, integers or bool, but its dtype "
        f"is {array.dtype}. Convert it first: "
        f"np.asarray({name}, dtype=np.float64)."
    )


def require_features(name, values, size=None):
    """Return floats of shape (..., features); `size` features, if given."""
    array = as_floats(name, values)
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


def same_shape_and_dtype(name, values, other_name, other):
    """Return floats that have the shape and the dtype of `other`."""
    array = as_floats(name, values)
    require_same_shape(name, array, other_name, other)
    return np.asarray(array, other.dtype)


def require_same_shape(name, array, other_name, other):
    """Refuse two arrays of different shapes."""
    if array.shape != other.shape:
        raise ValueError(
            f"{name} must have the shape of {other_name}, {other.shape}, but "
            f"its shape is {array.shape}."
        )


# --- parameters ---


def require_broadcastable(name, values, x):
    """Return a parameter that broadcasts to x, in the dtype of x."""
    p = as_floats(name, values)
    if p.shape == x.shape[-1:]:  # the usual case, fast
        return np.asarray(p, x.dtype)
    sizes = zip(reversed(p.shape), reversed(x.shape))
    if p.ndim > x.ndim or any(size not in (1, n) for size, n in sizes):
        raise ValueError(
            f"{name} must broadcast to x of shape {x.shape}, but its shape "
            f"is {p.shape}. For one {name} a feature, make the layer with "
            f"{x.shape[-1]}."
        )
    return np.asarray(p, x.dtype)


def require_shape(name, values, shape, dtype):
    """Return a parameter of exactly this shape, in this dtype."""
    p = as_floats(name, values)
    if p.shape != shape:
        raise ValueError(
            f"{name} must have shape {shape} in this layer, but its shape is "
            f"{p.shape}."
        )
    return np.asarray(p, dtype)


def require_writable(name, p):
    """Refuse what cannot be changed in place."""
    if not isinstance(p, np.ndarray) or p.dtype not in FLOATS:
        kind = p.dtype if isinstance(p, np.ndarray) else type(p).__name__
        raise TypeError(
            f"{name} is changed in place and must be an array of float32 or "
            f"float64, but it is {kind}. Give "
            f"np.array({name}, dtype=np.float64)."
        )
    if not p.flags.writeable:
        raise ValueError(
            f"{name} is changed in place, but it is read-only. Give "
            f"{name}.copy()."
        )


# --- settings ---


def shape(name, sizes):
    """Return a shape as a tuple; a single size becomes (size,)."""
    sizes = sizes if isinstance(sizes, tuple | list) else (sizes,)
    return tuple(count(name, size) for size in sizes)


def count(name, number):
    """Return a size: a whole number, 1 or more."""
    if not isinstance(number, Integral) or isinstance(number, bool):
        raise TypeError(
            f"{name} must be a whole number, but it is {number!r}, a "
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
    if type(number) is not float and (
        not isinstance(number, Real) or isinstance(number, bool)
    ):
        raise TypeError(
            f"{name} must be a number, but it is {number!r}, a "
            f"{type(number).__name__}."
        )
    try:
        value = float(number)
    except OverflowError as error:  # 10**400 is a whole number, but no float
        raise ValueError(
            f"{name} must be finite and 0 or more, but it is beyond the "
            "largest float."
        ) from error
    if not 0 <= value < np.inf:
        raise ValueError(
            f"{name} must be finite and 0 or more, but it is {number}."
        )
    return value


def one_of(name, value, choices):
    """Return a value that is one of the choices."""
    if value not in choices:
        raise ValueError(
            f"{name} must be one of {', '.join(map(repr, choices))}, but it "
            f"is {value!r}."
        )
    return value


def layer_class(name, value):
    """Return a class whose calls make layers."""
    if not isinstance(value, type):
        raise TypeError(
            f"{name} must be a class of layers, not a layer, but it is a "
            f"{type(value).__name__}. Give one such as RMSNorm, without "
            "brackets behind it."
        )
    return value


def float_dtype(dtype):
    """Return float32 or float64."""
    dtype = np.dtype(dtype)
    if dtype not in FLOATS:
        raise TypeError(
            f"dtype must be float32 or float64, but it is {dtype}."
        )
    return dtype


# --- outputs and targets of losses ---


def require_nonempty(name, values):
    """Return floats, at least one: a mean over none is not defined."""
    array = as_floats(name, values)
    if array.size == 0:
        raise ValueError(
            f"{name} must have at least one entry, because the loss is a "
            f"mean, but its shape is {array.shape}."
        )
    return array


def require_every(name, array, good, rule, advice=""):
    """Refuse an array unless every entry is good."""
    bad = array[~good]
    if bad.size:
        raise ValueError(
            f"{name} must be {rule}, but {bad.size} of {array.size} entries "
            f"are not; the first is {bad[0]}.{advice}"
        )


def probabilities(name, values, logits):
    """Return a target as probabilities, in the shape and dtype of logits.

    Integers of shape logits.shape[:-1] are classes and become one-hot rows.
    """
    target, classes = np.asarray(values), logits.shape[-1]
    is_whole = np.issubdtype(target.dtype, np.integer)
    if target.shape == logits.shape[:-1] and is_whole:
        if target.min() < 0 or target.max() >= classes:
            raise ValueError(
                f"{name} must hold classes from 0 to {classes - 1}, but they "
                f"run from {target.min()} to {target.max()}."
            )
        return np.eye(classes, dtype=logits.dtype)[target]
    if target.shape != logits.shape:
        raise ValueError(
            f"{name} must hold classes, integers of shape "
            f"{logits.shape[:-1]}, or probabilities of shape {logits.shape}, "
            f"but it is {target.dtype} of shape {target.shape}."
        )
    target = np.asarray(as_floats(name, target), logits.dtype)
    require_every(name, target, target >= 0, "0 or more")
    sums = np.atleast_1d(target.sum(axis=-1))
    bad = ~(abs(sums - 1) < 1e-5)
    if bad.any():
        raise ValueError(
            f"{name} must sum to 1 in every row, but {bad.sum()} of "
            f"{bad.size} rows do not; the first sums to {sums[bad][0]}."
        )
    return target
