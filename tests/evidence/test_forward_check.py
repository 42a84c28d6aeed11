"""The forward check: shape before value, one line."""

import numpy as np
import pytest

from course_lib.evidence import check_forward, check_gradients
from course_lib.layers import FeedForward

X = np.random.default_rng(4).standard_normal((3, 4))


def test_agrees_and_differs():
    assert check_forward(np.tanh, np.tanh, X)
    report = check_forward(np.sin, np.tanh, X)
    assert not report and report.wrong == ["y"]
    assert "differs: " in repr(report)
    assert repr(check_forward(np.tanh, np.tanh, X)).endswith(
        "The output agrees."
    )


def test_shape_comes_first():
    report = check_forward(lambda x: x[:1], lambda x: x, np.ones((3, 4)))
    assert report["y"].words == "has the wrong shape: must be (3, 4)"
    assert check_forward(lambda x: None, lambda x: x, X).wrong == ["y"]


@pytest.mark.parametrize(("off", "passes"), [(0.9e-12, True), (2e-12, False)])
def test_tolerance(off, passes):
    x = np.array([1.0, 0.5])
    report = check_forward(lambda x: x + [off, 0], lambda x: x, x)
    assert bool(report) == passes


def test_inputs_stay():
    def writes(x):
        x *= 2
        return x

    assert not check_forward(writes, lambda x: x, X)
    assert check_forward(writes, lambda x: 2 * x, X)


def test_what_a_gradient_check_cannot_see():
    """A ReLU that puts out 1 where it should be silent, with its slopes."""

    class Loud(FeedForward):
        def forward(self, x):
            y = super().forward(x)
            self.hidden[self.pre_activation <= 0] = 1
            return y + (self.pre_activation <= 0) @ self.W2

        def backward(self, dy):
            kept = self.hidden
            self.hidden = kept * (self.pre_activation > 0)
            dx = super().backward(dy)
            self.dW2 = kept.T @ dy
            return dx

    layer = Loud(4, 5)
    right = FeedForward(4, 5, W1=layer.W1, W2=layer.W2)
    assert check_gradients(layer, X)
    assert not check_forward(layer.forward, right.forward, X)
