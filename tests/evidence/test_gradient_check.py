"""The gradient check: what it accepts, what it finds, in which words."""

import copy
import inspect

import numpy as np
import pytest
from layer_cases import KINDS, SHAPES, make

from course_lib.evidence import check_direction, check_gradients
from course_lib.layers import AddNorm, FeedForward, LayerNorm, Stack

X = np.random.default_rng(7).standard_normal((2, 3, 4))
both_checks = pytest.mark.parametrize(
    "check", [check_gradients, check_direction]
)


class Off(LayerNorm):
    """A LayerNorm whose dx, or every gradient, is off by a share."""

    def __init__(self, share, *, everywhere=False):
        super().__init__(4)
        self.share, self.everywhere = share, everywhere

    def backward(self, dy):
        dx = super().backward(dy)
        if self.everywhere:
            self.dgamma *= 1 + self.share
            self.dbeta *= 1 + self.share
        return dx * (1 + self.share)


class Centre:
    """No parameters; no gradient where dy is the same everywhere."""

    def forward(self, x):
        return x - x.mean(axis=-1, keepdims=True)

    def backward(self, dy):
        return dy - dy.mean(axis=-1, keepdims=True)


class Function:
    """A function of every entry, and the slopes that are claimed of it."""

    def __init__(self, f, slopes):
        self.f, self.slopes = f, np.array(slopes)

    def forward(self, x):
        return self.f(x)

    def backward(self, dy):
        return dy * self.slopes


def dx_of(f, x, slopes, **options):
    """Return the line of dx for the sum of f(x)."""
    ones = np.ones(np.shape(x))
    return check_gradients(Function(f, slopes), x, dy=ones, **options)["dx"]


# --- Right layers pass -------------------------------------------------------


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


def test_names_follow_forward_and_the_parts():
    report = check_gradients(AddNorm(4), X, -2 * X + 1)
    assert [a.name for a in report] == ["dprev", "dorig", "dgamma", "dbeta"]
    report = check_gradients(Stack(2, 4, 5), X)
    assert report and len(report) == 13
    assert report["blocks.1.norm.dgamma"].shape == (4,)


def test_far_off_tiny_and_float32_inputs():
    assert check_gradients(LayerNorm(4), X + 1e4)
    assert check_gradients(LayerNorm(4, eps=1e-20), 1e-8 * X)
    x = np.float32(X)
    assert check_gradients(LayerNorm(4, dtype=np.float32), x)
    assert check_gradients(FeedForward(4, 5, dtype=np.float32), X)


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
    assert check_gradients(Product(), X.tolist(), (X + 1).tolist())


class Scale:
    """No base class: names come from dp; what forward stores is none."""

    def __init__(self, gamma=1.0):
        self.gamma = gamma * np.ones(4)
        self.beta = 0.0
        self.unused = np.ones(4)

    def forward(self, x):
        self.x, self.h = x, x * self.gamma**3
        return self.h + self.beta

    def backward(self, dy):
        self.dh = dy
        self.dgamma = (3 * self.gamma**2 * dy * self.x).sum(axis=(0, 1))
        self.dbeta = dy.sum()
        return dy * self.gamma**3


def test_learners_own_class():
    report = check_gradients(Scale(), X)
    assert report
    assert [line.name for line in report] == ["dx", "dgamma", "dbeta"]
    whole = Scale()
    whole.gamma = np.arange(4)  # moved by a step, whole numbers would stay
    assert check_gradients(whole, X)

    class Wrong(Scale):
        def backward(self, dy):
            dx = super().backward(dy)
            self.dbeta = dy.mean()
            return dx

    assert check_gradients(Wrong(), X).wrong == ["dbeta"]


# --- What it is run on -------------------------------------------------------


def test_defaults():
    for check in (check_gradients, check_direction):
        given = inspect.signature(check).parameters
        assert given["dy"].default is None
        assert given["parameters"].default == "random"
        assert given["rng"].default == 0
        assert given["tolerance"].default == 1e-6
    given = inspect.signature(check_gradients).parameters
    assert (given["order"].default, given["max_entries"].default) == (2, 200)


@both_checks
def test_the_same_seed_gives_the_same_numbers(check):
    def errors(**options):
        return [line.error for line in check(Off(0.01), X, **options)]

    assert errors() == errors(rng=0) == errors(rng=np.random.default_rng(0))
    assert errors() != errors(rng=1)


@both_checks
def test_the_tolerance_is_the_one_that_was_given(check):
    assert not check(Off(1e-4), X)
    assert check(Off(1e-4), X, tolerance=1e-2)
    assert not check(Off(0.5), X, tolerance=1e-2)


