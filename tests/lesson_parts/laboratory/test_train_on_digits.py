"""Training: its batches, rates and losses, and that it says it diverges.

That it learns, and always the same, page 09 shows.
"""

import numpy as np
import pytest

from course_lib.evidence import central_differences
from course_lib.layers import Linear, softmax_cross_entropy
from lesson_parts.laboratory.digits import load_digits
from lesson_parts.laboratory.digits_stack import DigitsStack, one_run
from lesson_parts.laboratory.norms import sizes_by_layer
from lesson_parts.laboratory.train_on_digits import train


def test_a_run_that_diverges_stops_and_says_so():
    _, history = one_run("neither, norm at end", 8, lr=1e30, seed=0, epochs=5)
    assert history.diverged
    assert len(history.loss) < 5


class Recorder:
    """A model that notes down batches and learning rates."""

    def __init__(self):
        self.head = Linear(64, 10, dtype=np.float32)
        self.rates, self.sizes = [], []

    def forward(self, x):
        self.sizes.append(len(x))
        return np.zeros((len(x), 10), x.dtype)

    def backward_step(self, dlogits, lr):
        self.rates.append(lr)

    def accuracy(self, part):
        return 0.1


def two_epochs():
    """Train for two epochs; return the recorder and the history."""
    model, rng = Recorder(), np.random.default_rng(0)
    return model, train(model, load_digits(), epochs=2, lr=0.5, rng=rng)


def test_the_loss_of_an_epoch_is_the_mean_over_its_images():
    # Ten equal logits cost ln 10 an image, in a short last batch as well.
    _, history = two_epochs()
    assert history.loss == pytest.approx(2 * [np.log(10)], rel=1e-6)


def test_batches_and_rates_are_those_of_the_lesson():
    model, _ = two_epochs()
    assert model.sizes == 2 * [*37 * [32], 13]
    expected = 0.25 * (1 + np.cos(np.pi * np.arange(76) / 76))
    np.testing.assert_allclose(model.rates, expected, rtol=1e-12)


def test_sizes_by_layer_against_differences():
    """The gradient at the input, compared with moving one pixel."""
    model = DigitsStack("post-norm", 2, rng=7, dtype=np.float64)
    part = load_digits()["train"]
    x, digit = part.x[:3].copy(), part.digit[:3]
    activations, gradients = sizes_by_layer(model, x, digit)
    assert len(activations) == len(gradients) == 3
    assert activations[0] == pytest.approx(np.sqrt((x**2).mean()))
    # After a post-norm block every row has mean square 1 (nearly: eps).
    assert activations[1] == pytest.approx(1, abs=1e-4)

    def loss(pixels):
        return softmax_cross_entropy(model.forward(pixels), digit)[0]

    dx = central_differences(loss, x)
    assert gradients[0] == pytest.approx(np.sqrt((dx**2).mean()), rel=1e-5)
