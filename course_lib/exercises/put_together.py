"""Build a stack from the functions that the learner wrote."""

from course_lib.exercises import progress
from course_lib.exercises.exercise import find
from course_lib.layers import FeedForward, LayerNorm
from course_lib.layers.layer import Layer

PARTS = (
    "layer_norm",
    "layer_norm_backward",
    "feed_forward",
    "feed_forward_backward",
)


class OwnLayerNorm(LayerNorm):
    """LayerNorm whose arithmetic is two given functions."""

    def __init__(self, layer, functions):
        vars(self).update(vars(layer))  # the same gamma and beta
        self.functions = functions

    def forward(self, x):
        """Take x, return what the given ``layer_norm`` makes of it."""
        self.x = x
        self.y = self.functions["layer_norm"](
            x, self.gamma, self.beta, self.eps
        )
        self.can_go_back = True
        return self.y

    def backward(self, dy):
        """Take dL/dy, return dL/dx; leave dgamma and dbeta."""
        self.check_can_go_back()
        dx, self.dgamma, self.dbeta = self.functions["layer_norm_backward"](
            dy, self.x, self.y, self.gamma, self.eps
        )
        return dx


class OwnFeedForward(FeedForward):
    """FeedForward whose arithmetic is two given functions."""

    backward_step = Layer.backward_step  # backward, then step

    def __init__(self, layer, functions):
        vars(self).update(vars(layer))  # the same weights
        self.functions = functions

    def forward(self, x):
        """Take x, return what the given ``feed_forward`` makes of it."""
        self.x = x
        self.can_go_back = True
        return self.functions["feed_forward"](
            x, self.W1, self.b1, self.W2, self.b2
        )

    def backward(self, dy):
        """Take dL/dy, return dL/dx; leave dW1, db1, dW2 and db2."""
        self.check_can_go_back()
        dx, self.dW1, self.db1, self.dW2, self.db2 = self.functions[
            "feed_forward_backward"
        ](dy, self.x, self.W1, self.b1, self.W2, self.b2)
        return dx


def own_parts():
    """Return the functions of the stack, the learner's own where there are.

    Each is checked again before it is trusted.

    Returns
    -------
    functions : dict of str to callable
    own : list of str
        The names of those that are the learner's.
    """
    found = {name: progress.load(name) for name in PARTS}
    own = [name for name, function in found.items() if function]
    return {n: f or find(n).reference for n, f in found.items()}, own


def describe_parts():
    """Show whose code the stack will be built from.

    Returns
    -------
    str
        One line a part, and the source of those that are the learner's.
    """
    _, own = own_parts()
    lines = [
        f"{name:<22}{'yours' if name in own else 'the course’s'}"
        for name in PARTS
    ]
    sources = [progress.done()[name]["source"].rstrip() for name in own]
    return "\n\n".join(["\n".join(lines), *sources])


def put_together(model, functions):
    """Let these functions do the arithmetic of every block of a model.

    Parameters
    ----------
    model : course_lib.training.classifier.Classifier
        Changed in place; its parameters stay as they are.
    functions : dict of str to callable
        As from ``own_parts``.
    """
    for block in model.stack.blocks:
        norm = block.norm and OwnLayerNorm(block.norm, functions)
        block.use(OwnFeedForward(block.feed_forward, functions), norm)
    return model
