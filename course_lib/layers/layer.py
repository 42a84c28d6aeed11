"""What every layer has: checks, named parameters, gradients, and a step."""

from collections import namedtuple

import numpy as np

from course_lib.layers import validate

Form = namedtuple("Form", "shape dtype")


class Layer:
    """A layer with parameters `p` and, after backward, gradients `dp`.

    A subclass lists the names of its parameters in `names`, and defines
    ``compute`` and ``compute_gradients``: the arithmetic, on input that
    ``forward`` and ``backward`` have checked here.

    What forward keeps for backward belongs to the last call. So a layer is
    not for two threads at once, nor for two places in one network: make a
    second layer, and if the two are to share weights, give it the arrays of
    the first. After changing a parameter without ``step``, run forward again
    before backward.
    """

    names = ()
    sizes = {}  # of parameters that have one shape only, by name
    d_in = None  # features of x, if only one number of them fits
    ready_for_backward = False  # forward has run, and no step since

    def forward(self, x):
        """Return y, and keep what backward needs.

        Parameters
        ----------
        x : array_like, (..., features)
            float32 and float64 stay; integers and bool become float64.

        Returns
        -------
        y : ndarray, (..., features)
            In the dtype of x, whatever that of the parameters.

        Raises
        ------
        TypeError
            If x is complex, object or text.
        ValueError
            If x does not have the features that the layer takes, or if a
            parameter does not fit x.
        """
        x = validate.require_features("x", x, self.d_in)
        y = self.compute(x, **self.parameters_for(x))
        self.y_form = Form(y.shape, y.dtype)
        self.ready_for_backward = True
        return y

    def backward(self, dy):
        """Return dL/dx, and leave dL/dp as `dp` beside every parameter `p`.

        Parameters
        ----------
        dy : array_like
            dL/dy, in the shape of y.

        Returns
        -------
        dx : ndarray, in the shape of x

        Raises
        ------
        RuntimeError
            Before the first forward, and after a step without a forward.
        ValueError
            If dy does not have the shape of y.
        """
        self.check_ready_for_backward()
        dy = validate.same_shape_and_dtype("dy", dy, "y", self.y_form)
        return self.compute_gradients(dy, **self.parameters_for(dy))

    def parameters_for(self, x):
        """Return the parameters by name, in the dtype of x; check shapes.

        One without a size in `sizes` must broadcast to x.
        """
        return {
            name: validate.parameter(
                name, getattr(self, name), x, self.sizes.get(name)
            )
            for name in self.names
        }

    def parameters(self):
        """Return the parameters by name: the arrays themselves, no copies."""
        return {name: getattr(self, name) for name in self.names}

    def gradients(self):
        """Return the gradient of every parameter, by the parameter's name.

        Raises
        ------
        RuntimeError
            Before the first backward.
        """
        gradients = {n: getattr(self, f"d{n}", None) for n in self.names}
        if any(dp is None for dp in gradients.values()):
            raise RuntimeError(
                "There are no gradients yet. Call forward, then backward."
            )
        return gradients

    def step(self, lr):
        """Move every parameter down its gradient, in place: p -= lr * dp.

        Parameters
        ----------
        lr : float
            Learning rate, finite and 0 or more.

        Raises
        ------
        RuntimeError
            Before the first backward.
        """
        lr = validate.non_negative("lr", lr)
        self.check_gradients()
        gradients = self.gradients()
        for name, p in self.parameters().items():
            p -= lr * gradients[name]
        self.ready_for_backward = False

    def backward_step(self, dy, lr, *orig_grad):
        """Run backward, then step; return dx.

        Parameters move last: dx needs those of the forward pass. AddNorm's
        backward takes an orig_grad besides.
        """
        lr = validate.non_negative("lr", lr)
        self.check_parameters()
        dx = self.backward(dy, *orig_grad)
        self.step(lr)
        return dx

    def check_ready_for_backward(self):
        """Refuse a backward pass that no forward pass has prepared."""
        if not self.ready_for_backward:
            raise RuntimeError(
                "backward needs a forward pass with the present parameters. "
                "Call forward first, and again after every step."
            )

    def check_parameters(self):
        """Refuse parameters that cannot be changed in place."""
        for name, p in self.parameters().items():
            validate.require_writable(name, p)

    def check_gradients(self):
        """Refuse gradients that do not belong to the parameters."""
        self.check_parameters()
        gradients = self.gradients()
        for name, p in self.parameters().items():
            validate.same_shape_and_dtype(
                f"gradient of {name}", gradients[name], name, p
            )


class Composite(Layer):
    """A layer made of other layers, which `layers` holds by name, in order.

    A subclass defines ``forward``; each of the parts checks what it gets. Two
    parts may share an array, which then moves by both gradients.
    """

    layers = {}

    def backward(self, dy):
        """Take dL/dy and return dL/dx; leave the gradient of every part."""
        self.check_ready_for_backward()
        for part in reversed(self.layers.values()):
            dy = part.backward(dy)
        return dy

    def parameters(self):
        """Return the parameters of all parts, named "part.name"."""
        return {
            f"{part}.{name}": p
            for part, layer in self.layers.items()
            for name, p in layer.parameters().items()
        }

    def gradients(self):
        """Return the gradients of all parts, named "part.name"."""
        return {
            f"{part}.{name}": dp
            for part, layer in self.layers.items()
            for name, dp in layer.gradients().items()
        }

    def step(self, lr):
        """Move the parameters of all parts: p -= lr * dp."""
        lr = validate.non_negative("lr", lr)
        self.check_gradients()  # of all parts, before the first one moves
        for layer in self.layers.values():
            layer.step(lr)

    def check_ready_for_backward(self):
        """Refuse a part that stands in two places, or has not gone forward."""
        seen = set()
        for leaf in leaves(self):
            if id(leaf) in seen:
                raise ValueError(
                    f"Each layer must stand in one place, but a "
                    f"{type(leaf).__name__} stands in two, and keeps what "
                    "backward needs of its last use alone. Make two layers; "
                    "if they are to share weights, give both the same arrays."
                )
            seen.add(id(leaf))
        for layer in self.layers.values():
            layer.check_ready_for_backward()


def leaves(layer):
    """Yield the layers of which a layer is made; itself, if of none."""
    parts = getattr(layer, "layers", {})
    for part in parts.values():
        yield from leaves(part)
    if not parts:
        yield layer


# --- What several layers compute with ---


def flatten_tokens(x):
    """Return x with its leading axes made one: (tokens, features)."""
    return x.reshape(-1, x.shape[-1])


def sum_to(shape, values):
    """Sum over the axes along which a parameter of `shape` was repeated.

    The parameter was used in all those places, and collects the gradient
    from each. They are added in float64: in float32 a million lose digits.
    """
    leading = values.ndim - len(shape)
    total = values.sum(axis=tuple(range(leading)), dtype=np.float64)
    if total.shape != shape:
        single = tuple(i for i, n in enumerate(shape) if n == 1)
        total = total.sum(axis=single, keepdims=True)
    return total.astype(values.dtype, copy=False)
