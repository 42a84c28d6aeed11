"""Ways to the gradients of Σ dy · y that need no backward pass.

Each takes a layer, its arrays by name, and dy, writes the layer's forward a
second time, and returns the gradients by name.
"""

from math import prod

import numpy as np

from course_lib.evidence import complex_step
from course_lib.evidence.forwards import forward_of

MOST_SYMBOLS = 200  # SymPy differentiates by each entry on its own


def by_complex_step(layer, arrays, dy):
    """Return the gradients by the complex step, by name."""
    forward = forward_of(layer)

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
    *tokens, features = dy.shape
    shapes = {
        name: shape_for_a_token(layer, name, array, features)
        for name, array in arrays.items()
    }
    count = sum(map(prod, shapes.values()))
    if count > MOST_SYMBOLS:
        raise ValueError(
            f"One token and the parameters have {count} entries, but SymPy "
            f"takes up to {MOST_SYMBOLS} here, since it differentiates by "
            "each. Take a smaller layer."
        )

    def by_token(array, shape):
        """Return the array as every token sees it, (prod(shape), tokens)."""
        repeated = np.broadcast_to(array, (*tokens, *shape))
        return repeated.reshape(-1, prod(shape)).T

    slopes_of = slopes_of_a_token(layer, shapes, features)
    values = [by_token(a, shapes[name]) for name, a in arrays.items()]
    dys = by_token(dy, (features,))
    found = iter(slopes_of(*np.concatenate(values), *dys))
    gradients = {}
    for name, array in arrays.items():
        places = np.arange(array.size).reshape(array.shape)
        places = by_token(places, shapes[name])
        slopes = [np.broadcast_to(next(found), row.shape) for row in places]
        total = np.bincount(places.ravel(), np.ravel(slopes), array.size)
        gradients[f"d{name}"] = total.reshape(array.shape)
    return gradients


def shape_for_a_token(layer, name, array, features):
    """Return what one token sees of an array: a row, or all weights."""
    if hasattr(layer, "eps"):
        return (features,)
    return array.shape if name in layer.names else array.shape[-1:]


def slopes_of_a_token(layer, shapes, features):
    """Return a function of all entries and of dy, which SymPy has written.

    It gives the derivative of one token's loss by each entry of the arrays,
    whose shapes are given by name.
    """
    import sympy as sp

    def symbols(name, shape):
        of_name = sp.symbols(f"{name}_:{prod(shape)}", real=True)
        return np.reshape(of_name, shape)

    def relu(m):
        """Return max(0, m); at 0 the slope of sp.Max would be 1/2, not 0."""
        return sp.Piecewise((m, m > 0), (0, True))

    forward = forward_of(
        layer,
        eps=sp.Float(layer.eps, 17) if hasattr(layer, "eps") else None,
        exp=np.vectorize(sp.exp, otypes=[object]),
        relu=np.vectorize(relu, otypes=[object]),
    )
    v = {name: symbols(name, shape) for name, shape in shapes.items()}
    dys = symbols("dy", (features,))
    loss = sum(dys * forward(**v))
    every = [symbol for array in v.values() for symbol in array.flat]
    slopes = [sp.diff(loss, symbol) for symbol in every]
    return sp.lambdify([*every, *dys], slopes, modules="numpy", cse=True)
