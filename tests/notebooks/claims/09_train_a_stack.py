"""What lesson 09 says in words."""

from itertools import product
from pathlib import Path

import numpy as np
from runs_in_percent import (
    ADAM,
    BESIDE,
    GD,
    SMALL,
    both,
    longer,
    question,
    read,
    usual,
)

from course_lib.layers import Stack
from parts import training
from parts.training.digits import load_digits
from parts.training.digits_stack import DigitsStack
from parts.training.exercises.judge import judge
from parts.training.findings import answered, p_by_loss, stored
from parts.training.norms import sizes_by_layer
from parts.training.paired import finding, holm, interval, verdict
from parts.training.plan_cells import (
    BOTH,
    FARTHEST,
    FIRST_RATES,
    LONGER,
    best_rate,
    chosen_rate,
    scores,
)
from parts.training.probe import stored_probes
from parts.training.signal_probe import FIVE, FOUR, RAW
from parts.training.signal_probe import stored as signal_probes
from parts.training.signals import signals
from parts.training.trainer import Kind, fresh

rng = np.random.default_rng(9)
FOUND = Path(training.__file__).with_name("found.md").read_text("utf-8")
IMAGES = load_digits()["validation"]
GAPS = rng.normal(size=5)
FLIPPED = GAPS * [*product((1, -1), repeat=5)]
GROUPS = np.array([*product((0, 1), repeat=5)])[1:]
BELOW = [int((GROUPS @ d < 0).sum()) for d in FLIPPED]
TEN = answered()[1][1].differences
MEANS = np.sort(
    (g := np.array([*product((0, 1), repeat=10)])[1:]) @ TEN / g.sum(axis=1)
)
SAID = [said for *_, said in answered()]
FRESH = {place: found.mean() for place, found in signal_probes().items()}
ONE = read("post-norm", 1, GD)
NONE = read("post-norm", 0, GD)


def mean_squares(half=1, **options):
    """Return the mean square of images behind every fresh block."""
    stack = Stack(32, 64, 128, rng=1, **options)
    for block in stack.blocks:
        block.feed_forward.W2 *= half
    stack.forward(IMAGES.x)
    return np.mean(np.square(stack.activations), axis=(1, 2))


def sizes(variant, share=1):
    """Return sizes by layer of a fresh stack, its variances multiplied."""
    model = DigitsStack(variant, 32, rng=1)
    for block in model.stack.blocks:
        block.feed_forward.W1 *= share**0.5
        block.feed_forward.W2 *= share**0.5
    return sizes_by_layer(model, IMAGES.x, IMAGES.digit)


def behind(variant, halvings=0):
    """Return what a head reads behind 32 fresh blocks."""
    return np.median(stored_probes()[variant, halvings][:, -1])


def order(variants, of):
    return sorted(variants, key=of)


def by(optimizer, depth=16, **change):
    return lambda name: read(name, depth, optimizer, **change)


def pre_leads(**change):
    """Return by how much pre-norm reads more, for each optimizer."""
    return np.subtract(both("pre-norm", **change), both("post-norm", **change))


def searched_enough(kind, runs):
    """Whether a search went on for as long as the page says."""
    found = scores(runs["coarse"])
    rates = sorted(found)
    inside = rates[0] < best_rate(found) < rates[-1]
    return inside or len(rates) == len(FIRST_RATES[kind.optimizer]) + FARTHEST


def only_scaled(variant):
    """Whether the small start leaves the fresh stack the same function."""
    x, _ = signals(200, np.random.default_rng(0))
    one, other = (
        fresh(Kind(variant, 16, start=start), 1).forward(x)
        for start in ("", "small")
    )
    return np.abs(one - other).max() < 0.01 * one.std()


BARE, ADDED = mean_squares(norm=False), mean_squares(order="pre")
WITH_SHORTCUTS = "pre-norm", "post-norm", "norm at end"
TOGETHER = [
    ((small := mean_squares(32**-0.5, **options))[-1] / small[0] - 1) ** 0.5
    for options in ({"norm": False}, {"order": "pre"})
]  # a sum, so mean squares of what lies at a right angle add up
LEFT_ALONE = {
    number
    for number, (_, found, _, said) in enumerate(answered()[:6], 1)
    if said == "open" and judge(found.differences, np.zeros(10))[2] in (1, -1)
}
NO_SHORTCUT = stored()[Kind("no shortcut", 16, GD, steps=LONGER)]
NEITHER = "neither, norm at end"