@pytest.mark.parametrize(("off", "found"), [(1e-4, True), (1e-8, False)])
def test_how_small_a_mistake_is_found(off, found):
    near = Off(off, everywhere=True)
    report = check_gradients(near, X)
    assert report.wrong == (["dx", "dgamma", "dbeta"] if found else [])
    slopes = [check_direction(near, X, rng=k) for k in range(20)]
    assert sum(map(bool, slopes)) == (0 if found else 20)


@both_checks
def test_a_small_dy_hides_nothing(check):
    dy = 1e-9 * X[::-1]
    assert check(LayerNorm(4), X, dy=dy)
    assert not check(Off(0.01), X, dy=dy)


def test_two_features_are_no_hiding_place():
    """Dx is about 1e-5 there, and a dx of zeros is still found."""
    x = np.array([[1.0, -2.0], [0.5, 3.0]])
    zeros = Off(-1)
    zeros.gamma, zeros.beta = np.ones(2), np.zeros(2)
    assert check_gradients(LayerNorm(2), x)
    assert check_gradients(zeros, x).wrong == ["dx"]


def test_given_parameters_stay_and_random_ones_are_those_that_are_alike():
    seen = []

    class Spy(FeedForward):
        def forward(self, x):
            seen.append({n: p.copy() for n, p in self.parameters().items()})
            return super().forward(x)

    spy = Spy(4, 5, b1=np.full(5, 0.5))
    own = {name: p.copy() for name, p in spy.parameters().items()}
    check_gradients(spy, X, parameters="as given")
    given, seen[:] = seen[0], []
    check_gradients(spy, X)
    for name, p in own.items():
        np.testing.assert_array_equal(given[name], p)
        np.testing.assert_array_equal(spy.parameters()[name], p)
    np.testing.assert_array_equal(seen[0]["W1"], own["W1"])
    assert len(set(seen[0]["b1"])) == 5


def test_layer_and_inputs_stay():
    layer, x = LayerNorm(4), X.copy()
    before = copy.deepcopy(vars(layer))
    check_gradients(layer, x)
    check_direction(layer, x)
    np.testing.assert_array_equal(x, X)
    assert vars(layer).keys() == before.keys()
    np.testing.assert_array_equal(layer.gamma, np.ones(4))


def test_whole_numbers_become_floats():
    seen = []

    class Spy(Centre):
        def backward(self, dy):
            seen.append(dy.dtype)
            return super().backward(dy)

    assert check_gradients(Spy(), [[1, 2, 4]], dy=[[1, 0, 2]])
    assert set(seen) == {np.dtype(np.float64)}


# --- In which words ----------------------------------------------------------


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


@both_checks
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


def test_ones_for_gamma_and_dy_say_that_they_see_nothing():
    nothing = "agrees, but all of it is 0, which says little"
    ones = np.ones_like(X)
    report = check_gradients(LayerNorm(4), X, dy=ones, parameters="as given")
    assert report and report["dx"].words == nothing
    report = check_direction(Centre(), X, dy=ones)
    assert report and report["slope"].words == nothing
    assert check_direction(Centre(), X)["slope"].words == "agrees within 1e-06"


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


def test_shape_comes_before_value():
    class Summed(LayerNorm):
        def backward(self, dy):
            dx = super().backward(dy)
            self.dbeta = self.dbeta.sum(keepdims=True)
            return dx

    report = check_direction(Summed(4), X)
    assert report.title == "Slope along one direction"
    lines = [*report, check_gradients(Summed(4), X)["dbeta"]]
    assert len(lines) == 2
    for line in lines:
        assert (line.name, line.shape) == ("dbeta", (1,))
        assert line.words == "has the wrong shape: must be (4,)"


def test_missing_gradients():
    class Forgets(LayerNorm):
        def backward(self, dy):
            super().backward(dy)
            self.dbeta = None

    class OnlyDx(LayerNorm):
        def backward(self, dy):
            layer = LayerNorm(4)
            layer.gamma, layer.can_go_back = self.gamma, True
            layer.x_hat, layer.rstd = self.x_hat, self.rstd
            return layer.backward(dy)

    missing = "is missing: None came"
    assert check_direction(Forgets(4), X)["dx"].words == missing
    report = check_gradients(Forgets(4), X)
    assert report.wrong == ["dx", "dbeta"]
    assert report["dx"].words == missing
    report = check_gradients(OnlyDx(4), X)
    assert report.wrong == ["dgamma", "dbeta"]
    assert report["dgamma"].words == missing
    assert report["dgamma"].shape is None


