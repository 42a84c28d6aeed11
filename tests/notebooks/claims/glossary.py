"""What the glossary says of each word, tried by an example."""

import copy
import itertools
import math
import statistics
from unittest import mock

import numpy as np
from slopes import slopes

from course_lib.evidence.gradient_check import check_gradients
from course_lib.layers import (
    AddNorm,
    FeedForward,
    GatedFeedForward,
    LayerNorm,
    RMSNorm,
    Stack,
    softmax,
    softmax_cross_entropy,
    squared_error,
)
from course_lib.layers.activations import gelu, silu
from parts.real_model.encoder import attention
from parts.training import trainer
from parts.training.digits import load_digits
from parts.training.digits_stack import VARIANTS, DigitsStack
from parts.training.findings import percent, points
from parts.training.optimizers import Adam
from parts.training.paired import finding, holm, sign_flip_p
from parts.training.probe import read_by_a_head
from parts.training.signals import signals
from parts.training.train_on_digits import BATCH, train
from parts.training.trainer import Kind, fresh

rng = np.random.default_rng(0)
same = np.allclose
A = np.array([[1.0, 2, 6], [4.0, 0, 1]])
B = rng.normal(size=(3, 4))
a, b = np.array([3.0, 4]), np.array([-4.0, 3])
x = rng.normal(size=(5, 4))
moved = x + np.outer([0, 0, 1, 0, 0], np.ones(4))  # one token is another
row = A[0]
mu, sigma = statistics.fmean(row), statistics.pstdev(row)
layer = FeedForward(4, 6, rng=1)
layer.b1[:], layer.b2[:] = rng.normal(size=6), rng.normal(size=4)
y = layer.forward(x).copy()
hidden, given_to_it = layer.hidden.copy(), layer.pre_activation.copy()
norm = LayerNorm(4, eps=0.1)
norm.gamma[:], norm.beta[:] = (2, 1, -1, 3), (0, 1, 2, 5)
J = slopes(LayerNorm(3, eps=0).forward, row)
norm.forward(x)
heads = [rng.normal(size=(5, 1, 4)) for _ in "qkv"]
logits = np.array([[2.0, 0.5, 1.0], [0.0, 3, 1]])  # likeliest: 0, then 1
right_class = np.eye(3)[[1, 1]]  # not the likeliest in the first row
given = softmax(logits)[[0, 1], [1, 1]]
parts = load_digits()
stack = Stack(3, 4, 6, rng=0)


def meets(values):
    """Return attention with other values for the same tokens."""
    return attention(heads[0], heads[1], values)


def moved_rows(layer):
    """Return which tokens of the output change when one token does."""
    changed = layer.forward(moved) != layer.forward(x)
    return [*np.flatnonzero(changed.any(axis=1))]


def f(x):
    return layer.forward(x).copy()


def hat(x):
    return LayerNorm(4).forward(x)


def block(order):
    """Return a block around the layer, with a norm where the order says."""
    made = Stack(1, 4, 6, rng=0, order=order).blocks[0]
    made.use(copy.deepcopy(layer), LayerNorm(4))
    return made


def stepped(lr):
    """Whether a step takes the gradient, times lr, off every parameter."""
    moving = copy.deepcopy(layer)
    moving.forward(x)
    moving.backward(y)
    before = {name: p.copy() for name, p in moving.parameters().items()}
    after = {
        name: p - lr * moving.gradients()[name] for name, p in before.items()
    }
    moving.step(lr)
    return all(same(moving.parameters()[n], after[n]) for n in after)


def square(v):
    return (v**2).sum()


class WithoutBias(FeedForward):
    """A layer whose backward pass forgets one gradient."""

    def backward(self, dy):
        dx = super().backward(dy)
        self.db2 = 0 * self.db2
        return dx


class Watched(DigitsStack):
    """A stack that notes the sizes of its batches and steps."""

    def __init__(self):
        super().__init__(next(iter(VARIANTS)), 1, rng=0)
        self.seen, self.rates = [], []

    def forward(self, x):
        self.seen.append(len(x))
        return super().forward(x)

    def backward_step(self, dy, lr):
        self.rates.append(lr)
        return super().backward_step(dy, lr)


