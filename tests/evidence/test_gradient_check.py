"""The gradient check: what it accepts, what it finds, how it says so."""

import copy

import numpy as np
import pytest
from layer_cases import KINDS, SHAPES, make

from course_lib.evidence import (
    check_derivative,
    check_direction,
    check_gradients,
    check_loss,
)
from course_lib.layers import (
    AddNorm,
    FeedForward,
    LayerNorm,
    Stack,
    cross_entropy,
    softmax_cross_entropy,
    squared_error,
)

RNG = np.random.default_rng(7)
X = RNG.standard_normal((2, 3, 4))


@pytest.mark.parametrize(
    "shape", [(4,), (3, 4), (2, 3, 4), (2, 1, 3, 4)], ids=str
)
@pytest.mark.parametrize("kind", KINDS)
def test_every_layer_on_one_to_four_axes(kind, shape):
    layer, _, inputs = make(kind, shape, 0, margin=1e-4)
    report = check_gradients(layer, *inputs)
    assert report, report
    assert check_direction(layer, *inputs)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_parameters_by_fourth_order_differences(kind, shape):
    for seed in range(3):
        layer, _, inputs = make(kind, shape, seed, margin=0.02)
        report = check_gradients(layer, *inputs, order=4, tolerance=1e-7)
        assert report, report


@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 4)], ids=str)
def test_losses(shape):
    y, t = RNG.standard_normal(shape), RNG.standard_normal(shape)
    assert check_loss(squared_error, y, t)
    assert check_loss(cross_entropy, 0.1 + abs(y), abs(t))
    p = RNG.dirichlet(np.ones(4), size=shape[:-1])
    assert check_loss(softmax_cross_entropy, y, p)
    assert check_loss(softmax_cross_entropy, y, p.argmax(axis=-1))

    def not_a_mean(y, t):
        return squared_error(y, t)[0], 2 * (y - t)

    assert check_loss(not_a_mean, y, t).wrong == ["dy"]


def test_loss_at_the_end_of_a_stack():
    stack, target = Stack(2, 4, 5), RNG.standard_normal((3, 4))
    x = X[0]
    _, dy = squared_error(stack.forward(x), target)
    report = check_gradients(stack, x, dy=dy)
    assert report and len(report) == 13
    assert report["blocks.1.norm.dgamma"].shape == (4,)
    dx = stack.backward(dy)
    assert check_derivative(
        lambda v: squared_error(stack.forward(v), target)[0], x, dx
    )


def test_layer_and_inputs_stay():
    layer, x = LayerNorm(4), X.copy()
    before = copy.deepcopy(vars(layer))
    check_gradients(layer, x)
    check_direction(layer, x)
    np.testing.assert_array_equal(x, X)
    assert vars(layer).keys() == before.keys()
    np.testing.assert_array_equal(layer.gamma, np.ones(4))


def test_names_follow_forward():
    report = check_gradients(AddNorm(4), X, -2 * X + 1)
    assert [line.name for line in report] == [
        "dprev",
        "dorig",
        "dgamma",
        "dbeta",
    ]


def test_report_reads_the_same_for_any_numbers():
    words = (
        "Gradients against central differences "
        "(parameters random, dy random)\n"
        "  dx      (2, 3, 4)  agrees within 1e-06\n"
        "  dgamma  (4,)       agrees within 1e-06\n"
        "  dbeta   (4,)       agrees within 1e-06\n"
        "All 3 gradients agree."
    )
    for seed in range(5):
        x = np.random.default_rng(seed).standard_normal((2, 3, 4))
        assert repr(check_gradients(LayerNorm(4), x, rng=seed)) == words


def test_ones_for_gamma_and_dy_say_that_they_see_nothing():
    report = check_gradients(
        LayerNorm(4), X, dy=np.ones_like(X), parameters="as given"
    )
    assert report
    assert "all of it is 0, which says little" in report["dx"].words
    assert "parameters as given, dy given" in repr(report)


def test_random_parameters_are_only_those_that_are_alike():
    layer = FeedForward(4, 5)
    seen = []

    class Spy(FeedForward):
        def forward(self, x):
            seen.append(self.parameters())
            return super().forward(x)

    spy = Spy(4, 5, W1=layer.W1, W2=layer.W2)
    check_gradients(spy, X)
    np.testing.assert_array_equal(seen[0]["W1"], layer.W1)
    assert (seen[0]["b1"] != 0).all() and len(set(seen[0]["b1"])) == 5


def test_float32_layer_is_checked_in_float64():
    layer = LayerNorm(4, dtype=np.float32)
    assert check_gradients(layer, X.astype(np.float32))
    assert check_gradients(FeedForward(4, 5, dtype=np.float32), X)


def test_large_arrays_are_sampled():
    report = check_gradients(FeedForward(30, 40), RNG.standard_normal((5, 30)))
    assert report
    assert report["dW1"].words.endswith("at 200 of 1200 entries")
    assert report["db1"].words == "agrees within 1e-06"


def test_two_features_are_no_hiding_place():
    """There dx is about 1e-5 there, and a dx of zeros is still found."""

    class Zeros(LayerNorm):
        def backward(self, dy):
            return 0 * super().backward(dy)

    x = np.array([[1.0, -2.0], [0.5, 3.0]])
    assert check_gradients(LayerNorm(2), x)
    assert check_gradients(Zeros(2), x).wrong == ["dx"]


