"""What the pictures of lesson 05 compute for themselves."""

import numpy as np

from course_lib.layers import LayerNorm
from parts.layer_norm import pictures


def test_the_lines_bring_two_tokens_back():
    tokens = np.array([[3.16, 0.61, 1.87], [0.6, 2.3, 1.2]])
    x_hat = LayerNorm(3, eps=0).forward(tokens)
    gamma, beta = pictures.lines_through(tokens, x_hat)
    np.testing.assert_allclose(gamma * x_hat + beta, tokens, rtol=1e-12)


def test_alike_are_tokens_of_one_shape():
    draw = np.random.default_rng(0)
    apart, one = draw.normal(size=(3, 400)), draw.normal(size=400)
    alike = np.array([[2], [1], [3]]) * one + 7
    runs = {"a": [apart, alike], "b": [apart, apart], "c": [alike, apart]}
    _, last = pictures.collapse(runs)
    np.testing.assert_allclose(last["a"], 1)
    assert abs(last["b"]).max() < 0.2
