"""Which check finds which mistake: the course's checks on wrong layers.

ones        gradients with γ = 1, β = 0 and dy = 1, the check one writes first
two         gradients at two features and a tiny ε, all else random
tokens      gradients with random γ, β and dy, on one sentence
random      the same on two sentences
panel       SymPy, differences and the complex step, all together
"""

from functools import wraps

import numpy as np
import pytest

from course_lib.evidence import check_gradients
from course_lib.evidence.forwards import FORWARDS
from course_lib.layers import (
    AddNorm,
    AddRMSNorm,
    LayerNorm,
    RMSNorm,
)
from lesson_parts.add_norm_backward.agreement import agreement_panel
from lesson_parts.add_norm_backward.wrong_backwards import (
    SLIPS,
    passes_by_value,
)

RNG = np.random.default_rng(11)
X, ORIG = RNG.standard_normal((2, 2, 3, 4))
BACKWARD = {"tokens", "random", "panel"}
ALL = BACKWARD | {"ones", "two"}
AXIS_0 = "dγ and dβ as .sum(axis=0)"
# Name: the wrong gradients, and what finds them. With γ = 1 and dy = 1 dx is
# 0, and at two features nearly: what makes dx too small, or scales it, is
# hidden there.
FOUND = {
    "dx is all zeros": (["dx"], BACKWARD),
    "dx without γ": (["dx"], BACKWARD),
    "dx without the mean's term": (["dx"], ALL),
    "dx without the variance's term": (["dx"], BACKWARD | {"two"}),
    "dβ not summed over tokens": (["dbeta"], ALL),
    "dγ from y, not from x̂": (["dgamma"], BACKWARD | {"two"}),
    AXIS_0: (["dgamma", "dbeta"], ALL - {"tokens"}),
}


@pytest.mark.parametrize("name", SLIPS)
def test_slips(name):
    make, (wrong, found) = SLIPS[name], FOUND[name]
    ones = {"dy": np.ones_like(X), "parameters": "as given"}
    checks = {
        "ones": check_gradients(make(4), X, **ones),
        "two": check_gradients(make(2, eps=1e-12), X[..., :2]),
        "tokens": check_gradients(make(4), X[0]),
        "random": check_gradients(make(4), X),
        "panel": agreement_panel(make(4), X),
    }
    assert {check for check, said in checks.items() if not said} == found
    assert checks["random"].wrong == wrong


@pytest.mark.parametrize("slip", SLIPS)
def test_values_without_shapes_hide_a_missing_sum_over_one_token(slip):
    rng = np.random.default_rng(0)
    gamma, beta = rng.normal(size=(2, 4))
    for shape, hidden in (
        ((1, 4), {"dβ not summed over tokens", AXIS_0}),
        ((3, 4), {AXIS_0}),
        ((2, 3, 4), set()),
    ):
        x, dy = rng.normal(size=(2, *shape))
        passes = passes_by_value(slip, x, gamma, beta, dy)
        assert passes == (slip in hidden)


@pytest.mark.parametrize("kind", FORWARDS)
def test_a_wrong_forward_is_found_where_it_is_written_anew(kind):
    """Not by differences: they take the forward as given."""

    class Doubled(kind):
        @wraps(kind.forward)
        def forward(self, *inputs):
            return 2 * super().forward(*inputs)

        def backward(self, dy):
            return super().backward(2 * dy)

    sizes = (4,) if issubclass(kind, LayerNorm | RMSNorm) else (4, 3)
    inputs = [X, ORIG] if kind in (AddNorm, AddRMSNorm) else [X]
    assert check_gradients(Doubled(*sizes), *inputs)
    with pytest.raises(TypeError, match="y of this Doubled is not the text"):
        agreement_panel(Doubled(*sizes), *inputs)


def test_the_panel_knows_a_forward_that_is_written_in_another_way():
    class InOneLine(LayerNorm):
        def forward(self, x):
            super().forward(x)
            return self.gamma * self.x_hat + self.beta

    assert agreement_panel(InOneLine(4), X)