CLAIMS = {
    "Each of its blocks adds a vector about as large as what came in and "
    "nearly at a right angle to it, so the mean square about doubles": (
        np.all(abs(BARE[1:] / BARE[:-1] - 2) < 1)
        and abs((BARE[-1] / BARE[0]) ** (1 / 32) - 2) < 0.1
    ),
    "In pre-norm f sees a normalized token, so each block adds 1 to the mean "
    "square": abs(np.diff(ADDED).mean() - 1) < 0.15
    and abs(np.diff(ADDED)[:16].mean() - np.diff(ADDED)[16:].mean()) < 0.2,
    "Without shortcuts, sizes and gradients stay level": all(
        0.2 < found[-1] / found[0] < 5
        for variant in ("no shortcut", NEITHER)
        for found in sizes(variant)
    ),
    "Behind pre-norm the head still reads nine digits of ten": (
        0.85 < behind("pre-norm") < 0.95
    ),
    "As many. No norm shrinks the image there, but what the blocks add "
    "beside it grows from block to block": (
        abs(behind("norm at end") - behind("post-norm")) < 0.02
        and np.all(np.diff(BARE) > 0)
    ),
    "Without shortcuts an image has to pass through every random layer, and "
    "32 of them leave little": (
        max(behind(NEITHER), behind("no shortcut")) < behind("post-norm")
    ),
    "From the small start all blocks together add about as much as the image "
    "has, and every variant with shortcuts lets nearly everything through": (
        all(0.7 < added < 1.6 for added in TOGETHER)
        and min(behind(name, 5) for name in WITH_SHORTCUTS) > 0.94
    ),
    "“No shortcut” reads the same as before, because its norm divides the "
    "factor out again": (
        behind("no shortcut", 5) == behind("no shortcut")
        and only_scaled("no shortcut")
    ),
    "until both neighbours of the best rate are worse or four more have been "
    "tried": all(
        searched_enough(kind, runs)
        for kind, runs in stored().items()
        if kind.steps != LONGER
    ),
    "and the true difference falls into each gap equally often": (
        sorted(BELOW) == [*range(2**5)]
    ),
    "The interval then begins at the 25th mean and not at the 26th": (
        interval(TEN)[0] == MEANS[24] < MEANS[25]
    ),
    "and the two without shortcuts a little more than half. The two "
    "optimizers agree": (
        all(
            50 < each < 55
            for n in (NEITHER, "no shortcut")
            for each in both(n)
        )
        and order(FIVE, by(GD)) == order(FIVE, by(ADAM))
    ),
    "And none of the five gains by depth": all(
        np.all(np.subtract(both(name), both(name, 4)) < 0) for name in FIVE
    ),
    "“Norm at end”, with 79 % and 86 %": all(
        order(FOUR, by(each, **SMALL))[-1] == "norm at end" for each in BOTH
    ),
    "and is now ahead of pre-norm": np.all(pre_leads(**SMALL) < 0),
    "So which of the two orders is better depends on the start": np.all(
        pre_leads() * pre_leads(**SMALL) < 0
    ),
    "although its fresh stack is the same function from either start": (
        only_scaled("no shortcut") and not only_scaled("post-norm")
    ),
    "about one such plan in three would still find something": (
        abs(1 - 0.95**8 - 1 / 3) < 0.01
    ),
    "which says how often randomly flipped signs bring the mean at least as "
    "far from 0": finding(GAPS).p
    == np.mean(abs(FLIPPED.mean(axis=1)) >= abs(GAPS.mean()) - 1e-12),
    "multiplies the smallest of the eight by 8, the next by 7, and so on": (
        np.allclose(holm([0.01, 0.001, *[0.02] * 6])[:2], [0.07, 0.008])
    ),
    "Only what stays at or below 0.05 counts": (
        verdict(answered()[0][1], 0.05) == "more"
        and verdict(answered()[0][1], 0.0501) == "open"
    ),
    "On two, 2 and 3, whose intervals just miss 0. Alone, each would be a "
    "finding; as one of eight it is “open”": {2, 3} == LEFT_ALONE
    and max(min(map(abs, question(n)[1:])) for n in (2, 3)) < 0.5,
    "both would be decided, but the plan chose the accuracy": (
        max(p_by_loss()[1:3]) <= 0.05
    ),
    "One block reads 71 %, twice as much as the head alone, and more than 16 "
    "such blocks": 2 * NONE < ONE < 2.2 * NONE and both("post-norm")[0] < ONE,
    "**They help, under a norm:** 8 more": SAID[0] == "more",
    "**Open, for post-norm's norms:** 1.4 fewer": SAID[1] == "open",
    "**It depends on the start:** small weights without shortcuts vanish": (
        (g := sizes(NEITHER, 0.5)[1])[0] < 1e-8 * g[-1]
    ),
    "from He's start without shortcuts they stay level, and yet these stacks "
    "train badly": (
        0.2 < (g := sizes(NEITHER)[1])[0] / g[-1] < 5
        and max(both(NEITHER)) < min(both("post-norm"))
    ),
    "**Not always:** behind 32 fresh post-norm blocks a head reads 59 % of "
    "the digits, from the images 94 %": (
        behind("post-norm") < stored_probes()["post-norm", 0][:, 0].min()
    ),
    "it holds behind 16 fresh pre-norm blocks, on the signals*": (
        FRESH["pre-norm", ""] >= FRESH[RAW, ""]
    ),
    "**Open, for post-norm's norms:** 1.8 more": SAID[2] == "open",
    "**Yes:** 16 more of 100": SAID[3] == "more",
    "The shortcut gains with both optimizers": np.all(
        np.subtract(both("post-norm"), both("no shortcut")) > 0
    ),
    "because “no shortcut” was best at the smallest of its three rates": (
        chosen_rate(NO_SHORTCUT) == min(rates := scores(NO_SHORTCUT["fine"]))
        and len(rates) == 3
        and longer("no shortcut") > usual("no shortcut")
    ),
    "gradient descent diverges or hardly trains, but Adam reads 71 %*": (
        both("no norm")[0] < NONE < both("no norm")[1]
    ),
    "So with Adam a norm is not needed to train, but it helps if it stands "
    "before f": both("post-norm")[1]
    < both("no norm")[1]
    < both("pre-norm")[1],
    "From He's start, shortcuts without norms explode, and without shortcuts "
    "sizes stay level": (
        BARE[-1] > 1e8 * BARE[0]
        and 0.2 < (a := sizes(NEITHER)[0])[-1] / a[0] < 5
    ),
    "because from the small start the probe's order is not that of the "
    "trained stacks": all(
        order(FOUR, lambda name: FRESH[name, "small"])
        != order(FOUR, by(each, **SMALL))
        for each in BOTH
    ),
    "more than the head alone but less than 4 blocks": (
        min(both("post-norm")) > NONE
        and both("post-norm")[0] < both("post-norm", 4)[0]
    ),
    "Post-norm's norm does less harm under a shortcut than without one": (
        0 > question(2)[0] > BESIDE["no shortcut − neither, norm at end"]
    ),
    "falls by 21 and 18 points, as post-norm does": np.all(
        abs(
            np.subtract(both("norm at end", 4), both("norm at end"))
            - np.subtract(both("post-norm", 4), both("post-norm"))
        )
        < 3
    ),
    "The fifth question confirms that the start matters": SAID[4] == "less",
    "The sixth, whether warm-up helps post-norm more, is open": (
        SAID[5] == "open"
    ),
    "a head can read less behind post-norm": (
        FRESH["post-norm", ""] < FRESH["pre-norm", ""]
    ),
    "On 6, whoever bet “it holds” has won, as far as these runs reach; on 4, "
    "whoever bet against it. On 1 everybody wins half: shortcuts help, but 16 "
    "blocks that have them still read less than a single one. On 2, 3 and 5 "
    "nobody wins: 2 and 5 are open": (
        (SAID[0], SAID[3]) == ("more", "more")
        and max(both("post-norm")) < ONE
        and (SAID[1], SAID[2]) == ("open", "open")
        and FRESH["post-norm", ""] < FRESH[RAW, ""]
    ),
    "sets each answer beside what we had expected before the first run": (
        FOUND.count("| expected | found |") == 1
        and all(f"\n| {number} | " in FOUND for number in range(1, 9))
    ),
    "A deep stack can lose to its own first block": (
        max(both("post-norm")) < ONE
    ),
    "Before you train, fit a head behind the fresh blocks and see what they "
    "let through": FRESH["no shortcut", ""] < FRESH[RAW, ""],
    "Divide one matrix by √depth at the start, and the order turns round": (
        np.all(pre_leads() > 0) and np.all(pre_leads(**SMALL) < 0)
    ),
    "The mean square doubles ten times": np.isclose(
        np.hypot(1, 1) ** 20, 2**10
    ),
    "so the best score is, on average, too high": (
        rng.normal(size=(500, 20)).max(axis=1).mean() > 1
    ),
}
