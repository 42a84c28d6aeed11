"""What every layer has: named parameters, their gradients, and a step."""

import numpy as np

from . import checks


class Layer:
    """A layer with parameters `p` and, after backward, gradients `dp`.

    A subclass lists the names of its parameters in `names`. It defines
    ``forward``, which sets `can_go_back`, and ``backward``.
    """

    names = ()
    can_go_back = False  # forward has run, and no step since

    def parameters(self):
        """Return the parameters by name; changing one in place trains."""
        return {name: getattr(self, name) for name in self.names}

    def gradients(self):
        """Return the gradient of every parameter, by the parameter's name.

        Raises
        ------
        RuntimeError
            Before the first backward, and after a `backward_step`, which
            keeps no gradients.
        """
        gradients = {n: getattr(self, f"d{n}", None) for n in self.names}
        if any(dp is None for dp in gradients.values()):
            raise RuntimeError(
                "There are no gradients yet. Call forward(x), then "
                "backward(dy)."
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
        lr = checks.non_negative("lr", lr)
        gradients = self.gradients()
        for name, p in self.parameters().items():
            check_trainable(name, p, gradients[name])
        for name, p in self.parameters().items():
            p -= lr * gradients[name]
        self.can_go_back = False

    def backward_step(self, dy, lr):
        """Run backward, then step; return dx."""
        lr = checks.non_negative("lr", lr)
        dx = self.backward(dy)
        self.step(lr)
        return dx

    def check_can_go_back(self):
        """Refuse a backward pass that has no forward pass to go back on."""
        if not self.can_go_back:
            raise RuntimeError(
                "backward needs a forward pass with the present parameters. "
                "Call forward(x) first, and again after every step."
            )


class Composite(Layer):
    """A layer made of other layers, which `layers` holds by name."""

    layers = {}

    def parameters(self):
        """Return the parameters of all parts, as "part.name"."""
        return {
            f"{part}.{name}": p
            for part, layer in self.layers.items()
            for name, p in layer.parameters().items()
        }

    def gradients(self):
        """Return the gradients of all parts, as "part.name"."""
        return {
            f"{part}.{name}": dp
            for part, layer in self.layers.items()
            for name, dp in layer.gradients().items()
        }

    def step(self, lr):
        """Move the parameters of all parts: p -= lr * dp."""
        self.gradients()  # complain before the first part has moved
        for layer in self.layers.values():
            layer.step(lr)


def check_trainable(name, p, dp):
    """Refuse a parameter that cannot be changed in place by its gradient."""
    if not isinstance(p, np.ndarray) or p.dtype.kind != "f":
        raise TypeError(
            f"{name} must be a float array to be trained, not "
            f"{getattr(p, 'dtype', type(p).__name__)}. Assign "
            f"np.array({name}, dtype=np.float64)."
        )
    if not p.flags.writeable:
        raise ValueError(f"{name} is read-only. Assign {name}.copy().")
    if p.shape != dp.shape:
        raise ValueError(
            f"{name} has shape {p.shape}, but its gradient d{name} has shape "
            f"{dp.shape}. Run forward and backward again."
        )
