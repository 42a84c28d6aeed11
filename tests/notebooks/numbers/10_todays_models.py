"""What lesson 10 says of its runs."""

from pathlib import Path

import numpy as np
from runs_in_percent import (
    ADAM,
    GD,
    SMALL,
    at_rate,
    both,
    longer,
    question,
    rate,
    read,
)

from parts import training
from parts.training.findings import (
    QUESTIONS,
    answered,
    by_place,
    differences,
    scores,
)
from parts.training.findings import stored as runs
from parts.training.paired import INTEREST, finding
from parts.training.plan_settings import SETTINGS
from parts.training.signal_stack import D_FF, SignalStack
from parts.training.trainer import Setting
from parts.trials import findings as second
from parts.trials.findings import GATE, RELU

RMS = differences(QUESTIONS[6].weights)
PLACES = [*by_place(QUESTIONS[6].weights)]
SAID = [said for *_, said in answered()]
PLAN = Path(training.__file__).with_name("plan.md").read_text("utf-8")
GATES = *both("gated", 4), *both("gated", 16)
EXCHANGED = "pre-norm", "RMSNorm", "gated", "no last norm"
LAST_16 = {
    (name, each): read(name, 16, each)
    for name in (*EXCHANGED, "today")
    for each in (GD, ADAM)
}


def average(variant, depth):
    return np.mean(both(variant, depth))


def gains(one, other, depth=16):
    """Return what one variant reads more, by optimizer, in points."""
    return np.subtract(both(one, depth), both(other, depth))


def gate(last, optimizer):
    """Return what the gate gains, and its interval, in points."""
    weights = second.gain_of_gate("LayerNorm", last)
    found = second.by_optimizer(weights)[optimizer]
    return 100 * found.mean, *(100 * end for end in found.wide)


def second_read(layer, last, optimizer):
    """Return what 16 blocks with LayerNorm read, in percent."""
    return 100 * second.mean(second.EIGHT[layer, "LayerNorm", last], optimizer)


def together(optimizer):
    """Return what the gate without a last norm gains on pre-norm."""
    return second_read(GATE, False, optimizer) - second_read(
        RELU, True, optimizer
    )


def block(variant):
    """Return the norm and the layer of a block, and the last norm."""
    stack = SignalStack(variant, 4, rng=1).layers["stack"]
    one = stack.blocks[0]
    kinds = one.norm_before, one.feed_forward, stack.final_norm
    return " ".join(type(kind).__name__ for kind in kinds)


def left_by_pairs():
    """Return the variance of question 7's differences, by that of no pairs."""
    pairs = apart = 0
    for place in PLACES:
        a, b = (scores(Setting(v, *place)) for v in ("RMSNorm", "pre-norm"))
        pairs += np.var(a - b)
        apart += np.var(a) + np.var(b)
    return pairs / apart


SECOND = {
    name: 100 * found.mean
    for name, (found, *_) in second.answered("A").items()
}
LAST = {depth: gains("no last norm", "pre-norm", depth) for depth in (4, 16)}
FRAGILE = 2 * rate("no last norm", GD)
BEST = read("no last norm", 16, ADAM)

NUMBERS = {
    "grid-text": {
        "80 53": (
            D_FF,
            SignalStack("gated", 1, rng=0)
            .layers["stack"].blocks[0].feed_forward.d_ff,
        ),
    },
    "judged-text": {
        "89 86 78 77": tuple(
            read(name, 16, ADAM)
            for name in ("no last norm", "gated", "RMSNorm", "pre-norm")
        ),
        "85 87": (min(GATES), max(GATES)),
        "2 8": (
            100 * INTEREST,
            100 * max(np.ptp(scores(Setting("RMSNorm", *p))) for p in PLACES),
        ),
    },
    "judged-answer": {
        "0.5": question(7)[0],
        "0.0 1.1": tuple(100 * x for x in finding(RMS).narrow),
    },
    "last-norm-text": {
        "77.2 90.1 13.0": (
            second_read(RELU, True, ADAM), second_read(GATE, False, ADAM),
            together(ADAM),
        ),
        "8.5 1.6 1.2 1.9": (
            gate(True, ADAM)[0], *gate(False, ADAM),
        ),
        "10.1 11.6 9.8": (
            together(GD), gate(True, GD)[0], gate(False, GD)[0]
        ),
        "4.4": SECOND["A1"], "5.7": SECOND["A2"], "1.5": SECOND["A3"],
        "−0.2": SECOND["A4"], "1.1": SECOND["A5"],
        "11.4": LAST[16][1],
        "0.4": LAST[16][0],
    },
    "together-text": {
        "1.3": np.ptp(question(7)[1:]),
        "8.5 11.4": (gate(True, ADAM)[0], LAST[16][1]),
        "11.6 0.4": (gate(True, GD)[0], LAST[16][0]),
    },
    "verdicts": {
        "4 9": (4, gains("today", "post-norm", 4).mean()),
        "16 27": (16, gains("today", "post-norm").mean()),
        "87 4 86 16": (average("today", 4), 4, average("today", 16), 16),
        "78 59": (average("post-norm", 4), average("post-norm", 16)),
        "80 86": (both("post-norm", **SMALL)[1], longer("post-norm")),
        "0.5": question(7)[0],
        "9.1": question(8)[0],
        "5.7": SECOND["A2"],
        "16 11": (16, LAST[16][1]),
        "16 0.4": (16, LAST[16][0]),
    },
    "closing": {"9": question(8)[0], "1.6": gate(False, ADAM)[0]},
}  # fmt: skip

