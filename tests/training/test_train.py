"""Training: it learns, it repeats, and it says when it diverges."""

import numpy as np
import pytest

from course_lib.data.digits import load_digits
from course_lib.evidence import central_differences, check_gradients
from course_lib.layers import (
    GatedFeedForward,
    RMSNorm,
    softmax_cross_entropy,
)
from course_lib.training.train import train
from parts.training.classifier import LATER, VARIANTS, Classifier
from parts.training.grid import one_run
from parts.training.norms import sizes_by_layer


@pytest.mark.parametrize("variant", VARIANTS | LATER)
def test_every_variant_learns_when_it_is_shallow(variant):
    model, history = one_run(variant, 1, lr=0.1, seed=1, epochs=4)
    assert history.loss[-1] < 0.5 * history.loss[0]
    assert history.validation[-1] > 0.85
    assert model.accuracy(load_digits()["test"]) > 0.85


def test_two_runs_of_one_seed_are_the_same_to_the_bit():
    (a, first), (b, second) = (
        one_run("pre-norm", 2, lr=0.03, seed=3, epochs=2) for _ in range(2)
    )
    assert first == second
    for name, p in a.parameters().items():
        assert np.array_equal(p, b.parameters()[name])


def test_a_run_that_diverges_stops_and_says_so():
    _, history = one_run("neither", 8, lr=100.0, seed=0, epochs=5)
    assert history.diverged
    assert len(history.loss) < 5


class Recorder:
    """A model that notes down batches and learning rates."""

    def __init__(self):
        self.head = Classifier("head alone", 0, rng=0).head
        self.rates, self.sizes = [], []

    def forward(self, x):
        self.sizes.append(len(x))
        return np.zeros((len(x), 10), x.dtype)

    def backward_step(self, dlogits, lr):
        self.rates.append(lr)

    def accuracy(self, part):
        return 0.1


def rates(**options):
    """Return the learning rates of two epochs, and the sizes of batches."""
    model = Recorder()
    rng = np.random.default_rng(0)
    train(model, load_digits(), epochs=2, lr=0.5, rng=rng, **options)
    return np.array(model.rates), model.sizes


def test_batches_are_those_of_the_exercise():
    _, sizes = rates()
    assert sizes == 2 * [*37 * [32], 13]


def test_the_rate_falls_along_half_a_cosine():
    found, _ = rates()
    expected = 0.25 * (1 + np.cos(np.pi * np.arange(76) / 76))
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_warm_up_multiplies_by_a_share_that_rises_to_1():
    plain, warm = rates()[0], rates(warm_up=0.5)[0]
    np.testing.assert_allclose(
        warm / plain, np.minimum(1, np.arange(1, 77) / 19), rtol=1e-12
    )


def test_a_head_alone_is_a_linear_layer():
    model = Classifier("head alone", 0, rng=3)
    assert list(model.parameters()) == ["head.W", "head.b"]
    x = np.ones((2, 64), np.float32)
    np.testing.assert_array_equal(model.forward(x), model.head.forward(x))


def test_what_stands_before_the_head():
    last = {
        variant: [*Classifier(variant, 2, rng=0).stack.parameters()][-1]
        for variant in VARIANTS | LATER
    }
    assert last == {
        "post-norm": "blocks.1.norm.beta",
        "pre-norm": "final_norm.beta",
        "norm at end": "final_norm.beta",
        "no norm": "blocks.1.feed_forward.b2",
        "no shortcut": "blocks.1.norm.beta",
        "neither": "blocks.1.feed_forward.b2",
        "no last norm": "blocks.1.norm.beta",
        "RMSNorm": "final_norm.gamma",
        "gated": "final_norm.beta",
        "RMSNorm, gated": "final_norm.gamma",
    }


def test_a_gate_has_as_many_weights_and_both_norms_are_exchanged():
    relu, gated = (
        Classifier(variant, 1, rng=0).stack.blocks[0].feed_forward
        for variant in ("pre-norm", "gated")
    )
    wide, narrow = relu.W1.shape[1], gated.W_up.shape[1]
    assert (wide, narrow) == (128, 85)
    assert abs(3 * narrow - 2 * wide) <= 1  # the nearest there is
    both = Classifier("RMSNorm, gated", 2, rng=0)
    norms = [both.stack.blocks[0].norm, both.stack.final_norm]
    assert {type(norm) for norm in norms} == {RMSNorm}
    assert type(both.stack.blocks[1].feed_forward) is GatedFeedForward


def test_progress_sees_every_epoch():
    seen = []

    def watch(epochs):
        for epoch in epochs:
            seen.append(epoch)
            yield epoch

    one_run("post-norm", 1, lr=0.1, seed=0, epochs=3, progress=watch)
    assert seen == [0, 1, 2]


def test_sizes_by_layer_against_differences():
    """The gradient at the input, compared with moving one pixel."""
    model = Classifier("post-norm", 2, rng=7, dtype=np.float64)
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


def test_the_classifier_passes_the_gradient_check():
    rng = np.random.default_rng(0)
    model = Classifier("pre-norm", 2, rng=rng, d_ff=6, dtype=np.float64)
    assert check_gradients(model, rng.normal(size=(3, 64)), rng=rng)
