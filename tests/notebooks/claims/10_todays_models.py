"""What lesson 10 says in words."""

import runpy
from pathlib import Path

import numpy as np
from slopes import slopes

from course_lib.layers import GatedFeedForward, LayerNorm, RMSNorm
from course_lib.layers.activations import gelu, silu

runs = runpy.run_path(
    Path(__file__).parents[1] / "numbers" / "10_todays_models.py"
)
rng = np.random.default_rng(10)
same = np.allclose
x = np.array([1.0, 5, 7])
CENTRE = np.eye(3) - 1 / 3


def rms(x, eps=0.0):
    return RMSNorm(len(x), eps=eps).forward(np.asarray(x, float))


def norm(x, eps=0.0):
    return LayerNorm(len(x), eps=eps).forward(np.asarray(x, float))


gated = GatedFeedForward(3, 8, rng=1)
much = 50 * rng.normal(size=(20, 3))
MIXED = np.array([-1.0, -2, 8])
judged = runs["differences"](runs["QUESTIONS"][6].cells, runs["losses"])
kinds = [
    runs["Kind"](variant, depth, each)
    for variant in ("post-norm", "pre-norm", "RMSNorm", "gated", "today")
    for depth in (4, 16)
    for each in ("gradient descent", "Adam")
]
read = [runs["scores"](kind).mean() for kind in kinds]
lost = [runs["losses"](kind).mean() for kind in kinds]

CLAIMS = {
    "so r = 5 and x̂ = (0.2, 1, 1.4)": same(rms(x), [0.2, 1, 1.4]),
    "Since r² = μ² + σ², their squares add up to 1": np.isclose(
        np.mean(x**2), x.mean() ** 2 + x.var()
    ),
    "LayerNorm moves the mean to 0, so some features end above it": (
        norm(-x - 1).max() > 0 > rms(-x - 1).max()
    ),
    "**No centring** divides by LayerNorm's own √(σ² + ε) and does not "
    "subtract μ": same(x / x.std() - norm(x), x.mean() / x.std()),
    "RMSNorm passes it on as well, but never larger than 1": (
        rms(x + 1e4).mean() <= 1
    ),
    "At m = 0 all three agree": gelu(0.0) == silu(0.0) == max(0.0, 0.0),
    "A negative c turns the order of the features round, in every row": (
        [*np.argsort(-2 * x)] == [*np.argsort(x)][::-1]
    ),
    "where the plane of mean 0 meets the sphere of radius √N": (
        np.isclose(np.linalg.norm(norm(x)), 3**0.5)
        and abs(norm(x).sum()) < 1e-9
    ),
    "At ε = 0 RMSNorm forgets the length of x and nothing else": (
        same(rms(7 * x), rms(x)) and not same(rms(x + 1), rms(x))
    ),
    "RMSNorm's points lie inside the circle": (
        np.linalg.norm(CENTRE @ rms(x)) < 3**0.5
    ),
    "the further a mean is from 0, the less is left for the differences": (
        rms(x + 100).std() < rms(x).std()
    ),
    "LayerNorm's J has s in place of r, and one factor more, the centring "
    "matrix": same(
        slopes(norm, x),
        (CENTRE - np.outer(norm(x), norm(x)) / 3) / x.std(),
    ),
    "At ε = 0 both ignore a scaling, so both send nothing along x": same(
        [slopes(rms, x) @ x, slopes(norm, x) @ x], 0, atol=1e-7
    ),
    "LayerNorm ignores a shift as well, and sends nothing along **1**": same(
        slopes(norm, x) @ np.ones(3), 0, atol=1e-8
    )
    and abs(slopes(rms, x) @ np.ones(3)).max() > 0.01,
    "With ε > 0 both feel a scaling, since it changes x² and not ε": (
        not same(rms(2 * x, 1), rms(x, 1))
        and not same(norm(2 * x, 1), norm(x, 1))
    ),
    "Along x̂ is along x, since x = r x̂": same(x, 5 * rms(x)),
    "SiLU(m) = m σ(m), where σ(m) = 1 / (1 + e⁻ᵐ)": np.isclose(
        silu(0.7), 0.7 / (1 + np.exp(-0.7))
    ),
    "Each factor of a product gets dH times the other": same(
        slopes(lambda v: v[0] * v[1], [3.0, 4]), [4, 3]
    ),
    "The gate multiplies x by x, so the output grows about as the square": (
        50
        < np.linalg.norm(gated.forward(10 * much))
        / np.linalg.norm(gated.forward(much))
        < 150
    ),
    "The last norm sets the root mean square to 1 and keeps a mean": (
        np.isclose(np.mean(rms(x) ** 2), 1) and rms(x).mean() > 0.5
    ),
    "by 0.017 on average; less is better there": (
        judged.mean() < 0 and np.corrcoef(read, lost)[0, 1] < -0.8
    ),
    "It forgets the length, keeps every sign, and lets the mean through at "
    "the cost of the differences": (
        same(np.sign(rms(MIXED)), np.sign(MIXED)) and same(rms(7 * x), rms(x))
    ),
    "RMSNorm's J is (I − x̂x̂ᵀ/N)/r": same(
        slopes(rms, x), (np.eye(3) - np.outer(rms(x), rms(x)) / 3) / 5
    ),
    "LayerNorm(x) = RMSNorm(Cx), with the centring matrix C of lesson 02 and "
    "β = 0": same(norm(x), rms(CENTRE @ x)),
    "Centre first, then the root mean square is σ": np.isclose(
        np.sqrt(np.mean((CENTRE @ x) ** 2)), x.std()
    ),
    "it hardly loses by depth, while the block of 2017 falls": (
        runs["both"]("today", 4).mean() - runs["both"]("today", 16).mean()
        < 0.02
        < runs["both"]("post-norm", 4).mean()
        - runs["both"]("post-norm", 16).mean()
    ),
    "without the last norm all four means are higher, three of them clearly": (
        min(
            (
                runs["both"]("no last norm", depth)
                - runs["both"]("pre-norm", depth)
            ).min()
            for depth in (4, 16)
        )
        > 0
    ),
    "For the gate the judge says “more” four times": all(
        each.wide[0] > 0
        for each in runs["by_place"](runs["QUESTIONS"][7].cells).values()
    ),
}
