"""The gradient check's defaults, titles, names, tolerances and exact words."""

import inspect

import numpy as np
import pytest

from course_lib.evidence import (
    central_differences,
    check_derivative,
    check_direction,
    check_gradients,
    check_loss,
)
from course_lib.layers import FeedForward, LayerNorm, squared_error

X = np.random.default_rng(7).standard_normal((2, 3, 4))


class Off(LayerNorm):
    """A LayerNorm whose dx is off by a share, and by nothing else."""

    def __init__(self, share):
        super().__init__(4)
        self.share = share

    def backward(self, dy):
        return super().backward(dy) * (1 + self.share)


class Centre:
    """No parameters; no gradient where dy is the same everywhere."""

    def forward(self, x):
        return x - x.mean(axis=-1, keepdims=True)

    def backward(self, dy):
        return dy - dy.mean(axis=-1, keepdims=True)


def test_defaults():
    for check in (check_gradients, check_direction):
        given = inspect.signature(check).parameters
        assert given["dy"].default is None
        assert given["parameters"].default == "random"
        assert given["rng"].default == 0
    for check in (
        check_gradients,
        check_direction,
        check_derivative,
        check_loss,
    ):
        assert inspect.signature(check).parameters["tolerance"].default == 1e-6
    assert inspect.signature(check_gradients).parameters["order"].default == 2
    sampled = inspect.signature(check_gradients).parameters["max_entries"]
    assert sampled.default == 200


@pytest.mark.parametrize("check", [check_gradients, check_direction])
def test_the_same_seed_gives_the_same_numbers(check):
    def errors(**options):
        return [line.error for line in check(Off(0.01), X, **options)]

    assert errors() == errors(rng=0) == errors(rng=np.random.default_rng(0))
    assert errors() != errors(rng=1)


@pytest.mark.parametrize("check", [check_gradients, check_direction])
def test_the_tolerance_is_the_one_that_was_given(check):
    assert not check(Off(1e-4), X)
    assert check(Off(1e-4), X, tolerance=1e-2)
    assert not check(Off(0.5), X, tolerance=1e-2)


@pytest.mark.parametrize("check", [check_gradients, check_direction])
def test_a_small_dy_hides_nothing(check):
    dy = 1e-9 * np.random.default_rng(1).standard_normal(X.shape)
    assert check(LayerNorm(4), X, dy=dy)
    assert not check(Off(0.01), X, dy=dy)


@pytest.mark.parametrize("check", [check_gradients, check_direction])
def test_the_title_says_what_was_random(check):
    title = {
        check_gradients: "Gradients against central differences",
        check_direction: "Slope along one direction",
    }[check]
    for options, words in (
        ({}, "parameters random, dy random"),
        ({"dy": X}, "parameters random, dy given"),
        ({"parameters": "as given"}, "parameters as given, dy random"),
    ):
        assert check(LayerNorm(4), X, **options).title == f"{title} ({words})"


def test_the_direction_uses_the_dy_that_is_given():
    report = check_direction(Centre(), X, dy=np.ones_like(X))
    assert report
    words = "agrees, but all of it is 0, which says little"
    assert report["slope"].words == words
    assert check_direction(Centre(), X)["slope"].words == "agrees within 1e-06"


def test_a_gradient_of_the_wrong_shape_along_a_direction():
    class Summed(LayerNorm):
        def backward(self, dy):
            dx = super().backward(dy)
            self.dbeta = self.dbeta.sum(keepdims=True)
            return dx

    report = check_direction(Summed(4), X)
    assert report.title == "Slope along one direction"
    (line,) = report
    assert (line.name, line.shape) == ("dbeta", (1,))
    assert line.words == "has the wrong shape: must be (4,)"
    line = check_gradients(Summed(4), X)["dbeta"]
    assert line.shape == (1,)
    assert line.words == "has the wrong shape: must be (4,)"


