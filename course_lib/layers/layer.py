"""What every layer has: checks, named parameters, gradients, and a step."""

from collections import namedtuple

from course_lib.layers import validate

Form = namedtuple("Form", "shape dtype")


class Layer:
    """A layer with parameters `p` and, after backward, gradients `dp`.

    A subclass lists the names of its parameters in `names`, and defines
    ``compute`` and ``compute_gradients``: the arithmetic, on input that
    ``forward`` and ``backward`` have checked here.

    A layer is not for two threads at once: what forward keeps for backward
    belongs to the last call. Give every thread a layer of its own.
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
        dy, parameters = self.prepare_backward(dy)
        return self.compute_gradients(dy, **parameters)

    def prepare_backward(self, dy):
        """Check dy against the last forward; return it and the parameters."""
        self.check_ready_for_backward()
        dy = validate.same_shape_and_dtype("dy", dy, "y", self.y_form)
        return dy, self.parameters_for(dy)

    def parameters_for(self, x):
        """Return the parameters by name, in the dtype of x; check shapes."""
        return {
            name: validate.require_shape(
                name, getattr(self, name), size, x.dtype
            )
            for name, size in self.sizes.items()
        }

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

    A subclass defines ``forward``; each of the parts checks what it gets.
    """

    layers = {}

    def backward(self, dy):
        """Take dL/dy and return dL/dx; leave the gradient of every part."""
        return self.run_backward(dy, lambda part, dy: part.backward(dy))

    def backward_step(self, dy, lr):
        """Run backward and step in one, part by part; return dL/dx."""
        lr = validate.non_negative("lr", lr)
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
        lr = validate.non_negative("lr", lr)
        self.check_gradients()  # of all parts, before the first one moves
        for layer in self.layers.values():
            layer.step(lr)

    def check_ready_for_backward(self):
        """Refuse a backward pass without a forward pass of every part."""
        for layer in self.layers.values():
            layer.check_ready_for_backward()


def flatten_tokens(x):
    """Return x with its leading axes made one: (tokens, features)."""
    return x.reshape(-1, x.shape[-1])
