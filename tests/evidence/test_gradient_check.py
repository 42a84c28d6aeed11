"""The gradient check: what it accepts, what it finds, in which words."""

import copy
import re

import numpy as np
import pytest
from every_layer import every_layer, make

from course_lib.evidence import check_gradients
from course_lib.layers import FeedForward, LayerNorm, Stack

X = np.random.default_rng(7).standard_normal((2, 3, 4))


class Function:
    """A function of its inputs, and of dy and them what backward returns."""

    def __init__(self, forward, backward):
        self.forward, self.back = forward, backward

    def backward(self, dy):
        return self.back(dy)


def centre(x):
    """Take the mean off every row: forward and backward of one layer."""
    return x - x.mean(axis=-1, keepdims=True)


CENTRE = Function(centre, centre)


def with_slip(base, **wrong):
    """Return a class of layers whose backward leaves wrong gradients.

    Parameters
    ----------
    base : type
        Layers with a right backward.
    **wrong : callable
        By name, such as ``dx`` or ``dgamma``. Each takes a layer that has
        gone back, with its right dx beside its other gradients, and dy, and
        returns a wrong gradient.
    """

    class Slip(base):
        def backward(self, dy):
            self.dx = super().backward(dy)
            found = {name: f(self, dy) for name, f in wrong.items()}
            vars(self).update(found)
            return self.dx

    return Slip


# --- Right layers pass -------------------------------------------------------


@pytest.mark.parametrize(
    "shape",
    [(4,), (3, 4), (2, 3, 4), (2, 1, 3, 4), (0, 4), (2, 0, 4), (0, 3, 4)],
    ids=str,
)
@every_layer
def test_every_layer(name, shape):
    if name.endswith("per token") and shape[-2:] != (3, 4):
        return
    x = np.random.default_rng(0).normal(0.5, 1, shape)
    report = check_gradients(make(name), x)
    assert report, report


def test_far_off_tiny_and_float32_inputs():
    assert check_gradients(LayerNorm(4), X + 1e4)
    assert check_gradients(LayerNorm(4, eps=1e-20), 1e-8 * X)
    x = np.float32(X)
    assert check_gradients(LayerNorm(4, dtype=np.float32), x)
    assert check_gradients(FeedForward(4, 5, dtype=np.float32), X)


def test_a_gradient_for_each_of_two_inputs():
    a, b = X, X[::-1] + 1
    product = Function(lambda a, b: a * b, lambda dy: (dy * b, dy * a))
    for given in ((a, b), (a.tolist(), b.tolist())):
        report = check_gradients(product, *given)
        assert report
        assert [line.name for line in report] == ["da", "db"]


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
    wrong = with_slip(Scale, dbeta=lambda layer, dy: dy.mean())
    assert check_gradients(wrong(), X).wrong == ["dbeta"]


def test_the_first_line_says_what_was_not_looked_at():
    """A gradient under a name that nobody guesses, and none at all."""

    class Odd(Scale):
        def backward(self, dy):
            self.slope = (dy * self.x).sum(axis=(0, 1))
            return dy * self.gamma**3

    given = {"dy": X, "parameters": "as given"}
    for layer, options, words in (
        (CENTRE, {}, "(no parameters found, dy random)"),
        (Odd(), {}, "dy random, no gradient beside gamma)"),
        (LayerNorm(4), given, "(parameters as given, dy given)"),
    ):
        report = check_gradients(layer, X, **options)
        assert report.title.endswith(words)


def test_shared_weights_have_one_line_with_both_gradients():
    stack = Stack(2, 4, 5, rng=3)
    first, second = (block.feed_forward for block in stack.blocks)
    second.W1 = first.W1
    report = check_gradients(stack, X)
    assert report and len(report) == 12
    assert " + ".join(f"blocks.{i}.feed_forward.dW1" for i in (0, 1)) in [
        line.name for line in report
    ]
    second.b1 = first.b1
    forgets = with_slip(FeedForward, db1=lambda layer, dy: 0 * layer.db1)
    stack.blocks[0].set_layers(forgets(4, 5), stack.blocks[0].norm)
    stack.blocks[0].feed_forward.b1 = first.b1
    assert len(check_gradients(stack, X).wrong) == 1


# --- What it is run on -------------------------------------------------------


