"""Layers whose arithmetic is the functions that the learner wrote."""

from answer_check import progress
from answer_check.exercise import find
from course_lib.layers.layer import Layer

PARTS = (
    "layer_norm",
    "layer_norm_backward",
    "feed_forward",
    "feed_forward_backward",
)


class OwnLayer(Layer):
    """A layer whose arithmetic is two given functions.

    What they take and return goes by the names that their exercises give.
    """

    def __init__(self, layer, name, functions):
        vars(self).update(vars(layer), names=layer.names)  # the same weights
        self.functions = functions
        self.there, self.back = find(name), find(f"{name}_backward")

    def forward(self, x):
        """Take x, return what the function makes of it."""
        self.x = x
        self.y = self.call(self.there)
        self.ready_for_backward = True
        return self.y

    def backward(self, dy):
        """Take dL/dy, return dL/dx; leave the gradients of parameters."""
        self.dy = dy
        made = self.call(self.back)
        vars(self).update(zip(self.back.outputs, made, strict=True))
        return self.dx

    def call(self, exercise):
        """Call the function that answers an exercise."""
        given = [getattr(self, name) for name in exercise.parameters]
        return self.functions[exercise.name](*given)


def own_parts(names=PARTS):
    """Return the functions by name, and the names of the learner's own.

    Where there is none that is right, the course's function stands in.
    """
    own = [name for name in names if progress.whose(name) == "yours"]
    return {name: progress.own_or_ours(name) for name in names}, own
