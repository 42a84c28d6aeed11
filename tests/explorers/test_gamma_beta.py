"""The numbers of the γ and β panel, against the documents' own."""

import itertools

import numpy as np
import pytest

from course_lib.explorers.layer_norm import GammaBeta

KIND = GammaBeta


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "3 × studying becomes y = [1.23, −1.22, −0.01]. Its mean is β"),
        ({"gamma": 0.0, "beta": 1.0}, "y = [1.00, 1.00, 1.00]"),
        ({"gamma": 0.0}, "nothing of x is left"),
        ({"gamma": -1.0}, "[−1.23, 1.22, 0.01]"),
        ({"gamma": -1.0}, "The order of the features is reversed."),
        ({"gamma": 0.5}, "standard deviation |γ| = 0.50. The order of the"),
        ({"gamma": -2.0, "beta": 2.0}, "is β = 2.00, its standard deviati"),
        ({"gamma": 3.12, "beta": 5.64}, "That is x again: for this token"),
        # γ and β that undo one token do not undo another.
        (
            {"gamma": 3.12, "beta": 5.64, "token": "another token"},
            "another token becomes y = [2.24, 9.78, 4.90]",
        ),
    ],
)
def test_the_sentence_tells_the_numbers(panel, values, said):
    panel.set(**values)
    assert said in panel.text


def test_rows_are_those_of_plain_arithmetic(panel):
    x = 3 * np.array([3.16, 0.61, 1.87])
    rows = panel.at(gamma=-0.5, beta=0.3).rows
    x_hat = (x - x.mean()) / np.sqrt(((x - x.mean()) ** 2).mean() + 1e-5)
    np.testing.assert_allclose(rows["x_hat"], x_hat, rtol=1e-12)
    np.testing.assert_allclose(rows["y"], -0.5 * x_hat + 0.3, rtol=1e-12)


def test_nothing_leaves_the_axes(panel):
    for token, gamma, beta in itertools.product(
        panel.controls["token"].values, (-3.2, 3.2), (-6.0, 6.0)
    ):
        rows = panel.at(gamma=gamma, beta=beta, token=token).rows
        assert all(np.abs(row).max() < 14 for row in rows.values())
