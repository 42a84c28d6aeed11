"""What every layer has: named parameters, their gradients, and a step."""

from course_lib.layers import checks


class Layer:
    """A layer with parameters `p` and, after backward, gradients `dp`.

    A subclass lists the names of its parameters in `names`, and defines
    ``forward``, which sets `ready_for_backward`, and ``backward``.

    A layer is not for two threads at once: what forward keeps for backward
    belongs to the last call. Give every thread a layer of its own.
    """

    names = ()
    sizes = {}  # of parameters that have one shape only, by name
    ready_for_backward = False  # forward has run, and no step since

    def parameters(self):
        """Return the parameters by name: the arrays themselves, no copies."""
        return {name: getattr(self, name) for name in self.names}

    def gradients(self):
        """Return the gradient of every parameter, by the parameter's name.

        Raises
        ------
        RuntimeError
            If the last pass left none: before the first backward, and after
            a fused `backward_step`.
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
        lr = checks.non_negative("lr", lr)
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
        lr = checks.non_negative("lr", lr)
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

    def weights(self, dtype):
        """Return the parameters, which must have their sizes, in a dtype."""
        return [
            checks.exactly(name, getattr(self, name), size, dtype)
            for name, size in self.sizes.items()
        ]

    def check_parameters(self):
        """Refuse parameters that cannot be changed in place."""
        for name, p in self.parameters().items():
            checks.trainable(name, p)

    def check_gradients(self):
        """Refuse gradients that do not belong to the parameters."""
        self.check_parameters()
        gradients = self.gradients()
        for name, p in self.parameters().items():
            checks.like(f"gradient of {name}", gradients[name], name, p)


class Composite(Layer):
    """A layer made of other layers, which `layers` holds by name, in order."""

    layers = {}

    def backward(self, dy):
        """Take dL/dy and return dL/dx; leave the gradient of every part."""
        return self.run_backward(dy, lambda part, dy: part.backward(dy))

    def backward_step(self, dy, lr):
        """Run backward and step in one, part by part; return dL/dx."""
        lr = checks.non_negative("lr", lr)
        self.check_parameters()
        return self.run_backward(
            dy, lambda part, dy: part.backward_step(dy, lr)
        )

    def run_backward(self, dy, backward_of):
        """Call backward_of(part, dy) on the parts, last to first."""
        self.check_ready_for_backward()
        for part in reversed(self.layers.values()):
            dy = backward_of(part, dy)
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
        lr = checks.non_negative("lr", lr)
        self.check_gradients()  # of all parts, before the first one moves
        for layer in self.layers.values():
            layer.step(lr)

    def check_ready_for_backward(self):
        """Refuse a backward pass without a forward pass of every part."""
        for layer in self.layers.values():
            layer.check_ready_for_backward()


def rows(x):
    """Return x with its leading axes made one: (tokens, features)."""
    return x.reshape(-1, x.shape[-1])