def test_far_off_and_tiny_inputs():
    assert check_gradients(LayerNorm(4), X + 1e4)
    assert check_gradients(LayerNorm(4, eps=1e-20), 1e-8 * X)


def test_kink_is_told_from_a_mistake():
    layer = FeedForward(2, 3, W1=np.ones((2, 3)), b1=np.full(3, -2.0))
    report = check_gradients(layer, np.ones((1, 2)), parameters="as given")
    assert "db1" in report.wrong
    assert "has a kink at" in report["db1"].words

    class NoMask(FeedForward):
        def backward(self, dy):
            dx = super().backward(dy)
            self.db1 = (dy @ self.W2.T).sum(axis=(0, 1))
            return dx

    report = check_gradients(NoMask(4, 5), X)
    assert report.wrong == ["db1"]
    assert "kink" not in repr(report)


def test_writing_into_what_was_lent_is_found():
    class Writes(LayerNorm):
        def __init__(self, what):
            super().__init__(4)
            self.what = what

        def forward(self, x):
            y = super().forward(x)
            if self.what == "x":
                x *= 2
            return y

        def backward(self, dy):
            dx = super().backward(dy)
            if self.what == "dy":
                dy *= 2
            if self.what == "gamma":
                self.gamma -= 0.1 * self.dgamma
            return dx

    for what in ("x", "dy", "gamma"):
        for check in (check_gradients, check_direction):
            report = check(Writes(what), X)
            assert report.wrong == [what]
            assert report[what].words == "was changed by the layer"


def test_learners_own_class():
    """No base class: names from dp, what forward stores is no parameter."""

    class Scale:
        def __init__(self):
            self.gamma = np.ones(4)
            self.beta = 0.0
            self.unused = np.ones(4)

        def forward(self, x):
            self.x, self.h = x, x * self.gamma
            return self.h + self.beta

        def backward(self, dy):
            self.dh = dy
            self.dgamma = (dy * self.x).sum(axis=(0, 1))
            self.dbeta = dy.sum()
            return dy * self.gamma

    report = check_gradients(Scale(), X)
    assert report
    assert [line.name for line in report] == ["dx", "dgamma", "dbeta"]

    class Wrong(Scale):
        def backward(self, dy):
            dx = super().backward(dy)
            self.dbeta = dy.mean()
            return dx

    assert check_gradients(Wrong(), X).wrong == ["dbeta"]


def test_missing_gradients():
    class Forgets(LayerNorm):
        def backward(self, dy):
            super().backward(dy)
            self.dbeta = None

    for check in (check_gradients, check_direction):
        report = check(Forgets(4), X)
        assert not report
        assert report["dx"].words == "is missing: None came"
    assert check_gradients(Forgets(4), X).wrong == ["dx", "dbeta"]


def test_dy_must_have_the_shape_of_y():
    class Same:
        def forward(self, x):
            return x

        def backward(self, dy):
            return dy

    assert check_gradients(Same(), X)
    with pytest.raises(ValueError, match="must have the shape of y"):
        check_gradients(Same(), X, dy=np.ones(4))


def test_loss_that_writes_into_y():
    def loss(y, target):
        y -= target
        return (y**2).mean(), 2 * y / y.size

    y = X.copy()
    assert check_loss(loss, y, X[::-1])
    np.testing.assert_array_equal(y, X)


def test_errors():
    with pytest.raises(ValueError, match="must have the shape of y"):
        check_gradients(LayerNorm(4), X, dy=np.ones(4))
    with pytest.raises(ValueError, match='must be "random" or "as given"'):
        check_gradients(LayerNorm(4), X, parameters="ones")

    class Three(AddNorm):
        def backward(self, dy):
            dz = super().backward(dy)
            return dz, dz, dz

    with pytest.raises(ValueError, match="each of the 2 inputs"):
        check_gradients(Three(4), X, X)


def test_derivative_of_a_plain_function():
    x = np.array([0.5, -2.0])
    assert check_derivative(lambda v: (v**3).sum(), x, 3 * x**2)
    report = check_derivative(lambda v: (v**3).sum(), x, 2 * x**2, name="dv")
    assert report.wrong == ["dv"]


def test_kink_shows_both_slopes():
    def bent(v):
        return np.where(v > 0, 1.5 * v, v).sum()

    report = check_derivative(bent, [1.0, 0.0], [1.5, 1.5])
    assert "kink at (1,): slope 1 to the left and 1.5 to the right" in repr(
        report
    )


@pytest.mark.parametrize(("off", "found"), [(1e-4, True), (1e-8, False)])
def test_how_small_a_mistake_is_found(off, found):
    class Near(LayerNorm):
        def backward(self, dy):
            dx = super().backward(dy) * (1 + off)
            self.dgamma *= 1 + off
            self.dbeta *= 1 + off
            return dx

    report = check_gradients(Near(4), X)
    assert report.wrong == (["dx", "dgamma", "dbeta"] if found else [])
    slopes = [check_direction(Near(4), X, rng=k) for k in range(20)]
    assert sum(map(bool, slopes)) == (0 if found else 20)

    def near(y, target):
        loss, dy = squared_error(y, target)
        return loss, dy * (1 + off)

    assert bool(check_loss(near, X, X[::-1])) != found