def off(share):
    """Return a LayerNorm whose gradients are all off by a share."""

    def times(name):
        return lambda layer, dy: (1 + share) * getattr(layer, name)

    return with_slip(
        LayerNorm, **{n: times(n) for n in ("dx", "dgamma", "dbeta")}
    )(4)


@pytest.mark.parametrize(
    ("share", "options", "passes"),
    [
        (1e-4, {}, False),
        (1e-4, {"tolerance": 1e-2}, True),
        (0.5, {"tolerance": 1e-2}, False),
        (1e-8, {}, True),
        (0, {"dy": 1e-9 * X[::-1]}, True),
        (0.01, {"dy": 1e-9 * X[::-1]}, False),
    ],
)
def test_how_small_a_mistake_is_found(share, options, passes):
    wrong = check_gradients(off(share), X, **options).wrong
    assert len(wrong) == (0 if passes else 3)


def test_a_limit_that_rounding_sets_is_told():
    layer = off(0.02)
    layer.beta[...] = 1e8 + np.arange(4)
    report = check_gradients(layer, X)
    words = r"agrees within [1-9]e-0[12], since forward rounds too coarsely"
    for line in report:
        assert re.match(words, line.verdict)


def test_two_features_are_no_hiding_place():
    """Dx is about 1e-5 there, and a dx of zeros is still found."""
    x = np.array([[1.0, -2.0], [0.5, 3.0]])
    assert check_gradients(LayerNorm(2), x)
    zeros = with_slip(LayerNorm, dx=lambda layer, dy: 0 * dy)
    assert check_gradients(zeros(2), x).wrong == ["dx"]


def test_the_layer_and_the_input_stay_and_what_is_alike_is_drawn_anew():
    seen = []

    class Spy(FeedForward):
        def forward(self, x):
            seen.append(copy.deepcopy(self.parameters()))
            return super().forward(x)

    spy, x = Spy(4, 5, b1=np.full(5, 0.5)), X.copy()
    before = copy.deepcopy(vars(spy))
    check_gradients(spy, x, parameters="as given")
    given, seen[:] = seen[0], []
    check_gradients(spy, x)
    np.testing.assert_array_equal(x, X)
    assert vars(spy).keys() == before.keys()
    for name, p in spy.parameters().items():
        np.testing.assert_array_equal(p, before[name])
        np.testing.assert_array_equal(given[name], p)
    np.testing.assert_array_equal(seen[0]["W1"], before["W1"])
    assert len(set(seen[0]["b1"])) == 5


# --- In which words ----------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "came", "shape", "words"),
    [
        ("dbeta", np.zeros(4), (4,), "differs: 0 at (1,), must be 6"),
        ("dbeta", np.ones(1), (1,), "has the wrong shape: must be (4,)"),
        ("dbeta", None, None, "is missing: None came"),
        ("dx", None, None, "is missing: None came"),
    ],
)
def test_the_words_for_a_mistake(name, came, shape, words):
    dy = np.zeros((3, 4))
    dy[:, 1] = [1, 2, 3]
    wrong = with_slip(LayerNorm, **{name: lambda layer, dy: came})
    report = check_gradients(wrong(4), X[0], dy=dy)
    assert report.wrong == [name]
    line = report[name]
    assert (line.verdict, line.shape) == (words, shape)
    if words.startswith("differs"):
        assert line.error == pytest.approx(1, rel=1e-6)


def test_ones_for_gamma_and_dy_say_that_they_see_nothing():
    ones = {"dy": np.ones_like(X), "parameters": "as given"}
    report = check_gradients(LayerNorm(4), X, **ones)
    assert report
    assert report["dx"].verdict == "agrees, but all of it is 0 up to rounding"
    assert report.verdict == (
        "2 of 3 gradients agree.\n1 of 3 all 0, which says little: dx."
    )


@pytest.mark.parametrize(
    ("x", "f", "slopes", "words"),
    [
        ([1.0, 2.0], np.square, [2.0, 5.0], "differs: 5 at (1,), must be 4"),
        (
            [2.0, 0.0, -1.0],
            lambda x: np.maximum(x, 1.5 * x),
            [1.5, 1.0, 1.0],
            "has a kink at (1,): slope 1 to the left and 1.5 to the right",
        ),
        (
            [[1.0, 2.0], [3.0, 0.0]],
            abs,
            np.ones((2, 2)),
            "has a kink at (1, 1): slope -1 to the left and 1 to the right",
        ),
    ],
)
def test_the_words_for_a_kink(x, f, slopes, words):
    layer = Function(f, lambda dy: dy * slopes)
    line = check_gradients(layer, x, dy=np.ones(np.shape(x)))["dx"]
    assert not line
    assert line.shape == np.shape(x)
    assert 0.1 < line.error < 2
    nothing = ", so there is nothing to compare with"
    assert line.verdict == words + nothing * ("kink" in words)