@pytest.mark.parametrize(
    ("x", "f", "slopes", "words"),
    [
        (
            [2.0, 0.0, -1.0],
            lambda x: np.maximum(x, 1.5 * x),
            [1.5, 1.0, 1.0],
            "(1,): slope 1 to the left and 1.5 to the right",
        ),
        (
            [[1.0, 2.0], [3.0, 0.0]],
            abs,
            np.ones((2, 2)),
            "(1, 1): slope -1 to the left and 1 to the right",
        ),
    ],
)
def test_the_words_for_a_kink(x, f, slopes, words):
    line = dx_of(f, x, slopes)
    assert not line
    assert line.shape == np.shape(x)
    assert 0.1 < line.error < 2
    assert line.words == (
        f"has a kink at {words}, so there is nothing to compare with"
    )


def test_a_kink_is_told_from_a_mistake():
    layer = FeedForward(2, 3, W1=np.ones((2, 3)), b1=np.full(3, -2.0))
    report = check_gradients(layer, np.ones((1, 2)), parameters="as given")
    assert "db1" in report.wrong
    assert "has a kink at" in report["db1"].words
    assert not report
    *_, last = repr(report).splitlines()
    assert last == "3 of 5 undecided, at a kink: dx, dW1, db1."

    class NoMask(FeedForward):
        def backward(self, dy):
            dx = super().backward(dy)
            self.db1 = (dy @ self.W2.T).sum(axis=(0, 1))
            return dx

    report = check_gradients(NoMask(4, 5), X)
    assert report.wrong == ["db1"]
    assert "kink" not in repr(report)
    assert repr(report).endswith("1 of 5 wrong: db1.")
    line = dx_of(np.square, [1.0, 2.0], [2.0, 5.0])
    assert line.words == "differs: 5 at (1,), must be 4"


@both_checks
@pytest.mark.parametrize("what", ["x", "dy", "gamma"])
def test_writing_into_what_was_lent_is_found(check, what):
    class Writes(LayerNorm):
        def forward(self, x):
            y = super().forward(x)
            if what == "x":
                x *= 2
            return y

        def backward(self, dy):
            dx = super().backward(dy)
            if what == "dy":
                dy *= 2
            if what == "gamma":
                self.gamma -= 0.1 * self.dgamma
            return dx

    report = check(Writes(4), X)
    assert report.wrong == [what]
    assert report[what].words == "was changed by the layer"
    assert report[what].shape == ((4,) if what == "gamma" else X.shape)


def test_a_nan_that_stays_where_it_is_was_not_changed():
    x = X.copy()
    x[0, 0, 0] = np.nan
    report = check_gradients(Centre(), x, dy=X)
    assert [line.name for line in report] == ["dx"]


# --- Samples of large arrays -------------------------------------------------


def test_a_sample_of_entries_finds_a_mistake_and_says_how_many():
    class Doubled(FeedForward):
        def backward(self, dy):
            dx = super().backward(dy)
            self.dW1 = 2 * self.dW1
            return dx

    x = np.random.default_rng(3).standard_normal((5, 30))
    report = check_gradients(Doubled(30, 40), x, max_entries=7)
    assert report.wrong == ["dW1"]
    right = FeedForward(30, 40)
    report = check_gradients(right, x, max_entries=7)
    assert report["dW1"].words == "agrees within 1e-06 at 7 of 1200 entries"
    assert report["dx"].words == "agrees within 1e-06 at 7 of 150 entries"
    report = check_gradients(right, x)
    assert report["dW1"].words.endswith("at 200 of 1200 entries")
    assert report["db1"].words == "agrees within 1e-06"
    report = check_gradients(right, x, max_entries=1200)
    assert report["dW1"].words == "agrees within 1e-06"


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


# --- Errors ------------------------------------------------------------------


class Returns(Centre):
    """A backward that returns so many gradients."""

    def __init__(self, count):
        self.count = count

    def backward(self, dy):
        return [dy] * self.count


class TwoInputs(Returns):
    def forward(self, prev, orig):
        return prev + orig


NUMBER = (
    "backward must return one gradient for each of the {} inputs, or one "
    "array for all of them, but it returned {}."
)
PARAMETERS = 'parameters must be "random" or "as given", but it is \'ones\'.'


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (
            lambda: check_gradients(Centre(), X, dy=np.ones(4)),
            "dy must have the shape of y, (2, 3, 4), but its shape is (4,).",
        ),
        (lambda: check_gradients(Returns(2), X), NUMBER.format(1, 2)),
        (lambda: check_gradients(TwoInputs(3), X, X), NUMBER.format(2, 3)),
        (lambda: check_gradients(Centre(), X, parameters="ones"), PARAMETERS),
        (lambda: check_direction(Centre(), X, parameters="ones"), PARAMETERS),
    ],
)
def test_errors(run, message):
    with pytest.raises(ValueError) as caught:
        run()
    assert str(caught.value) == message
