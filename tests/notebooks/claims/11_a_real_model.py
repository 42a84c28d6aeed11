"""What lesson 11 says in words."""

import numpy as np

from course_lib.layers import LayerNorm
from course_lib.layers.activations import normal_cdf
from parts.real_model.results import found, gained, measured

rng = np.random.default_rng(11)
same = np.allclose


def share(name):
    return found(name)[0]


def error(name):
    return gained(name)[1]


PARTS_LEFT_OUT = [
    f"no sublayer {i} {part}"
    for i in range(6)
    for part in ("attention", "feed_forward")
]
CLEARLY = [
    name for name in PARTS_LEFT_OUT if -gained(name)[0] > 2 * gained(name)[1]
]
SHORTCUTS = [share(f"no shortcut {i} feed_forward") for i in range(6)]
giant = np.zeros(384)
giant[99] = 223.0
gamma, beta, x_hat = rng.normal(size=(3, 5))
W1 = rng.normal(size=(5, 7))

CLAIMS = {
    "The shortcut around it is, and most of all in the first blocks": (
        SHORTCUTS[0] < SHORTCUTS[1] < min(SHORTCUTS[2:])
    ),
    "What it carries may be half or twice as long, but each row has to keep "
    "its own direction": (
        share("shortcut half 0") > share("whole") - 0.1
        and share("shortcut shuffled 0") < 0.4
        and share("shortcut mean 0") < 0.4
    ),
    "Since 1,536 = 4 · 384, the feed-forward layer has 2 · 4 · 384² = "
    "8 · 384²": 2 * 1536 * 384 == 8 * 384**2,
    "the share of a standard normal distribution that lies below m": (
        abs((rng.normal(size=40_000) < 0.7).mean() - normal_cdf(0.7)) < 0.01
    ),
    "and only the feed-forward layers of blocks 0 and 2 are missed by more "
    "than twice the error": (
        sorted(CLEARLY)
        == ["no sublayer 0 feed_forward", "no sublayer 2 feed_forward"]
    ),
    "fewer than without any block": SHORTCUTS[0] < share("no block"),
    "From block 1 on the harm gets smaller with every block": (
        SHORTCUTS[1:] == sorted(SHORTCUTS[1:])
    ),
    "hardly anything is found without the norm of block 0 (0.03), 0.41 and "
    "0.46 without those of blocks 1 and 2, as much as ever without that of "
    "block 3 (0.87), and less again without the last two": (
        share("no norm 0 feed_forward") < 0.1
        and share("no norm 1 feed_forward") < 0.6
        and share("no norm 2 feed_forward") < 0.6
        and share("no norm 3 feed_forward") >= share("whole")
        and share("no norm 4 feed_forward") < share("whole")
        and share("no norm 5 feed_forward") < share("whole")
    ),
    "σ² = h²/N − h²/N² = h²(N − 1)/N²": np.isclose(
        giant.var(), 223**2 * 383 / 384**2
    ),
    "Divided by σ it is √(N − 1) for every h > 0": np.isclose(
        LayerNorm(384, eps=0).forward(giant)[99], 383**0.5
    ),
    "because x̂ lies on the sphere of radius √N": np.isclose(
        np.linalg.norm(LayerNorm(384, eps=0).forward(giant)), 384**0.5
    ),
    "only the similarities of others rise a little": (
        measured()["RMSNorm"]["others"] > measured()["whole"]["others"]
    ),
    "(γx̂ + β) W₁ = x̂ (diag(γ) W₁) + βW₁": same(
        (gamma * x_hat + beta) @ W1, x_hat @ (np.diag(gamma) @ W1) + beta @ W1
    ),
}
