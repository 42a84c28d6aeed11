"""What lesson 10 says in words."""

import numpy as np
from runs_in_percent import ADAM, GD, both, question, read
from slopes import slopes

from course_lib.layers import GatedFeedForward, LayerNorm, RMSNorm
from course_lib.layers.activations import gelu, silu
from parts.training.findings import (
    QUESTIONS,
    answered,
    by_place,
    chosen_rate,
    searched,
)
from parts.training.findings import stored as runs
from parts.training.trainer import Kind

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
SAID = [said for *_, said in answered()]
WIDTHS = [
    100 * np.ptp(found.wide) for found in by_place(QUESTIONS[6].cells).values()
]
FRAGILE = 2 * chosen_rate(runs()[Kind("no last norm", 16, GD)])


def gained(one, other, depth):
    """Return what one variant reads more, by optimizer, in points."""
    return np.subtract(both(one, depth), both(other, depth))


def at_rate(variant, rate, optimizer):
    return searched(runs()[Kind(variant, 16, optimizer)])[rate]


BY_DEPTH = {
    name: read(name, 16, ADAM) - read(name, 4, ADAM)
    for name in ("pre-norm", "RMSNorm", "gated", "no last norm")
}
WITHOUT_LAST = [gained("no last norm", "pre-norm", d) for d in (4, 16)]
OUT = rng.normal(size=(4, 3)) + 2  # a sum, as today's block ends in one

LAST_16 = {
    (name, optimizer): read(name, 16, optimizer)
    for name in ("pre-norm", "RMSNorm", "gated", "no last norm", "today")
    for optimizer in (GD, ADAM)
}

CLAIMS = {
    "RMSNorm is as good as LayerNorm, and the gate gains 9 points over the "
    "ReLU. With 16 blocks, moving the norm before f gains 16": (
        SAID[6] == "no difference"
        and round(question(8)[0]) == 9
        and round(question(4)[0]) == 16
    ),
    "The best of these stacks, at 89 %, has LayerNorm, the ReLU and no last "
    "norm, and nobody expected that": (
        max(LAST_16, key=LAST_16.get) == ("no last norm", ADAM)
        and round(max(LAST_16.values())) == 89
    ),
    "Only the root mean square is 1 again. The mean stays where it was, at "
    "the same proportion of the length": (
        same(np.sqrt((rms(x) ** 2).mean()), 1)
        and same(
            rms(x).mean() / np.linalg.norm(rms(x)),
            x.mean() / np.linalg.norm(x),
        )
    ),
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
    "Both round the kink off": all(
        slopes(f, [1e-3])[0, 0] - slopes(f, [-1e-3])[0, 0] < 0.01
        for f in (gelu, silu)
    ),
    "a negative c turns the order of the features round": (
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
    "Today's block ends in a sum, and a token that leaves it has neither": (
        not same(OUT.mean(-1), 0, atol=0.1)
        and not same((OUT**2).mean(-1), 1, atol=0.1)
        and same([np.mean(rms(row) ** 2) for row in OUT], 1)
        and not same([rms(row).mean() for row in OUT], 0, atol=0.1)
    ),
    "RMSNorm keeps all eight signs, because it only divides by a positive "
    "root": same(x / rms(x), (x / rms(x))[0]) and (x / rms(x))[0] > 0,
    "All three ignore a positive factor c": same(rms(3 * x), rms(x))
    and same(norm(3 * x), norm(x))
    and same(3 * x / (3 * x).std(), x / x.std()),
    "LayerNorm ignores a shift at any ε": same(norm(x + 9, 2), norm(x, 2)),
    "The gate: with it the stacks read 85 % to 87 %, and 16 blocks are "
    "nearly as good as 4": (
        np.subtract(both("gated", 4), both("gated", 16)).max() < 2
        and all(
            gained("gated", "pre-norm", d).mean()
            > gained("no last norm", "pre-norm", d).mean()
            > gained("RMSNorm", "pre-norm", d).mean()
            for d in (4, 16)
        )
    ),
    "Without the last norm all four means are higher, three of them clearly": (
        np.min(WITHOUT_LAST) > 0 and np.sum(np.array(WITHOUT_LAST) > 2) == 3
    ),
    "and with Adam it is the only variant that gains by depth": (
        [name for name in BY_DEPTH if BY_DEPTH[name] > 0] == ["no last norm"]
    ),
    "They are enough": SAID[6] == "no difference",
    "And the mean of four settings is more precise than a single one": (
        np.ptp(question(7)[1:]) < min(WIDTHS)
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
    "The block of today reads 87 % with 4 blocks and 86 % with 16, while the "
    "block of 2017 falls": (
        np.subtract(both("today", 4), both("today", 16)).max()
        < 2
        < np.subtract(both("post-norm", 4), both("post-norm", 16)).min()
    ),
    "**As good:** 0.5 more": SAID[6] == "no difference",
    "**Yes, in all four settings:** 9 more": SAID[7] == "more"
    and all(
        found.wide[0] > 0 for found in by_place(QUESTIONS[7].cells).values()
    ),
    "**More in all four means*:** by 11 points with 16 blocks and Adam, by "
    "0.4 with gradient descent": np.min(WITHOUT_LAST) > 0,
    "and the more the deeper the stack": np.all(
        gained("today", "post-norm", 16) > gained("today", "post-norm", 4)
    ),
    "they overflow at twice their best rate, where pre-norm still trains": (
        at_rate("no last norm", FRAGILE, GD)
        < 0.11
        < 0.7
        < at_rate("pre-norm", FRAGILE, GD)
    ),
    "With Adam it is the other way round": at_rate("no last norm", 0.016, ADAM)
    > at_rate("pre-norm", 0.016, ADAM) + 0.2,
}