watched = digits = Watched()
train(watched, parts, epochs=1, lr=0.01, rng=rng, warm_up=1)
wrong = WithoutBias(4, 6, rng=1)
gated = GatedFeedForward(4, 6, rng=2)
norm_of_three = LayerNorm(3)
norm_of_three.forward(row)
shadow = A[1] * (row @ A[1]) / (A[1] @ A[1])

PAIRED = rng.normal(0.5, 1, size=8)  # differences of eight pairs
FLIPS = np.array([*itertools.product((1, -1), repeat=8)])
LOW, HIGH = finding(PAIRED).wide


def by_chance(d):
    """Return how often flipped signs bring the sum as far from 0."""
    return np.mean(abs(FLIPS @ d) >= abs(d.sum()) - 1e-12)


def stepped_by_adam(gradients):
    """Return the last of several steps with gradients of these sizes."""
    weights = np.zeros((1, 2))
    adam = Adam(weights)
    for _ in range(200):
        before = weights.copy()
        adam.step(np.array([gradients]), np.array([0.01]))
    return (before - weights)[0]


def seen_by(variant, seed):
    """Return the next signals of the stream that one run trains on."""
    with mock.patch.object(
        trainer, "next_signals", side_effect=trainer.next_signals
    ) as made:
        trainer.train(Kind(variant, 1, steps=20), [(0.1, seed)], stop=1)
    ((streams,), _) = made.call_args
    return signals(32, streams[0])[0]


def start(which):
    """Return the W2 of all fresh blocks."""
    blocks = fresh(Kind("pre-norm", 16, start=which), 1).layers["stack"].blocks
    return np.array([block.feed_forward.W2 for block in blocks])


def kept(times):
    """Return how a wide layer changes the size of what it is given."""
    wide = FeedForward(256, 512, rng=5)
    wide.W1 *= times
    tokens = rng.normal(size=(50, 256))
    return wide.forward(tokens).std() / tokens.std()


def by_formula(rows):
    """Return the sum of squared errors of the head that lstsq fits."""
    wanted = parts["train"].digit[:, None] == np.arange(10)
    with_bias = np.c_[rows, np.ones(len(rows))]
    W = np.linalg.lstsq(with_bias, wanted.astype(float), rcond=None)[0]

    def error(W):
        return ((with_bias @ W - wanted) ** 2).sum()

    moved = (error(W + 0.01 * rng.normal(size=W.shape)) for _ in range(9))
    return error(W), min(moved), W


BEST, MOVED, W_BEST = by_formula(parts["train"].x)
READ_BY_BEST = np.mean(
    (parts["validation"].x @ W_BEST[:-1] + W_BEST[-1]).argmax(axis=1)
    == parts["validation"].digit
)
LAST_NORM = Stack(3, 4, 6, rng=0, order="pre")
for each in (LAST_NORM.final_norm, *(b.norm for b in LAST_NORM.blocks)):
    each.gamma[:] = rng.uniform(0.5, 2, 4)
LAST_NORM_GIVES = LAST_NORM.forward(x)