def test_a_derivative_at_whole_numbers():
    def cubes(x):
        return (x**3).sum()

    report = check_derivative(cubes, [1, 2, 3], [3, 12, 27])
    assert report.title == "Gradient against central differences"
    assert [line.name for line in report] == ["dx"]
    assert report["dx"].words == "agrees within 1e-06"
    assert not check_derivative(cubes, [1, 2, 3], [3, 12, 28])
    assert check_derivative(cubes, [1], [3], name="dlogits")["dlogits"]
    assert check_derivative(cubes, [1, 2, 3], [3, 12, 28], tolerance=0.1)


def test_a_loss_at_whole_numbers():
    assert check_loss(squared_error, [1, 2, 3], [0, 0, 1])

    def off(y, target):
        loss, dy = squared_error(y, target)
        return loss, dy * (1 + 1e-4)

    assert not check_loss(off, X, -X)
    assert check_loss(off, X, -X, tolerance=1e-2)


def test_a_jacobian_that_is_not_square():
    A = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
    found = central_differences(lambda v: A @ v, [1, 2])
    assert np.allclose(found, A, rtol=1e-8)


def test_the_words_for_a_mistake():
    class NoBeta(LayerNorm):
        def backward(self, dy):
            dx = super().backward(dy)
            self.dbeta = np.zeros(4)
            return dx

    dy = np.zeros((3, 4))
    dy[:, 1] = [1, 2, 3]
    line = check_gradients(NoBeta(4), X[0], dy=dy)["dbeta"]
    assert line.words == "differs: 0 at (1,), must be 6"
    assert line.error == pytest.approx(1, rel=1e-6)


def test_the_words_for_a_kink():
    def bent(x):
        return np.maximum(x, 1.5 * x).sum()

    line = check_derivative(bent, [2.0, 0.0, -1.0], [1.5, 1.0, 1.0])["dx"]
    assert not line
    assert line.shape == (3,)
    assert line.words == (
        "has a kink at (1,): slope 1 to the left and 1.5 to the right, so "
        "there is nothing to compare with"
    )
    assert 0.1 < line.error < 0.5


def test_a_kink_is_found_where_the_gradient_is_a_matrix():
    x = np.array([[1.0, 2.0], [3.0, 0.0]])
    line = check_derivative(lambda x: abs(x).sum(), x, np.ones((2, 2)))["dx"]
    assert line.words == (
        "has a kink at (1, 1): slope -1 to the left and 1 to the right, so "
        "there is nothing to compare with"
    )


def test_parameters_must_be_one_of_two():
    for check in (check_gradients, check_direction):
        with pytest.raises(ValueError) as caught:
            check(LayerNorm(4), X, parameters="ones")
        assert str(caught.value) == (
            'parameters must be "random" or "as given", but it is \'ones\'.'
        )


def test_the_message_for_a_dy_that_does_not_fit():
    with pytest.raises(ValueError) as caught:
        check_gradients(Centre(), X, dy=np.ones(4))
    assert str(caught.value) == (
        "dy must have the shape of y, (2, 3, 4), but its shape is (4,)."
    )


def test_the_message_for_too_many_gradients():
    class Two(Centre):
        def backward(self, dy):
            return super().backward(dy), dy

    with pytest.raises(ValueError) as caught:
        check_gradients(Two(), X)
    assert str(caught.value) == (
        "backward must return one gradient for each of the 1 inputs, or one "
        "array for all of them, but it returned 2."
    )


def test_a_gradient_for_each_of_two_inputs():
    class Product:
        def forward(self, a, b):
            self.a, self.b = a, b
            return a * b

        def backward(self, dy):
            return dy * self.b, dy * self.a

    report = check_gradients(Product(), X, X[::-1] + 1)
    assert report
    assert [line.name for line in report] == ["da", "db"]
    as_lists = check_gradients(Product(), X.tolist(), (X + 1).tolist())
    assert as_lists