HOLDS = {
    "grid-text": {
        "one part is exchanged at a time":
            [block(v) for v in EXCHANGED] == [
                "LayerNorm FeedForward LayerNorm",
                "RMSNorm FeedForward RMSNorm",
                "LayerNorm GatedFeedForward LayerNorm",
                "LayerNorm FeedForward NoneType",
            ],
        "today's block exchanges norm and layer":
            block("today") == "RMSNorm GatedFeedForward RMSNorm",
    },
    "judged-text": {
        "gated, 16 blocks are nearly as good as 4":
            max(np.subtract(both("gated", 4), both("gated", 16))) < 2,
        "no last norm: all four means higher, three clearly":
            np.min([*LAST.values()]) > 0 and np.sum(
                np.array([*LAST.values()]) > 2
            ) == 3,
        "only it gains by depth with Adam":
            [v for v in EXCHANGED if read(v, 16, ADAM) > read(v, 4, ADAM)] == [
                "no last norm"
            ],
        "RMSNorm and pre-norm come last, in this order":
            sorted(EXCHANGED, key=lambda v: -read(v, 16, ADAM)) == [
                "no last norm", "gated", "RMSNorm", "pre-norm"
            ],
        "the gate moves the results most":
            all(
                gains("gated", "pre-norm", d).mean()
                > LAST[d].mean()
                > gains("RMSNorm", "pre-norm", d).mean()
                for d in (4, 16)
            ),
    },
    "verdicts": {
        "7 as good, 8 more": SAID[6:] == ["no difference", "more"],
        "nobody had planned no last norm":
            "no last norm" not in str(QUESTIONS),
        "in a pilot RMSNorm won by 4 points":
            "RMSNorm read 0.039 more" in PLAN,
        "today's block: from He's start, 4,000 steps only":
            not any(
                k.variant == "today" and (k.start or k.steps > 4000)
                for k in runs()
            ),
    },
    "together-text": {
        "the interval is narrower than in any one setting":
            np.ptp(question(7)[1:]) < min(
                100 * np.ptp(x.wide)
                for x in by_place(QUESTIONS[6].weights).values()
            ),
        "pairs leave a third of the variance": 0.28 < left_by_pairs() < 0.38,
        "today's block was not planned":
            not any(kind.variant == "today" for kind in SETTINGS),
    },
    "last-norm-text": {
        "with descent less than the gate alone, with Adam than the sum":
            together(GD) < gate(True, GD)[0]
            and together(ADAM) < LAST[16][1] + gate(True, ADAM)[0],
        "the verdicts":
            [said for _, _, said in second.answered("A").values()] == [
                "more", "more", "it depends on the optimizer",
                "no difference", "open",
            ],
        "one run of today's block without a last norm diverged":
            sum(
                run.test_loss is None
                for run in second.report(
                    Setting(second.EIGHT[GATE, "RMSNorm", False], 16)
                )
            ) == 1,
        "no last norm overflows at twice its best rate":
            at_rate("no last norm", FRAGILE, GD) < 11 < 70 < at_rate(
                "pre-norm", FRAGILE, GD
            ),
    },
}  # fmt: skip