MEANINGS = {
    "gradient descent that divides each weight's step by the usual size of "
    "its gradient": (
        same(stepped_by_adam([3.0, 0.001]), 0.01, rtol=1e-3)
        and same(stepped_by_adam([-5.0, 20]), [-0.01, 0.01], rtol=1e-3)
    ),
    "random first weights, so large that a layer with a ReLU keeps the size "
    "of its input": abs(kept(1) - 1) < 0.1 and abs(kept(0.5) - 1) > 0.3,
    "makes p values larger when several questions are asked at once": (
        np.all(np.greater(holm([0.01, 0.02, 0.03]), [0.01, 0.02, 0.03]))
        and holm([0.01]) == [0.01]
    ),
    "holds every true difference that the paired results do not reject": (
        all(
            (by_chance(PAIRED - true) > 0.05) == (LOW <= true <= HIGH)
            for true in np.linspace(LOW - 1, HIGH + 1, 97)
        )
    ),
    "a norm behind the last block, before the head": same(
        LAST_NORM_GIVES,
        LAST_NORM.final_norm.forward(
            LAST_NORM.blocks[-1].forward(LAST_NORM.activations[-2])
        ),
    )
    and [*fresh(Kind("pre-norm", 4), 1).layers][-2:] == ["stack", "head"],
    "fits a layer by a formula, so that its outputs are closest to the right "
    "ones": (
        BEST < MOVED
        and abs(
            READ_BY_BEST
            - read_by_a_head(
                parts["train"].x,
                parts["train"].digit,
                parts["validation"].x,
                parts["validation"],
            )
        )
        < 0.01
    ),
    "how often chance alone would bring a difference at least as large": same(
        sign_flip_p(PAIRED), by_chance(PAIRED)
    ),
    "results of two variants with one seed, which saw the same signals": (
        same(seen_by("post-norm", 7), seen_by("pre-norm", 7))
        and not same(seen_by("pre-norm", 7), seen_by("pre-norm", 8))
    ),
    "a difference of percentages: one point is one signal of 100": (
        points(60 / 100 - 59 / 100) == "+1.0"
        and (percent(60 / 100), percent(59 / 100)) == ("60 %", "59 %")
    ),
    "the number that a random generator starts from": (
        np.random.default_rng(7).normal()
        == np.random.default_rng(7).normal()
        != np.random.default_rng(8).normal()
    ),
    "He's start with every W₂ divided by the root of the number of blocks": (
        same(start("small"), start("") / math.sqrt(16))
    ),
    "the residual add, followed by a norm": same(
        AddNorm(4).forward(x, y), LayerNorm(4).forward(x + y)
    ),
    "the layer of this course that does both": same(
        AddNorm(4).forward(x, y), LayerNorm(4).forward(x + y)
    ),
    "the sublayer in which tokens take up each other's values; the only "
    "place of a block where they meet": (
        moved_rows(layer) == moved_rows(LayerNorm(4)) == [2]
        and (meets(heads[2]) != meets(np.roll(heads[2], 1))).all()
    ),
    "from the gradient of a layer's output to those of its input and "
    "parameters": check_gradients(layer, x),
    "what a layer adds after a matrix product, one number for each feature: "
    "$b_1$, $b_2$": (
        same(y, np.maximum(0, x @ layer.W1 + layer.b1) @ layer.W2 + layer.b2)
        and (len(layer.b1), len(layer.b2)) == (6, 4)
    ),
    "NumPy repeats an axis of length 1 so that two shapes fit": same(
        A + np.ones((2, 1)), A + np.ones((2, 3))
    ),
    "a slope from two points, one on either side; a forward difference takes "
    "the point itself and one ahead": (
        abs((1.1**3 - 0.9**3) / 0.2 - 3) < abs((1.1**3 - 1**3) / 0.1 - 3)
        and same(slopes(square, a), 2 * a)
    ),
    "taking the mean away, so that what is left has mean 0": same(
        (row - mu).mean(), 0
    ),
    "slopes along a chain are multiplied; where chains meet, they are added": (
        same(
            slopes(lambda v: math.sin(3 * v[0] ** 2), [0.5]),
            math.cos(3 * 0.25) * 3 * 2 * 0.5,
        )
        and same(slopes(lambda v: v[0] ** 2 + v[0] * 5, [0.5]), 2 * 0.5 + 5)
    ),
    "a slope read from the imaginary part, without a subtraction that loses "
    "digits": np.sin(1 + 1e-20j).imag / 1e-20 == np.cos(1),
    "the loss of a classifier: minus the logarithm of the probability that "
    "it gave to the right class": same(
        softmax_cross_entropy(logits, right_class)[0],
        np.mean(-np.log(given)),
    )
    and not same(given, softmax(logits).max(axis=1)),
    "the slope of a curve at a point; a partial derivative moves one input "
    "and holds the others": same(
        slopes(lambda v: v[0] * v[1], a),
        [(5 * 4 - 3 * 4) / 2, (3 * 6 - 3 * 4) / 2],
    ),
    "a number minus the mean": same((row - mu).sum(), 0),
    "multiply entry by entry and add up; zero for orthogonal vectors": (
        sum(p * q for p, q in zip(row, A[1])) == row @ A[1] and a @ b == 0
    ),
    "a direction that a matrix only stretches, and by how much": same(
        np.array([[2.0, 1], [1, 2]]) @ [1, 1], 3 * np.ones(2)
    )
    and 3 in np.linalg.eigvalsh([[2.0, 1], [1, 2]]).round(9),
    "one pass over all training data": (
        sum(watched.seen[: len(watched.rates)]) == len(parts["train"].x)
    ),
    "a small number that is added to the variance, so that a constant row is "
    "not divided by 0": (
        same(1 / norm.rstd**2, x.var(-1, keepdims=True) + norm.eps)
        and 0 < LayerNorm(4).eps < 1e-4
    ),
    "one entry of a token": len(x[0]) == layer.d_model,
    "two matrix products with an activation function in between, the same "
    "for every token": (
        same(y, np.maximum(0, x @ layer.W1 + layer.b1) @ layer.W2 + layer.b2)
        and same(layer.forward(x[::-1]), y[::-1])
    ),
    "by what factor a layer lengthens what runs through it": (
        np.linalg.norm(3 * a) / np.linalg.norm(a) == 3
    ),
    "learned scale and shift, one of each for each feature, shared by all "
    "tokens": (
        same(norm.forward(x), norm.x_hat * norm.gamma + norm.beta)
        and norm.gamma.shape == norm.beta.shape == (4,)
    ),
    "SiLU of a second product with x, by which the hidden features are "
    "multiplied": (
        same(
            gated.forward(x),
            (silu(x @ gated.W_gate) * (x @ gated.W_up)) @ gated.W_down,
        )
    ),
    "m times the probability that a normal number is below m: a ReLU with a "
    "round corner": (
        same(gelu(0.7), 0.7 * statistics.NormalDist().cdf(0.7))
        and same([gelu(9.0), gelu(-9.0)], [9, 0])
        and gelu(-0.5) < 0
    ),
    "all slopes of one number, the loss for instance, with respect to the "
    "entries of one array; it crosses contours, the lines of equal height, "
    "at a right angle": (
        slopes(square, x).shape == x.shape and same(slopes(square, a) @ b, 0)
    ),
    "a backward pass compared with slopes that were found by nudging": (
        check_gradients(layer, x) and not check_gradients(wrong, x)
    ),
    "the layer that turns the last features into one number for each class": (
        digits.forward(parts["test"].x[:3]).shape == (3, 10)
        and digits.head.W.shape[1] == 10
    ),
    "what lies between the two matrices of a feed-forward layer; each of its "
    "numbers is a unit": same(hidden @ layer.W2 + layer.b2, y),
    "how many numbers lie in each of many equal boxes": (
        [*np.histogram([1, 2, 2, 6], bins=5, range=(1, 6))[0]]
        == [1, 2, 0, 0, 1]
    ),
    "the matrix that changes nothing; ones from corner to corner": (
        same(A @ np.eye(3), A) and np.eye(3)[0, 0] == np.eye(3)[2, 2] == 1
    ),
    "the table of all slopes of a layer: outputs by inputs": (
        slopes(lambda v: B.T @ v, row).shape == (4, 3)
    ),
    "normalizes each token with its own mean and variance, then scales by γ "
    "and shifts by β": same(
        norm.forward(x)[2],
        norm.gamma * (x[2] - x[2].mean()) / np.sqrt(x[2].var() + norm.eps)
        + norm.beta,
    ),
    "the factor of the gradient in a step of gradient descent": stepped(0.3),
    "the root of the sum of squares": (
        math.sqrt(sum(a**2)) == np.linalg.norm(a) == 5
    ),
    "the numbers from which softmax makes probabilities": same(
        softmax(logits).sum(axis=1), 1
    ),
    "one number that says how wrong an output is; training makes it small": (
        squared_error(y, y)[0]
        == 0
        < squared_error(y, y + 1)[0]
        < squared_error(y, y + 2)[0]
    ),
    "a table of numbers; in a matrix product each entry is a dot product of "
    "a row and a column": same((A @ B)[1, 2], A[1] @ B[:, 2]),
    "the sum divided by how many there are: where a list of numbers "
    "balances": mu == sum(row) / len(row) and same(sum(row - mu), 0),
    "the part of the training data that one step looks at": (
        watched.seen[0] == BATCH < len(parts["train"].x)
    ),
    "at a right angle: the dot product is 0": a @ b == 0,
    "each entry of one vector times each of another, as a table": (
        np.outer(row, a)[2, 1] == row[2] * a[1]
    ),
    "the numbers of a layer that training changes": stepped(0.3),
    "whether the norm stands behind the add, or before the sublayer on its "
    "own branch": (
        same(block("post").forward(x), hat(x + f(x)))
        and same(block("pre").forward(x), x + f(hat(x)))
    ),
    "what the activation function is given": same(
        np.maximum(0, given_to_it), hidden
    ),
    "the part of a vector that lies along a direction, or in a plane; "
    "orthogonal if what it leaves out is at a right angle to it": same(
        (row - shadow) @ shadow, 0
    )
    and same(np.cross(shadow, A[1]), 0),
    "how many directions a matrix keeps apart": (
        np.linalg.matrix_rank(np.outer(row, a)) == 1
        and np.linalg.matrix_rank(np.eye(3)) == 3
    ),
    "max(0, m): keeps what is positive": [max(0, m) for m in (-2, 3)]
    == [0, 3],
    "x + f(x): the input is added to what the sublayer made of it": same(
        AddNorm(4).forward(f(x), x), LayerNorm(4).forward(x + f(x))
    ),
    "gradients from the loss back to the inputs, layer by layer": (
        check_gradients(Stack(2, 4, 6, rng=0), x)
    ),
    "divides by the root of the mean square; the mean stays in": same(
        RMSNorm(3, eps=0).forward(row), row / math.sqrt((1 + 4 + 36) / 3)
    )
    and RMSNorm(3).forward(row).mean() > 0.5,
    "a computer keeps 16 digits of a number (float64) or 7 (float32)": (
        1 + 1e-15 > 1 == 1 + 1e-17
        and np.float32(1 + 1e-6) > 1 == np.float32(1 + 1e-8)
    ),
    "the way on which x passes a sublayer unchanged": same(
        AddNorm(4).forward(0 * x, x), LayerNorm(4).forward(x)
    ),
    "a small mistake that raises no error": not check_gradients(wrong, x),
    "makes probabilities of logits: exp of each, divided by the sum": same(
        softmax(logits)[0, 1],
        math.exp(0.5) / (math.exp(2) + math.exp(0.5) + math.exp(1)),
    ),
    "the mean of the squared differences from what is wanted": (
        squared_error(np.array([[1.0, 2]]), np.array([[4.0, 6]]))[0]
        == (9 + 16) / 2
    ),
    "blocks, one behind the other": same(
        stack.forward(x),
        stack.blocks[2].forward(
            stack.blocks[1].forward(stack.blocks[0].forward(x))
        ),
    ),
    "the root of the variance: the root mean square distance from the "
    "mean": same(sigma, math.sqrt(np.mean((row - mu) ** 2))),
    "subtracting the mean and dividing by the standard deviation": same(
        [((row - mu) / sigma).mean(), ((row - mu) / sigma).std()], [0, 1]
    ),
    "steps against the gradient of a mini-batch": stepped(0.3)
    and watched.seen[0] == BATCH,
    "equal to its transpose": same(J, J.T),
    "images to learn from, and images that are only looked at to choose": (
        watched.seen.count(len(parts["validation"].x)) == 1
        and len(watched.rates) == -(-len(parts["train"].x) // BATCH)
    ),
    "the table with rows and columns exchanged": A.T[2, 1] == A[1, 2],
    "the mean of the squared deviations; divides by N here": (
        same(sum((row - mu) ** 2) / len(row), norm_of_three.var)
    ),
    "the learning rate rises from 0 during the first steps": (
        0 < watched.rates[0] < watched.rates[9] < watched.rates[19]
    ),
}

# What names parts, and computes nothing.
EXEMPT = {
    "two sublayers, each with its shortcut and its norm; a Transformer "
    "repeats it",
    "attention or the feed-forward layer: what a shortcut leads past",
    "one row of numbers, which stands for a word or a piece of one",
    "a list of numbers, drawn as an arrow; a scalar is one number",
}
