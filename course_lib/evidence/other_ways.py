"""Ways to the gradients of Σ dy · y that need no backward pass.

Each takes a layer's `Forwards`, its arrays by name, and dy, and returns the
gradients by name.
"""

import numpy as np

from course_lib.evidence.complex_step import complex_step

MOST_SYMBOLS = 200  # SymPy differentiates by each entry on its own


def by_complex_step(forwards, arrays, dy):
    """Return the gradients by the complex step, by name."""

    def loss_by(name):
        return lambda v: (dy * forwards.plain(**{**arrays, name: v})).sum()

    return {
        f"d{name}": complex_step(loss_by(name), array)
        for name, array in arrays.items()
    }


def by_sympy(forwards, arrays, dy):
    """Return the gradients from SymPy's derivatives of one token's loss.

    The code that SymPy writes runs on all tokens at once; what a parameter
    collects from each of them is added up.
    """
    import sympy as sp

    columns = {
        name: columns_of(a, dy.shape, name in forwards.shared)
        for name, a in arrays.items()
    }
    every_value = [value for values in columns.values() for value in values]
    if len(every_value) > MOST_SYMBOLS:
        raise ValueError(
            f"One token and the parameters have {len(every_value)} entries, "
            f"but SymPy takes up to {MOST_SYMBOLS} here, since it "
            "differentiates by each. Take a smaller layer."
        )
    v = {
        name: list(sp.symbols(f"{name}_:{len(values)}", real=True))
        for name, values in columns.items()
    }
    dys = list(sp.symbols(f"dy_:{dy.shape[-1]}", real=True))
    loss = sum(a * b for a, b in zip(dys, forwards.symbols(**v)))
    every = [symbol for symbols in v.values() for symbol in symbols]
    slopes = [sp.diff(loss, symbol) for symbol in every]
    code = sp.lambdify([*every, *dys], slopes, modules="numpy", cse=True)
    values = code(*every_value, *np.moveaxis(dy, -1, 0))

    gradients, found = {}, iter(values)
    for name, symbols in v.items():
        each = [np.broadcast_to(next(found), dy.shape[:-1]) for _ in symbols]
        slopes = np.stack(each, axis=-1)  # (tokens..., entries)
        if name in forwards.shared:
            total = slopes.reshape(-1, len(symbols)).sum(axis=0)
            gradients[f"d{name}"] = total.reshape(arrays[name].shape)
        else:
            gradients[f"d{name}"] = sum_to(arrays[name].shape, slopes)
    return gradients


def columns_of(array, shape, shared):
    """Return a list with one value, for all tokens, for each symbol."""
    if shared:
        return list(array.ravel())
    return list(np.moveaxis(np.broadcast_to(array, shape), -1, 0))


def by_pytorch(forwards, arrays, dy):
    """Return the gradients from PyTorch's autograd."""
    import torch

    tensors = {
        name: torch.tensor(a, requires_grad=True) for name, a in arrays.items()
    }
    y = forwards.torch(**tensors)
    y.backward(torch.tensor(dy))
    return {f"d{name}": t.grad.numpy() for name, t in tensors.items()}


def sum_to(shape, values):
    """Add up the entries that share one entry of a parameter of `shape`."""
    total = values.sum(axis=tuple(range(values.ndim - len(shape))))
    for axis, size in enumerate(shape):
        if size == 1:
            total = total.sum(axis=axis, keepdims=True)
    return total
