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

    float32 and float64 stay; integers and bool become float64. Rows come to
    lie one behind the other in memory, because sums along other layouts lose
    digits.
    """
    if type(values) is np.ndarray and values.dtype in FLOATS:
        return values if values.flags.c_contiguous else values.copy("C")
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(
            f"{name} must be a plain array, but it is a masked one, whose "
            f"mask would be lost. Give {name}.data, and leave the rows that "
            "do not count out of the loss, as ignore_index does."
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
        return np.asarray(array, f"f{size}", order="C")  # native byte order
    if kind in "biu":
        return array.astype(np.float64, order="C")
    if kind == "O" and any(entry is None for entry in array.flat):
        where = "it is" if array.ndim == 0 else "among its entries is"
        raise TypeError(
            f"{name} must hold numbers, but {where} None. That is what a "
            "function without a return gives."
        )
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


def parameter(name, values, x, shape=None):
    """Return a parameter in the dtype of x.

    It must have this shape; if none is given, one that broadcasts to x.
    """
    if shape is not None:
        return np.asarray(require_shape(name, values, shape), x.dtype)
    p = as_floats(name, values)
    if p.shape == x.shape[-1:]:  # the usual case, fast
        return np.asarray(p, x.dtype)
    sizes = zip(reversed(p.shape), reversed(x.shape))
    if p.ndim > x.ndim or any(size not in (1, n) for size, n in sizes):
        raise ValueError(
            f"{name} must broadcast to x of shape {x.shape}, but its shape "
            f"is {p.shape}. For one {name} per feature, make the layer with "
            f"{x.shape[-1]}."
        )
    return np.asarray(p, x.dtype)


def require_shape(name, values, shape):
    """Return a parameter of exactly this shape."""
    p = as_floats(name, values)
    if p.shape != shape:
        raise ValueError(
            f"{name} must have shape {shape} in this layer, but its shape is "
            f"{p.shape}."
        )
    return p


def require_writable(name, p):
    """Refuse what cannot be changed in place."""
    if p is None:
        as_floats(name, p)
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


def features_and_shape(name, sizes):
    """Return the features that a norm of such sizes takes, and its shape.

    A single size is the number of features; a tuple leaves it open: None.
    """
    if isinstance(sizes, tuple | list):
        return None, tuple(count(name, size) for size in sizes)
    size = count(name, sizes)
    return size, (size,)


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