def test_given_parameters_are_taken_as_they_are():
    layer = FeedForward(4, 5, b1=np.full(5, 0.5))
    seen = []

    class Spy(FeedForward):
        def forward(self, x):
            seen.append({n: p.copy() for n, p in self.parameters().items()})
            return super().forward(x)

    spy = Spy(4, 5, **layer.parameters())
    check_gradients(spy, X, parameters="as given")
    for name, p in layer.parameters().items():
        assert np.array_equal(seen[0][name], p)
        assert np.array_equal(spy.parameters()[name], p)


def test_a_sample_of_entries_finds_a_mistake_and_names_its_place():
    class Doubled(FeedForward):
        def backward(self, dy):
            dx = super().backward(dy)
            self.dW1 = 2 * self.dW1
            return dx

    x = np.random.default_rng(3).standard_normal((5, 30))
    report = check_gradients(Doubled(30, 40), x, max_entries=7)
    assert report.wrong == ["dW1"]
    report = check_gradients(FeedForward(30, 40), x, max_entries=7)
    assert report["dW1"].words == "agrees within 1e-06 at 7 of 1200 entries"
    assert report["dx"].words == "agrees within 1e-06 at 7 of 150 entries"
    report = check_gradients(FeedForward(30, 40), x, max_entries=1200)
    assert report["dW1"].words == "agrees within 1e-06"


def test_whole_numbers_become_floats_before_anything_moves():
    found = central_differences(lambda v: (v**3).sum(), [1, 2])
    assert np.allclose(found, [3, 12], rtol=1e-8)
    seen = []

    def loss(y, target):
        y /= 2  # an array of integers would refuse
        return 4 * squared_error(y, target / 2)[0], 2 * (2 * y - target) / 3

    assert check_loss(loss, [1, 2, 3], np.array([0.0, 0, 1]))

    class Spy(Centre):
        def backward(self, dy):
            seen.append(dy.dtype)
            return super().backward(dy)

    assert check_gradients(Spy(), [[1, 2, 4]], dy=[[1, 0, 2]])
    assert set(seen) == {np.dtype(np.float64)}


def test_parameters_of_whole_numbers_are_checked_as_floats():
    class Scale:
        def __init__(self):
            self.gamma = np.arange(4)

        def forward(self, x):
            self.x = x
            return x * self.gamma**3

        def backward(self, dy):
            self.dgamma = (3 * self.gamma**2 * dy * self.x).sum(axis=(0, 1))
            return dy * self.gamma**3

    assert check_gradients(Scale(), X)


def test_a_gradient_that_was_never_set_is_missing():
    class OnlyDx(LayerNorm):
        def backward(self, dy):
            layer = LayerNorm(4)
            layer.gamma = self.gamma
            layer.x_hat, layer.rstd = self.x_hat, self.rstd
            layer.can_go_back = True
            return layer.backward(dy)

    report = check_gradients(OnlyDx(4), X)
    assert report.wrong == ["dgamma", "dbeta"]
    assert report["dgamma"].words == "is missing: None came"
    assert report["dgamma"].shape is None


def test_a_nan_that_stays_where_it_is_was_not_changed():
    x = X.copy()
    x[0, 0, 0] = np.nan
    report = check_gradients(Centre(), x, dy=X)
    assert [line.name for line in report] == ["dx"]


def test_what_was_changed_is_shown_with_its_shape():
    class Writes(Centre):
        def forward(self, x):
            y = super().forward(x)
            x += 1
            return y

    report = check_gradients(Writes(), X)
    assert report["x"].shape == X.shape
    assert report["x"].words == "was changed by the layer"


def test_a_sample_takes_no_entry_twice():
    class OneOff(Centre):
        def backward(self, dy):
            dx = super().backward(dy)
            dx[1, 2, 3] += 1
            return dx

    found = [
        not check_gradients(OneOff(), X, rng=seed, max_entries=X.size - 1)
        for seed in range(40)
    ]
    assert sum(found) >= 36  # 38 of 40 on average; 25 with repetitions
