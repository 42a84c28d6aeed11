"""What lesson 05 says in words."""

import numpy as np

from course_lib.layers import LayerNorm, Stack
from parts.layer_norm.epsilon_explorer import spreads
from parts.layer_norm.explorers import GammaBeta

rng = np.random.default_rng(5)
z = np.array([1.0, 2, 6, 3])
TOKEN = GammaBeta().state(1.0, 0.0, GammaBeta.controls["token"].start)["rows"][
    "x"
]
x = rng.normal(size=(3, 8))


def hat(x, eps=0.0):
    return LayerNorm(x.shape[-1], eps=eps).forward(x)


LOUD = np.geomspace(1e-10, 10, 1000)


def gap(eps):
    """How much less of σ is left with ε added to σ than inside the root."""
    return LOUD / (LOUD + eps) - LOUD / np.sqrt(LOUD**2 + eps)


def with_parameters(x, gamma, beta):
    layer = LayerNorm(x.shape[-1], eps=0)
    layer.gamma[:], layer.beta[:] = gamma, beta
    return layer.forward(x)


def added(x, eps):
    return (x - x.mean()) / (x.std() + eps)


same = np.allclose
quiet = 1e-4 * (z - z.mean()) / z.std()
y = with_parameters(z, 2, 1)
first, second = np.array([1.0, 2, 6]), np.array([0.6, 2.3, 1.2])
undone = with_parameters(second, first.std(), first.mean())
blocks = Stack(4, 8, 16, rng=1).blocks
FIRST = blocks[0].feed_forward
ADDED = FIRST.forward(x)
BEHIND_RELU = FIRST.hidden

CLAIMS = {
    "by Pythagoras each block doubles the squared length": np.isclose(
        np.hypot(3, 3) ** 2, 2 * 3**2
    ),
    "The first step leaves the standard deviation as it is, and the second "
    "leaves the mean at 0": (
        np.isclose((z - z.mean()).std(), z.std())
        and abs(((z - z.mean()) / z.std()).mean()) < 1e-12
    ),
    "y = γx̂ + β has mean 1 and variance 4": same([y.mean(), y.var()], [1, 4]),
    "With ε the layer divides 0 by √ε, and x̂ is 0": (
        not hat(np.ones(4), 1e-5).any()
    ),
    "It is never 1 when ε > 0": hat(100 * z, 1e-5).var() < 1,
    "At ε = 0 the first three have the same x̂, and −z has its mirror image": (
        same(hat(z), hat(z + 2))
        and same(hat(z), hat(2 * z))
        and same(hat(z), -hat(-z))
    ),
    "At ε = 0.1 only z + 2 still agrees with z; 2z would need an ε of 0.4": (
        same(hat(z, 0.1), hat(z + 2, 0.1))
        and not same(hat(z, 0.1), hat(2 * z, 0.1))
        and same(hat(z, 0.1), hat(2 * z, 0.4))
    ),
    "A shift moves μ along with x, so all deviations stay": same(
        z + 7 - (z + 7).mean(), z - z.mean()
    ),
    "A factor c multiplies the deviations by c and σ by |c|; ε must grow by "
    "c², as σ² does": same(hat(-3 * z, 9 * 0.1), -hat(z, 0.1)),
    "(cx − cμ)/√(c²σ² + c²ε) = (c/|c|) · (x − μ)/√(σ² + ε)": same(
        hat(-3 * z, 9 * 0.1), -hat(z, 0.1)
    ),
    "You will often read that a network which learns γ = √σ² and β = μ "
    "undoes the normalization": (
        same(with_parameters(first, first.std(), first.mean()), first)
        and not same(undone, second)
    ),
    "A token comes back in a feature if γ·x̂ + β = x there": same(
        with_parameters(first, first.std(), first.mean()), first
    ),
    "σ is lost completely only at ε = 0": (
        same(hat(z), hat(2 * z)) and not same(hat(z, 0.1), hat(2 * z, 0.1))
    ),
    "the variance of x̂, q = σ²/(σ²+ε)": np.isclose(
        hat(z, 0.1).var(), z.var() / (z.var() + 0.1)
    ),
    "Without biases the first block makes its f(x) 1,000 times as large as "
    "well": same(
        blocks[0].feed_forward.forward(1000 * x),
        1000 * blocks[0].feed_forward.forward(x),
    ),
    "over the tokens each hidden number has a mean above 0 (or it is always "
    "0). W₂ makes one vector of these means, and every token is given that "
    "same vector, on top of what is its own": (
        BEHIND_RELU.mean(axis=0).min() >= 0
        and BEHIND_RELU.mean(axis=0).max() > 0.1
        and same(BEHIND_RELU.mean(axis=0) @ FIRST.W2, ADDED.mean(axis=0))
    ),
    "near σ = 10⁻⁶: one keeps 0.01 of the spread and the other 0.99": same(
        [1e-6 / (1e-6**2 + 1e-8) ** 0.5, 1e-6 / (1e-6 + 1e-8)],
        [0.01, 0.99],
        atol=0.001,
    )
    and same(LOUD[gap(1e-8).argmax()], 1e-6, rtol=0.03),
    "At ε = 10⁻⁵ the gap is at most 0.89. So a smaller ε takes them farther "
    "apart, and not closer together": same(gap(1e-5).max(), 0.89, atol=0.005)
    and gap(1e-5).max() < gap(1e-8).max(),
    "the constant row is 0/0; the other two layers return zeros": same(
        [*spreads(np.array(0.0), 1e-8).values()],
        [0, 0, np.nan],
        equal_nan=True,
    ),
    "At γ = 0 nothing of x is left: every dot is at β": same(
        with_parameters(z, 0, 3), 3
    ),
    "at γ = 3.12 and β = 5.64, which are the standard deviation and the mean "
    "of this x": same([TOKEN.std(), TOKEN.mean()], [3.12, 5.64], atol=0.005)
    and same(with_parameters(TOKEN, TOKEN.std(), TOKEN.mean()), TOKEN),
    "LayerNorm shifts all features of a token by one number and divides them "
    "by one number": same(z - z.mean(), z.std() * hat(z)),
    "with γ = 1 and β = 0 it leaves the correlation of two tokens exactly as "
    "it finds it": same(np.corrcoef(hat(x)), np.corrcoef(x)),
    "The *correlation* of two tokens is the mean of the products of their x̂ "
    "(at ε = 0): 1 if they have one shape": (
        same(hat(x) @ hat(x).T / x.shape[1], np.corrcoef(x))
        and np.isclose((hat(z) * hat(3 * z + 2)).mean(), 1)
    ),
    "it keeps a constant row from 0/0, silences rows with σ far below √ε, "
    "and brings the variance of x̂ down to σ²/(σ²+ε)": (
        hat(quiet, 1e-5).std() < 0.04
        and np.isclose(hat(z, 0.1).var(), z.var() / (z.var() + 0.1))
        and np.isfinite(hat(np.ones(4), 0.1)).all()
    ),
    "ε is compared with σ², and σ² grows by 3²": np.isclose(
        (3 * z).var(), 3**2 * z.var()
    ),
    "The second is 20 times the first plus 10, so both have the same x̂": (
        same(20 * np.array([0, 1, 2]) + 10, [10, 30, 50])
        and same(hat(np.array([0.0, 1, 2])), hat(np.array([10.0, 30, 50])))
    ),
}
