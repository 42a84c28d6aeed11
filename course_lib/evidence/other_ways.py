"""Ways to the gradients of Σ dy · y that need no backward pass.

Each takes a layer, its arrays by name, and dy, writes the layer's forward a
second time, and returns the gradients by name.
"""

from functools import partial
from math import prod

import numpy as np

from course_lib.evidence import textbook
from course_lib.evidence.complex_step import complex_step
from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
)

MOST_SYMBOLS = 200  # SymPy differentiates by each entry on its own
# Names of the forwards in `textbook`, `in_symbols` and `in_pytorch`.
FORWARDS = {
    AddNorm: "layer_norm",
    LayerNorm: "layer_norm",
    AddRMSNorm: "rms_norm",
    RMSNorm: "rms_norm",
    FeedForward: "feed_forward",
    GatedFeedForward: "gated_feed_forward",
}


def forward_of(layer, book):
    """Return the layer's forward as a book has it, with the layer's eps."""
    kinds = [kind for kind in FORWARDS if isinstance(layer, kind)]
    if not kinds:
        raise TypeError(
            f"The panel knows {', '.join(k.__name__ for k in FORWARDS)}, "
            f"but the layer is of type {type(layer).__name__}. Use "
            "check_gradients, which takes any layer."
        )
    forward = getattr(book, FORWARDS[kinds[0]])
    if hasattr(layer, "eps"):
        forward = partial(forward, eps=layer.eps)
    if kinds[0] in (AddNorm, AddRMSNorm):
        return lambda prev, orig, **others: forward(prev + orig, **others)
    return forward


def by_complex_step(layer, arrays, dy):
    """Return the gradients by the complex step, by name."""
    forward = forward_of(layer, textbook)

    def loss_by(name):
        return lambda v: (dy * forward(**{**arrays, name: v})).sum()

    return {
        f"d{name}": complex_step(loss_by(name), array)
        for name, array in arrays.items()
    }


def by_sympy(layer, arrays, dy):
    """Return the gradients from SymPy's derivatives of one token's loss.

    The code that SymPy writes runs on all tokens at once; what a parameter
    collects from each of them is added up.
    """
    import sympy as sp

    from course_lib.evidence import in_symbols

    *tokens, features = dy.shape
    weights = () if hasattr(layer, "eps") else layer.names
    # What one token sees of an array: a row of it, or all of a weight.
    shapes = {
        name: array.shape if name in weights else [features]
        for name, array in arrays.items()
    }
    count = sum(map(prod, shapes.values()))
    if count > MOST_SYMBOLS:
        raise ValueError(
            f"One token and the parameters have {count} entries, but SymPy "
            f"takes up to {MOST_SYMBOLS} here, since it differentiates by "
            "each. Take a smaller layer."
        )

    def symbols(name, shape):
        of_name = sp.symbols(f"{name}_:{prod(shape)}", real=True)
        return np.reshape(of_name, shape)

    v = {name: symbols(name, shape) for name, shape in shapes.items()}
    dys = symbols("dy", [features])
    loss = sum(dys * forward_of(layer, in_symbols)(**v))
    every = [symbol for array in v.values() for symbol in array.flat]
    slopes = [sp.diff(loss, symbol) for symbol in every]
    code = sp.lambdify([*every, *dys], slopes, modules="numpy", cse=True)

    def seen(array, shape):
        """Return the array as every token sees it, (prod(shape), tokens)."""
        by_token = np.broadcast_to(array, (*tokens, *shape))
        return by_token.reshape(-1, prod(shape)).T

    values = [seen(array, shapes[name]) for name, array in arrays.items()]
    found = iter(code(*np.concatenate(values), *seen(dy, [features])))
    gradients = {}
    for name, array in arrays.items():
        places = np.arange(array.size).reshape(array.shape)
        places = seen(places, shapes[name])
        slopes = [np.broadcast_to(next(found), row.shape) for row in places]
        total = np.bincount(places.ravel(), np.ravel(slopes), array.size)
        gradients[f"d{name}"] = total.reshape(array.shape)
    return gradients


def by_pytorch(layer, arrays, dy):
    """Return the gradients from PyTorch's autograd."""
    import torch

    from course_lib.evidence import in_pytorch

    tensors = {
        name: torch.tensor(a, requires_grad=True) for name, a in arrays.items()
    }
    y = forward_of(layer, in_pytorch)(**tensors)
    y.backward(torch.tensor(dy))
    return {f"d{name}": t.grad.numpy() for name, t in tensors.items()}