def test_a_bend_where_the_slope_is_0_is_no_kink():
    """x² at 0: the slopes to both sides differ in proportion to the step."""
    layer = Function(np.square, lambda dy: dy + 0.5)
    line = check_gradients(layer, [0.0], dy=[1.0])["dx"]
    assert line.verdict == "differs: 1.5 at (0,), must be 0"


@pytest.mark.parametrize("what", ["x", "dy", "gamma"])
def test_writing_into_what_was_lent_is_found(what):
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

    report = check_gradients(Writes(4), X)
    assert report.wrong == [what]
    assert report[what].verdict == "was changed by the layer"
    assert report[what].shape == ((4,) if what == "gamma" else X.shape)


def test_a_nan_that_stays_where_it_is_was_not_changed():
    x = X.copy()
    x[0, 0, 0] = np.nan
    report = check_gradients(CENTRE, x, dy=X)
    assert [line.name for line in report] == ["dx"]


# --- Samples of large arrays -------------------------------------------------


def test_a_sample_of_entries_finds_a_mistake_and_says_how_many():
    x = np.random.default_rng(3).standard_normal((5, 30))
    right = FeedForward(30, 40)
    report = check_gradients(right, x, max_entries=7)
    assert report["dW1"].verdict == "agrees within 1e-06 at 7 of 1200 entries"
    assert report["dx"].verdict == "agrees within 1e-06 at 7 of 150 entries"
    report = check_gradients(right, x)
    assert report["dW1"].verdict.endswith("at 200 of 1200 entries")
    assert report["db1"].verdict == "agrees within 1e-06"
    report = check_gradients(right, x, max_entries=1200)
    assert report["dW1"].verdict == "agrees within 1e-06"
    doubled = with_slip(FeedForward, dW1=lambda layer, dy: 2 * layer.dW1)
    report = check_gradients(doubled(30, 40), x, max_entries=7)
    assert report.wrong == ["dW1"]
    x = np.r_[np.ones(30), np.zeros(9)]
    layer = Function(abs, lambda dy: dy * np.where(x > 0, 1, -1))
    line = check_gradients(layer, x, dy=x + 1, max_entries=20)["dx"]
    assert "has a kink at (3" in line.verdict


def test_a_sample_takes_no_entry_twice():
    def one_off(dy):
        dx = centre(dy)
        dx[1, 2, 3] += 1
        return dx

    found = [
        not check_gradients(
            Function(centre, one_off), X, rng=seed, max_entries=X.size - 1
        )
        for seed in range(40)
    ]
    assert sum(found) >= 36  # 38 of 40 on average; 25 with repetitions


# --- Errors ------------------------------------------------------------------


def returns(count):
    """Return a layer of one or two inputs with so many gradients."""
    return Function(lambda a, b=0: a + b, lambda dy: [dy] * count)


NUMBER = (
    "backward must return one gradient for each of the {} inputs, or one "
    "array for all of them, but it returned {}."
)
SHAPE = "dy must have the shape of y, (2, 3, 4), but its shape is (4,)."
NOTHING = "{} must hold numbers, but it is None. "
KIND = 'parameters must be "random" or "as given", but it is \'ones\'.'


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        ((CENTRE, None), {}, NOTHING.format("x")),
        ((Function(print, print), X), {}, NOTHING.format("y")),
        ((CENTRE, X), {"dy": np.ones(4)}, SHAPE),
        ((CENTRE, X), {"parameters": "ones"}, KIND),
        ((returns(2), X), {}, NUMBER.format(1, 2)),
        ((returns(3), X, X), {}, NUMBER.format(2, 3)),
    ],
)
def test_errors(given, options, message):
    with pytest.raises((ValueError, TypeError)) as caught:
        check_gradients(*given, **options)
    assert str(caught.value).startswith(message)
